/// Returns the largest whole number whose square is not above `value`.
///
/// An approximate root is computed first. A small root is then corrected in steps of 1. A larger root is
/// found by Newton's iteration from above.
package func squareRoot(of value: UInt64) -> UInt64 {
  var root = UInt64(bitPattern: approximateSquareRoot(value))
  if root < 1 << 24 {
    while root &* root > value { root &-= 1 }
    while (root &+ 1) &* (root &+ 1) <= value { root &+= 1 }
    return root
  }
  root = min(root &+ root >> 25 &+ 2, (1 << 32) &- 1)
  while true {
    let next = (root &+ value / root) >> 1  // < 2^33
    if next >= root { return root }
    root = next
  }
}

/// Returns the largest whole number whose square is not above `value`.
package func squareRoot(of value: UInt128) -> UInt64 {
  if value >> 64 == 0 { return squareRoot(of: UInt64(truncatingIfNeeded: value)) }
  var root = UInt128(1) << UInt128((129 &- value.leadingZeroBitCount) / 2)
  if root >= 1 << 64 { root = (1 << 64) &- 1 }
  while true {
    let next = (root &+ value / root) >> 1  // < 2^65
    if next >= root { return UInt64(truncatingIfNeeded: root) }
    root = next
  }
}

/// Returns the largest whole number whose square is not above `value`; zero for a negative `value`.
package func squareRoot(of value: Int64) -> Int64 {
  Int64(squareRoot(of: UInt64(max(value, 0))))
}

extension WideFixed {
  /// Returns the square root of this number, rounded to the nearest number of this type.
  ///
  /// For a negative number, the result is zero.
  public func squareRoot() -> Self {
    guard rawValue > 0 else { return .zero }
    let wide = UInt128(rawValue) << UInt128(fractionBits)  // ≤ 2^127
    let root = UInt128(CartoucheRaster.squareRoot(of: wide))
    // (root + ½)² = root² + root + ¼
    return Self(saturating: Int128(wide &- root &* root > root ? root &+ 1 : root))
  }

  /// Returns √(x² + y²), the length of the vector (`x`, `y`).
  ///
  /// The length is rounded to the nearest number of this type and clamped to the type's range.
  public static func hypotenuse(_ x: Self, _ y: Self) -> Self {
    let (dx, dy) = (UInt128(x.rawValue.magnitude), UInt128(y.rawValue.magnitude))
    let sum = dx &* dx &+ dy &* dy  // ≤ 2^127
    let root = UInt128(CartoucheRaster.squareRoot(of: sum))
    return Self(saturating: Int128(sum &- root &* root > root ? root &+ 1 : root))
  }
}
