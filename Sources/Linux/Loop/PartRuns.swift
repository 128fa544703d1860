package import CartoucheRaster
internal import Synchronization

/// The parts of a job, divided into a run of neighbors for each worker.
///
/// A worker takes the parts of its own run first, and then those that the others have left. So it has about
/// the same parts in each frame, and their memory is still in its processor's cache.
///
///     ◀── worker 0 ──┃── worker 1 ──▶
///
/// Runs of the first half of the job are taken backward, so that two workers begin in the middle and end at
/// the first and the last part. When a frame is composed, those are the upper and the lower edge of the
/// screen. They often have less work, and so the workers finish at nearly the same time.
package final class PartRuns: @unchecked Sendable {
  private struct Run: ~Copyable {
    /// How many parts have been taken, or more once all have.
    let taken = Atomic<Int>(0)
    // Changed only by `divide`.
    var first = 0, count = 0
  }

  /// From one worker's run to the next. A run has 24 bytes, so no two are in one cache line of 64 bytes.
  private static let spacing = 4

  private let workers: Int
  private let runs: UnsafeMutablePointer<Run>

  package init(workers: Int) {
    self.workers = workers
    runs = .allocate(capacity: workers * Self.spacing)
    for index in 0..<workers * Self.spacing { (runs + index).initialize(to: Run()) }
  }

  deinit {
    runs.deinitialize(count: workers * Self.spacing)
    runs.deallocate()
  }

  /// Divides the parts `0..<count` of a job.
  ///
  /// - Precondition: No worker takes parts. The caller makes the division visible to the workers, by a mutex.
  package func divide(_ count: Int) {
    for worker in 0..<workers {
      let run = runs + worker &* Self.spacing
      run.pointee.taken.store(0, ordering: .relaxed)
      run.pointee.first = count * worker / workers
      run.pointee.count = count * (worker + 1) / workers - run.pointee.first
    }
  }

  /// Performs parts of a job until all are taken.
  package func perform(_ work: any Job, worker: Int) {
    for offset in 0..<workers {
      let owner = worker &+ offset < workers ? worker &+ offset : worker &+ offset &- workers
      let run = runs + owner &* Self.spacing
      let isBackward = owner &* 2 < workers &- 1
      while true {
        let index = run.pointee.taken.wrappingAdd(1, ordering: .relaxed).oldValue
        if index >= run.pointee.count { break }
        work.perform(run.pointee.first &+ (isBackward ? run.pointee.count &- 1 &- index : index), worker: worker)
      }
    }
  }
}
