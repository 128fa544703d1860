package import CartoucheScene

/// A page flip that a card accepted and has not reported yet.
///
///     accepted ──100 ms──▶ submitted again ──100 ms──▶ counts as shown
///        └─────────event──────────┴───event──▶ shown
///
/// Some drivers lose the event, and sometimes the flip with it. So the same buffer is shown again once,
/// unless a newer frame waits and is shown instead. A screen that stays frozen is worse than one torn frame.
package struct PendingFlip {
  /// The time in nanoseconds after which a page flip is overdue.
  package static let timeout: Int64 = 100_000_000

  /// What to do with a flip.
  package enum Step: Hashable {
    case wait, submitAgain, countAsShown
  }

  /// The index of the scanout buffer.
  package let buffer: Int
  /// The number of the frame that the buffer contains.
  package let frame: Int
  /// The number in the card's event.
  package let serial: UInt
  /// The time of the last submission on the monotonic clock.
  package private(set) var since: Timestamp
  private var isRepeated = false

  package init(buffer: Int, frame: Int, serial: UInt, since: Timestamp) {
    (self.buffer, self.frame, self.serial, self.since) = (buffer, frame, serial, since)
  }

  /// The time at which the flip is overdue.
  package var deadline: Timestamp { Timestamp(nanoseconds: since.nanoseconds + Self.timeout) }

  /// Returns what to do at a time.
  ///
  /// - Parameter hasNewerFrame: Whether a newer frame waits for this flip.
  package func step(at now: Timestamp, hasNewerFrame: Bool) -> Step {
    if now < deadline { return .wait }
    return isRepeated || hasNewerFrame ? .countAsShown : .submitAgain
  }

  /// Notes that the same buffer was submitted again.
  package mutating func submittedAgain(at now: Timestamp) {
    (since, isRepeated) = (now, true)
  }
}
