public import CartoucheRaster

/// A recognizer of swipes: fingers move quickly in one direction.
///
///     waiting ──enough fingers──▶ swiping ──moved far enough in ``direction``──▶ recognized
///        │                           ├─ beyond the slop, more than 27° from the direction ───┐
///        │                           ├─ one too many, lifted, cancelled, or time elapsed ────┤
///        └──lifted, cancelled, or time elapsed───────────────────────────────────────────────┴▶ failed
///
/// The swipe is recognized while the fingers are still on the screen. The minimum distance is
/// ``TouchMetrics/swipeDistance``, and the maximum time is ``maximumDuration``. The slop
/// (``TouchMetrics/slop``) is the distance within which a finger counts as not moving.
public final class SwipeGestureRecognizer: GestureRecognizer {
  /// The directions in which the fingers may swipe.
  ///
  /// If the set has several directions, a swipe in any one of these directions is recognized.
  public var direction: SwipeDirection = .right
  /// The number of fingers that have to make the swipe together.
  public var numberOfTouchesRequired = 1
  /// The maximum time from the first touch-down until the fingers have moved far enough, in seconds.
  public var maximumDuration: Seconds = 0.5
  /// A closure that is called when a swipe is recognized. The fingers are still on the screen at that time.
  public var action: ((SwipeGestureRecognizer) -> Void)?
  /// The direction of the last recognized swipe. Before the first swipe, the set is empty.
  public private(set) var recognizedDirection: SwipeDirection = []

  private enum TrackingState {
    case waiting, swiping, done
  }

  private var trackingState = TrackingState.waiting
  private var start = Point.zero

  /// Creates a recognizer that calls `action` for each swipe.
  public init(action: ((SwipeGestureRecognizer) -> Void)? = nil) {
    self.action = action
    super.init()
  }

  override func transition(for input: TouchEvent) -> GestureTransition {
    switch (trackingState, input) {
    case (.waiting, .began):
      if touches.count == 1 { deadline = time.advanced(by: max(maximumDuration, 0)).advanced(byNanoseconds: 1) }
      guard touches.count >= numberOfTouchesRequired else { return .nothing }
      start = location
      trackingState = .swiping
      return .nothing
    case (.swiping, .moved):
      return decision(for: location - start)
    case (.waiting, .moved), (.done, _):
      return .nothing
    case (.swiping, .began), (_, .ended), (_, .cancelled), (_, .deadlineReached):
      trackingState = .done
      return .fail
    }
  }

  private func decision(for offset: Point) -> GestureTransition {
    let isHorizontal = offset.x.magnitude > offset.y.magnitude
    let (along, aside) = isHorizontal ? (offset.x.magnitude, offset.y.magnitude) : (offset.y.magnitude, offset.x.magnitude)
    let toward: SwipeDirection = isHorizontal ? (offset.x > 0 ? .right : .left) : (offset.y > 0 ? .down : .up)
    if direction.contains(toward), aside <= along / 2 {
      guard along >= metrics.swipeDistance else { return .nothing }
      recognizedDirection = toward
      trackingState = .done
      return .recognize
    }
    guard !offset.isWithin(metrics.slop) else { return .nothing }
    trackingState = .done
    return .fail
  }

  override func performAction() { action?(self) }

  override func resetTracking() {
    trackingState = .waiting
  }
}

/// A set of swipe directions, named as the viewer sees the screen.
public struct SwipeDirection: OptionSet, Hashable, Sendable, BitwiseCopyable {
  /// The set as a bit mask, in which each direction is one bit.
  public let rawValue: UInt8

  /// Creates a set from a bit mask, in which each direction is one bit.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The set that contains only the direction toward the right edge of the screen.
  public static var right: SwipeDirection { SwipeDirection(rawValue: 1) }
  /// The set that contains only the direction toward the left edge of the screen.
  public static var left: SwipeDirection { SwipeDirection(rawValue: 2) }
  /// The set that contains only the direction toward the top edge of the screen.
  public static var up: SwipeDirection { SwipeDirection(rawValue: 4) }
  /// The set that contains only the direction toward the bottom edge of the screen.
  public static var down: SwipeDirection { SwipeDirection(rawValue: 8) }
}
