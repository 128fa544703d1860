/// Numbers as JavaScript writes and reads them, which the style specification requires of `to-string` and
/// `to-number`.
package enum NumberText {
  /// Returns the shortest text that is read as the same number: `1`, `0.1`, `1e+21`, `1e-7`.
  package static func text(_ number: Double) -> String {
    guard number.isFinite else { return number != number ? "NaN" : number > 0 ? "Infinity" : "-Infinity" }
    guard number != 0 else { return "0" }
    if let whole = Int64(exactly: number), whole.magnitude < 1 << 53 { return String(whole) }
    let (digits, exponent) = decimal(number.magnitude)
    return (number < 0 ? "-" : "") + layOut(digits, exponent)
  }

  /// Returns the significant digits of a positive number, and the position of the decimal point from the
  /// first digit.
  static func decimal(_ number: Double) -> (digits: [UInt8], point: Int) {
    var digits: [UInt8] = []
    var point: Int?
    var exponent = 0
    var bytes = number.description.utf8[...]
    if let mark = bytes.firstIndex(of: UInt8(ascii: "e")) {
      exponent = Int(String(bytes[bytes.index(after: mark)...]) ?? "") ?? 0
      bytes = bytes[..<mark]
    }
    for byte in bytes {
      if byte == UInt8(ascii: ".") { point = digits.count } else { digits.append(byte) }
    }
    var position = (point ?? digits.count) + exponent
    while digits.count > 1, digits[0] == UInt8(ascii: "0") {
      digits.removeFirst()
      position -= 1
    }
    while digits.count > 1, digits.last == UInt8(ascii: "0") { digits.removeLast() }
    return (digits, position)
  }

  private static func layOut(_ digits: [UInt8], _ point: Int) -> String {
    func text(_ bytes: some Collection<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self) }
    let count = digits.count
    if count <= point, point <= 21 { return text(digits) + String(repeating: "0", count: point - count) }
    if point > 0, point <= 21 { return text(digits[..<point]) + "." + text(digits[point...]) }
    if point > -6, point <= 0 { return "0." + String(repeating: "0", count: -point) + text(digits) }
    let mantissa = count == 1 ? text(digits) : text(digits[..<1]) + "." + text(digits[1...])
    return mantissa + (point > 0 ? "e+" : "e-") + String(abs(point - 1))
  }

  /// Returns the number that a text stands for; nil if it stands for none. An empty text stands for 0.
  package static func number(_ text: String) -> Double? {
    let trimmed = text.unicodeScalars.drop { $0.properties.isWhitespace || $0 == "\u{feff}" }
    guard let last = trimmed.lastIndex(where: { !$0.properties.isWhitespace && $0 != "\u{feff}" }) else { return 0 }
    let content = String(trimmed[...last])
    for (prefix, radix) in [("0x", 16), ("0X", 16), ("0o", 8), ("0O", 8), ("0b", 2), ("0B", 2)] where content.hasPrefix(prefix) {
      return number(digits: content.dropFirst(2), radix: radix)
    }
    switch content {
    case "Infinity", "+Infinity": return .infinity
    case "-Infinity": return -.infinity
    default: break
    }
    // Swift also reads "inf", "nan" and hexadecimal floats, which have other letters than an exponent's.
    guard content.utf8.allSatisfy({ (48...57).contains($0) || "+-.eE".utf8.contains($0) }) else { return nil }
    guard let first = content.utf8.first(where: { $0 != 43 && $0 != 45 }), first != UInt8(ascii: "e"), first != UInt8(ascii: "E")
    else { return nil }
    return Double(content)
  }

  private static func number(digits: Substring, radix: Int) -> Double? {
    guard !digits.isEmpty else { return nil }
    var sum = 0.0
    for character in digits {
      guard let digit = character.hexDigitValue, digit < radix, character.isASCII else { return nil }
      sum = sum * Double(radix) + Double(digit)
    }
    return sum
  }
}
