public import CartoucheRaster

/// A recognizer of long presses: fingers touch down, and stay in place for a minimum time.
///
///     waiting ──enough fingers──▶ pressed ──time elapsed──▶ holding ──moved──▶ holding       began, changed
///        └────────┴─ moved, lifted, one too many ─▶ failed     ├─ one lifted ─▶ ended
///                                                              └─ one cancelled ─▶ cancelled
///
/// The long press begins at the end of the minimum time. From then on, the fingers may move.
public final class LongPressGestureRecognizer: GestureRecognizer {
  /// The minimum time for which the fingers have to stay in place, in seconds.
  ///
  /// The time is measured from the touch-down of the last required finger. The long press begins at the end
  /// of this time, even if no contact event arrives then.
  public var minimumPressDuration: Seconds = 0.5
  /// The number of fingers that a long press requires.
  public var numberOfTouchesRequired = 1
  /// The maximum distance that a finger may move before the long press begins, in the screen's points.
  ///
  /// If a finger moves farther from its touch-down position, the gesture fails. After the long press has
  /// begun, fingers may move any distance.
  ///
  /// If the property is nil, the maximum distance is ``TouchMetrics/slop``. For several fingers, the maximum
  /// distance is then ``TouchMetrics/multiTouchSlop``.
  public var allowableMovement: Scalar?
  /// A closure that is called when the long press begins, when its fingers move, and when the long press
  /// ends.
  public var action: ((LongPressGestureRecognizer) -> Void)?

  private enum TrackingState {
    case waiting, pressed, holding, done
  }

  private var trackingState = TrackingState.waiting
  private var lastLocation = Point.zero

  /// Creates a recognizer that calls `action` for every change of the long press.
  public init(action: ((LongPressGestureRecognizer) -> Void)? = nil) {
    self.action = action
    super.init()
  }

  override func transition(for input: TouchEvent) -> GestureTransition {
    switch (trackingState, input) {
    case (.waiting, .began):
      guard touches.count >= numberOfTouchesRequired else { return .nothing }
      trackingState = .pressed
      deadline = time.advanced(by: max(minimumPressDuration, 0))
      return .nothing
    case (.waiting, .moved(let touch)), (.pressed, .moved(let touch)):
      return touch.offset.isWithin(slop) ? .nothing : fail()
    case (.pressed, .deadlineReached):
      trackingState = .holding
      lastLocation = location
      return .begin
    case (.holding, .moved):
      guard location != lastLocation else { return .nothing }
      lastLocation = location
      return .change
    case (.holding, .ended):
      trackingState = .done
      return .end
    case (.holding, .cancelled):
      trackingState = .done
      return .cancel
    case (.pressed, .began), (.waiting, _), (.pressed, _):
      return fail()
    case (.holding, .began), (.holding, .deadlineReached), (.done, _):
      return .nothing
    }
  }

  private var slop: Scalar { allowableMovement ?? (numberOfTouchesRequired > 1 ? metrics.multiTouchSlop : metrics.slop) }

  private func fail() -> GestureTransition {
    trackingState = .done
    return .fail
  }

  override func location(of touches: [Touch]) -> Point? {
    Array(touches.prefix(max(numberOfTouchesRequired, 1))).center
  }

  override func performAction() { action?(self) }

  override func resetTracking() {
    trackingState = .waiting
  }
}
