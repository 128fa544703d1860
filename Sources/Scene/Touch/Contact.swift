public import CartoucheRaster

/// A finger on the screen at one moment: its identity, its position and the time.
public struct Contact: Hashable, Sendable, BitwiseCopyable {
  /// A number that identifies the finger from touch-down until the finger is lifted.
  ///
  /// While the program runs, the number is never used for another touch-down.
  public var id: Int
  /// The position of the finger, in the screen's points.
  ///
  /// The touch calibration and the screen rotation are already applied to the position.
  public var position: Point
  /// The time of the event that reported the contact.
  ///
  /// All events that a ``GestureArena`` receives have times of the same clock.
  public var time: Timestamp

  /// Creates a contact with the given identity, position and time.
  public init(id: Int, position: Point, time: Timestamp) {
    self.id = id
    self.position = position
    self.time = time
  }
}

/// An event of a contact, which is a finger on the screen: touch-down, movement, lift, or cancellation.
public enum ContactEvent: Hashable, Sendable, BitwiseCopyable {
  /// The finger touched down.
  case began(Contact)
  /// The finger moved.
  case moved(Contact)
  /// The finger was lifted.
  case ended(Contact)
  /// The contact no longer counts: it was a palm, the touch device was lost, or the screen went dark.
  case cancelled(Contact)

  /// The contact that changed, with its position and time at this event.
  public var contact: Contact {
    switch self {
    case .began(let contact), .moved(let contact), .ended(let contact), .cancelled(let contact): contact
    }
  }
}
