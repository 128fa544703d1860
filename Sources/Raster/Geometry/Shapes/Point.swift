/// A point in a layer's coordinate space. The x axis points right, and the y axis points down.
///
/// The unit of the coordinates is the point, as in UIKit. Each coordinate is a multiple of 1/65536.
public struct Point: Hashable, Sendable, BitwiseCopyable {
  /// The horizontal coordinate, which grows to the right.
  public var x: Scalar
  /// The vertical coordinate, which grows downward.
  public var y: Scalar

  /// Creates a point from its two coordinates.
  @inlinable
  public init(x: Scalar, y: Scalar) {
    self.x = x
    self.y = y
  }

  /// The point (0, 0).
  @inlinable public static var zero: Point { Point(x: .zero, y: .zero) }

  /// Returns the sum of two points, coordinate by coordinate, clamped to the range of ``Scalar``.
  @_disfavoredOverload
  @inlinable
  public static func + (a: Point, b: Point) -> Point {
    Point(x: a.x + b.x, y: a.y + b.y)
  }

  /// Returns the difference of two points, coordinate by coordinate, clamped to the range of ``Scalar``.
  @_disfavoredOverload
  @inlinable
  public static func - (a: Point, b: Point) -> Point {
    Point(x: a.x - b.x, y: a.y - b.y)
  }

  /// Adds a point to another, coordinate by coordinate. The sums are clamped to the range of ``Scalar``.
  @_disfavoredOverload
  @inlinable
  public static func += (a: inout Point, b: Point) {
    a = a + b
  }

  /// Subtracts a point from another, coordinate by coordinate.
  ///
  /// The differences are clamped to the range of ``Scalar``.
  @_disfavoredOverload
  @inlinable
  public static func -= (a: inout Point, b: Point) {
    a = a - b
  }

  /// Returns the point with both coordinates multiplied by a number, as by ``Scalar``'s `*`.
  @_disfavoredOverload
  @inlinable
  public static func * (a: Point, b: Scalar) -> Point {
    Point(x: a.x * b, y: a.y * b)
  }

  /// Returns the point with both coordinates divided by a number, as by ``Scalar``'s `/`.
  @_disfavoredOverload
  @inlinable
  public static func / (a: Point, b: Scalar) -> Point {
    Point(x: a.x / b, y: a.y / b)
  }
}

#if !hasFeature(Embedded)
  extension Point: Codable {}
#endif

/// A width and a height, usually in points.
public struct Size: Hashable, Sendable, BitwiseCopyable {
  /// The horizontal extent.
  public var width: Scalar
  /// The vertical extent.
  public var height: Scalar

  /// Creates a size from a width and a height.
  @inlinable
  public init(width: Scalar, height: Scalar) {
    self.width = width
    self.height = height
  }

  /// The size with a width and a height of 0.
  @inlinable public static var zero: Size { Size(width: .zero, height: .zero) }
}

#if !hasFeature(Embedded)
  extension Size: Codable {}
#endif
