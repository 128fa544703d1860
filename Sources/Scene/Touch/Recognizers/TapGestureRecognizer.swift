public import CartoucheRaster

/// Recognizes fingers that go down and up again without travelling, once or several times.
///
///     between ──finger down──▶ pressing ──enough of them──▶ pressed ──all up, and it was the last tap──▶ recognized
///        ▲                                                     └──all up, and more taps to come──┐
///        └───────────────────────────────────────────────────────────────────────────────────────┘
///     any ──travelled, one finger too many, one up too soon, cancelled, or the time is up──▶ failed
///
/// A finger may stay for ``maximumPressDuration``; the next tap has to come within ``maximumTapInterval``, near the first.
public final class TapGestureRecognizer: GestureRecognizer {
  public var numberOfTapsRequired = 1
  public var numberOfTouchesRequired = 1
  /// How long the fingers may stay, in nanoseconds.
  public var maximumPressDuration: Seconds = 0.5
  /// How long after a tap the next may begin, in nanoseconds.
  public var maximumTapInterval: Seconds = 0.3
  /// Is called when the taps are done; ``GestureRecognizer/location`` is where the fingers of the last one went down.
  public var action: ((TapGestureRecognizer) -> Void)?

  private enum TrackingState {
    /// No finger is down.
    case betweenTaps
    case pressing, pressed, done
  }

  private var trackingState = TrackingState.betweenTaps
  private var taps = 0
  /// Where the first tap was.
  private var firstPlace = Point.zero
  /// How many fingers came down for the tap at hand, and the middle of their places.
  private var fingers: [Touch] = []

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

  /// All fingers of a tap are up.
  private func finishTap() -> GestureTransition {
    location = fingers.center ?? location
    if taps == 0 { firstPlace = location }
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
    (contact.position - firstPlace).isWithin(metrics.tapDistance)
  }

  /// Where the first tap of two was, the second may follow.
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
