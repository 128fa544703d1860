/// Why a touch recording cannot be read: the file, the line, and the reason. The description is a sentence for the person who gave the file.
public struct RecordingError: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    /// The line is not of a kind that evemu writes.
    case unknownLine
    /// The line begins well, but `expected` is not what follows.
    case malformed(expected: String)
    case lineTooLong(limit: Int)
    case tooManyEvents(limit: Int)
    /// The event comes more than so many hours after the first.
    case tooLong(hours: Int)
    /// There is no `N:` line, so this is not a description.
    case noDescription
    case noEvents
    case noTouchscreen(UnsupportedTouchDevice)
  }

  /// The file's name, as it was given.
  public let file: String
  /// Counted from 1; nil where the fault is in no single line.
  public let line: Int?
  public let reason: Reason
}

extension RecordingError: CustomStringConvertible {
  public var description: String {
    let place = line.map { "\(file):\($0)" } ?? file
    let sentence =
      switch reason {
      case .unknownLine: "this line is none of evemu's (N:, I:, P:, B:, A:, L:, S:, E: or a # comment)"
      case .malformed(let expected): "expected \(expected)"
      case .lineTooLong(let limit): "the line is longer than \(limit) bytes, so this is no evemu recording"
      case .tooManyEvents(let limit): "more than \(limit) events; cut the recording into pieces"
      case .tooLong(let hours): "the event comes more than \(hours) hours after the first; cut the recording into pieces"
      case .noDescription:
        "the device's description (evemu's N: and A: lines) is missing; record with evemu-record or give the .desc file"
      case .noEvents: "there is not one event (E: line) in it"
      case .noTouchscreen(let why): "\(why)"
      }
    return "\(place): \(sentence)"
  }
}

/// Something odd in a recording that did not stop its reading.
public struct RecordingDiagnostic: Hashable, Sendable, CustomStringConvertible {
  public enum Reason: Hashable, Sendable {
    /// A value beyond its axis's range, held to it.
    case outOfRange(code: UInt16, value: Int32, range: AxisRange)
    /// The time went backwards, and was held.
    case nonMonotonicTime
    /// Only the first finger of this protocol A device is followed.
    case firstContactOnly
  }

  public let file: String
  public let line: Int
  public let reason: Reason

  public var description: String { message + (isClamped ? "; held to that range" : "") }

  private var isClamped: Bool { if case .outOfRange = reason { true } else { false } }

  /// The place and what is wrong there, and not what was done about it: for who refuses the recording.
  public var message: String {
    let what =
      switch reason {
      case .outOfRange(let code, let value, let range):
        "axis 0x\(String(code, radix: 16)) has the value \(value), beyond its range of \(range.minimum) to \(range.maximum)"
      case .nonMonotonicTime: "the time is before the last event's; held"
      case .firstContactOnly: "the fingers of this protocol A device have no numbers; only the first is followed"
      }
    return "\(file):\(line): \(what)"
  }
}
