/// A point in a layer's coordinate space. The x axis points right, and the y axis points down.
///
/// Coordinates are in points and have 16 fraction bits.
public struct Point: Hashable, Sendable, BitwiseCopyable {
  public var x: Scalar
  public var y: Scalar

  @inlinable
  public init(x: Scalar, y: Scalar) {
    self.x = x
    self.y = y
  }

  @inlinable public static var zero: Point { Point(x: .zero, y: .zero) }

  @inlinable
  public static func + (a: Point, b: Point) -> Point {
    Point(x: a.x + b.x, y: a.y + b.y)
  }

  @inlinable
  public static func - (a: Point, b: Point) -> Point {
    Point(x: a.x - b.x, y: a.y - b.y)
  }
}

/// A width and a height, in points.
public struct Size: Hashable, Sendable, BitwiseCopyable {
  public var width: Scalar
  public var height: Scalar

  @inlinable
  public init(width: Scalar, height: Scalar) {
    self.width = width
    self.height = height
  }

  @inlinable public static var zero: Size { Size(width: .zero, height: .zero) }
}
