public import CartoucheRaster

/// Recognizes two fingers that go apart or together.
///
///     waiting ──second finger──▶ apart ──their distance changed by more than the slop──▶ pinching ──moved──▶ pinching   began, changed
///        ▲                        │                                                         ├─ last finger lifted ─▶ ended
///        └──one is lifted─────────┘                                                         └─ last finger cancelled ─▶ cancelled
///     waiting, apart ──last finger gone──▶ failed
///
/// The scale counts from where the second finger went down, slop included, so that what lies under the two stays under them. With one finger left it
/// stands still, and goes on from there with the next that comes; a third finger is passed over as long as the first two are down.
public final class PinchGestureRecognizer: GestureRecognizer {
  /// Is called when the pinch begins, at every step, and when it is over.
  public var action: ((PinchGestureRecognizer) -> Void)?

  private enum Stage {
    case waiting, apart, pinching, done
  }

  private var stage = Stage.waiting
  private var pair: FingerPair?
  /// How far the fingers were apart when these two began, and the scale they found.
  private var startSpan: Scalar = 1
  private var base: WideFixed<32> = 1
  private var span: Scalar = 1
  /// The natural logarithm of all of the way: no setting of ``scale`` disturbs the velocity.
  private var logarithm: WideFixed<32> = 0
  private var tracker = VelocityTracker()

  public init(action: ((PinchGestureRecognizer) -> Void)? = nil) {
    self.action = action
    super.init()
  }

  /// How many times as far apart the fingers are as at first; set it to count on from another value.
  public var scale: Scalar {
    get { Scalar(rounding: base * ratio) }
    set {
      base = WideFixed<32>(rounding: newValue)
      startSpan = span
    }
  }

  /// How fast ``scale`` changes, a second.
  public var velocity: Scalar { scale * tracker.velocity(at: time).x }

  private var ratio: WideFixed<32> { WideFixed<32>(rounding: span) / WideFixed<32>(rounding: startSpan) }

  override func step(_ input: TouchInput) -> GestureStep {
    switch (stage, input) {
    case (.waiting, .began):
      guard touches.count >= 2 else { return .nothing }
      logarithm = 0
      follow(touches)
      base = 1
      stage = .apart
    case (.apart, .began), (.pinching, .began):
      follow(touches)
    case (.apart, .moved):
      measure()
      guard (span - startSpan).magnitude > metrics.slop else { return .nothing }
      stage = .pinching
      return .begin
    case (.pinching, .moved):
      let before = span
      measure()
      return span == before ? .nothing : .change
    case (.waiting, .ended(let touch)), (.waiting, .cancelled(let touch)), (.apart, .ended(let touch)),
      (.apart, .cancelled(let touch)):
      let rest = touches.without(touch)
      guard !rest.isEmpty else {
        stage = .done
        return .fail
      }
      follow(rest)
      if pair == nil { stage = .waiting }
    case (.pinching, .ended(let touch)), (.pinching, .cancelled(let touch)):
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

  /// Goes on with the first two of `touches`, from the scale there is.
  private func follow(_ touches: [Touch]) {
    let next = FingerPair(touches)
    if let next, let pair, next.isSameFingers(as: pair) { return }
    base *= ratio
    pair = next
    if let next { span = next.span(metrics) }
    startSpan = span
    if next != nil {
      tracker.reset()
      tracker.add(Point(x: Scalar(rounding: logarithm), y: 0), at: time)
    }
  }

  private func measure() {
    guard pair != nil, let now = FingerPair(touches) else { return }
    let before = span
    pair = now
    span = now.span(metrics)
    logarithm += span.naturalLogarithm() - before.naturalLogarithm()
    tracker.add(Point(x: Scalar(rounding: logarithm), y: 0), at: time)
  }

  override func place(of touches: [Touch]) -> Point? { Array(touches.prefix(2)).center }

  override func act() { action?(self) }

  override func clear() {
    stage = .waiting
    pair = nil
  }
}
