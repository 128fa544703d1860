#if !hasFeature(Embedded)
  extension WideFixed: LosslessStringConvertible {
    /// The number as decimal text, such as "2.5" or "-0.333328".
    ///
    /// The number is rounded to six decimals. Trailing zeros are omitted.
    public var description: String {
      var text = formatted(fractionDigits: 6)
      while text.last == "0" { text.removeLast() }
      if text.last == "." { text.removeLast() }
      return text == "-0" ? "0" : text
    }

    /// Returns the number as decimal text with a fixed number of digits after the decimal point.
    ///
    /// For example, 2.25 with one digit is "2.3", and with no digits "2". The decimal point is always a
    /// period. A number midway between two texts is rounded away from zero. A number that is rounded to zero
    /// has no minus sign.
    ///
    /// - Parameter fractionDigits: The number of digits after the decimal point, clamped to 0…18.
    public func formatted(fractionDigits: Int) -> String {
      let digits = fractionDigits.clamped(from: 0, to: 18)
      var scale: UInt128 = 1
      for _ in 0..<digits { scale *= 10 }  // ≤ 2^60
      let half: UInt128 = fractionBits == 0 ? 0 : 1 << UInt128(fractionBits - 1)
      let units = (UInt128(rawValue.magnitude) * scale + half) >> UInt128(fractionBits)  // ≤ 2^124
      let sign = rawValue < 0 && units > 0 ? "-" : ""
      if digits == 0 { return sign + String(UInt64(units)) }
      return sign + String(UInt64(units / scale)) + "." + String(UInt64(units % scale + scale)).dropFirst()
    }

    /// Creates the fixed-point number nearest to decimal text such as "12", "-0.5" or "+.25".
    ///
    /// A number outside the type's range becomes the nearest end of the range. Text that is no decimal
    /// number, or has an exponent, gives nil. Digits after the thirtieth decimal are ignored.
    public init?(_ description: String) {
      var bytes = description.utf8[...]
      let isNegative = bytes.first == UInt8(ascii: "-")
      if isNegative || bytes.first == UInt8(ascii: "+") { bytes.removeFirst() }
      var whole: UInt128 = 0
      var (fraction, scale): (UInt128, UInt128) = (0, 1)
      var (isInFraction, hasDigits) = (false, false)
      for byte in bytes {
        if byte == UInt8(ascii: "."), !isInFraction {
          isInFraction = true
          continue
        }
        guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
        hasDigits = true
        let digit = UInt128(byte - UInt8(ascii: "0"))
        if !isInFraction {
          whole = Swift.min(whole * 10 + digit, 1 << 64)
        } else if scale < 1_000_000_000_000_000_000_000_000_000_000 {
          (fraction, scale) = (fraction * 10 + digit, scale * 10)  // ≤ 10^30
        }
      }
      guard hasDigits else { return nil }
      // Long division in binary: one bit of the fraction in each step.
      var raw = whole
      for _ in 0..<fractionBits {
        fraction *= 2  // < 2^101
        raw = raw << 1 | (fraction >= scale ? 1 : 0)  // ≤ 2^127
        if fraction >= scale { fraction -= scale }
      }
      if fraction * 2 >= scale { raw += 1 }
      let magnitude = Int128(Swift.min(raw, 1 << 64))
      self.init(saturating: isNegative ? -magnitude : magnitude)
    }
  }

  extension Angle: CustomStringConvertible {
    /// The angle in degrees as decimal text, such as "72°" or "-0.5°".
    public var description: String { degrees.description + "°" }
  }
#endif
