/// Decides when the screen goes dark because nobody has touched it for a while.
///
///     lit ──no touch for the delay, or blank()──▶ dark
///      ▲                                          │
///      └──a finger goes down, or restart(at:)─────┘
///
/// A value without a clock: pass times on the monotonic clock, and read the answer.
package struct IdleTimer: Hashable, Sendable {
  /// The time without touches after which the screen goes dark; nil, never.
  package var delay: Seconds?
  /// Whether the screen stays lit without touches. When this ends, the delay begins again.
  package private(set) var isDisabled = false
  package private(set) var isBlank = false
  private var lastTouch = Timestamp.zero

  /// Creates the timer of a lit screen.
  package init(delay: Seconds? = nil) {
    self.delay = delay
  }

  /// The time at which the screen goes dark; nil if it is dark, or stays lit.
  package var deadline: Timestamp? {
    isBlank || isDisabled ? nil : delay.map { lastTouch.advanced(by: $0) }
  }

  /// Notes the events of fingers. A finger that goes down lights the screen. Other events only put off the
  /// time at which it goes dark, because their finger was down already.
  package mutating func handle(_ events: [ContactEvent], at now: Timestamp) {
    guard !events.isEmpty else { return }
    let hasNewFinger = events.contains { if case .began = $0 { true } else { false } }
    if !isBlank || hasNewFinger { restart(at: now) }
  }

  /// Lights the screen, and begins the delay again.
  package mutating func restart(at now: Timestamp) {
    (isBlank, lastTouch) = (false, now)
  }

  /// Lets the screen go dark if its time has come.
  package mutating func advance(to now: Timestamp) {
    if let deadline, now >= deadline { isBlank = true }
  }

  /// Lets the screen go dark at once.
  package mutating func blank() {
    isBlank = true
  }

  /// Changes whether the screen stays lit without touches.
  package mutating func setDisabled(_ isDisabled: Bool, at now: Timestamp) {
    if self.isDisabled, !isDisabled { lastTouch = now }
    self.isDisabled = isDisabled
  }
}
