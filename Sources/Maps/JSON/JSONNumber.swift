/// The conversion of numbers from JSON's text.
package enum JSONNumber {
  /// The powers of ten that a `Double` represents exactly.
  private static let powers: [Double] = {
    var powers = [1.0]
    for _ in 1...22 { powers.append(powers[powers.count - 1] * 10) }
    return powers
  }()

  /// Returns the nearest `Double` to a number in JSON's syntax, which the caller has checked.
  ///
  /// A number beyond the range of `Double` becomes the largest finite number of its sign, so that one absurd
  /// number does not make a whole file unreadable. Too small ones become zero.
  static func value(of text: UnsafeBufferPointer<UInt8>) -> Double { simpleValue(of: text) ?? generalValue(of: text) }

  /// Returns the value of a number without exponent whose digits make an integer of at most 2^53.
  ///
  /// The integer and the power of ten to divide it by are exact, so the quotient is rounded only once.
  private static func simpleValue(of text: UnsafeBufferPointer<UInt8>) -> Double? {
    // At most 20 bytes, so the fraction has less than 22 digits.
    guard text.count <= 20 else { return nil }
    var digits: UInt64 = 0
    var fractionStart = -1
    var index = 0
    let isNegative = text.first == UInt8(ascii: "-")
    if isNegative { index = 1 }
    while index < text.count {
      let byte = text[index]
      if byte == UInt8(ascii: ".") {
        fractionStart = index + 1
      } else {
        let digit = byte &- UInt8(ascii: "0")
        guard digit < 10 else { return nil }
        // ≤ 10 × 2^53 + 9 < 2^57
        digits = digits &* 10 &+ UInt64(digit)
        guard digits <= 1 << 53 else { return nil }
      }
      index += 1
    }
    let value = fractionStart < 0 ? Double(digits) : Double(digits) / powers[text.count - fractionStart]
    return isNegative ? -value : value
  }

  private static func generalValue(of text: UnsafeBufferPointer<UInt8>) -> Double {
    let value = Double(String(decoding: text, as: UTF8.self)) ?? 0
    return value.isFinite ? value : value.sign == .minus ? -.greatestFiniteMagnitude : .greatestFiniteMagnitude
  }
}
