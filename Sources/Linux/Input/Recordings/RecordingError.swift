/// An error that is thrown if a touch recording cannot be read. The error names the file and the line.
///
/// The error's `description` is a sentence for the user.
public struct RecordingError: Error, Hashable, Sendable {
  /// The kinds of errors in a touch recording.
  public enum Reason: Hashable, Sendable {
    /// The line is not of a kind that evemu files contain.
    case unknownLine
    /// The line does not have the expected fields. `expected` describes these fields.
    case malformed(expected: String)
    /// The line has more than `limit` bytes.
    case lineTooLong(limit: Int)
    /// The recording has more than `limit` events.
    case tooManyEvents(limit: Int)
    /// The event's time is more than `hours` hours after the time of the recording's first event.
    case tooLong(hours: Int)
    /// The file has no description of the touch device. A description consists of lines such as `N:` and
    /// `A:`.
    case noDescription
    /// The file has no `E:` line, so it contains no events.
    case noEvents
    /// The file describes a device that is not a touchscreen. The value says why.
    case noTouchscreen(UnsupportedTouchDevice)
  }

  /// The name of the file with the error, as the caller gave it.
  public let file: String
  /// The number of the line with the error, counted from 1. nil if the error does not belong to one line.
  public let line: Int?
  /// The kind of error.
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

/// A diagnostic about an irregularity in a touch recording. The irregularity was corrected during reading.
public struct RecordingDiagnostic: Hashable, Sendable, CustomStringConvertible {
  /// The kinds of irregularities in a touch recording.
  public enum Reason: Hashable, Sendable {
    /// An event had the value `value`, which is outside the range of the axis `code`. The value was clamped
    /// to the range.
    case outOfRange(code: UInt16, value: Int32, range: AxisRange)
    /// An event's time was before the time of an earlier event in the recording. The latest time of the
    /// earlier events is used instead.
    case nonMonotonicTime
  }

  /// The name of the recording's file, as the caller gave it.
  public let file: String
  /// The number of the line with the irregularity, counted from 1.
  public let line: Int
  /// The kind of irregularity.
  public let reason: Reason

  public var description: String {
    let sentence =
      switch reason {
      case .outOfRange(let code, let value, let range):
        "axis 0x\(String(code, radix: 16)) has the value \(value), outside its range of \(range.minimum) to \(range.maximum); clamped to that range"
      case .nonMonotonicTime: "the time is before the previous event's; the previous time is used"
      }
    return "\(file):\(line): \(sentence)"
  }
}
