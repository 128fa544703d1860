/// A job that consists of many parts, which several workers can perform at the same time.
///
/// A job is an object rather than a closure, because an object can be passed to threads without allocating
/// memory.
public protocol Job: AnyObject {
  /// Performs one part of the job.
  ///
  /// - Parameters:
  ///   - index: The number of the part. The first part has the number 0.
  ///   - worker: The number of the worker that performs the part. The first worker has the number 0.
  func perform(_ index: Int, worker: Int)
}

/// A pool of workers that perform the parts of a job in parallel.
///
/// The renderer has no threads of its own. A program provides threads by implementing this protocol.
public protocol WorkerPool: AnyObject {
  /// The number of workers in the pool, at least 1.
  var count: Int { get }

  /// Performs every part of a job once and returns when all parts are done.
  ///
  /// Any worker may perform any part, in any order. Two parts that get the same worker number never run at
  /// the same time.
  ///
  /// - Parameters:
  ///   - jobs: The number of parts. The part numbers passed to the job are `0..<jobs`.
  ///   - work: The job to perform. Each worker number passed to the job is in `0..<count`.
  func perform(parts jobs: Int, of work: any Job)

  /// Performs every part of a short job once and returns when all parts are done. A short job takes less time
  /// than a sleeping thread needs to wake up and help.
  ///
  /// A pool with threads should perform all parts on the calling thread. Two parts that get the same worker
  /// number never run at the same time. The default implementation calls ``perform(parts:of:)``.
  ///
  /// - Parameters:
  ///   - jobs: The number of parts. The part numbers passed to the job are `0..<jobs`.
  ///   - work: The job to perform. Each worker number passed to the job is in `0..<count`.
  func performShort(parts jobs: Int, of work: any Job)
}

extension WorkerPool {
  /// Performs a short job as any other.
  public func performShort(parts jobs: Int, of work: any Job) { perform(parts: jobs, of: work) }

  /// Performs a job that may be short. A pool of one worker does not ask whether it is.
  package func perform(parts jobs: Int, of work: any Job, isShort: @autoclosure () -> Bool) {
    if count > 1, isShort() { performShort(parts: jobs, of: work) } else { perform(parts: jobs, of: work) }
  }

  /// Performs a job that is given as a closure. Returns when all parts of the job are done.
  ///
  /// Each part is performed once. The closure is wrapped in a ``Job``.
  ///
  /// - Parameters:
  ///   - jobs: The number of parts. The part numbers passed to the closure are `0..<jobs`.
  ///   - job: A closure that performs one part. Its arguments are the number of the part and the number of
  ///     the worker.
  public func perform(parts jobs: Int, _ job: (_ index: Int, _ worker: Int) -> Void) {
    withoutActuallyEscaping(job) { perform(parts: jobs, of: ClosureJob($0)) }
  }
}

private final class ClosureJob: Job {
  let job: (Int, Int) -> Void

  init(_ job: @escaping (Int, Int) -> Void) { self.job = job }

  func perform(_ index: Int, worker: Int) { job(index, worker) }
}

/// A worker pool with a single worker: the thread that calls the pool.
public final class SerialWorkerPool: WorkerPool {
  /// Creates a worker pool with a single worker.
  public init() {}

  /// The number of workers in the pool, which is 1.
  public var count: Int { 1 }

  /// Performs the parts of a job one after another on the calling thread, in the order of the part numbers.
  ///
  /// - Parameters:
  ///   - jobs: The number of parts.
  ///   - work: The job to perform. The worker number passed to the job is always 0.
  public func perform(parts jobs: Int, of work: any Job) {
    for index in 0..<max(jobs, 0) { work.perform(index, worker: 0) }
  }
}
