/// A job in many parts that several workers can perform at once.
///
/// An object, not a closure: passing it to threads allocates nothing.
public protocol Job: AnyObject {
  /// Performs part number `index` on worker number `worker`.
  func perform(_ index: Int, worker: Int)
}

/// A pool of workers that performs the parts of a job in parallel.
///
/// The renderer has no threads of its own; whoever owns threads lends them to it through this protocol.
public protocol WorkerPool: AnyObject {
  /// The number of workers, at least 1.
  var count: Int { get }

  /// Performs every part in `0..<jobs` of `work` once, in any order and on any worker, and returns when all
  /// are done.
  ///
  /// The worker numbers passed to the job are in `0..<count`. Two parts with the same worker number never run
  /// at the same time.
  func perform(parts jobs: Int, of work: any Job)
}

extension WorkerPool {
  /// Performs a job given as a closure, which is wrapped in an object.
  public func perform(parts jobs: Int, _ job: (_ index: Int, _ worker: Int) -> Void) {
    withoutActuallyEscaping(job) { perform(parts: jobs, of: ClosureJob($0)) }
  }
}

private final class ClosureJob: Job {
  let job: (Int, Int) -> Void

  init(_ job: @escaping (Int, Int) -> Void) { self.job = job }

  func perform(_ index: Int, worker: Int) { job(index, worker) }
}

/// A pool of one worker: the calling thread.
public final class SerialWorkerPool: WorkerPool {
  public init() {}

  public var count: Int { 1 }

  public func perform(parts jobs: Int, of work: any Job) {
    for index in 0..<max(jobs, 0) { work.perform(index, worker: 0) }
  }
}
