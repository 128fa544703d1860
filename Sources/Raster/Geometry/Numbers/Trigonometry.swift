// Sine, cosine and arctangent in integer arithmetic: the same result on every CPU. Internally, a radian is
// represented by 2^62.

/// Returns the product of two numbers, rounded down. All three numbers are in units of 2^-62.
@inline(__always)
package func product62(_ a: Int64, _ b: Int64) -> Int64 {
  Int64(truncatingIfNeeded: (Int128(a) &* Int128(b)) >> 62)  // |a|, |b| < 2^63 and one of them ≤ 2^62: < 2^63
}

extension Angle {
  /// The angle in radians, rounded to the nearest multiple of 2^-32 radian.
  public var radians: WideFixed<32> {
    let product = Int128(degrees.rawValue) &* 1_287_825_681_435_932_950  // π / 180 × 2^66: ≤ 2^124
    return WideFixed<32>(saturating: (product &+ (1 << 65)) >> 66)
  }

  /// The angle in the range 0..<360 degrees that points in the same direction as this angle.
  public var normalized: Angle {
    let remainder = degrees.rawValue % Angle.turn
    return Angle(degrees: WideFixed<32>(rawValue: remainder < 0 ? remainder &+ Angle.turn : remainder))
  }

  /// The angle from −180° (excluded) to 180° (included) that points in the same direction as this angle.
  ///
  /// For example, the shortest turn for 270° is −90°.
  public var shortestTurn: Angle {
    let positive = normalized
    return positive.degrees.rawValue > Angle.turn / 2 ? positive - Angle(degrees: WideFixed(rawValue: Angle.turn)) : positive
  }

  /// The sine of the angle, within 0.51 × 2^-32 of the exact value. At multiples of 90°, the sine is exact.
  public var sine: WideFixed<32> { sineAndCosine.sine }

  /// The cosine of the angle, within 0.51 × 2^-32 of the exact value. At multiples of 90°, the cosine is
  /// exact.
  public var cosine: WideFixed<32> { sineAndCosine.cosine }

  /// The sine and the cosine of the angle.
  ///
  /// If you need both values, read this property. ``Angle/sine`` and ``Angle/cosine`` each compute both
  /// values and return only one.
  public var sineAndCosine: (sine: WideFixed<32>, cosine: WideFixed<32>) {
    let whole = normalized.degrees.rawValue  // < 360 × 2^32
    let quadrant = whole / Angle.quarter
    let rest = whole &- quadrant &* Angle.quarter
    // Above 45°, the other function of the complement to 90° is better conditioned.
    let isSwapped = rest > Angle.quarter / 2
    let small = isSwapped ? Angle.quarter &- rest : rest
    let radians = Int64((Int128(small) &* 1_287_825_681_435_932_950) >> 36)  // < 2^38 × 2^61 >> 36 = π/4 × 2^62
    var sine = Angle.rounded(Angle.sineSeries(radians))
    var cosine = Angle.rounded(Angle.cosineSeries(radians))
    if isSwapped { swap(&sine, &cosine) }
    switch quadrant {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
  }

  /// Returns the direction of the vector (`x`, `y`) as an angle from −180 to 180 degrees.
  ///
  /// For the zero vector, the angle is zero. The error is at most 0.52 × 2^-32 of a degree. For vectors along
  /// the axes and the diagonals, the result is exact.
  public static func arctangent<let bits: Int>(y: WideFixed<bits>, x: WideFixed<bits>) -> Angle {
    arctangent(y: y.rawValue, x: x.rawValue)
  }

  /// Returns the direction of the vector (`x`, `y`). Both numbers are in the same unit, which may be any
  /// unit.
  package static func arctangent(y: Int64, x: Int64) -> Angle {
    let (rise, run) = (y.magnitude, x.magnitude)
    let longer = max(rise, run)
    guard longer != 0 else { return .zero }
    if rise == run { return quadrants(45 << 32, y: y, x: x) }
    let ratio = Int64(truncatingIfNeeded: (UInt128(min(rise, run)) << 62) / UInt128(longer))  // < 2^62
    let radians = arctangentSeries(ratio)
    // 180 / π × 2^56; < 2^62 × 2^62
    let eighth = Int64(truncatingIfNeeded: (Int128(radians) &* 4_128_596_020_240_314_225 &+ (1 << 85)) >> 86)
    return quadrants(rise > run ? quarter &- eighth : eighth, y: y, x: x)
  }

  /// Returns the angle in the quadrant given by the signs, from the corresponding angle of the first
  /// quadrant.
  private static func quadrants(_ first: Int64, y: Int64, x: Int64) -> Angle {
    let half = x < 0 ? 2 &* quarter &- first : first
    return Angle(degrees: WideFixed<32>(rawValue: y < 0 ? 0 &- half : half))
  }

  private static var turn: Int64 { 360 << 32 }
  private static var quarter: Int64 { 90 << 32 }

  private static func rounded(_ value: Int64) -> WideFixed<32> {
    WideFixed<32>(rawValue: (value &+ (1 << 29)) >> 30)
  }

  /// x − x³/3! + … − x¹⁵/15! by Horner's rule; the next term is below 2^-52 at 45°.
  private static func sineSeries(_ x: Int64) -> Int64 {
    let one: Int64 = 1 << 62
    let square = product62(x, x)  // ≤ .62 × 2^62
    var sum = one
    for step in [Int64(210), 156, 110, 72, 42, 20, 6] {
      sum = one &- product62(square, sum) / step
    }
    return product62(x, sum)
  }

  /// 1 − x²/2! + … − x¹⁴/14!; the next term is below 2^-49 at 45°.
  private static func cosineSeries(_ x: Int64) -> Int64 {
    let one: Int64 = 1 << 62
    let square = product62(x, x)
    var sum = one
    for step in [Int64(182), 132, 90, 56, 30, 12, 2] {
      sum = one &- product62(square, sum) / step
    }
    return sum
  }

  /// Returns the arctangent of a number from 0 to 1.
  ///
  /// A table gives the arctangent of the nearest sixteenth, and a series the remaining angle, which is at
  /// most 1/32. The first omitted term is below 2^-57.
  private static func arctangentSeries(_ ratio: Int64) -> Int64 {
    let nearest = (ratio &+ (1 << 57)) >> 58
    let center = nearest << 58
    let denominator = (Int128(1) << 62) &+ Int128(product62(ratio, center))  // ≤ 2^63
    let rest = Int64(truncatingIfNeeded: (Int128(ratio &- center) << 62) / denominator)  // ≤ 2^57
    let square = product62(rest, rest)
    let one: Int64 = 1 << 62
    var sum = one / 9
    for odd in [Int64(7), 5, 3, 1] {
      sum = one / odd &- product62(square, sum)
    }
    return sixteenths[Int(nearest)] &+ product62(rest, sum)
  }

  /// The arctangents of 0/16 … 16/16, in units of 2^-62.
  private static let sixteenths: [Int64] = [
    0, 287_855_953_345_232_185, 573_486_189_672_913_778, 854_766_549_539_324_179, 1_129_764_675_555_192_497,
    1_396_809_912_678_075_341, 1_654_537_683_908_620_430, 1_901_907_467_368_135_863, 2_138_197_195_906_305_897,
    2_362_979_310_104_584_075, 2_576_084_652_473_018_343, 2_777_560_133_246_350_984, 2_967_625_066_264_511_049,
    3_146_629_716_257_419_296, 3_315_018_258_881_210_269, 3_473_297_232_174_029_200, 3_622_009_729_038_561_421,
  ]
}
