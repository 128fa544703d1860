public import CartoucheRaster

/// A recognizer of pinches: two fingers move apart or together.
///
///     waiting ──second finger──▶ tracking ──beyond the slop──▶ active ──moved──▶ active      began, changed
///        ▲                          │                            ├─ last finger lifted ─▶ ended
///        └──one is lifted───────────┘                            └─ last finger cancelled ─▶ cancelled
///     waiting, tracking ──last finger lifted──▶ failed
///
/// The pinch begins when the fingers' distance has changed by more than the slop (``TouchMetrics/slop``). The
/// scale is measured from the second finger's touch-down and includes the slop, so that the content stays
/// under both fingers. When one finger is lifted, the scale stays unchanged. When another finger then touches
/// down, the scale continues from its last value. A third finger is ignored as long as the first two fingers
/// are down.
public final class PinchGestureRecognizer: GestureRecognizer, FingerPairGesture {
  /// A closure that is called when the pinch begins, when the fingers' distance changes, and when the pinch
  /// ends.
  public var action: ((PinchGestureRecognizer) -> Void)?

  var trackingState = FingerPairState.waiting
  var pair: FingerPair?
  var pairEnd: Timestamp?
  /// The distance of the current two fingers when they became the pair, and the scale at that time.
  private var startSpan: Scalar = 1
  private var base: WideFixed<32> = 1
  private var span: Scalar = 1
  /// The natural logarithm of the total scale, so that setting ``scale`` does not affect the velocity.
  private var logarithm: WideFixed<32> = 0
  private var tracker = VelocityTracker()

  /// Creates a recognizer that calls `action` for every change of the pinch.
  public init(action: ((PinchGestureRecognizer) -> Void)? = nil) {
    self.action = action
    super.init()
  }

  /// The scale of the pinch: the fingers' distance divided by their distance at the second finger's
  /// touch-down.
  ///
  /// If an action sets this property, further movement of the fingers multiplies the new value. If the action
  /// always sets 1, each call gets the scale since the previous call.
  public var scale: Scalar {
    get { Scalar(rounding: base * ratio) }
    set {
      base = WideFixed<32>(rounding: newValue)
      startSpan = span
    }
  }

  /// The velocity of the pinch: the change of ``scale`` per second.
  ///
  /// For ``VelocityTracker/window`` after one of the fingers is lifted, it stays the velocity at that time.
  public var velocity: Scalar { scale * tracker.velocity(at: velocityTime).x }

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
    (pair, pairEnd) = (nil, nil)
  }
}
