public import CartoucheRaster

/// A finger on the screen.
public struct Contact: Hashable, Sendable, BitwiseCopyable {
  /// A number that stays the same from touch-down to lift-off and is never reused while the program runs.
  public var id: Int
  /// The position in the screen's points, after calibration and rotation.
  public var position: Point
  /// The time of the event, on the clock of the arena.
  public var time: Timestamp

  public init(id: Int, position: Point, time: Timestamp) {
    self.id = id
    self.position = position
    self.time = time
  }
}

/// A change of a contact.
public enum ContactEvent: Hashable, Sendable, BitwiseCopyable {
  case began(Contact)
  case moved(Contact)
  case ended(Contact)
  /// The contact does not count any more: a palm, a lost device, a blanked screen.
  case cancelled(Contact)

  /// The contact that changed.
  public var contact: Contact {
    switch self {
    case .began(let contact), .moved(let contact), .ended(let contact), .cancelled(let contact): contact
    }
  }
}
