// The only file of the core that converts from and to `Double`; `WideFixed+Codable.swift` hands one over. A
// literal such as `0.5` arrives as a `Double`, and is converted to fixed point through its bit pattern
// (IEEE 754-2019, section 3.4), without floating-point arithmetic.

extension WideFixed: ExpressibleByFloatLiteral {
  /// Creates the fixed-point number nearest to the `Double` value of a literal.
  ///
  /// A literal midway between two fixed-point numbers is rounded away from zero. A literal outside the type's
  /// range becomes the nearest end of the range. Not-a-number becomes zero.
  public init(floatLiteral value: Double) {
    let bits = value.bitPattern
    let exponentField = Int(truncatingIfNeeded: bits >> 52) & 0x7ff
    var significand = Int128(bits & 0xf_ffff_ffff_ffff)
    if exponentField == 0x7ff {
      self = significand != 0 ? .zero : (bits >> 63 == 1 ? .min : .max)
      return
    }
    if exponentField != 0 { significand |= 1 << 52 }
    // value = significand × 2^(exponent − 1075); a subnormal's exponent counts as 1.
    let shift = (exponentField == 0 ? 1 : exponentField) - 1075 + fractionBits
    let magnitude: Int128
    if shift >= 64 {
      magnitude = significand == 0 ? 0 : Int128.max >> 1
    } else if shift >= 0 {
      magnitude = significand << Int128(shift)  // < 2^117
    } else if shift > -64 {
      magnitude = (significand + (1 << Int128(-shift - 1))) >> Int128(-shift)
    } else {
      magnitude = 0
    }
    self.init(saturating: bits >> 63 == 1 ? -magnitude : magnitude)
  }
}

#if !hasFeature(Embedded)
  extension WideFixed {
    /// The number as a `Double`, made of its bits; nil if the number has more than 53 significant bits.
    var exactDouble: Double? {
      let magnitude = rawValue.magnitude
      guard magnitude > 0 else { return Double(bitPattern: 0) }
      let width = UInt64.bitWidth - magnitude.leadingZeroBitCount
      guard width - magnitude.trailingZeroBitCount <= 53 else { return nil }
      // The first bit is implied, and 52 bits follow it.
      let significand = ((magnitude << UInt64(UInt64.bitWidth - width)) << 1) >> 12
      // From 1023 − 63 to 1023 + 63.
      let exponentField = UInt64(1023 + width - 1 - fractionBits)
      return Double(bitPattern: (rawValue < 0 ? 1 << 63 : 0) | exponentField << 52 | significand)
    }
  }
#endif
