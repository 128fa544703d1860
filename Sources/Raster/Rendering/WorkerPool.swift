/// Something that is done in many pieces, by several hands at once.
///
/// An object and not a closure, so that handing it to threads allocates nothing.
public protocol Job: AnyObject {
  /// Does piece number `index`, as hand number `worker`.
  func perform(_ index: Int, worker: Int)
}

/// Hands that draw: whoever owns threads lends them to the renderer through this.
public protocol WorkerPool: AnyObject {
  /// How many jobs can run at once, at least 1.
  var count: Int { get }

  /// Does every piece of `work` in `0..<jobs`, each once, in any order, on any of the workers, and returns when all are done.
  ///
  /// `worker` is in `0..<count`; two pieces with the same worker number are never done at the same time.
  func perform(parts jobs: Int, of work: any Job)
}

extension WorkerPool {
  /// The same for a closure, which is put into an object first.
  public func perform(parts jobs: Int, _ job: (_ index: Int, _ worker: Int) -> Void) {
    withoutActuallyEscaping(job) { perform(parts: jobs, of: ClosureJob($0)) }
  }
}

private final class ClosureJob: Job {
  let job: (Int, Int) -> Void

  init(_ job: @escaping (Int, Int) -> Void) { self.job = job }

  func perform(_ index: Int, worker: Int) { job(index, worker) }
}

/// The calling thread alone.
public final class SerialWorkerPool: WorkerPool {
  public init() {}

  public var count: Int { 1 }

  public func perform(parts jobs: Int, of work: any Job) {
    for index in 0..<max(jobs, 0) { work.perform(index, worker: 0) }
  }
}
