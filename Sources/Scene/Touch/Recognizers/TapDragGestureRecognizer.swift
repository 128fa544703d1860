package import CartoucheRaster

/// A recognizer of a tap that is followed by a drag, as to zoom a map with one finger.
///
///     waiting ──finger down──▶ tapping ──lifted──▶ betweenTaps ──finger down──▶ pressed
///     pressed ──beyond the slop──▶ dragging ──moved──▶ dragging                began, changed
///                                     ├─ lifted ─▶ ended
///                                     └─ cancelled ─▶ cancelled
///     before dragging ──moved, lifted too late, another finger, cancelled, or time elapsed──▶ failed
///
/// The limits of the tap are those of a ``TapGestureRecognizer``. During the drag, further fingers are
/// ignored.
package final class TapDragGestureRecognizer: GestureRecognizer {
  /// A closure that is called when the drag begins, when the finger moves, and when the drag ends.
  package var action: ((TapDragGestureRecognizer) -> Void)?

  private enum TrackingState {
    case waiting, tapping, betweenTaps, pressed, done
    /// `finger` is the identity of the finger that drags.
    case dragging(finger: Int)
  }

  private var trackingState = TrackingState.waiting
  /// The position of the tap, and that of the drag's touch-down.
  private var tapPosition = Point.zero
  private var start = Point.zero
  /// The point at which the finger left the slop, from which the translation counts.
  private var origin = Point.zero
  private var position = Point.zero
  private var tracker = VelocityTracker()

  package override init() { super.init() }

  /// The velocity of the drag, in the screen's points per second.
  package var velocity: Point { tracker.velocity(at: time) }

  /// Returns the position of the drag's touch-down in the space of `layer`; nil as for
  /// ``GestureRecognizer/location(in:)``.
  package func startLocation(in layer: Layer) -> Point? { location(ofScreenPoint: start, in: layer) }

  /// Returns the drag's offset in the space of `layer`; nil as for ``GestureRecognizer/location(in:)``.
  ///
  /// It counts from the slop's edge, so that the drag begins without a jump.
  package func translation(in layer: Layer) -> Point? {
    guard let from = location(ofScreenPoint: origin, in: layer), let to = location(ofScreenPoint: position, in: layer) else {
      return nil
    }
    return to - from
  }

  override func transition(for input: TouchEvent) -> GestureTransition {
    switch (trackingState, input) {
    case (.waiting, .began):
      trackingState = .tapping
      deadline = time.advanced(by: 0.5).advanced(byNanoseconds: 1)
      return .nothing
    case (.tapping, .moved(let touch)) where touch.offset.isWithin(metrics.slop):
      return .nothing
    case (.tapping, .ended(let touch)) where touch.offset.isWithin(metrics.slop):
      tapPosition = touch.start.position
      trackingState = .betweenTaps
      deadline = time.advanced(by: 0.3).advanced(byNanoseconds: 1)
      return .nothing
    case (.betweenTaps, .began(let touch)):
      start = touch.start.position
      trackingState = .pressed
      deadline = nil
      return .nothing
    case (.pressed, .moved(let touch)):
      return touch.offset.isWithin(metrics.slop) ? .nothing : beginDrag(touch)
    case (.dragging(let finger), .moved(let touch)) where touch.id == finger:
      guard touch.now.position != position else { return .nothing }
      follow(touch)
      return .change
    case (.dragging(let finger), .ended(let touch)) where touch.id == finger:
      if touch.now.position != position { follow(touch) }
      trackingState = .done
      return .end
    case (.dragging(let finger), .cancelled(let touch)) where touch.id == finger:
      trackingState = .done
      return .cancel
    case (.dragging, _), (.done, _), (.betweenTaps, .moved):
      return .nothing
    case (.waiting, _), (.tapping, _), (.betweenTaps, _), (.pressed, _):
      trackingState = .done
      return .fail
    }
  }

  private func beginDrag(_ touch: Touch) -> GestureTransition {
    let offset = touch.offset
    let length = Scalar.hypotenuse(offset.x, offset.y)
    origin = Point(x: start.x + offset.x * metrics.slop / length, y: start.y + offset.y * metrics.slop / length)
    trackingState = .dragging(finger: touch.id)
    tracker.reset()
    tracker.add(start, at: touch.start.time)
    follow(touch)
    return .begin
  }

  private func follow(_ touch: Touch) {
    position = touch.now.position
    tracker.add(position, at: time)
  }

  override func continues(with contact: Contact) -> Bool {
    (contact.position - tapPosition).isWithin(metrics.tapDistance)
  }

  override func performAction() { action?(self) }

  override func resetTracking() { trackingState = .waiting }
}
