public import CartoucheRaster

/// Recognizes two fingers that turn about each other.
///
///     waiting ──second finger──▶ apart ──turned by more than the slop──▶ turning ──moved──▶ turning       began, changed
///        ▲                        │                                         ├─ last finger lifted ─▶ ended
///        └──one is lifted─────────┘                                         └─ last finger cancelled ─▶ cancelled
///     waiting, apart ──last finger gone──▶ failed
///
/// The rotation counts from where the second finger went down, slop included, as the pinch's scale does. It is the sum of all turns and goes beyond 360°.
/// With one finger left it stands still, and goes on from there with the next that comes.
public final class RotationGestureRecognizer: GestureRecognizer, FingerPairGesture {
  /// How far the fingers have turned, clockwise as seen on the screen; set it to count on from another value.
  public var rotation: Angle {
    get { whole - origin }
    set { origin = whole - newValue }
  }

  /// Is called when the rotation begins, at every step, and when it is over.
  public var action: ((RotationGestureRecognizer) -> Void)?

  var trackingState = FingerPairState.waiting
  var pair: FingerPair?
  private var direction: Angle?
  private var whole = Angle.zero
  /// The part of the way that ``rotation`` does not count.
  private var origin = Angle.zero
  private var tracker = VelocityTracker()

  public init(action: ((RotationGestureRecognizer) -> Void)? = nil) {
    self.action = action
    super.init()
  }

  /// How far the fingers turn in a second.
  public var velocity: Angle { Angle(degrees: WideFixed<32>(rounding: tracker.velocity(at: time).x)) }

  override func transition(for input: TouchEvent) -> GestureTransition { pairTransition(for: input) }

  /// Whether each of the two fingers has gone farther than the slop round their middle.
  var isBeyondSlop: Bool {
    guard let pair else { return false }
    return Scalar(rounding: Angle(degrees: whole.degrees.magnitude).radians) * pair.span(metrics) / 2 > metrics.slop
  }

  func beginTracking() { (whole, origin) = (.zero, .zero) }

  func resumeTracking() {
    direction = pair?.direction(metrics)
    guard pair != nil else { return }
    tracker.reset()
    tracker.add(Point(x: Scalar(rounding: whole.degrees), y: 0), at: time)
  }

  func measure() -> Bool {
    // Fingers that touch point nowhere: the direction waits until they are apart again.
    guard let next = pair?.direction(metrics) else { return false }
    let old = whole
    if let before = direction {
      whole += (next - before).shortestTurn
    }
    direction = next
    tracker.add(Point(x: Scalar(rounding: whole.degrees), y: 0), at: time)
    return whole != old
  }

  override func location(of touches: [Touch]) -> Point? { Array(touches.prefix(2)).center }

  override func performAction() { action?(self) }

  override func resetTracking() {
    trackingState = .waiting
    pair = nil
    direction = nil
  }
}
