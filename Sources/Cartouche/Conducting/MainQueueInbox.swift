internal import Synchronization

/// What other threads have for the main one, in the order it came.
final class MainQueueInbox: Sendable {
  typealias Work = @Sendable @MainActor () -> Void

  private let queue = Mutex<[Work]>([])

  var isEmpty: Bool { queue.withLock(\.isEmpty) }

  func add(_ work: @escaping Work) {
    queue.withLock { $0.append(work) }
  }

  /// Runs all that has come; what comes meanwhile waits for the next turn.
  @MainActor
  func drain() {
    let works = queue.withLock { queue in
      defer { queue.removeAll() }
      return queue
    }
    for work in works { work() }
  }
}
