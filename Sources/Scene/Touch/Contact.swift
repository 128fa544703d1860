public import CartoucheRaster

/// A finger on the screen.
public struct Contact: Hashable, Sendable, BitwiseCopyable {
  /// The same from touch-down to lift; not used again while the program runs.
  public var id: Int
  /// Where it is, in the screen's points, after calibration and rotation.
  public var position: Point
  public var time: Timestamp

  public init(id: Int, position: Point, time: Timestamp) {
    self.id = id
    self.position = position
    self.time = time
  }
}

/// What a finger did.
public enum ContactEvent: Hashable, Sendable, BitwiseCopyable {
  case began(Contact)
  case moved(Contact)
  case ended(Contact)
  /// The finger is not to be counted: a palm, a lost device, a blanked screen.
  case cancelled(Contact)

  public var contact: Contact {
    switch self {
    case .began(let contact), .moved(let contact), .ended(let contact), .cancelled(let contact): contact
    }
  }
}
