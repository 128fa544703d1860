public import CartoucheRaster

/// A moment, in nanoseconds of a clock that only goes forward; which clock is the caller's affair.
public struct Timestamp: Hashable, Sendable, Comparable, BitwiseCopyable {
  public var nanoseconds: Int64

  @inlinable
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  @inlinable public static var zero: Timestamp { Timestamp(nanoseconds: 0) }
  @inlinable public static func < (a: Timestamp, b: Timestamp) -> Bool { a.nanoseconds < b.nanoseconds }

  /// Nanoseconds from `b` to `a`, held to the range.
  @inlinable
  public static func - (a: Timestamp, b: Timestamp) -> Int64 {
    let (difference, overflow) = a.nanoseconds.subtractingReportingOverflow(b.nanoseconds)
    return overflow ? (b.nanoseconds < 0 ? .max : .min) : difference
  }
}

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
