import CartoucheMaps
import CartoucheScene
import CartoucheTestSupport

/// A queue whose work ends in a random order, when a test says so.
final class ShufflingQueue: BackgroundQueue {
  private struct Entry {
    var work: (@Sendable () -> Void)?
    var completion: () -> Void
  }

  let workerCount: Int
  /// The amount of work that was submitted.
  private(set) var submittedCount = 0
  private var entries: [Entry] = []
  private var random: SplitMix64

  init(workerCount: Int, seed: UInt64 = 1) {
    self.workerCount = workerCount
    random = SplitMix64(seed: seed)
  }

  func submit(_ work: @escaping @Sendable () -> Void, completion: @escaping () -> Void) {
    submittedCount += 1
    var entry = Entry(work: work, completion: completion)
    // Work begins at once or just before its end, so that it sees the data of either time.
    if random.int(in: 0...1) == 0 { entry.work.take()?() }
    entries.append(entry)
  }

  /// Ends one piece of work that was submitted.
  ///
  /// - Returns: false if there is none.
  @discardableResult
  func deliver() -> Bool {
    guard !entries.isEmpty else { return false }
    var entry = entries.remove(at: random.int(in: 0...entries.count - 1))
    entry.work.take()?()
    entry.completion()
    return true
  }
}

extension MapScreen {
  /// Ends work and commits frames until the map has all its tiles.
  ///
  /// - Parameter check: Is called after each frame on the way.
  /// - Returns: Whether the map came to rest.
  @discardableResult
  func settle(_ queue: ShufflingQueue, _ check: () -> Void = {}) -> Bool {
    commit()
    var steps = 0
    // The end of a transition may have tiles prepared again.
    repeat {
      while map.isLoadingTiles, steps < 5000 {
        guard queue.deliver() else { return false }
        step()
        check()
        steps += 1
      }
      runUntilIdle()
    } while map.isLoadingTiles && steps < 5000
    return !map.isLoadingTiles
  }
}
