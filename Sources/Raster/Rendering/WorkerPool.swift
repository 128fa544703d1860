/// A job of many parts that several workers can perform at once.
///
/// A job is an object and not a closure, because passing an object to threads allocates nothing.
public protocol Job: AnyObject {
  /// Performs one part of the job.
  ///
  /// - Parameters:
  ///   - index: The number of the part, from 0.
  ///   - worker: The number of the worker that performs the part, from 0.
  func perform(_ index: Int, worker: Int)
}

/// A pool of workers that perform the parts of a job in parallel.
///
/// The renderer has no threads of its own. A program that has threads lends them to the renderer through this
/// protocol.
public protocol WorkerPool: AnyObject {
  /// The number of workers in the pool, at least 1.
  var count: Int { get }

  /// Performs every part of a job once and returns when all parts are done.
  ///
  /// Any worker may perform any part, in any order. Two parts with the same worker number never run at the
  /// same time.
  ///
  /// - Parameters:
  ///   - jobs: The number of parts. The part numbers passed to the job are `0..<jobs`.
  ///   - work: The job to perform. The worker numbers passed to the job are in `0..<count`.
  func perform(parts jobs: Int, of work: any Job)
}

extension WorkerPool {
  /// Performs every part of a job that is given as a closure.
  ///
  /// The closure is wrapped in a ``Job``.
  ///
  /// - Parameters:
  ///   - jobs: The number of parts.
  ///   - job: Performs one part. The closure gets the number of the part and the number of the worker.
  public func perform(parts jobs: Int, _ job: (_ index: Int, _ worker: Int) -> Void) {
    withoutActuallyEscaping(job) { perform(parts: jobs, of: ClosureJob($0)) }
  }
}

private final class ClosureJob: Job {
  let job: (Int, Int) -> Void

  init(_ job: @escaping (Int, Int) -> Void) { self.job = job }

  func perform(_ index: Int, worker: Int) { job(index, worker) }
}

/// A pool with one worker: the thread that calls it.
public final class SerialWorkerPool: WorkerPool {
  public init() {}

  public var count: Int { 1 }

  public func perform(parts jobs: Int, of work: any Job) {
    for index in 0..<max(jobs, 0) { work.perform(index, worker: 0) }
  }
}
