import CartoucheRaster

/// Elementary functions that return the same result on every machine. They are the sine, cosine, tangent,
/// exponential, logarithm and arctangent, computed by +, −, ×, ÷ and √ alone.
///
/// The C library's functions differ in the last bit between CPUs and versions. The five operations do not
/// differ (IEEE 754-2019, section 5.4.1). A coordinate is therefore projected to the same map point
/// everywhere. For the arguments that the projection uses, the error is within 1e-14. For `exponential`, that
/// is the relative error. No function traps.
package enum ElementaryFunctions {
  package static let pi = 3.141592653589793
  private static let halfPi = 1.5707963267948966
  package static let ln2 = 0.6931471805599453

  /// Returns the integer nearest to `x`, which is first clamped to ±2^52. A number halfway between two
  /// integers is rounded up. The function does not use libm.
  package static func nearest(_ x: Double) -> Int64 {
    let clamped = x.clamped(from: -4_503_599_627_370_496, to: 4_503_599_627_370_496)
    guard clamped == clamped else { return 0 }
    let shifted = clamped + 0.5
    let whole = Int64(shifted)  // towards zero
    return Double(whole) > shifted ? whole - 1 : whole
  }

  /// Returns the sine of `x` radians, for |x| ≤ 2^20.
  package static func sine(_ x: Double) -> Double {
    quarterTurns(x) { quarter, rest in
      switch quarter & 3 {
      case 0: sineSeries(rest)
      case 1: cosineSeries(rest)
      case 2: -sineSeries(rest)
      default: -cosineSeries(rest)
      }
    }
  }

  /// Returns the cosine of `x` radians, for |x| ≤ 2^20.
  package static func cosine(_ x: Double) -> Double {
    quarterTurns(x) { quarter, rest in
      switch quarter & 3 {
      case 0: cosineSeries(rest)
      case 1: -sineSeries(rest)
      case 2: -cosineSeries(rest)
      default: sineSeries(rest)
      }
    }
  }

  /// Returns the tangent of `x` radians. At the poles of the tangent, the result is a huge, finite number.
  package static func tangent(_ x: Double) -> Double {
    sine(x) / cosine(x)
  }

  /// Returns e^x. Below −700 the result is 0, and above 700 the result is e^700.
  package static func exponential(_ x: Double) -> Double {
    guard x == x else { return x }
    if x < -700 { return 0 }
    let clamped = min(x, 700)
    let power = nearest(clamped / ln2)
    // ln 2 in two parts, the first with 32 zero bits at its end, so that power × high is exact.
    let high = 0.693147180369123816490
    let low = 1.90821492927058770002e-10
    let rest = (clamped - Double(power) * high) - Double(power) * low  // |rest| ≤ 0.347
    var sum = 1.0
    var divisor = 16.0
    while divisor >= 1 {
      sum = 1 + sum * rest / divisor
      divisor -= 1
    }
    return sum * Double(bitPattern: UInt64(bitPattern: (power + 1023) << 52))
  }

  /// Returns the natural logarithm of `x`. A positive `x` must be a normal number. For 0 and negative
  /// numbers, the result is −infinity.
  package static func logarithm(_ x: Double) -> Double {
    guard x > 0 else { return x == x ? -Double.infinity : x }
    guard x.isFinite else { return x }
    var exponent = Int64(truncatingIfNeeded: x.bitPattern >> 52) - 1023
    var mantissa = Double(bitPattern: (x.bitPattern & 0xf_ffff_ffff_ffff) | 0x3ff0_0000_0000_0000)  // 1 ..< 2
    if mantissa > 1.4142135623730951 {
      mantissa /= 2
      exponent += 1
    }
    // ln m = 2 artanh((m − 1) / (m + 1)), whose argument is at most 0.172.
    let z = (mantissa - 1) / (mantissa + 1)
    let square = z * z
    var sum = 0.0
    var odd = 23.0
    while odd >= 1 {
      sum = sum * square + 1 / odd
      odd -= 2
    }
    return Double(exponent) * ln2 + 2 * z * sum
  }

  /// Returns the arctangent of `x`, in radians.
  package static func arctangent(_ x: Double) -> Double {
    guard x == x else { return x }
    if x < 0 { return -arctangent(-x) }
    if x > 1 { return halfPi - arctangent(1 / x) }
    // arctan x = 2 arctan(x / (1 + √(1 + x²))), twice: the series' argument is at most tan(π/16) < 0.199.
    let half = x / (1 + (1 + x * x).squareRoot())
    let z = half / (1 + (1 + half * half).squareRoot())
    let square = z * z
    var sum = 0.0
    var odd = 25.0
    while odd >= 1 {
      sum = 1 / odd - sum * square
      odd -= 2
    }
    return 4 * z * sum
  }

  /// Calls `body` with `x` split into quarter turns. The first argument is the nearest whole number of
  /// quarter turns, and the second is the remainder in radians, at most ±π/4.
  private static func quarterTurns(_ x: Double, _ body: (Int64, Double) -> Double) -> Double {
    guard x == x, x.isFinite else { return .nan }
    let quarter = nearest(x / halfPi)
    // π/2 in two parts, so that little is lost by the subtraction.
    let rest = (x - Double(quarter) * 1.57079632673412561417) - Double(quarter) * 6.07710050650619224932e-11
    return body(quarter, rest)
  }

  private static func sineSeries(_ x: Double) -> Double {
    let square = x * x
    var sum = 1.0
    var n = 18.0
    while n >= 2 {
      sum = 1 - sum * square / (n * (n + 1))
      n -= 2
    }
    return x * sum
  }

  private static func cosineSeries(_ x: Double) -> Double {
    let square = x * x
    var sum = 1.0
    var n = 19.0
    while n >= 1 {
      sum = 1 - sum * square / (n * (n + 1))
      n -= 2
    }
    return sum
  }
}
