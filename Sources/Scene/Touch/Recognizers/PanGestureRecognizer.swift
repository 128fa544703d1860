public import CartoucheRaster

/// A recognizer of pans: one or more fingers are dragged across the screen.
///
///     waiting ──enough fingers──▶ pressed ──beyond the slop──▶ panning ──moved──▶ panning    began, changed
///        ▲                           │                            ├─ last finger lifted ─▶ ended
///        └──too few remain───────────┤                            └─ last finger cancelled ─▶ cancelled
///                                    └─ last finger lifted ─▶ failed
///
/// The slop is the distance within which a finger counts as not moving (``TouchMetrics/slop``). The
/// translation is measured from touch-down and includes the slop, so that dragged content stays under the
/// finger. When a finger is added or lifted, the translation continues from its last value. Only a movement
/// begins a pan. A lift does not begin a pan, even if the finger is lifted beyond the slop.
public class PanGestureRecognizer: GestureRecognizer {
  /// The minimum number of fingers that a pan requires.
  ///
  /// With fewer fingers, no pan begins. While a pan has fewer fingers than this, its translation does not
  /// change.
  public final var minimumNumberOfTouches = 1
  /// The maximum number of fingers that a pan follows.
  ///
  /// Additional fingers are ignored, even after the other fingers are lifted.
  public final var maximumNumberOfTouches = Int.max
  /// A closure that is called when the pan begins, when its fingers move, and when the pan ends.
  public final var action: ((PanGestureRecognizer) -> Void)?

  private enum TrackingState {
    case waiting, pressed, panning, done
  }

  /// The result of a movement beyond the slop.
  enum Decision {
    case undecided, begins, fails
  }

  private var trackingState = TrackingState.waiting
  private var followed: [Int] = []
  /// The path of the fingers from touch-down, and the part of it that precedes the current set of fingers.
  private var path = Point.zero
  private var base = Point.zero
  /// The center of the fingers when their number last changed.
  private var anchor = Point.zero
  /// The part of the path that ``translation`` does not count.
  private var origin = Point.zero
  private var tracker = VelocityTracker()

  /// Creates a recognizer that calls `action` for every change of the pan.
  public init(action: ((PanGestureRecognizer) -> Void)? = nil) {
    self.action = action
    super.init()
  }

  /// The offset by which the center of the fingers has moved since touch-down, in the screen's points.
  ///
  /// If an action sets this property, further movement is added to the new value. If the action always sets
  /// zero, each call gets the offset since the previous call.
  public final var translation: Point {
    get { path - origin }
    set { origin = path - newValue }
  }

  /// The velocity of the center of the fingers, in the screen's points per second.
  ///
  /// If the fingers rest for more than ``VelocityTracker/stationaryTimeout`` before they are lifted, the
  /// velocity is zero.
  public final var velocity: Point { tracker.velocity(at: time) }

  /// Returns the pan's ``translation`` in the space of `layer`.
  ///
  /// The translation leads from a start point to ``GestureRecognizer/location``. Both points are converted to
  /// the space of `layer`, and the result is their difference.
  ///
  /// - Returns: The offset; nil if `layer` is seen edge-on or lies behind the viewer.
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
      updatePath()
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
      updatePath()
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
      updatePath()
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

  /// Returns whether fingers that have moved by `offset` pan.
  func decision(for offset: Point) -> Decision { offset.isWithin(metrics.slop) ? .undecided : .begins }

  /// Updates the path to the current positions of the fingers.
  private func updatePath() {
    guard followed.count >= minimumNumberOfTouches, let center = followedTouches(of: touches).center else { return }
    let next = base + (center - anchor)
    // A finger lifted where it was adds no information about its speed.
    guard next != path else { return }
    path = next
    tracker.add(path, at: time)
  }

  private func follow(_ touch: Touch) {
    guard followed.count < max(maximumNumberOfTouches, 1) else { return }
    followed.append(touch.id)
    rebase()
  }

  private func release(_ touch: Touch) {
    guard let index = followed.firstIndex(of: touch.id) else { return }
    followed.remove(at: index)
    rebase()
  }

  /// Continues the path at its current end with the current set of fingers.
  private func rebase() {
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
