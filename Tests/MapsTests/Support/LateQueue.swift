import CartoucheMaps
import CartoucheScene
import CartoucheTestSupport
import Synchronization

/// A queue whose workers take time on a virtual clock: up to 300 ms to read a tile, and 3 ms for other work.
final class LateQueue: BackgroundQueue {
  private struct Entry {
    var end: Int64
    var completion: () -> Void
  }

  let workerCount: Int
  private var waiting: [(work: @Sendable () -> Void, completion: () -> Void)] = []
  private var running: [Entry] = []
  private var random: SplitMix64
  private var now: Int64 = 0
  private let source: CountingSource

  /// Creates a queue whose work is late if it reads tiles of `source`.
  init(workerCount: Int, source: CountingSource, seed: UInt64) {
    (self.workerCount, self.source, random) = (workerCount, source, SplitMix64(seed: seed))
  }

  func submit(_ work: @escaping @Sendable () -> Void, completion: @escaping () -> Void) {
    waiting.append((work, completion))
  }

  /// Ends the work that is complete at a time, and begins that for which there is a worker.
  func advance(to time: Timestamp) {
    while true {
      while running.count < workerCount, !waiting.isEmpty {
        let next = waiting.removeFirst()
        let before = source.readCount
        next.work()
        let duration = source.readCount == before ? 3_000_000 : Int64(random.int(in: 0...300) * 1_000_000)
        running.append(Entry(end: now + duration, completion: next.completion))
      }
      guard let index = running.indices.min(by: { running[$0].end < running[$1].end }), running[index].end <= time.nanoseconds
      else { break }
      let entry = running.remove(at: index)
      now = max(now, entry.end)
      entry.completion()
    }
    now = max(now, time.nanoseconds)
  }
}
