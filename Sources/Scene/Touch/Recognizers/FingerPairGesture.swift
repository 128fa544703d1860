import CartoucheRaster

/// The state of a two-finger gesture.
enum FingerPairState {
  case waiting, tracking, active, done
}

/// A two-finger gesture that begins when the fingers have moved far enough relative to each other.
///
///     waiting ──second finger──▶ tracking ──beyond the slop──▶ active ──moved──▶ active      began, changed
///        ▲                          │                            ├─ last finger lifted ─▶ done     ended
///        └──one is lifted───────────┘                            └─ last finger cancelled ─▶ done  cancelled
///     waiting, tracking ──last finger lifted or cancelled──▶ done                                  failed
protocol FingerPairGesture: GestureRecognizer {
  var trackingState: FingerPairState { get set }
  var pair: FingerPair? { get set }
  /// The time at which one of the pair's fingers was lifted; nil while there is a pair.
  var pairEnd: Timestamp? { get set }

  /// Whether the fingers have moved far enough for the gesture to begin.
  var isBeyondSlop: Bool { get }

  /// Resets the measurement.
  func beginTracking()

  /// Continues the measurement with a new ``pair``.
  func resumeTracking()

  /// Measures the current ``pair``; returns whether the result has changed.
  func measure() -> Bool
}

extension FingerPairGesture {
  /// Returns the transition for an event.
  func pairTransition(for input: TouchEvent) -> GestureTransition {
    switch (trackingState, input) {
    case (.waiting, .began):
      guard touches.count >= 2 else { return .nothing }
      beginTracking()
      follow(touches)
      trackingState = .tracking
    case (.tracking, .began), (.active, .began):
      follow(touches)
    case (.tracking, .moved):
      _ = measureFingers()
      guard isBeyondSlop else { return .nothing }
      trackingState = .active
      return .begin
    case (.active, .moved):
      return measureFingers() ? .change : .nothing
    case (.waiting, .ended(let touch)), (.waiting, .cancelled(let touch)), (.tracking, .ended(let touch)),
      (.tracking, .cancelled(let touch)):
      let remaining = touches.without(touch)
      guard !remaining.isEmpty else {
        trackingState = .done
        return .fail
      }
      follow(remaining)
      if pair == nil { trackingState = .waiting }
    case (.active, .ended(let touch)), (.active, .cancelled(let touch)):
      let remaining = touches.without(touch)
      if remaining.isEmpty {
        trackingState = .done
        if case .cancelled = input { return .cancel }
        return .end
      }
      follow(remaining)
    case (.waiting, .moved), (.done, _), (_, .deadlineReached):
      break
    }
    return .nothing
  }

  /// Tracks the first two of `touches`.
  ///
  /// A third finger is ignored as long as the first two fingers are down.
  private func follow(_ touches: [Touch]) {
    let next = FingerPair(touches)
    if let next, let pair, next.isSameFingers(as: pair) { return }
    if next != nil { pairEnd = nil } else if pair != nil { pairEnd = time }
    pair = next
    resumeTracking()
  }

  /// The time for which the velocity counts.
  ///
  /// People rarely lift both fingers at once. Shortly after the first lift, the velocity is still that of the
  /// pair.
  var velocityTime: Timestamp {
    guard let pairEnd, time.seconds(since: pairEnd) <= VelocityTracker.window else { return time }
    return pairEnd
  }

  private func measureFingers() -> Bool {
    guard pair != nil, let now = FingerPair(touches) else { return false }
    pair = now
    return measure()
  }
}
