import CartoucheRaster

/// The number type of drawings: 64 bits in units of 1/2^32, saturating.
typealias Number = WideFixed<32>

/// Reads an attribute's value from start to end.
struct ValueReader {
  let bytes: [UInt8]
  private(set) var at = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  var isAtEnd: Bool { at >= bytes.count }

  /// The next byte; 0 at the end.
  var next: UInt8 { at < bytes.count ? bytes[at] : 0 }

  mutating func skip() { at += 1 }

  mutating func skipSpace() {
    while at < bytes.count, Self.isSpace(bytes[at]) { at += 1 }
  }

  /// Skips white space with at most one comma in it.
  mutating func skipComma() {
    skipSpace()
    if next == UInt8(ascii: ",") {
      at += 1
      skipSpace()
    }
  }

  /// Skips `character` if the next character is `character`.
  ///
  /// - Returns: Whether `character` was skipped.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard at < bytes.count, bytes[at] == UInt8(ascii: character) else { return false }
    at += 1
    return true
  }

  /// Reads letters and returns them in lower case; empty if there are none.
  mutating func word() -> String {
    let start = at
    while at < bytes.count, Self.isLetter(bytes[at]) { at += 1 }
    return String(decoding: bytes[start..<at].map(Self.lowercasedASCII), as: UTF8.self)
  }

  /// Returns the text before `character`, and skips that text and `character`.
  ///
  /// If there is no such character, all remaining text is returned.
  mutating func upTo(_ character: Unicode.Scalar) -> String {
    let start = at
    while at < bytes.count, bytes[at] != UInt8(ascii: character) { at += 1 }
    defer { at += 1 }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  /// Reads a 0 or a 1, which need not be separated from what follows.
  mutating func flag() -> Bool? {
    guard next == UInt8(ascii: "0") || next == UInt8(ascii: "1") else { return nil }
    defer { at += 1 }
    return next == UInt8(ascii: "1")
  }

  /// Reads a CSS or SVG number, rounded to nearest and clamped to the range of ``Number``.
  ///
  /// If there is no number, nothing is read and the function returns nil.
  mutating func number() -> Number? {
    let start = at
    let isNegative = next == UInt8(ascii: "-")
    if isNegative || next == UInt8(ascii: "+") { at += 1 }
    var (mantissa, exponent, digits) = (Int128(0), 0, 0)
    func accept(_ byte: UInt8) -> Bool {
      // ≤ 2^94; further digits only count for the exponent.
      guard mantissa < 1 << 90 else { return false }
      mantissa = mantissa * 10 + Int128(byte - UInt8(ascii: "0"))
      return true
    }
    while at < bytes.count, Self.isDigit(bytes[at]) {
      if !accept(bytes[at]) { exponent += 1 }
      (at, digits) = (at + 1, digits + 1)
    }
    if next == UInt8(ascii: ".") {
      at += 1
      while at < bytes.count, Self.isDigit(bytes[at]) {
        if accept(bytes[at]) { exponent -= 1 }
        (at, digits) = (at + 1, digits + 1)
      }
    }
    guard digits > 0 else {
      at = start
      return nil
    }
    exponent += takeExponent()
    let magnitude = Self.scaled(mantissa, exponent)
    return Number(saturating: isNegative ? -magnitude : magnitude)
  }

  /// Reads an `e` followed by digits. Any other `e` begins a unit.
  private mutating func takeExponent() -> Int {
    guard next | 0x20 == UInt8(ascii: "e") else { return 0 }
    var index = at + 1
    let isNegative = index < bytes.count && bytes[index] == UInt8(ascii: "-")
    if index < bytes.count, isNegative || bytes[index] == UInt8(ascii: "+") { index += 1 }
    guard index < bytes.count, Self.isDigit(bytes[index]) else { return 0 }
    var value = 0
    while index < bytes.count, Self.isDigit(bytes[index]) {
      value = min(value * 10 + Int(bytes[index] - UInt8(ascii: "0")), 9999)
      index += 1
    }
    at = index
    return isNegative ? -value : value
  }

  /// Returns mantissa × 10^exponent × 2^32. The result may exceed the range of ``Number`` and is below 2^126.
  private static func scaled(_ mantissa: Int128, _ exponent: Int) -> Int128 {
    var (value, exponent) = (mantissa, exponent)
    while exponent > 0 && value != 0 && value < 1 << 90 {
      value *= 10
      exponent -= 1
    }
    if exponent >= 0 { return value << 32 }  // < 2^94 · 2^32
    guard exponent >= -37 else { return 0 }  // < 2^94 · 10^-38
    var divisor: Int128 = 1
    for _ in 0..<(-exponent) { divisor *= 10 }  // < 2^123
    return ((value << 32) + divisor / 2) / divisor
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) && byte != 0x0b }

  static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }

  static func lowercasedASCII(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}

extension String {
  /// The string without white space at its ends.
  var trimmed: String {
    if let first = utf8.first, let last = utf8.last, !ValueReader.isSpace(first), !ValueReader.isSpace(last) { return self }
    let bytes = Array(utf8)
    guard let first = bytes.firstIndex(where: { !ValueReader.isSpace($0) }),
      let last = bytes.lastIndex(where: { !ValueReader.isSpace($0) })
    else { return "" }
    return first == 0 && last == bytes.count - 1 ? self : String(decoding: bytes[first...last], as: UTF8.self)
  }

  /// The string with A to Z replaced by a to z.
  var lowercasedASCII: String { String(decoding: utf8.map(ValueReader.lowercasedASCII), as: UTF8.self) }

  /// The words, separated by white space.
  var words: [String] { split(whereSeparator: { $0.isASCII && $0.asciiValue.map(ValueReader.isSpace) == true }).map(String.init) }
}
