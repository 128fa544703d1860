/// An angle, stored as a number of degrees with 32 fraction bits. Whole degrees are exact.
///
/// Positive angles turn from +x toward +y. On a screen, where y points down, this direction is clockwise.
public struct Angle: Hashable, Sendable, BitwiseCopyable, Comparable {
  /// The angle in degrees, within ±2^31. The number may be negative, or greater than a full turn.
  public var degrees: WideFixed<32>

  /// Creates an angle from a number of degrees.
  @inlinable
  public init(degrees: WideFixed<32>) {
    self.degrees = degrees
  }

  /// The angle of 0 degrees.
  @inlinable public static var zero: Angle { Angle(degrees: .zero) }

  /// Returns the angle of `value` degrees.
  @inlinable
  public static func degrees(_ value: WideFixed<32>) -> Angle {
    Angle(degrees: value)
  }

  /// Returns the angle of `value` radians.
  ///
  /// Up to one turn, the error is less than 2^-30 of a degree. For greater angles, the error grows in
  /// proportion to the angle.
  @inlinable
  public static func radians(_ value: WideFixed<32>) -> Angle {
    Angle(degrees: value * WideFixed<32>(rawValue: 246_083_499_208))  // 180 / π × 2^32
  }

  /// Returns the sum of two angles, clamped to ±2^31 degrees.
  @inlinable public static func + (a: Angle, b: Angle) -> Angle { Angle(degrees: a.degrees + b.degrees) }
  /// Returns the difference of two angles, clamped to ±2^31 degrees.
  @inlinable public static func - (a: Angle, b: Angle) -> Angle { Angle(degrees: a.degrees - b.degrees) }
  /// Adds an angle to another. The sum is clamped to ±2^31 degrees.
  @inlinable public static func += (a: inout Angle, b: Angle) { a = a + b }
  /// Subtracts an angle from another. The difference is clamped to ±2^31 degrees.
  @inlinable public static func -= (a: inout Angle, b: Angle) { a = a - b }
  /// Returns the angle of the same size in the opposite direction.
  @inlinable public static prefix func - (a: Angle) -> Angle { Angle(degrees: -a.degrees) }
  /// Returns the angle multiplied by a whole number, clamped to ±2^31 degrees.
  @inlinable public static func * (a: Angle, b: Int) -> Angle { Angle(degrees: a.degrees * b) }
  /// Returns the angle divided by a whole number, rounded to the nearest multiple of 2^-32 of a degree.
  @inlinable public static func / (a: Angle, b: Int) -> Angle { Angle(degrees: a.degrees / b) }
  /// Returns whether the first angle has fewer degrees than the second. Whole turns count: 360° is greater
  /// than 0°.
  @inlinable public static func < (a: Angle, b: Angle) -> Bool { a.degrees < b.degrees }

  /// Returns the angle multiplied by a number, clamped to ±2^31 degrees.
  ///
  /// For example, `.degrees(0.5) * pan.delta.x` is half a degree per point of a pan's horizontal movement.
  @inlinable
  public static func * (a: Angle, b: Scalar) -> Angle {
    Angle(degrees: a.degrees * WideFixed<32>(rounding: b))
  }
}
