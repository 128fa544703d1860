/// Powers, logarithms to other bases, and inverse circular functions.
extension ElementaryFunctions {
  /// Returns `x` to the power of `y`, with the special cases of ECMAScript. The relative error is within
  /// 1e-13.
  package static func power(_ x: Double, _ y: Double) -> Double {
    guard x == x, y == y else { return y == 0 ? 1 : .nan }
    if y == 0 { return 1 }
    if y == 1 { return x }
    if y.isInfinite { return x.magnitude == 1 ? .nan : (x.magnitude > 1) == (y > 0) ? .infinity : 0 }
    let isWhole = floor(y) == y
    let isNegative = x < 0 && isWhole && remainder(y, 2) != 0
    if x == 0 { return y > 0 ? 0 : .infinity }
    if x.isInfinite { return y < 0 ? 0 : isNegative ? -.infinity : .infinity }
    if x < 0, !isWhole { return .nan }
    if y == 0.5 { return x.squareRoot() }
    if isWhole, y.magnitude <= 64 {
      let product = wholePower(x, Int(y.magnitude))
      return y < 0 ? 1 / product : product
    }
    let exponent = y * logarithm(x.magnitude)
    if exponent > 709.79 { return isNegative ? -.infinity : .infinity }
    if exponent < -746 { return 0 }
    // The exponential is limited to ±700.
    let root = exponent.magnitude > 700 ? exponential(exponent / 2) : 0
    let power = root == 0 ? exponential(exponent) : root * root
    return isNegative ? -power : power
  }

  private static func wholePower(_ x: Double, _ count: Int) -> Double {
    var (product, square, rest) = (1.0, x, count)
    while rest > 0 {
      if rest & 1 == 1 { product *= square }
      square *= square
      rest >>= 1
    }
    return product
  }

  /// Returns the logarithm of `x` to base 2. It is exact for powers of two.
  package static func binaryLogarithm(_ x: Double) -> Double {
    guard x > 0, x.isFinite else { return x == 0 ? -.infinity : x < 0 ? .nan : x }
    let logarithm = logarithm(normal(x)) / 0.6931471805599453 - (x < .leastNormalMagnitude ? 60 : 0)
    let nearest = rounded(logarithm)
    return Double(sign: .plus, exponent: Int(nearest), significand: 1) == x ? nearest : logarithm
  }

  /// Returns the logarithm of `x` to base 10. It is exact for powers of ten up to 10^22.
  package static func decimalLogarithm(_ x: Double) -> Double {
    guard x > 0, x.isFinite else { return x == 0 ? -.infinity : x < 0 ? .nan : x }
    let logarithm = naturalLogarithm(x) / 2.302585092994046
    let nearest = rounded(logarithm)
    return nearest.magnitude <= 22 && power(10, nearest) == x ? nearest : logarithm
  }

  /// Returns the natural logarithm of `x`, which may be subnormal. It is NaN for negative numbers.
  package static func naturalLogarithm(_ x: Double) -> Double {
    if x < 0 { return .nan }
    return x < .leastNormalMagnitude && x > 0 ? logarithm(normal(x)) - 60 * 0.6931471805599453 : logarithm(x)
  }

  /// Returns `x`, or 2^60 times as much if it is subnormal.
  private static func normal(_ x: Double) -> Double { x < .leastNormalMagnitude ? x * 1_152_921_504_606_846_976 : x }

  /// Returns the arcsine of `x` in radians. It is NaN outside of −1 … 1.
  package static func arcsine(_ x: Double) -> Double {
    guard x.magnitude <= 1 else { return .nan }
    return 2 * arctangent(x / (1 + ((1 - x) * (1 + x)).squareRoot()))
  }

  /// Returns the arccosine of `x` in radians. It is NaN outside of −1 … 1.
  package static func arccosine(_ x: Double) -> Double {
    guard x.magnitude <= 1 else { return .nan }
    return x == -1 ? pi : 2 * arctangent(((1 - x) / (1 + x)).squareRoot())
  }

  /// Returns the angle of the vector (`x`, `y`) from the x axis, in radians, from −π to π.
  package static func arctangent(y: Double, x: Double) -> Double {
    if x > 0 { return arctangent(y / x) }
    if x < 0 { return y < 0 ? arctangent(y / x) - pi : arctangent(y / x) + pi }
    return y == 0 ? 0 : y > 0 ? pi / 2 : -pi / 2
  }
}
