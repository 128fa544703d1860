public import CartoucheRaster

/// Recognizes one finger that goes down and up again without travelling.
///
///     idle ──began──▶ pressed ──ended in time──▶ idle   emits where it went down
///                        ├─ moved beyond slop ─┐
///                        ├─ second finger ─────┤
///                        └─ held too long ─────┴▶ failed ──last finger up──▶ idle
///
/// A value with no clock and no callbacks: feed it events, read its answer. That a finger was held too long is known when it goes up.
public struct TapRecognizer: Hashable, Sendable {
  private enum State: Hashable, Sendable {
    case idle
    case pressed(Contact)
    case failed
  }

  /// How far the finger may stray, in points.
  public let slop: Scalar
  /// How long the finger may stay, in nanoseconds.
  public let timeLimit: Int64

  private var state = State.idle
  private var fingers = FingerCount()

  public init(slop: Scalar = .touchSlop, timeLimit: Int64 = 500_000_000) {
    self.slop = slop
    self.timeLimit = timeLimit
  }

  /// Takes in what a finger did.
  ///
  /// - Returns: where the finger went down, if `event` completes a tap.
  public mutating func handle(_ event: ContactEvent) -> Point? {
    fingers.count(event)
    switch (state, event) {
    case (.idle, .began(let contact)):
      state = .pressed(contact)
    case (.pressed(let first), .moved(let now)) where now.id == first.id && now.isNear(first, within: slop):
      break
    case (.pressed(let first), .ended(let now))
    where now.id == first.id && now.isNear(first, within: slop) && now.time - first.time <= timeLimit:
      state = .idle
      return first.position
    case (.pressed, _):
      state = fingers.value == 0 ? .idle : .failed
    case (.failed, _) where fingers.value == 0:
      state = .idle
    case (.idle, _), (.failed, _):
      break
    }
    return nil
  }
}
