/// An angle, stored as a number of degrees with 32 fraction bits. Whole degrees are exact.
///
/// Positive angles turn from +x toward +y. On a screen, where y points down, this direction is clockwise.
public struct Angle: Hashable, Sendable, BitwiseCopyable {
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

  /// The angle without its sign. The magnitude of the smallest angle is the largest angle.
  @inlinable
  public var magnitude: Angle { Angle(degrees: degrees.magnitude) }
}

#if !hasFeature(Embedded)
  extension Angle: Codable {}
#endif
