public import CartoucheRaster

/// A recognizer of one or more taps: fingers touch down, and are lifted without moving.
///
///     betweenTaps ──finger down──▶ pressing ──enough fingers──▶ pressed ──all lifted, last tap──▶ recognized
///        ▲                                                         └──all lifted, more taps to come──┐
///        └───────────────────────────────────────────────────────────────────────────────────────────┘
///     any ──moved, one finger too many, lifted too soon, cancelled, or time elapsed──▶ failed
///
/// A tap may last at most ``maximumPressDuration``. The next tap must begin within ``maximumTapInterval``
/// after the tap, and within ``TouchMetrics/tapDistance`` of the first tap's position.
public final class TapGestureRecognizer: GestureRecognizer {
  /// The number of successive taps that make the gesture, such as 2 for a double tap.
  public var numberOfTapsRequired = 1
  /// The number of fingers that have to make each tap together.
  public var numberOfTouchesRequired = 1
  /// The maximum time from the first touch-down of a tap until all fingers of the tap are lifted, in seconds.
  public var maximumPressDuration: Seconds = 0.5
  /// The maximum time between two taps, in seconds.
  ///
  /// The time is measured from the lifting of a tap's last finger to the next touch-down.
  public var maximumTapInterval: Seconds = 0.3
  /// A closure that is called when the last required tap is recognized.
  ///
  /// ``GestureRecognizer/location`` is then the center of the last tap's touch-down positions.
  public var action: ((TapGestureRecognizer) -> Void)?

  private enum TrackingState {
    /// No finger is down.
    case betweenTaps
    case pressing, pressed, done
  }

  private var trackingState = TrackingState.betweenTaps
  private var taps = 0
  /// The location of the first tap.
  private var firstLocation = Point.zero
  /// The touches of the current tap, as they were at touch-down.
  private var fingers: [Touch] = []

  /// Creates a recognizer that calls `action` when the last required tap is recognized.
  public init(action: ((TapGestureRecognizer) -> Void)? = nil) {
    self.action = action
    super.init()
  }

  override func transition(for input: TouchEvent) -> GestureTransition {
    switch (trackingState, input) {
    case (.done, _):
      return .nothing
    case (.betweenTaps, .began(let touch)), (.pressing, .began(let touch)):
      if trackingState == .betweenTaps {
        deadline = time.advanced(by: max(maximumPressDuration, 0)).advanced(byNanoseconds: 1)
      }
      fingers.append(touch)
      trackingState = fingers.count < numberOfTouchesRequired ? .pressing : .pressed
      return .nothing
    case (.pressing, .moved(let touch)), (.pressed, .moved(let touch)):
      return touch.offset.isWithin(slop) ? .nothing : fail()
    case (.pressed, .ended(let touch)) where touch.offset.isWithin(slop):
      return touches.count > 1 ? .nothing : finishTap()
    case (.pressed, .began), (_, .ended), (_, .cancelled), (_, .deadlineReached):
      return fail()
    case (.betweenTaps, .moved):
      return .nothing
    }
  }

  private var slop: Scalar { numberOfTouchesRequired > 1 ? metrics.multiTouchSlop : metrics.slop }

  /// Handles the lift of the last finger of a tap.
  private func finishTap() -> GestureTransition {
    location = fingers.center ?? location
    if taps == 0 { firstLocation = location }
    taps += 1
    fingers = []
    guard taps < numberOfTapsRequired else {
      trackingState = .done
      deadline = nil
      return .recognize
    }
    trackingState = .betweenTaps
    deadline = time.advanced(by: max(maximumTapInterval, 0)).advanced(byNanoseconds: 1)
    return .nothing
  }

  private func fail() -> GestureTransition {
    trackingState = .done
    return .fail
  }

  override func continues(with contact: Contact) -> Bool {
    (contact.position - firstLocation).isWithin(metrics.tapDistance)
  }

  /// Returns false for a tap with a higher tap count: a single tap does not prevent a double tap in the same
  /// place.
  override func canPrevent(_ other: GestureRecognizer) -> Bool {
    guard let tap = other as? TapGestureRecognizer else { return true }
    return tap.numberOfTapsRequired <= numberOfTapsRequired
  }

  override func location(of touches: [Touch]) -> Point? { nil }

  override func performAction() { action?(self) }

  override func resetTracking() {
    trackingState = .betweenTaps
    taps = 0
    fingers = []
  }
}
