// Logarithms and powers of two in integer arithmetic. Internally, 1 is represented by 2^62.

extension WideFixed {
  /// Returns the natural logarithm of this number. The error is at most 0.51 × 2^-32.
  ///
  /// For zero and negative numbers, the result is `WideFixed<32>.min`.
  public func naturalLogarithm() -> WideFixed<32> {
    guard let (exponent, fraction) = binaryExponentAndLogarithm else { return .min }
    let sum = Int128(exponent) &* 3_196_577_161_300_663_915 &+ Int128(fraction)  // ln 2 × 2^62; < 2^69
    return WideFixed<32>(saturating: (sum &+ (1 << 29)) >> 30)
  }

  /// Returns the base-2 logarithm of this number. The error is at most 0.51 × 2^-32.
  ///
  /// The logarithm of a power of two is exact. For zero and negative numbers, the result is
  /// `WideFixed<32>.min`.
  public func binaryLogarithm() -> WideFixed<32> {
    guard let (exponent, fraction) = binaryExponentAndLogarithm else { return .min }
    let binary = (Int128(fraction) &* 1_663_314_137_230_540_311 &+ (1 << 89)) >> 90  // 1 / ln 2 × 2^60; < 2^123
    return WideFixed<32>(saturating: (Int128(exponent) << 32) &+ binary)
  }

  /// The binary exponent and the natural logarithm of m, where the number is 2^exponent × m and 1 ≤ m < 2.
  private var binaryExponentAndLogarithm: (exponent: Int, fraction: Int64)? {
    guard rawValue > 0 else { return nil }
    let top = 63 &- rawValue.leadingZeroBitCount
    let mantissa = rawValue << Int64(62 &- top)  // 2^62 ..< 2^63
    // ln m = ln c + 2 artanh((m − c) / (m + c)), with c the nearest sixteenth, so that the quotient is at
    // most 1/64.
    let sixteenth = ((mantissa &- (1 << 62)) &+ (1 << 57)) >> 58
    let center = (Int128(1) << 62) &+ (Int128(sixteenth) << 58)
    let quotient = Int64(((Int128(mantissa) &- center) << 62) / (Int128(mantissa) &+ center))  // ≤ 2^56
    let square = product62(quotient, quotient)
    let one: Int64 = 1 << 62
    var sum = one / 9
    for odd in [Int64(7), 5, 3, 1] {
      sum = one / odd &+ product62(square, sum)
    }
    return (top &- fractionBits, logarithms[Int(sixteenth)] &+ 2 &* product62(quotient, sum))
  }

  /// Returns 2 to the power of `exponent`. A power above the range becomes `WideFixed<32>.max`.
  ///
  /// The error is at most 2^-33 + 2^-56 × the result.
  public static func powerOfTwo(_ exponent: WideFixed<32>) -> WideFixed<32> {
    let whole = exponent.floor
    if whole >= 31 { return .max }
    if whole < -34 { return .zero }
    let fraction = exponent.rawValue & 0xffff_ffff
    let rest = (fraction & 0xfff_ffff) << 30  // < 1/16 × 2^62
    let x = product62(rest, 3_196_577_161_300_663_915)  // < .0434 × 2^62
    let one: Int64 = 1 << 62
    var sum = one
    for step in [Int64(10), 9, 8, 7, 6, 5, 4, 3, 2, 1] {
      sum = one &+ product62(x, sum) / step  // e^x, < 1.05 × 2^62
    }
    let power = product62(sum, powers[Int(fraction >> 28)])  // < 2^63
    let shift = Int64(30 &- whole)  // 0 … 64
    if shift == 0 { return WideFixed<32>(rawValue: power) }
    return WideFixed<32>(saturating: (Int128(power) &+ (1 << Int128(shift &- 1))) >> Int128(shift))
  }
}

/// ln(1 + k/16).
private let logarithms: [Int64] = [
  0, 279_581_720_803_300_556, 543_178_378_744_478_074, 792_519_427_131_828_708, 1_029_067_995_697_975_510,
  1_254_072_913_634_921_988, 1_468_608_619_315_380_861, 1_673_606_191_257_749_149, 1_869_877_770_022_570_995,
  2_058_135_991_395_951_020, 2_239_009_605_877_689_523, 2_413_056_148_767_049_069, 2_580_772_304_913_014_908,
  2_742_602_453_854_813_247, 2_898_945_765_720_546_505, 3_050_162_133_180_044_765, 3_196_577_161_300_663_915,
]

/// 2^(k/16).
private let powers: [Int64] = [
  4_611_686_018_427_387_904, 4_815_862_801_830_788_490, 5_029_079_263_719_320_435, 5_251_735_624_851_448_219,
  5_484_249_825_272_419_512, 5_727_058_308_814_112_983, 5_980_616_842_327_661_685, 6_245_401_371_186_603_363,
  6_521_908_912_666_391_106, 6_810_658_488_877_194_079, 7_112_192_101_001_162_095, 7_427_075_746_662_858_866,
  7_755_900_482_342_532_474, 8_099_283_532_826_439_817, 8_457_869_449_776_733_335, 8_832_331_321_595_618_838,
]
