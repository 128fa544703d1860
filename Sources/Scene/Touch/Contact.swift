public import CartoucheRaster

/// A finger on the screen at one moment: its identity, its position and the time.
public struct Contact: Hashable, Sendable, BitwiseCopyable {
  /// A number that identifies the finger from touch-down to lift-off.
  ///
  /// The number is never used for another contact while the program runs.
  public var id: Int
  /// The position of the finger in the screen's points, after calibration and rotation.
  public var position: Point
  /// The time of the event that reported the contact, on the clock of the ``GestureArena``.
  public var time: Timestamp

  public init(id: Int, position: Point, time: Timestamp) {
    self.id = id
    self.position = position
    self.time = time
  }
}

/// A change of a contact, which is a finger on the screen.
public enum ContactEvent: Hashable, Sendable, BitwiseCopyable {
  case began(Contact)
  case moved(Contact)
  case ended(Contact)
  /// The contact no longer counts: the finger was a palm, the touch device was lost, or the screen went dark.
  case cancelled(Contact)

  /// The contact that changed, as the event reports it.
  public var contact: Contact {
    switch self {
    case .began(let contact), .moved(let contact), .ended(let contact), .cancelled(let contact): contact
    }
  }
}
