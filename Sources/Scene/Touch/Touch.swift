import CartoucheRaster

/// A contact on the screen from its touch-down on, as a gesture recognizer tracks the contact.
struct Touch {
  /// The contact at touch-down.
  let start: Contact
  var now: Contact

  var id: Int { start.id }
  var offset: Point { now.position - start.position }
}

/// An event of a recognizer's touches.
enum TouchEvent {
  case began(Touch)
  case moved(Touch)
  case ended(Touch)
  case cancelled(Touch)
  /// The recognizer's ``GestureRecognizer/deadline`` has passed.
  case deadlineReached
}

/// A recognizer's response to an event.
enum GestureTransition {
  case nothing
  case fail
  /// A discrete gesture is recognized.
  case recognize
  case begin, change, end, cancel
  /// A continuous gesture begins and ends at the same event.
  case beginAndEnd
}

extension [Touch] {
  /// The center of the touches; nil if there are none.
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
