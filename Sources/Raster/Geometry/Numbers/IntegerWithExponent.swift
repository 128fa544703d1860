/// An integer with a binary exponent: `value` × 2^`exponent`, for products whose size is not known in
/// advance.
struct IntegerWithExponent {
  var value: Int128
  var exponent: Int

  init(_ value: Int128, exponent: Int = 0) {
    (self.value, self.exponent) = (value, exponent)
  }

  /// Returns the number with at most `bits` bits and a sign. A number that is short enough is returned
  /// unchanged.
  func narrowed(to bits: Int) -> IntegerWithExponent {
    let excess = bitWidth(of: value) &- bits
    return excess > 0 ? IntegerWithExponent(value >> Int128(excess), exponent: exponent &+ excess) : self
  }

  static func * (a: IntegerWithExponent, b: IntegerWithExponent) -> IntegerWithExponent {
    let (a, b) = (a.narrowed(to: 62), b.narrowed(to: 62))
    return IntegerWithExponent(a.value &* b.value, exponent: a.exponent &+ b.exponent)  // ≤ 2^124
  }

  static func + (a: IntegerWithExponent, b: IntegerWithExponent) -> IntegerWithExponent {
    if a.value == 0 { return b }
    if b.value == 0 { return a }
    // Shift the larger number up as far as it fits, and the smaller one down by the remaining difference.
    let (high, low) = a.exponent >= b.exponent ? (a, b) : (b, a)
    let top = high.narrowed(to: 125)
    let up = min(125 &- bitWidth(of: top.value), max(top.exponent &- low.exponent, 0))
    let exponent = top.exponent &- up
    let down = exponent &- low.exponent
    return IntegerWithExponent((top.value << Int128(up)) &+ shifted(low.value, down: down), exponent: exponent)  // ≤ 2^126
  }

  static func - (a: IntegerWithExponent, b: IntegerWithExponent) -> IntegerWithExponent {
    a + IntegerWithExponent(0 &- b.value, exponent: b.exponent)  // narrowed or a product: ≤ 2^126
  }

  /// Returns `numerator` ÷ `self`, or nil if the quotient does not fit or the divisor is zero.
  func dividing(_ numerator: IntegerWithExponent) -> WideFixed<32>? {
    let divisor = narrowed(to: 62)
    guard divisor.value != 0 else { return nil }
    if numerator.value == 0 { return .zero }
    let up = max(125 &- bitWidth(of: numerator.value), 0)
    let quotient = (numerator.value << Int128(up)) / divisor.value
    let exponent = numerator.exponent &- up &- divisor.exponent &+ 32
    guard exponent < 0 || bitWidth(of: quotient) &+ exponent < 64 else { return nil }
    let raw = exponent >= 0 ? quotient << Int128(exponent) : shifted(quotient, down: -exponent)
    guard raw.magnitude < 1 << 63 else { return nil }
    return WideFixed<32>(rawValue: Int64(raw))
  }
}

/// Returns the number of bits in the magnitude of `value`, without the sign.
@inline(__always)
func bitWidth(of value: Int128) -> Int {
  128 &- value.magnitude.leadingZeroBitCount
}

/// Returns `value` ÷ 2^`down`, rounded to nearest, for any `down`.
func shifted(_ value: Int128, down: Int) -> Int128 {
  if down <= 0 { return value }
  if down > 126 { return 0 }
  return (value &+ (1 << Int128(down &- 1))) >> Int128(down)
}
