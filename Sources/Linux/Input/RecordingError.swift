/// Why a touch recording cannot be read: the file, the line, and the reason. The description is a sentence
/// for the user.
public struct RecordingError: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    /// The line is of none of evemu's kinds.
    case unknownLine
    /// The line's fields are not the `expected` ones.
    case malformed(expected: String)
    /// The line has more than `limit` bytes.
    case lineTooLong(limit: Int)
    /// The recording has more than `limit` events.
    case tooManyEvents(limit: Int)
    /// The event is more than this many hours after the first.
    case tooLong(hours: Int)
    /// There is no `N:` line, so this is not a description.
    case noDescription
    /// There is no `E:` line.
    case noEvents
    /// The description is not that of a touchscreen.
    case noTouchscreen(UnsupportedTouchDevice)
  }

  /// The file's name, as the caller gave it.
  public let file: String
  /// The line's number, counted from 1; nil if the error is in no single line.
  public let line: Int?
  public let reason: Reason
}

extension RecordingError: CustomStringConvertible {
  public var description: String {
    let location = line.map { "\(file):\($0)" } ?? file
    let sentence =
      switch reason {
      case .unknownLine: "this line is not one of evemu's (N:, I:, P:, B:, A:, L:, S:, E: or a # comment)"
      case .malformed(let expected): "expected \(expected)"
      case .lineTooLong(let limit): "the line is longer than \(limit) bytes, so this is not an evemu recording"
      case .tooManyEvents(let limit): "more than \(limit) events; cut the recording into pieces"
      case .tooLong(let hours): "the event comes more than \(hours) hours after the first; cut the recording into pieces"
      case .noDescription:
        "the device's description (evemu's N: and A: lines) is missing; record with evemu-record or give the .desc file"
      case .noEvents: "there are no events (E: lines) in it"
      case .noTouchscreen(let why): "\(why)"
      }
    return "\(location): \(sentence)"
  }
}

/// An irregularity in a recording that was corrected while reading.
public struct RecordingDiagnostic: Hashable, Sendable, CustomStringConvertible {
  public enum Reason: Hashable, Sendable {
    /// A value was outside its axis's range and was clamped to it.
    case outOfRange(code: UInt16, value: Int32, range: AxisRange)
    /// An event's time was before the previous event's; the previous time was used.
    case nonMonotonicTime
    /// The device reports fingers without ids (protocol A); only the first is used.
    case firstContactOnly
  }

  public let file: String
  public let line: Int
  public let reason: Reason

  public var description: String { message + correction }

  private var correction: String {
    switch reason {
    case .outOfRange: "; clamped to that range"
    case .nonMonotonicTime: "; the previous time is used"
    case .firstContactOnly: "; only the first is used"
    }
  }

  /// The location and the irregularity, without the correction: for callers that reject the recording.
  public var message: String {
    let sentence =
      switch reason {
      case .outOfRange(let code, let value, let range):
        "axis 0x\(String(code, radix: 16)) has the value \(value), outside its range of \(range.minimum) to \(range.maximum)"
      case .nonMonotonicTime: "the time is before the previous event's"
      case .firstContactOnly: "the fingers of this protocol A device have no ids"
      }
    return "\(file):\(line): \(sentence)"
  }
}
