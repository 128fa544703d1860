/// Numbers as JavaScript writes and reads them, which the style specification requires of `to-string` and
/// `to-number`.
package enum NumberText {
  /// Returns the shortest text that is read as the same number: `1`, `0.1`, `1e+21`, `1e-7`.
  package static func text(_ number: Double) -> String {
    if number.isFinite { return JSONNumber.text(of: number) }
    return number != number ? "NaN" : number > 0 ? "Infinity" : "-Infinity"
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
