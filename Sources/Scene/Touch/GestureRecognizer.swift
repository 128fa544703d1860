public import CartoucheRaster

/// The base class of gesture recognizers, which recognize a gesture on a layer and call an action.
///
/// A recognizer receives the contacts on its layer and the layer's sublayers. A contact is a finger on the
/// screen. Names and rules are those of UIKit's `UIGestureRecognizer`. Attach a recognizer with
/// ``Layer/addGestureRecognizer(_:)``. A ``GestureArena`` delivers the contacts, arbitrates between
/// recognizers that share a contact, and calls the action.
///
///                 ┌───────────────────────────▶ ended       a tap or swipe, at once
///     possible ───┼─▶ began ──▶ changed … ──┬─▶ ended
///                 │                         └─▶ cancelled   a palm, a lost device, a dark screen, disabled
///                 └───────────────────────────▶ failed      the action is not called
///
/// `ended`, `cancelled` and `failed` are final states of a gesture. A recognizer in a final state ignores new
/// contacts. When the last of its contacts is lifted, the recognizer returns to `possible`.
///
/// The action is called for each change to `began`, `changed`, `ended` or `cancelled`. The calls are made
/// after every recognizer has received the event. Every `began` is followed by exactly one `ended` or
/// `cancelled`. Actions may change layers and recognizers.
///
/// A recognizer retains its action, and a layer retains its recognizers. An action should therefore not
/// capture the layer, but use the property ``layer``.
public class GestureRecognizer {
  /// A state of a gesture recognizer, as in UIKit's `UIGestureRecognizer.State`.
  public enum State: UInt8, Hashable, Sendable, BitwiseCopyable {
    /// A state of a gesture. The diagram in the description of ``GestureRecognizer`` shows the order.
    case possible, began, changed, ended, cancelled, failed
    /// Another name of `ended`, for a gesture that ends without a `began`, such as a tap.
    public static var recognized: State { .ended }
  }

  /// The current state of the gesture. During a call of the action, this is the state that caused the call.
  public internal(set) final var state = State.possible

  /// Whether the recognizer receives contacts.
  ///
  /// Setting the property to false cancels a gesture that has begun. The action is then called with the state
  /// `cancelled`.
  public final var isEnabled = true {
    didSet { if oldValue, !isEnabled { arena?.withdraw(self) } }
  }

  /// The layer to which the recognizer is attached; nil if the recognizer is not attached to a layer.
  ///
  /// The recognizer does not retain the layer. When the layer is deallocated, this property becomes nil.
  public internal(set) final unowned(unsafe) var layer: Layer?

  /// A closure that decides whether the gesture may begin; nil always allows the gesture.
  ///
  /// The closure is called when the gesture is about to begin. If the closure returns false, the gesture
  /// fails.
  public final var shouldBegin: ((GestureRecognizer) -> Bool)?

  /// A closure that decides whether the recognizer receives a contact; nil allows every contact.
  ///
  /// The closure is called when the finger touches down. If the closure returns false, the recognizer ignores
  /// the contact until the finger is lifted.
  public final var shouldReceive: ((Contact) -> Bool)?

  /// A closure that decides whether this gesture and another gesture may be recognized from the same finger.
  ///
  /// The closure receives the other gesture's recognizer. Both gestures can be recognized if the closure of
  /// at least one of the two recognizers returns true. Otherwise, the gesture that begins first makes the
  /// other gesture fail.
  public final var shouldRecognizeSimultaneously: ((GestureRecognizer) -> Bool)?

  /// The center of the gesture's fingers, in the screen's points.
  ///
  /// For a tap, this is the center of the touch-down positions of the last tap's fingers.
  public internal(set) final var location = Point.zero

  /// The time of the last event that the recognizer received, on the same clock as ``Contact/time``.
  ///
  /// A change without a contact event, such as the start of a long press, also sets this time.
  public internal(set) final var time = Timestamp.zero

  // MARK: State managed by the arena

  /// The recognizer's state in the arbitration; ``state`` takes over the result when the action is called.
  enum Phase: Hashable {
    case possible
    /// The gesture would begin, but another gesture that is required to fail has not failed yet.
    case waiting(PendingTransition)
    /// The gesture has begun.
    case active
    case finished(hasRecognized: Bool)
  }

  /// The transition that a waiting recognizer makes when the required gestures have failed.
  enum PendingTransition: Hashable {
    case recognize, begin, beginAndEnd
  }

  /// The arena of the gesture in progress; cleared when the arena is deallocated.
  final unowned(unsafe) var arena: GestureArena?
  final var phase = Phase.possible
  /// The touches that are down, in the order of touch-down.
  final var touches: [Touch] = []
  /// The identifiers of this gesture's contacts, including lifted contacts; gestures that share a contact
  /// compete.
  final var touchIDs: [Int] = []
  /// The time at which the gesture's next change happens if no contact event arrives before.
  final var deadline: Timestamp?
  final var metrics = TouchMetrics.standard
  final var screen = Rect.zero
  /// Whether the recognizer observes contacts without taking part in arbitration.
  final var isObserver = false
  final private(set) var requirements: [GestureRecognizer] = []

  init() {}

  /// Makes this gesture wait until the gesture of `other` has failed.
  ///
  /// If the gesture of `other` is recognized, this gesture fails. This gesture waits only if the two gestures
  /// share a finger. The requirement lasts as long as this recognizer exists, and this recognizer retains
  /// `other`.
  ///
  /// If `other` already waits for this gesture, directly or through other gestures, the call is ignored. Thus
  /// gestures never wait for each other forever.
  public final func require(toFail other: GestureRecognizer) {
    guard !other.requires(self), !requirements.contains(where: { $0 === other }) else { return }
    requirements.append(other)
  }

  private final func requires(_ other: GestureRecognizer) -> Bool {
    self === other || requirements.contains { $0.requires(other) }
  }

  /// The number of the gesture's fingers that are now on the screen.
  public final var numberOfTouches: Int { touches.count }

  /// Returns the gesture's ``location`` in the space of `layer`.
  ///
  /// - Returns: The point; nil if `layer` is seen edge-on or lies behind the viewer.
  public final func location(in layer: Layer) -> Point? {
    location(ofScreenPoint: location, in: layer)
  }

  /// Returns the position of one of the gesture's contacts in the space of `layer`.
  ///
  /// - Parameter index: The index of the contact in the order of touch-down, less than ``numberOfTouches``.
  /// - Returns: The point; nil if there is no contact with this index, or if `layer` is seen edge-on or lies
  ///   behind the viewer.
  public final func location(ofTouch index: Int, in layer: Layer) -> Point? {
    touches.indices.contains(index) ? location(ofScreenPoint: touches[index].now.position, in: layer) : nil
  }

  /// Converts a point of the screen to the space of `layer`.
  final func location(ofScreenPoint point: Point, in layer: Layer) -> Point? {
    layer.topmostLayer.convert(point, to: layer)
  }

  // MARK: For subclasses

  /// Returns the transition that the gesture makes at an event.
  ///
  /// A touch that ends with the event is still among ``touches``.
  func transition(for input: TouchEvent) -> GestureTransition { .nothing }

  /// Returns whether this gesture can use a new contact.
  func accepts(_ contact: Contact) -> Bool { true }

  /// Returns whether a new contact can belong to the gesture in progress while no other contact is down.
  func continues(with contact: Contact) -> Bool { true }

  /// Returns whether `other` fails when this gesture begins.
  func canPrevent(_ other: GestureRecognizer) -> Bool { true }

  /// Returns the gesture's location for the given touches; nil leaves ``location`` unchanged.
  func location(of touches: [Touch]) -> Point? { touches.center }

  /// Returns whether the gesture's target has disappeared from the tree of `root`, which cancels the gesture.
  func isDetached(from root: Layer) -> Bool { false }

  /// Calls the recognizer's action.
  func performAction() {}

  /// Resets what the subclass has measured of the gesture.
  func resetTracking() {}
}
