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
public final class PinchGestureRecognizer: GestureRecognizer, FingerPairGesture {
  /// Is called when the pinch begins, at every step, and when it is over.
  public var action: ((PinchGestureRecognizer) -> Void)?

  var trackingState = FingerPairState.waiting
  var pair: FingerPair?
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

  override func transition(for input: TouchEvent) -> GestureTransition { pairTransition(for: input) }

  var isBeyondSlop: Bool { (span - startSpan).magnitude > metrics.slop }

  func beginTracking() { (base, startSpan, logarithm) = (1, span, 0) }

  func resumeTracking() {
    base *= ratio
    if let pair { span = pair.span(metrics) }
    startSpan = span
    if pair != nil {
      tracker.reset()
      tracker.add(Point(x: Scalar(rounding: logarithm), y: 0), at: time)
    }
  }

  func measure() -> Bool {
    guard let pair else { return false }
    let before = span
    span = pair.span(metrics)
    logarithm += span.naturalLogarithm() - before.naturalLogarithm()
    tracker.add(Point(x: Scalar(rounding: logarithm), y: 0), at: time)
    return span != before
  }

  override func location(of touches: [Touch]) -> Point? { Array(touches.prefix(2)).center }

  override func performAction() { action?(self) }

  override func resetTracking() {
    trackingState = .waiting
    pair = nil
  }
}
