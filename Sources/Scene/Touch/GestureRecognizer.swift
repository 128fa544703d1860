public import CartoucheRaster

/// Watches the fingers on a layer and in it, and says when they do what it is for.
///
/// UIKit's names and rules. Attach one with ``Layer/addGestureRecognizer(_:)``; a ``GestureArena`` gives it the fingers that go down on its layer or on a layer in it,
/// decides between it and the others that want the same fingers, and calls its action.
///
///                 ┌────────────────────────────────▶ ended       a tap, a long way of a swipe: at once
///     possible ───┼─▶ began ──▶ changed … ──┬──────▶ ended
///                 │                         └──────▶ cancelled   a palm, a lost panel, a dark screen, or it was disabled
///                 └────────────────────────────────▶ failed      no action is called for this
///
/// From the three on the right it comes back to `possible` when the last of its fingers is lifted; fingers that come meanwhile are not looked at.
/// The action is called for `began`, `changed`, `ended` and `cancelled`, after every recognizer has seen what the finger did; every `began` is followed by exactly
/// one `ended` or `cancelled`. Actions may do what they like to layers and recognizers.
///
/// A recognizer holds its action, and its layer holds the recognizer: an action that needs the layer takes it from ``layer``.
public class GestureRecognizer {
  /// Where a gesture stands.
  public enum State: UInt8, Hashable, Sendable, BitwiseCopyable {
    case possible, began, changed, ended, cancelled, failed
    /// What `ended` is called where nothing went before.
    public static var recognized: State { .ended }
  }

  /// Where the gesture stands, as the action is to see it.
  public internal(set) final var state = State.possible

  /// Whether the recognizer is given fingers; disabling it in the middle of a gesture cancels that, and calls the action.
  public final var isEnabled = true {
    didSet { if oldValue, !isEnabled { arena?.withdraw(self) } }
  }

  /// The layer the recognizer is attached to. Not counted as a reference, and never dangling.
  public internal(set) final unowned(unsafe) var layer: Layer?

  /// Has the last word before the gesture begins: false makes it fail.
  public final var shouldBegin: ((GestureRecognizer) -> Bool)?

  /// Says of a finger that goes down whether it is for this recognizer.
  public final var shouldReceive: ((Contact) -> Bool)?

  /// Whether this gesture and another may go on with the same finger; without it, or where neither of the two says so, the first to begin makes the other fail.
  public final var shouldRecognizeSimultaneously: ((GestureRecognizer) -> Bool)?

  /// The middle of the gesture's fingers, in the screen's points; of a tap, where they went down.
  public internal(set) final var location = Point.zero

  /// When what the action is called for happened.
  public internal(set) final var time = Timestamp.zero

  // MARK: What the arena keeps

  /// How far arbitration has come; ``state`` follows when the action is called.
  enum Phase: Hashable {
    case possible
    /// It would begin, but what it requires to fail has not failed yet.
    case waiting(PendingTransition)
    /// It has begun.
    case active
    case finished(hasRecognized: Bool)
  }

  /// What a recognizer waits to do.
  enum PendingTransition: Hashable {
    case recognize, begin, beginAndEnd
  }

  /// The arena whose fingers are watched at present; cleared when it goes.
  final unowned(unsafe) var arena: GestureArena?
  final var phase = Phase.possible
  /// The fingers that are down, in the order in which they came.
  final var touches: [Touch] = []
  /// The fingers of this gesture, lifted ones too: what two gestures have in common they decide between them.
  final var touchIDs: [Int] = []
  /// When something happens though no finger does anything.
  final var deadline: Timestamp?
  final var metrics = TouchMetrics.standard
  final var screen = Rect.zero
  /// Whether it looks on without taking part in arbitration.
  final var isObserver = false
  final private(set) var requirements: [GestureRecognizer] = []

  init() {}

  /// Makes this gesture wait until `other`, where it has a finger in common with it, has failed; if that is recognized, this one fails.
  ///
  /// Held until this recognizer goes. A circle of such demands would wait for ever: the one that closes it is not made.
  public final func require(toFail other: GestureRecognizer) {
    guard !other.requires(self), !requirements.contains(where: { $0 === other }) else { return }
    requirements.append(other)
  }

  private final func requires(_ other: GestureRecognizer) -> Bool {
    self === other || requirements.contains { $0.requires(other) }
  }

  /// How many fingers the gesture has on the screen.
  public final var numberOfTouches: Int { touches.count }

  /// Where the gesture is in `layer`'s space; nil where that is seen edge-on or lies behind the eye.
  public final func location(in layer: Layer) -> Point? {
    location(ofScreenPoint: location, in: layer)
  }

  /// Where finger number `index` is in `layer`'s space; nil if there is none, as for ``location(in:)``.
  public final func location(ofTouch index: Int, in layer: Layer) -> Point? {
    touches.indices.contains(index) ? location(ofScreenPoint: touches[index].now.position, in: layer) : nil
  }

  /// Where `point` of the screen is in `layer`'s space.
  final func location(ofScreenPoint point: Point, in layer: Layer) -> Point? {
    layer.topmostLayer.convert(point, to: layer)
  }

  // MARK: For each kind of gesture

  /// What `input` makes of the gesture. A finger that ends is still among ``touches``.
  func transition(for input: TouchEvent) -> GestureTransition { .nothing }

  /// Whether a finger that goes down is one this kind of gesture can use.
  func accepts(_ contact: Contact) -> Bool { true }

  /// Whether a finger that goes down while no other is can belong to the gesture that is under way.
  func continues(with contact: Contact) -> Bool { true }

  /// Whether `other` fails when this one begins.
  func canPrevent(_ other: GestureRecognizer) -> Bool { true }

  /// Where the gesture is said to be; nil, where it was.
  func location(of touches: [Touch]) -> Point? { touches.center }

  /// Whether what the gesture is about is not shown under `root` any more, which cancels it.
  func isDetached(from root: Layer) -> Bool { false }

  /// Calls the action.
  func performAction() {}

  /// Forgets the gesture.
  func resetTracking() {}
}

/// A finger as a recognizer follows it.
struct Touch {
  /// Where and when it went down.
  let start: Contact
  var now: Contact

  var id: Int { start.id }
  var offset: Point { now.position - start.position }
}

/// What a recognizer is told.
enum TouchEvent {
  case began(Touch)
  case moved(Touch)
  case ended(Touch)
  case cancelled(Touch)
  /// Its ``GestureRecognizer/deadline`` has come.
  case deadlineReached
}

/// What a recognizer makes of that.
enum GestureTransition {
  case nothing
  case fail
  /// All of it, at once.
  case recognize
  case begin, change, end, cancel
}

extension [Touch] {
  /// The middle of them all; nil of none.
  var center: Point? {
    guard !isEmpty else { return nil }
    var (x, y): (Int128, Int128) = (0, 0)
    for touch in self {
      x += Int128(touch.now.position.x.rawValue)
      y += Int128(touch.now.position.y.rawValue)
    }
    let count = Int128(count)
    return Point(x: Scalar(saturating: x / count), y: Scalar(saturating: y / count))
  }

  func without(_ touch: Touch) -> [Touch] {
    filter { $0.id != touch.id }
  }
}
