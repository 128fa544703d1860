// The operators are disfavored for the reason that `WideFixed+Arithmetic.swift` gives.

extension Angle: AdditiveArithmetic {
  /// Returns the sum of two angles, clamped to ±2^31 degrees.
  @_disfavoredOverload
  @inlinable
  public static func + (a: Angle, b: Angle) -> Angle {
    Angle(degrees: a.degrees + b.degrees)
  }

  /// Returns the difference of two angles, clamped to ±2^31 degrees.
  @_disfavoredOverload
  @inlinable
  public static func - (a: Angle, b: Angle) -> Angle {
    Angle(degrees: a.degrees - b.degrees)
  }

  /// Adds an angle to another. The sum is clamped to ±2^31 degrees.
  @_disfavoredOverload
  @inlinable
  public static func += (a: inout Angle, b: Angle) {
    a = a + b
  }

  /// Subtracts an angle from another. The difference is clamped to ±2^31 degrees.
  @_disfavoredOverload
  @inlinable
  public static func -= (a: inout Angle, b: Angle) {
    a = a - b
  }

  /// Returns the angle of the same size in the opposite direction.
  @_disfavoredOverload
  @inlinable
  public static prefix func - (a: Angle) -> Angle {
    Angle(degrees: -a.degrees)
  }

  /// Returns the angle multiplied by a whole number, clamped to ±2^31 degrees.
  @_disfavoredOverload
  @inlinable
  public static func * (a: Angle, b: Int) -> Angle {
    Angle(degrees: a.degrees * b)
  }

  /// Returns a whole number multiplied by an angle, clamped to ±2^31 degrees.
  @_disfavoredOverload
  @inlinable
  public static func * (a: Int, b: Angle) -> Angle {
    Angle(degrees: b.degrees * a)
  }

  /// Returns the angle multiplied by a number, clamped to ±2^31 degrees.
  ///
  /// For example, `.degrees(0.5) * pan.delta.x` is half a degree per point of a pan's horizontal movement.
  @_disfavoredOverload
  @inlinable
  public static func * (a: Angle, b: Scalar) -> Angle {
    Angle(degrees: a.degrees * b)
  }

  /// Returns a number multiplied by an angle, clamped to ±2^31 degrees.
  @_disfavoredOverload
  @inlinable
  public static func * (a: Scalar, b: Angle) -> Angle {
    Angle(degrees: b.degrees * a)
  }

  /// Returns the angle divided by a whole number, rounded to the nearest multiple of 2^-32 of a degree.
  @_disfavoredOverload
  @inlinable
  public static func / (a: Angle, b: Int) -> Angle {
    Angle(degrees: a.degrees / b)
  }

  /// Returns the angle divided by a number, rounded to the nearest multiple of 2^-32 of a degree.
  ///
  /// The quotient is clamped to ±2^31 degrees.
  @_disfavoredOverload
  @inlinable
  public static func / (a: Angle, b: Scalar) -> Angle {
    Angle(degrees: a.degrees / b)
  }

  /// Returns the ratio of two angles, rounded to the nearest ``Scalar``.
  ///
  /// A ratio midway between two numbers is rounded away from zero. An angle divided by ``zero`` is the
  /// largest or the smallest ``Scalar``; zero divided by zero is zero.
  @_disfavoredOverload
  @inlinable
  public static func / (a: Angle, b: Angle) -> Scalar {
    Scalar(rawValue: a.degrees.rawValue) / Scalar(rawValue: b.degrees.rawValue)
  }

  /// Returns the remainder of the division of two angles, with the sign of the first angle.
  ///
  /// The remainder of a division by ``zero`` is zero. For a direction in 0..<360°, use ``normalized``.
  @_disfavoredOverload
  @inlinable
  public static func % (a: Angle, b: Angle) -> Angle {
    Angle(degrees: a.degrees % b.degrees)
  }

  /// Multiplies an angle by a number. The product is clamped to ±2^31 degrees.
  @_disfavoredOverload
  @inlinable
  public static func *= (a: inout Angle, b: Scalar) {
    a = a * b
  }

  /// Divides an angle by a number. The quotient is clamped to ±2^31 degrees.
  @_disfavoredOverload
  @inlinable
  public static func /= (a: inout Angle, b: Scalar) {
    a = a / b
  }
}

extension Angle: Comparable {
  /// Returns whether two angles have the same number of degrees. Whole turns count: 360° is not equal to 0°.
  // Stated here for the same reason as `<` below.
  @inlinable
  public static func == (a: Angle, b: Angle) -> Bool {
    a.degrees.rawValue == b.degrees.rawValue
  }

  /// Returns whether the first angle has fewer degrees than the second. Whole turns count: 360° is greater
  /// than 0°.
  // Not disfavored: the standard library's `<` of `Strideable` would win, and compare by a clamped distance.
  @inlinable
  public static func < (a: Angle, b: Angle) -> Bool {
    a.degrees < b.degrees
  }
}

extension Angle: Strideable {
  /// Returns the degrees from this angle to another, clamped to ±2^31.
  @inlinable
  public func distance(to other: Angle) -> WideFixed<32> { other.degrees - degrees }

  /// Returns the angle that is greater by a number of degrees, clamped to ±2^31 degrees.
  ///
  /// So the steps of a stride are in degrees: `stride(from: .zero, to: .degrees(360), by: 30)`.
  @inlinable
  public func advanced(by degrees: WideFixed<32>) -> Angle { Angle(degrees: self.degrees + degrees) }
}

/// Returns the angle without its sign.
@_disfavoredOverload
@inlinable
public func abs(_ angle: Angle) -> Angle {
  angle.magnitude
}
