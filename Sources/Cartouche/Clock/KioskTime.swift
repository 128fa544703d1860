internal import Synchronization

/// The time of a kiosk as tasks on any thread see it: the tasks that sleep, and the announced work.
///
/// A run advances the time with ``advance(to:)``. This wakes the tasks whose deadline has come.
final class KioskTime: Sendable {
  /// A number that identifies announced work among that of all kiosks.
  typealias WorkID = UInt64

  /// The announced work to which the current task belongs.
  @TaskLocal static var currentWork: WorkID?
  private static let workCount = Atomic<WorkID>(0)

  private struct Sleeper {
    let id: UInt64
    let deadline: Timestamp
    let work: WorkID?
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    /// The time of the last turn.
    var now = Timestamp.zero
    /// The time on the monotonic clock at which the kiosk's clock was zero, while the kiosk runs live.
    var liveStart: Timestamp?
    /// The sleeping tasks, by deadline. Tasks with the same deadline wake in the order in which they came.
    var sleepers: [Sleeper] = []
    var sleeperCount: UInt64 = 0
    /// Whether the kiosk is gone, so that no task ever wakes.
    var isClosed = false
    /// The announced work that has not ended, with the number of its tasks that sleep.
    var work: [WorkID: Int] = [:]

    /// Counts a sleeper that no longer sleeps.
    mutating func wake(_ sleeper: Sleeper) {
      if let id = sleeper.work, let count = work[id] { work[id] = count - 1 }
    }

    func time() -> Timestamp {
      liveStart.map { Timestamp(nanoseconds: EventLoop.now.nanoseconds - $0.nanoseconds) } ?? now
    }
  }

  private let state = Mutex(State())
  private let mailbox: Mailbox

  /// Creates the time of a kiosk.
  ///
  /// - Parameter mailbox: The mailbox of the kiosk's event loop, which wakes for new sleepers and ended work.
  init(mailbox: Mailbox) {
    self.mailbox = mailbox
  }

  var now: Timestamp { state.withLock { $0.time() } }

  /// The earliest deadline of a sleeping task; nil if no task sleeps.
  var nextDeadline: Timestamp? { state.withLock { $0.sleepers.first?.deadline } }

  /// Sets the time of the current turn, and wakes the tasks whose deadline has come.
  func advance(to now: Timestamp) {
    let due: [Sleeper] = state.withLock { state in
      state.now = now
      guard let first = state.sleepers.first, first.deadline <= now else { return [] }
      let count = state.sleepers.prefix { $0.deadline <= now }.count
      let due = Array(state.sleepers[..<count])
      state.sleepers.removeFirst(count)
      for sleeper in due { state.wake(sleeper) }
      return due
    }
    for sleeper in due { sleeper.continuation.resume() }
  }

  /// Begins to follow the monotonic clock, or ends it.
  ///
  /// - Parameter start: The time on the monotonic clock at which the kiosk's clock was zero; nil to end.
  func follow(liveFrom start: Timestamp?) {
    state.withLock { state in
      state.now = state.time()
      state.liveStart = start
    }
  }

  /// Suspends the current task until ``advance(to:)`` reaches `deadline`.
  func sleep(until deadline: Timestamp) async throws {
    let id = state.withLock { state in
      state.sleeperCount += 1
      return state.sleeperCount
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let sleeper = Sleeper(id: id, deadline: deadline, work: Self.currentWork, continuation: continuation)
        add(sleeper)
      }
    } onCancel: {
      cancel(id)
    }
  }

  private func add(_ sleeper: Sleeper) {
    enum Outcome { case asleep, due, cancelled }
    let outcome: Outcome = state.withLock { state in
      // Checked under the lock: after it, `cancel(_:)` finds the sleeper.
      if Task.isCancelled || state.isClosed { return .cancelled }
      if sleeper.deadline <= state.time() { return .due }
      let index = state.sleepers.firstIndex { $0.deadline > sleeper.deadline } ?? state.sleepers.endIndex
      state.sleepers.insert(sleeper, at: index)
      if let work = sleeper.work, let count = state.work[work] { state.work[work] = count + 1 }
      return .asleep
    }
    switch outcome {
    case .asleep: mailbox.post {}
    case .due: sleeper.continuation.resume()
    case .cancelled: sleeper.continuation.resume(throwing: CancellationError())
    }
  }

  private func cancel(_ id: UInt64) {
    let sleeper = state.withLock { state -> Sleeper? in
      guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else { return nil }
      let sleeper = state.sleepers.remove(at: index)
      state.wake(sleeper)
      return sleeper
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }

  /// Ends all sleeps with `CancellationError`, and those that begin later, because the kiosk is gone.
  func close() {
    let sleepers = state.withLock { state in
      defer { state.sleepers = [] }
      state.isClosed = true
      for sleeper in state.sleepers { state.wake(sleeper) }
      return state.sleepers
    }
    for sleeper in sleepers { sleeper.continuation.resume(throwing: CancellationError()) }
  }

  // MARK: Announced work

  /// Whether there is announced work that has not ended.
  var hasWork: Bool { state.withLock { !$0.work.isEmpty } }

  /// Whether there is announced work that has not ended, and that does not sleep on the kiosk's clock.
  var isWorkRunning: Bool { state.withLock { $0.work.values.contains(0) } }

  /// Begins announced work.
  func beginWork() -> WorkID {
    let id = Self.workCount.wrappingAdd(1, ordering: .relaxed).newValue
    state.withLock { $0.work[id] = 0 }
    return id
  }

  /// Ends announced work. A second call with the same id does nothing.
  func endWork(_ id: WorkID) {
    if state.withLock({ $0.work.removeValue(forKey: id) }) != nil { mailbox.post {} }
  }
}
