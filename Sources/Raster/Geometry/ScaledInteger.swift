/// An integer with an exponent, `value` × 2^`exponent`: for products whose size is not known beforehand.
struct ScaledInteger {
  var value: Int128
  var exponent: Int

  init(_ value: Int128, exponent: Int = 0) {
    (self.value, self.exponent) = (value, exponent)
  }

  /// The number with at most `bits` bits and the sign; nothing is lost where it was short already.
  func narrowed(to bits: Int) -> ScaledInteger {
    let excess = bitWidth(of: value) &- bits
    return excess > 0 ? ScaledInteger(value >> Int128(excess), exponent: exponent &+ excess) : self
  }

  static func * (a: ScaledInteger, b: ScaledInteger) -> ScaledInteger {
    let (a, b) = (a.narrowed(to: 62), b.narrowed(to: 62))
    return ScaledInteger(a.value &* b.value, exponent: a.exponent &+ b.exponent)  // ≤ 2^124
  }

  static func + (a: ScaledInteger, b: ScaledInteger) -> ScaledInteger {
    if a.value == 0 { return b }
    if b.value == 0 { return a }
    // The larger one is moved up as far as it can go, the smaller one down for the rest.
    let (high, low) = a.exponent >= b.exponent ? (a, b) : (b, a)
    let top = high.narrowed(to: 125)
    let room = min(125 &- bitWidth(of: top.value), max(top.exponent &- low.exponent, 0))
    let exponent = top.exponent &- room
    let down = exponent &- low.exponent
    return ScaledInteger((top.value << Int128(room)) &+ shifted(low.value, down: down), exponent: exponent)  // ≤ 2^126
  }

  static func - (a: ScaledInteger, b: ScaledInteger) -> ScaledInteger {
    a + ScaledInteger(0 &- b.value, exponent: b.exponent)  // narrowed or a product: ≤ 2^126
  }

  /// `numerator` ÷ `self` × 2^32 as raw fixed point; nil where it does not fit.
  func dividing(_ numerator: ScaledInteger) -> WideFixed<32>? {
    let divisor = narrowed(to: 62)
    guard divisor.value != 0 else { return nil }
    if numerator.value == 0 { return .zero }
    let room = 125 &- bitWidth(of: numerator.value)
    let quotient = (numerator.value << Int128(max(room, 0))) / divisor.value
    let exponent = numerator.exponent &- max(room, 0) &- divisor.exponent &+ 32
    guard exponent < 0 || bitWidth(of: quotient) &+ exponent < 64 else { return nil }
    let raw = exponent >= 0 ? quotient << Int128(exponent) : shifted(quotient, down: -exponent)
    guard raw.magnitude < 1 << 63 else { return nil }
    return WideFixed<32>(rawValue: Int64(raw))
  }
}

/// How many bits a number needs beside its sign.
@inline(__always)
func bitWidth(of value: Int128) -> Int {
  128 &- value.magnitude.leadingZeroBitCount
}

/// `value` ÷ 2^`down`, rounded to nearest, whatever `down` is.
func shifted(_ value: Int128, down: Int) -> Int128 {
  if down <= 0 { return value }
  if down > 126 { return 0 }
  return (value &+ (1 << Int128(down &- 1))) >> Int128(down)
}
