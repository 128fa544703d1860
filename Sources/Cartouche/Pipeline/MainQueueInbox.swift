internal import Synchronization

/// A queue of the work that other threads posted for the main actor, in order of arrival.
final class MainQueueInbox: Sendable {
  typealias Work = @Sendable @MainActor () -> Void

  private let queue = Mutex<[Work]>([])

  var isEmpty: Bool { queue.withLock(\.isEmpty) }

  func add(_ work: @escaping Work) {
    queue.withLock { $0.append(work) }
  }

  /// Runs the work that has arrived. Work that arrives during this call waits for the next turn.
  @MainActor
  func drain() {
    let batch = queue.withLock { queue in
      defer { queue.removeAll() }
      return queue
    }
    for work in batch { work() }
  }
}
