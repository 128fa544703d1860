public import CartoucheRaster

/// Recognizes fingers that travel together.
///
///     waiting ──enough fingers──▶ pressed ──their middle beyond the slop──▶ panning ──moved──▶ panning      began, changed
///        ▲                           │                                         ├─ last finger lifted ─▶ ended
///        └──too few are left─────────┤                                         └─ last finger cancelled ─▶ cancelled
///                                    └─ last finger gone ─▶ failed
///
/// The way counts from touch-down, slop included, so that what lies under the finger stays under it. Fingers may come and go: the way goes on from where it was.
/// A finger that is lifted before it was seen beyond the slop has not panned.
public class PanGestureRecognizer: GestureRecognizer {
  /// While fewer fingers are down, the pan stands still.
  public final var minimumNumberOfTouches = 1
  /// Fingers that come when so many are followed already are passed over, and do not take over from those either.
  public final var maximumNumberOfTouches = Int.max
  /// Is called when the pan begins, at every step, and when it is over.
  public final var action: ((PanGestureRecognizer) -> Void)?

  private enum TrackingState {
    case waiting, pressed, panning, done
  }

  /// What a way that leaves the slop comes to.
  enum Decision {
    case undecided, begins, fails
  }

  private var trackingState = TrackingState.waiting
  private var followed: [Int] = []
  /// All of the way, and that part of it that came before the fingers that are down now.
  private var path = Point.zero
  private var base = Point.zero
  /// Where the middle of the fingers was when their number changed last.
  private var anchor = Point.zero
  /// The part of the way that ``translation`` does not count.
  private var origin = Point.zero
  private var tracker = VelocityTracker()

  public init(action: ((PanGestureRecognizer) -> Void)? = nil) {
    self.action = action
    super.init()
  }

  /// The way from where the fingers went down, in the screen's points; set it to count on from another value.
  public final var translation: Point {
    get { path - origin }
    set { origin = path - newValue }
  }

  /// How fast the fingers go, in the screen's points a second; zero where they stopped before they were lifted.
  public final var velocity: Point { tracker.velocity(at: time) }

  /// ``translation`` as it is seen on `layer`, ending where the gesture is; nil as for ``GestureRecognizer/location(in:)``.
  public final func translation(in layer: Layer) -> Point? {
    guard let from = location(ofScreenPoint: location - translation, in: layer),
      let to = location(ofScreenPoint: location, in: layer)
    else { return nil }
    return to - from
  }

  override func transition(for input: TouchEvent) -> GestureTransition {
    switch (trackingState, input) {
    case (.waiting, .began(let touch)):
      follow(touch)
      guard followed.count >= minimumNumberOfTouches else { return .nothing }
      (path, base, origin) = (.zero, .zero, .zero)
      tracker.reset()
      tracker.add(path, at: time)
      trackingState = .pressed
    case (.pressed, .began(let touch)), (.panning, .began(let touch)):
      follow(touch)
    case (.pressed, .moved):
      walk()
      switch decision(for: path) {
      case .undecided: break
      case .begins:
        trackingState = .panning
        return .begin
      case .fails:
        trackingState = .done
        return .fail
      }
    case (.panning, .moved):
      let before = path
      walk()
      return path == before ? .nothing : .change
    case (.waiting, .ended(let touch)), (.waiting, .cancelled(let touch)), (.pressed, .ended(let touch)),
      (.pressed, .cancelled(let touch)):
      release(touch)
      if followed.isEmpty {
        trackingState = .done
        return .fail
      }
      if followed.count < minimumNumberOfTouches { trackingState = .waiting }
    case (.panning, .ended(let touch)):
      let before = path
      walk()
      release(touch)
      if followed.isEmpty {
        trackingState = .done
        return .end
      }
      return path == before ? .nothing : .change
    case (.panning, .cancelled(let touch)):
      release(touch)
      if followed.isEmpty {
        trackingState = .done
        return .cancel
      }
    case (.waiting, .moved), (.done, _), (_, .deadlineReached):
      break
    }
    return .nothing
  }

  /// What comes of fingers that have gone `way`.
  func decision(for offset: Point) -> Decision { offset.isWithin(metrics.slop) ? .undecided : .begins }

  /// Takes the way to where the fingers are.
  private func walk() {
    guard followed.count >= minimumNumberOfTouches, let center = followedTouches(of: touches).center else { return }
    let next = base + (center - anchor)
    // A finger that is lifted where it was says nothing new of its speed.
    guard next != path else { return }
    path = next
    tracker.add(path, at: time)
  }

  private func follow(_ touch: Touch) {
    guard followed.count < max(maximumNumberOfTouches, 1) else { return }
    followed.append(touch.id)
    rest()
  }

  private func release(_ touch: Touch) {
    guard let index = followed.firstIndex(of: touch.id) else { return }
    followed.remove(at: index)
    rest()
  }

  /// The way goes on from here with the fingers that are left.
  private func rest() {
    base = path
    anchor = followedTouches(of: touches).center ?? anchor
  }

  private func followedTouches(of touches: [Touch]) -> [Touch] {
    touches.filter { followed.contains($0.id) }
  }

  override func location(of touches: [Touch]) -> Point? {
    followedTouches(of: touches).center ?? (trackingState == .waiting ? touches.center : nil)
  }

  override func performAction() { action?(self) }

  override func resetTracking() {
    trackingState = .waiting
    followed = []
  }
}
