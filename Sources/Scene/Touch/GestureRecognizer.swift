public import CartoucheRaster

/// Recognizes a gesture from the contacts on a layer and its sublayers, and calls an action.
///
/// Names and rules are UIKit's. Attach a recognizer with ``Layer/addGestureRecognizer(_:)``. A
/// ``GestureArena`` delivers the contacts, arbitrates between recognizers that share a contact, and calls the
/// action.
///
///                 ┌───────────────────────────▶ ended       a tap or swipe, at once
///     possible ───┼─▶ began ──▶ changed … ──┬─▶ ended
///                 │                         └─▶ cancelled   a palm, a lost device, a dark screen, disabled
///                 └───────────────────────────▶ failed      the action is not called
///
/// From the states on the right it returns to `possible` when the last of its contacts is lifted; contacts
/// until then are ignored. The action is called for `began`, `changed`, `ended` and `cancelled`, after every
/// recognizer has seen the event. Every `began` is followed by exactly one `ended` or `cancelled`. Actions
/// may change layers and recognizers.
///
/// A recognizer retains its action, and its layer retains the recognizer: an action that needs the layer
/// should use ``layer``.
public class GestureRecognizer {
  /// The state of a gesture.
  public enum State: UInt8, Hashable, Sendable, BitwiseCopyable {
    case possible, began, changed, ended, cancelled, failed
    /// The name of `ended` for a gesture that did not begin before.
    public static var recognized: State { .ended }
  }

  /// The state that the action is called for.
  public internal(set) final var state = State.possible

  /// Whether the recognizer receives contacts.
  ///
  /// Disabling it cancels a gesture in progress, and the action is called.
  public final var isEnabled = true {
    didSet { if oldValue, !isEnabled { arena?.withdraw(self) } }
  }

  /// The layer that the recognizer is attached to. It is not retained, and cleared when it is deallocated.
  public internal(set) final unowned(unsafe) var layer: Layer?

  /// Called before the gesture begins; returning false makes it fail.
  public final var shouldBegin: ((GestureRecognizer) -> Bool)?

  /// Called on touch-down; returning false ignores the contact.
  public final var shouldReceive: ((Contact) -> Bool)?

  /// Whether this gesture and another may both continue with the same contact.
  ///
  /// Without a closure, or if both recognizers' closures return false, the first gesture to begin makes the
  /// other fail.
  public final var shouldRecognizeSimultaneously: ((GestureRecognizer) -> Bool)?

  /// The center of the gesture's contacts, in the screen's points; for a tap, the center of their touch-down
  /// positions.
  public internal(set) final var location = Point.zero

  /// The time of the event that the action is called for.
  public internal(set) final var time = Timestamp.zero

  // MARK: State managed by the arena

  /// The arbitration state; ``state`` follows when the action is called.
  enum Phase: Hashable {
    case possible
    /// It would begin, but a gesture that it requires to fail has not failed yet.
    case waiting(PendingTransition)
    /// It has begun.
    case active
    case finished(hasRecognized: Bool)
  }

  /// The transition that a waiting recognizer makes once it may.
  enum PendingTransition: Hashable {
    case recognize, begin, beginAndEnd
  }

  /// The arena of the gesture in progress; cleared when the arena is deallocated.
  final unowned(unsafe) var arena: GestureArena?
  final var phase = Phase.possible
  /// The touches that are down, in the order of touch-down.
  final var touches: [Touch] = []
  /// The contacts of this gesture, including lifted ones: gestures compete if they share one.
  final var touchIDs: [Int] = []
  /// The time of the next change without a contact event.
  final var deadline: Timestamp?
  final var metrics = TouchMetrics.standard
  final var screen = Rect.zero
  /// Whether it observes without taking part in arbitration.
  final var isObserver = false
  final private(set) var requirements: [GestureRecognizer] = []

  init() {}

  /// Makes this gesture wait until `other` has failed, if they share a contact; if `other` is recognized,
  /// this gesture fails.
  ///
  /// The requirement lasts as long as this recognizer, which retains `other`. A requirement that would close
  /// a cycle is ignored: its gestures would wait forever.
  public final func require(toFail other: GestureRecognizer) {
    guard !other.requires(self), !requirements.contains(where: { $0 === other }) else { return }
    requirements.append(other)
  }

  private final func requires(_ other: GestureRecognizer) -> Bool {
    self === other || requirements.contains { $0.requires(other) }
  }

  /// The number of the gesture's contacts on the screen.
  public final var numberOfTouches: Int { touches.count }

  /// Returns the gesture's location in `layer`'s space; nil if the layer is seen edge-on or lies behind the
  /// eye.
  public final func location(in layer: Layer) -> Point? {
    location(ofScreenPoint: location, in: layer)
  }

  /// Returns the location of one touch in `layer`'s space; nil if there is none, and as for
  /// ``location(in:)``.
  public final func location(ofTouch index: Int, in layer: Layer) -> Point? {
    touches.indices.contains(index) ? location(ofScreenPoint: touches[index].now.position, in: layer) : nil
  }

  /// Returns a point of the screen in `layer`'s space.
  final func location(ofScreenPoint point: Point, in layer: Layer) -> Point? {
    layer.topmostLayer.convert(point, to: layer)
  }

  // MARK: For subclasses

  /// Returns the transition for an event. A touch that ends is still among ``touches``.
  func transition(for input: TouchEvent) -> GestureTransition { .nothing }

  /// Returns whether this gesture can use a new contact.
  func accepts(_ contact: Contact) -> Bool { true }

  /// Returns whether a new contact, while no other is down, can belong to the gesture in progress.
  func continues(with contact: Contact) -> Bool { true }

  /// Returns whether `other` fails when this gesture begins.
  func canPrevent(_ other: GestureRecognizer) -> Bool { true }

  /// Returns the gesture's location; nil leaves it unchanged.
  func location(of touches: [Touch]) -> Point? { touches.center }

  /// Returns whether the gesture's target has disappeared from the tree of `root`, which cancels the gesture.
  func isDetached(from root: Layer) -> Bool { false }

  /// Calls the action.
  func performAction() {}

  /// Resets the gesture.
  func resetTracking() {}
}
