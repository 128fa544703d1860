internal import CartoucheScene

/// Parses an evemu file line by line, and counts the lines for error messages.
///
/// - Source: The files of evemu's `evemu-record` 1.3. The type and code of `E:` and the fields of `I:`, `P:`
///   and `B:` are hexadecimal; values are decimal. A `#` starts a comment at a line's start or after the
///   fields.
struct EvemuParser {
  /// The length in bytes of the longest line that is parsed. A longer line is an error.
  static let maximumLineLength = 4096

  /// One line of an evemu file.
  enum Line {
    /// An `N:` line: the device's name.
    case name(String)
    /// An `I:` line: the numbers of the device's vendor and product.
    case id(InputDeviceID)
    /// A `P:` line: bytes of the bit field of input properties.
    case properties([UInt8])
    /// A `B:` line: bytes of the bit field of codes that the device reports with this event type.
    case bits(type: Int, [UInt8])
    /// An `A:` line: an absolute axis and its range.
    case axis(UInt16, AxisRange)
    /// An `L:` or `S:` line, which touch decoding does not use, or an `I:` line without numbers.
    case other
    /// An `E:` line: an event.
    case event(seconds: Int64, microseconds: Int64, type: UInt16, code: UInt16, value: Int32)
  }

  /// The name of the evemu file, for error messages.
  let file: String
  /// The number of the current line, counted from 1.
  private(set) var number = 0
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
  }

  /// Returns the next line that is neither empty nor a comment; nil at the end of the file.
  mutating func next() throws(RecordingError) -> Line? {
    while position < bytes.count {
      let start = position
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      position = end + 1
      number += 1
      guard end - start <= Self.maximumLineLength else { throw error(.lineTooLong(limit: Self.maximumLineLength)) }
      if let line = try parse(bytes[start..<end]) { return line }
    }
    return nil
  }

  /// Returns an error at the current line.
  func error(_ reason: RecordingError.Reason) -> RecordingError {
    RecordingError(file: file, line: number, reason: reason)
  }

  private func parse(_ line: ArraySlice<UInt8>) throws(RecordingError) -> Line? {
    let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    guard let first = text.first(where: { $0 != 0x20 && $0 != 0x09 }), first != UInt8(ascii: "#") else { return nil }
    guard text.count >= 2, text.dropFirst().first == UInt8(ascii: ":") else { throw error(.unknownLine) }
    let rest = text.dropFirst(2)
    if first == UInt8(ascii: "N") {
      return .name(String(decoding: rest.drop { $0 == 0x20 }, as: UTF8.self))
    }
    let fields = rest.prefix { $0 != UInt8(ascii: "#") }.split { $0 == 0x20 || $0 == 0x09 }
    switch first {
    case UInt8(ascii: "P"):
      return .properties(try hexBytes(fields, expected: "property bytes, as \"P: 02 00 00 00 00 00 00 00\""))
    case UInt8(ascii: "B"):
      let bytes = try hexBytes(fields, expected: "an event type and bytes, as \"B: 03 03 00 00 00 00 80 e0 0a\"")
      guard let type = bytes.first else { throw error(.malformed(expected: "an event type after \"B:\"")) }
      return .bits(type: Int(type), Array(bytes.dropFirst()))
    case UInt8(ascii: "A"):
      guard fields.count >= 3, let code = Self.integer(fields[0], radix: 16, as: UInt16.self),
        let minimum = Self.integer(fields[1], as: Int32.self), let maximum = Self.integer(fields[2], as: Int32.self)
      else { throw error(.malformed(expected: "an axis, its minimum and its maximum, as \"A: 35 0 799 0 0 0\"")) }
      return .axis(code, AxisRange(minimum: minimum, maximum: maximum))
    case UInt8(ascii: "E"):
      return try event(fields)
    case UInt8(ascii: "I"):
      guard fields.count >= 3, let vendor = Self.integer(fields[1], radix: 16, as: UInt16.self),
        let product = Self.integer(fields[2], radix: 16, as: UInt16.self), vendor != 0 || product != 0
      else { return .other }
      return .id(InputDeviceID(vendor: vendor, product: product))
    case UInt8(ascii: "L"), UInt8(ascii: "S"):
      return .other
    default:
      throw error(.unknownLine)
    }
  }

  private func event(_ fields: [ArraySlice<UInt8>]) throws(RecordingError) -> Line {
    let time = fields.first?.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) ?? []
    guard fields.count == 4, time.count == 2, time[1].count == 6,
      let seconds = Self.integer(time[0], as: Int64.self), seconds >= 0,
      let microseconds = Self.integer(time[1], as: Int64.self), microseconds >= 0,
      let type = Self.integer(fields[1], radix: 16, as: UInt16.self),
      let code = Self.integer(fields[2], radix: 16, as: UInt16.self),
      let value = Self.integer(fields[3], as: Int32.self)
    else {
      throw error(.malformed(expected: "seconds.microseconds, type, code and value, as \"E: 0.081454 0003 0036 0368\""))
    }
    return .event(seconds: seconds, microseconds: microseconds, type: type, code: code, value: value)
  }

  private func hexBytes(_ fields: [ArraySlice<UInt8>], expected: String) throws(RecordingError) -> [UInt8] {
    var values: [UInt8] = []
    for field in fields {
      guard let value = Self.integer(field, radix: 16, as: UInt8.self) else { throw error(.malformed(expected: expected)) }
      values.append(value)
    }
    return values
  }

  /// Returns the number that the entire `text` represents; nil if the text is not a number or the number is
  /// out of range for `T`.
  private static func integer<T: FixedWidthInteger>(_ text: ArraySlice<UInt8>, radix: Int = 10, as: T.Type) -> T? {
    T(String(decoding: text, as: UTF8.self), radix: radix)
  }
}
