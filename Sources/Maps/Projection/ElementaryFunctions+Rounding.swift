/// Rounding and remainders, without the C library.
extension ElementaryFunctions {
  /// Returns the largest whole number that is not above `x`.
  package static func floor(_ x: Double) -> Double {
    // Larger numbers are whole.
    guard x.magnitude < 4_503_599_627_370_496 else { return x }
    let whole = Double(Int64(x))  // towards zero
    return whole > x ? whole - 1 : whole
  }

  /// Returns the smallest whole number that is not below `x`.
  package static func ceiling(_ x: Double) -> Double { -floor(-x) }

  /// Returns the whole number nearest to `x`. A number halfway between two is rounded away from zero.
  package static func rounded(_ x: Double) -> Double {
    guard x.magnitude < 4_503_599_627_370_496 else { return x }
    let whole = floor(x.magnitude)
    let nearest = x.magnitude - whole >= 0.5 ? whole + 1 : whole
    return x < 0 ? -nearest : nearest
  }

  /// Returns the exact remainder of `x` divided by `y`, with the sign of `x`.
  package static func remainder(_ x: Double, _ y: Double) -> Double {
    guard x.isFinite, y == y, y != 0 else { return .nan }
    guard y.isFinite else { return x }
    let divisor = y.magnitude
    var rest = x.magnitude
    // Each round subtracts the divisor times a power of two, which is exact, and clears the highest bit.
    while rest >= divisor {
      var part = Double(sign: .plus, exponent: rest.exponent - divisor.exponent, significand: divisor)
      if part > rest { part /= 2 }
      rest -= part
    }
    return x < 0 ? -rest : rest
  }
}
