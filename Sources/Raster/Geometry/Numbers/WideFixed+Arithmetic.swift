// The plain arithmetic of two numbers, or of a number and an `Int`, is found as usual. Every other operator
// is disfavored: the compiler tries it only if no other one fits. So it slows the type checking neither of an
// application's expressions in `Double` nor of those in `Scalar`. `tools/type-checking` measures both.

extension WideFixed {
  /// Returns the sum of two numbers, clamped to the range of the type.
  @inlinable
  public static func + (a: Self, b: Self) -> Self {
    let (sum, overflow) = a.rawValue.addingReportingOverflow(b.rawValue)
    return overflow ? (b.rawValue < 0 ? .min : .max) : Self(rawValue: sum)
  }

  /// Returns the difference of two numbers, clamped to the range of the type.
  @inlinable
  public static func - (a: Self, b: Self) -> Self {
    let (difference, overflow) = a.rawValue.subtractingReportingOverflow(b.rawValue)
    return overflow ? (b.rawValue < 0 ? .max : .min) : Self(rawValue: difference)
  }

  /// Returns the product of two numbers, rounded to the nearest number of this type and clamped to the range.
  ///
  /// A product midway between two numbers is rounded toward positive infinity.
  @inlinable
  public static func * (a: Self, b: Self) -> Self {
    let half: Int128 = fractionBits == 0 ? 0 : 1 << Int128(fractionBits &- 1)
    return Self(saturating: (Int128(a.rawValue) &* Int128(b.rawValue) &+ half) >> Int128(fractionBits))  // ≤ 2^126
  }

  /// Returns the quotient of two numbers, rounded to the nearest number of this type and clamped to the
  /// range.
  ///
  /// A quotient midway between two numbers is rounded away from zero.
  @inlinable
  public static func / (a: Self, b: Self) -> Self {
    guard b.rawValue != 0 else { return a.rawValue == 0 ? .zero : (a.rawValue < 0 ? .min : .max) }
    let numerator = Int128(a.rawValue) << Int128(fractionBits)  // ≤ 2^126
    let half = Int128(b.rawValue.magnitude >> 1)
    let shift = numerator < 0 ? -half : half
    return Self(saturating: (numerator &+ shift) / Int128(b.rawValue))
  }

  /// Returns the number multiplied by a whole number, clamped to the range of the type.
  @inlinable
  public static func * (a: Self, b: Int) -> Self {
    Self(saturating: Int128(a.rawValue) &* Int128(b))  // ≤ 2^126
  }

  /// Returns a whole number multiplied by a number, clamped to the range.
  @_disfavoredOverload
  @inlinable
  public static func * (a: Int, b: Self) -> Self {
    b * a
  }

  /// Returns the number divided by a whole number, rounded to the nearest number of this type.
  ///
  /// A quotient midway between two numbers is rounded away from zero. The quotient is clamped to the range of
  /// the type.
  @inlinable
  public static func / (a: Self, b: Int) -> Self {
    guard b != 0 else { return a.rawValue == 0 ? .zero : (a.rawValue < 0 ? .min : .max) }
    let half = Int128(b.magnitude >> 1)
    let numerator = Int128(a.rawValue)
    return Self(saturating: (numerator &+ (numerator < 0 ? -half : half)) / Int128(b))
  }

  /// Returns the negated number. The negated ``min`` is ``max``.
  @_disfavoredOverload
  @inlinable
  public static prefix func - (a: Self) -> Self {
    Self(saturating: 0 &- Int128(a.rawValue))
  }

  /// Adds a number to another. The sum is clamped to the range.
  @_disfavoredOverload
  @inlinable
  public static func += (a: inout Self, b: Self) { a = a + b }
  /// Subtracts a number from another. The difference is clamped to the range.
  @_disfavoredOverload
  @inlinable
  public static func -= (a: inout Self, b: Self) { a = a - b }
  /// Multiplies a number by another. The product is rounded and clamped as by `*`.
  @_disfavoredOverload
  @inlinable
  public static func *= (a: inout Self, b: Self) { a = a * b }
  /// Divides a number by another. The quotient is rounded and clamped as by `/`.
  @_disfavoredOverload
  @inlinable
  public static func /= (a: inout Self, b: Self) { a = a / b }
}

extension WideFixed {
  /// Returns the product of two numbers of different types, as a number of the first number's type.
  ///
  /// For example, a velocity multiplied by ``Seconds`` is a distance. The product is rounded to the nearest
  /// number and clamped to the range. A product midway between two numbers is rounded toward positive
  /// infinity.
  @_disfavoredOverload
  @inlinable
  public static func * <let otherBits: Int>(a: Self, b: WideFixed<otherBits>) -> Self {
    let half: Int128 = otherBits == 0 ? 0 : 1 << Int128(otherBits &- 1)
    return Self(saturating: (Int128(a.rawValue) &* Int128(b.rawValue) &+ half) >> Int128(otherBits))  // ≤ 2^126
  }

  /// Returns the quotient of two numbers of different types, as a number of the first number's type.
  ///
  /// The quotient is rounded to the nearest number and clamped to the range. A quotient midway between two
  /// numbers is rounded away from zero.
  @_disfavoredOverload
  @inlinable
  public static func / <let otherBits: Int>(a: Self, b: WideFixed<otherBits>) -> Self {
    guard b.rawValue != 0 else { return a.rawValue == 0 ? .zero : (a.rawValue < 0 ? .min : .max) }
    let numerator = Int128(a.rawValue) << Int128(otherBits)  // ≤ 2^126
    let half = Int128(b.rawValue.magnitude >> 1)
    return Self(saturating: (numerator &+ (numerator < 0 ? -half : half)) / Int128(b.rawValue))
  }

  /// Returns the remainder of the division of two numbers, with the sign of the first number.
  ///
  /// The remainder is exact. The remainder of a division by zero is zero.
  @_disfavoredOverload
  @inlinable
  public static func % (a: Self, b: Self) -> Self {
    a.truncatingRemainder(dividingBy: b)
  }

  /// Returns the remainder of the division of this number by another, with the sign of this number.
  ///
  /// The remainder is exact. The remainder of a division by zero is zero.
  @inlinable
  public func truncatingRemainder(dividingBy other: Self) -> Self {
    Self(rawValue: other.rawValue == 0 ? 0 : rawValue.remainderReportingOverflow(dividingBy: other.rawValue).partialValue)
  }
}

extension WideFixed: Comparable {
  /// Returns whether two numbers are equal.
  // Stated here for the same reason as `<` below.
  @inlinable
  public static func == (a: Self, b: Self) -> Bool {
    a.rawValue == b.rawValue
  }

  /// Returns whether the first number is less than the second.
  // Not disfavored: the standard library's `<` of `Strideable` would win, and compare by a clamped distance.
  @inlinable
  public static func < (a: Self, b: Self) -> Bool {
    a.rawValue < b.rawValue
  }
}
