/// An angle in degrees with 32 fraction bits, so that whole degrees are exact.
///
/// Positive angles turn from +x toward +y. On a screen, where y points down, that is clockwise.
public struct Angle: Hashable, Sendable, BitwiseCopyable, Comparable {
  /// The angle in degrees. Whole turns are kept, so the number may be outside 0..<360.
  public var degrees: WideFixed<32>

  @inlinable
  public init(degrees: WideFixed<32>) {
    self.degrees = degrees
  }

  @inlinable public static var zero: Angle { Angle(degrees: .zero) }

  @inlinable
  public static func degrees(_ value: WideFixed<32>) -> Angle {
    Angle(degrees: value)
  }

  /// Returns an angle of `value` radians. The error is at most 2^-31 of a degree for each turn.
  @inlinable
  public static func radians(_ value: WideFixed<32>) -> Angle {
    Angle(degrees: value * WideFixed<32>(rawValue: 246_083_499_208))  // 180 / π × 2^32
  }

  @inlinable public static func + (a: Angle, b: Angle) -> Angle { Angle(degrees: a.degrees + b.degrees) }
  @inlinable public static func - (a: Angle, b: Angle) -> Angle { Angle(degrees: a.degrees - b.degrees) }
  @inlinable public static func += (a: inout Angle, b: Angle) { a = a + b }
  @inlinable public static func -= (a: inout Angle, b: Angle) { a = a - b }
  @inlinable public static prefix func - (a: Angle) -> Angle { Angle(degrees: -a.degrees) }
  @inlinable public static func * (a: Angle, b: Int) -> Angle { Angle(degrees: a.degrees * b) }
  @inlinable public static func / (a: Angle, b: Int) -> Angle { Angle(degrees: a.degrees / b) }
  @inlinable public static func < (a: Angle, b: Angle) -> Bool { a.degrees < b.degrees }

  /// Returns the angle multiplied by a number, such as a distance in points: `.degrees(0.5) * pan.delta.x`.
  @inlinable
  public static func * (a: Angle, b: Scalar) -> Angle {
    Angle(degrees: a.degrees * WideFixed<32>(rounding: b))
  }
}
