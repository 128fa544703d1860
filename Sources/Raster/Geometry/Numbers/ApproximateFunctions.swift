// Fast approximations for per-pixel code. Each takes a few multiplications and is accurate enough to index a
// table.

/// Returns the square root, with an error of at most 2^-26 of the value plus 1.
///
/// The number is 2^e · (1 + x). A fourth-degree polynomial gives s ≈ √(1 + x), which is corrected by (1 + x −
/// s²) / 2s. A second polynomial gives 1/2s; both interpolate at Chebyshev nodes. The result is multiplied by
/// √2 if e is odd.
@inline(__always)
func approximateSquareRoot(_ square: UInt64) -> Int64 {
  let leading = (square | 1).leadingZeroBitCount
  let x = Int64(truncatingIfNeeded: ((square << UInt64(leading)) << 1) >> 34)  // 30 bits
  var root: Int64 = -11_115_194
  root = 48_173_187 &+ (root &* x) >> 30
  root = -128_552_484 &+ (root &* x) >> 30
  root = 536_231_706 &+ (root &* x) >> 30
  root = 1_073_753_796 &+ (root &* x) >> 30  // 2^30 … 1.42 · 2^30
  let half: Int64 = 535_195_729 &+ ((-233_870_719 &+ (79_537_344 &* x) >> 30) &* x) >> 30
  let rest = ((1 << 30) &+ x) << 30 &- root &* root  // ≤ 2^46
  root &+= ((rest >> 15) &* half) >> 45
  let exponent = 63 &- leading
  let scale: Int64 = exponent & 1 == 0 ? 1 << 30 : 1_518_500_250
  return (root &* scale) >> Int64(60 &- exponent >> 1)
}

/// Returns the direction of (`u`, `v`) in 1/2^32 of a turn, with an error of at most 1/38 000 of a turn.
///
/// Angles grow clockwise on screen from +u, with v pointing down. A seventh-degree polynomial at Chebyshev
/// nodes approximates the arctangent of the smaller coordinate divided by the larger.
@inline(__always)
func approximateAngle(_ u: Int64, _ v: Int64) -> UInt32 {
  let (run, rise) = (u.magnitude, v.magnitude)
  let longer = max(run, rise)
  // Keep 16 bits of the longer coordinate, and scale the other one with it.
  let down = max(0, 48 &- (longer | 1).leadingZeroBitCount)
  let (long, short) = (longer >> UInt64(down), min(run, rise) >> UInt64(down))
  let ratio = Int64(
    (UInt32(truncatingIfNeeded: short) << 16 &- (short == 1 << 16 ? 1 : 0)) / max(UInt32(truncatingIfNeeded: long), 1))  // ≤ 2^16
  let square = (ratio &* ratio) >> 2  // ≤ 2^30
  var sum: Int64 = -30_212_382
  sum = 106_215_173 &+ (sum &* square) >> 30
  sum = -222_660_517 &+ (sum &* square) >> 30
  sum = 683_417_317 &+ (sum &* square) >> 30
  let eighth = (sum &* ratio) >> 16  // ≤ 2^29
  let quarter = rise > run ? (1 << 30) &- eighth : eighth
  let half = u < 0 ? (1 << 31) &- quarter : quarter
  return UInt32(truncatingIfNeeded: v < 0 ? 0 &- half : half)
}

/// Returns 2^62 / `value`, with an error of at most 2^-29 of the result plus 1, for values of 1…2^38.
///
/// The value is 2^e · (1 + x). A third-degree polynomial at Chebyshev nodes approximates 1 / (1 + x); two
/// Newton steps refine it.
@inline(__always)
func approximateReciprocal(_ value: Int64) -> Int64 {
  let leading = (UInt64(bitPattern: value) | 1).leadingZeroBitCount
  let number = Int64(truncatingIfNeeded: (UInt64(bitPattern: value) << UInt64(leading)) >> 33)  // 2^30 ≤ … < 2^31
  let x = number &- 1 << 30
  var inverse: Int64 = -245_420_442
  inverse = 725_734_453 &+ (inverse &* x) >> 30
  inverse = -1_016_719_697 &+ (inverse &* x) >> 30
  inverse = 1_072_153_442 &+ (inverse &* x) >> 30
  inverse &+= (inverse &* (((1 << 60) &- number &* inverse) >> 30)) >> 30
  let rest = ((1 << 60) &- number &* inverse) >> 20  // ≤ 2^23
  let fine = inverse << 10 &+ (inverse &* rest) >> 30  // in 1/2^40
  let exponent = 63 &- leading
  return exponent <= 22 ? fine << Int64(22 &- exponent) : fine >> Int64(exponent &- 22)
}

/// Returns the binary logarithm in 1/65536ths, with an error of at most 1/800 of itself.
///
/// The value is 2^e · (1 + x). A cubic that is exact at powers of two approximates log₂(1 + x).
@inline(__always)
func approximateLog2(_ value: Int64) -> Int32 {
  let positive = UInt64(bitPattern: max(value, 1))
  let leading = positive.leadingZeroBitCount
  let x = Int64(truncatingIfNeeded: ((positive << UInt64(leading)) << 1) >> 48)  // 16 bits
  let bend = (x &* (65536 &- x)) >> 16
  let part = x &+ (bend &* (27_682 &- (10_184 &* x) >> 16)) >> 16
  return Int32(truncatingIfNeeded: (63 &- leading) << 16) &+ Int32(truncatingIfNeeded: part)
}
