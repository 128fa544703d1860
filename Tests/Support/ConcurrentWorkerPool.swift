public import CartoucheRaster
import Dispatch

/// Threads that perform the parts of a job in a mixed order.
public final class ConcurrentWorkerPool: WorkerPool {
  public let count: Int

  public init(count: Int = 3) { self.count = count }

  public func perform(parts jobs: Int, of work: any Job) {
    nonisolated(unsafe) let work = work
    let count = count
    DispatchQueue.concurrentPerform(iterations: count) { worker in
      for index in stride(from: jobs - 1 - worker, through: 0, by: -count) { work.perform(index, worker: worker) }
    }
  }
}
