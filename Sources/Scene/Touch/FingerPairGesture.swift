import CartoucheRaster

/// Where a gesture of two fingers stands.
enum FingerPairStage {
  case waiting, apart, going, done
}

/// A gesture of two fingers that begins when they have moved enough against each other.
///
///     waiting ──second finger──▶ apart ──beyond the slop──▶ going ──moved──▶ going       begins, changes
///        ▲                        │                           ├─ last finger lifted ─▶ done     ends
///        └──one is lifted─────────┘                           └─ last finger cancelled ─▶ done  is cancelled
///     waiting, apart ──last finger gone──▶ done                                                 fails
protocol FingerPairGesture: GestureRecognizer {
  var stage: FingerPairStage { get set }
  var pair: FingerPair? { get set }

  /// Whether the two have moved so far that the gesture begins.
  var isBeyondSlop: Bool { get }

  /// Counts from nothing.
  func start()

  /// Goes on with ``pair``, which has become another, from what is counted.
  func goOn()

  /// Counts where the fingers of ``pair`` are now; answers whether anything is otherwise.
  func measure() -> Bool
}

extension FingerPairGesture {
  /// What `input` makes of the gesture.
  func stepOfPair(_ input: TouchInput) -> GestureStep {
    switch (stage, input) {
    case (.waiting, .began):
      guard touches.count >= 2 else { return .nothing }
      start()
      follow(touches)
      stage = .apart
    case (.apart, .began), (.going, .began):
      follow(touches)
    case (.apart, .moved):
      _ = measureFingers()
      guard isBeyondSlop else { return .nothing }
      stage = .going
      return .begin
    case (.going, .moved):
      return measureFingers() ? .change : .nothing
    case (.waiting, .ended(let touch)), (.waiting, .cancelled(let touch)), (.apart, .ended(let touch)),
      (.apart, .cancelled(let touch)):
      let rest = touches.without(touch)
      guard !rest.isEmpty else {
        stage = .done
        return .fail
      }
      follow(rest)
      if pair == nil { stage = .waiting }
    case (.going, .ended(let touch)), (.going, .cancelled(let touch)):
      let rest = touches.without(touch)
      if rest.isEmpty {
        stage = .done
        if case .cancelled = input { return .cancel }
        return .end
      }
      follow(rest)
    case (.waiting, .moved), (.done, _), (_, .timeUp):
      break
    }
    return .nothing
  }

  /// Takes the first two of `touches`; a third finger is passed over as long as they are down.
  private func follow(_ touches: [Touch]) {
    let next = FingerPair(touches)
    if let next, let pair, next.isSameFingers(as: pair) { return }
    pair = next
    goOn()
  }

  private func measureFingers() -> Bool {
    guard pair != nil, let now = FingerPair(touches) else { return false }
    pair = now
    return measure()
  }
}
