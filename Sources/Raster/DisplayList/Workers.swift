/// Hands that draw: whoever owns threads lends them to the renderer through this.
public protocol Workers: AnyObject {
  /// How many jobs can run at once, at least 1.
  var count: Int { get }

  /// Runs `job` for every index in `0..<jobs`, each once, in any order, on any of the workers, and returns when all are done.
  ///
  /// `worker` is in `0..<count`; two jobs with the same worker number never run at the same time.
  func perform(jobs: Int, _ job: (_ index: Int, _ worker: Int) -> Void)
}

/// The calling thread alone.
public final class SerialWorkers: Workers {
  public init() {}

  public var count: Int { 1 }

  public func perform(jobs: Int, _ job: (_ index: Int, _ worker: Int) -> Void) {
    for index in 0..<jobs { job(index, 0) }
  }
}
