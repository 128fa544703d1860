import CartoucheRaster

/// Where a gesture of two fingers stands.
enum FingerPairState {
  case waiting, tracking, active, done
}

/// A gesture of two fingers that begins when they have moved enough against each other.
///
///     waiting ──second finger──▶ apart ──beyond the slop──▶ going ──moved──▶ going       begins, changes
///        ▲                        │                           ├─ last finger lifted ─▶ done     ends
///        └──one is lifted─────────┘                           └─ last finger cancelled ─▶ done  is cancelled
///     waiting, apart ──last finger gone──▶ done                                                 fails
protocol FingerPairGesture: GestureRecognizer {
  var trackingState: FingerPairState { get set }
  var pair: FingerPair? { get set }

  /// Whether the two have moved so far that the gesture begins.
  var isBeyondSlop: Bool { get }

  /// Counts from nothing.
  func beginTracking()

  /// Goes on with ``pair``, which has become another, from what is counted.
  func resumeTracking()

  /// Counts where the fingers of ``pair`` are now; answers whether anything is otherwise.
  func measure() -> Bool
}

extension FingerPairGesture {
  /// What `input` makes of the gesture.
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
      let rest = touches.without(touch)
      guard !rest.isEmpty else {
        trackingState = .done
        return .fail
      }
      follow(rest)
      if pair == nil { trackingState = .waiting }
    case (.active, .ended(let touch)), (.active, .cancelled(let touch)):
      let rest = touches.without(touch)
      if rest.isEmpty {
        trackingState = .done
        if case .cancelled = input { return .cancel }
        return .end
      }
      follow(rest)
    case (.waiting, .moved), (.done, _), (_, .deadlineReached):
      break
    }
    return .nothing
  }

  /// Takes the first two of `touches`; a third finger is passed over as long as they are down.
  private func follow(_ touches: [Touch]) {
    let next = FingerPair(touches)
    if let next, let pair, next.isSameFingers(as: pair) { return }
    pair = next
    resumeTracking()
  }

  private func measureFingers() -> Bool {
    guard pair != nil, let now = FingerPair(touches) else { return false }
    pair = now
    return measure()
  }
}
