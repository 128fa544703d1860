public import CartoucheRaster

/// A recognizer of rotations: two fingers rotate about each other.
///
///     waiting ──second finger──▶ tracking ──beyond the slop──▶ active ──moved──▶ active      began, changed
///        ▲                          │                            ├─ last finger lifted ─▶ ended
///        └──one is lifted───────────┘                            └─ last finger cancelled ─▶ cancelled
///     waiting, tracking ──last finger lifted──▶ failed
///
/// The slop (``TouchMetrics/slop``) is the distance within which a finger counts as not moving. Here, the
/// distance is measured along the circle around the center of the fingers. The rotation is measured from the
/// second finger's touch-down and includes the slop. The rotation accumulates, and may exceed 360°. When one
/// finger is lifted, the rotation stays unchanged. When another finger then touches down, the rotation
/// continues from its last value.
public final class RotationGestureRecognizer: GestureRecognizer, FingerPairGesture {
  /// The angle by which the fingers have rotated since the second finger's touch-down.
  ///
  /// A positive angle is clockwise as seen on the screen. If an action sets this property, further rotation
  /// is added to the new value. If the action always sets zero, each call gets the rotation since the
  /// previous call.
  public var rotation: Angle {
    get { total - origin }
    set { origin = total - newValue }
  }

  /// A closure that is called when the rotation begins, when the angle changes, and when the rotation ends.
  public var action: ((RotationGestureRecognizer) -> Void)?

  var trackingState = FingerPairState.waiting
  var pair: FingerPair?
  var pairEnd: Timestamp?
  private var direction: Angle?
  private var total = Angle.zero
  /// The part of the total rotation that ``rotation`` does not count.
  private var origin = Angle.zero
  private var tracker = VelocityTracker()

  /// Creates a recognizer that calls `action` for every change of the rotation.
  public init(action: ((RotationGestureRecognizer) -> Void)? = nil) {
    self.action = action
    super.init()
  }

  /// The velocity of the rotation: the change of ``rotation`` per second, as an angle.
  ///
  /// For ``VelocityTracker/window`` after one of the fingers is lifted, it stays the velocity at that time.
  public var velocity: Angle { Angle(degrees: WideFixed<32>(rounding: tracker.velocity(at: velocityTime).x)) }

  override func transition(for input: TouchEvent) -> GestureTransition { pairTransition(for: input) }

  /// Whether each of the two fingers has moved farther than the slop around the fingers' center.
  var isBeyondSlop: Bool {
    guard let pair else { return false }
    return Scalar(rounding: Angle(degrees: total.degrees.magnitude).radians) * pair.span(metrics) / 2 > metrics.slop
  }

  func beginTracking() { (total, origin) = (.zero, .zero) }

  func resumeTracking() {
    direction = pair?.direction(metrics)
    guard pair != nil else { return }
    tracker.reset()
    tracker.add(Point(x: Scalar(rounding: total.degrees), y: 0), at: time)
  }

  func measure() -> Bool {
    // Fingers that touch each other have no direction; keep the last one until they are apart.
    guard let next = pair?.direction(metrics) else { return false }
    let old = total
    if let previous = direction {
      total += (next - previous).shortestTurn
    }
    direction = next
    tracker.add(Point(x: Scalar(rounding: total.degrees), y: 0), at: time)
    return total != old
  }

  override func location(of touches: [Touch]) -> Point? { Array(touches.prefix(2)).center }

  override func performAction() { action?(self) }

  override func resetTracking() {
    trackingState = .waiting
    (pair, pairEnd, direction) = (nil, nil, nil)
  }
}
