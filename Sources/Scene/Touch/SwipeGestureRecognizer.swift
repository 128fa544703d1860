import CartoucheRaster

/// Recognizes fingers that go a short way quickly in one direction.
///
///     waiting ──enough fingers──▶ going ──``TouchMetrics/swipeDistance`` gone in ``direction``──▶ recognized, still on the screen
///        │                          ├─ beyond the slop in another direction, more than 27° from it ─┐
///        │                          ├─ one too many, lifted, cancelled, or the time is up ──────────┤
///        └──lifted, cancelled, or the time is up────────────────────────────────────────────────────┴▶ failed
public final class SwipeGestureRecognizer: GestureRecognizer {
  /// The direction, or several any of which will do; to the right if nothing else is said.
  public var direction: SwipeDirection = .right
  public var numberOfTouchesRequired = 1
  /// How long the way may take, in nanoseconds.
  public var maximumDuration: Int64 = 500_000_000
  /// Is called when the way is long enough.
  public var action: ((SwipeGestureRecognizer) -> Void)?
  /// Which of ``direction`` it was.
  public private(set) var recognizedDirection: SwipeDirection = []

  private enum Stage {
    case waiting, going, done
  }

  private var stage = Stage.waiting
  private var start = Point.zero

  public init(action: ((SwipeGestureRecognizer) -> Void)? = nil) {
    self.action = action
    super.init()
  }

  override func step(_ input: TouchInput) -> GestureStep {
    switch (stage, input) {
    case (.waiting, .began):
      if touches.count == 1 { deadline = time.later(by: max(maximumDuration, 0)).later(by: 1) }
      guard touches.count >= numberOfTouchesRequired else { return .nothing }
      start = location
      stage = .going
      return .nothing
    case (.going, .moved):
      return judge(location - start)
    case (.waiting, .moved), (.done, _):
      return .nothing
    case (.going, .began), (_, .ended), (_, .cancelled), (_, .timeUp):
      stage = .done
      return .fail
    }
  }

  private func judge(_ way: Point) -> GestureStep {
    let isAcross = way.x.magnitude > way.y.magnitude
    let (along, aside) = isAcross ? (way.x.magnitude, way.y.magnitude) : (way.y.magnitude, way.x.magnitude)
    let toward: SwipeDirection = isAcross ? (way.x > 0 ? .right : .left) : (way.y > 0 ? .down : .up)
    if direction.contains(toward), aside <= along / 2 {
      guard along >= metrics.swipeDistance else { return .nothing }
      recognizedDirection = toward
      stage = .done
      return .recognize
    }
    guard !way.isWithin(metrics.slop) else { return .nothing }
    stage = .done
    return .fail
  }

  override func act() { action?(self) }

  override func clear() {
    stage = .waiting
  }
}

/// Directions on the screen, as it is seen.
public struct SwipeDirection: OptionSet, Hashable, Sendable, BitwiseCopyable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  public static var right: SwipeDirection { SwipeDirection(rawValue: 1) }
  public static var left: SwipeDirection { SwipeDirection(rawValue: 2) }
  public static var up: SwipeDirection { SwipeDirection(rawValue: 4) }
  public static var down: SwipeDirection { SwipeDirection(rawValue: 8) }
}
