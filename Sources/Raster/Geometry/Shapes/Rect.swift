/// A rectangle in a layer's coordinate space, in points.
///
/// A rectangle contains the points on its left and upper edges but not those on its right and lower edges.
public struct Rect: Hashable, Sendable, BitwiseCopyable {
  public var origin: Point
  public var size: Size

  @inlinable
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  @inlinable
  public init(x: Scalar, y: Scalar, width: Scalar, height: Scalar) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  @inlinable public static var zero: Rect { Rect(origin: .zero, size: .zero) }

  @inlinable public var minX: Scalar { origin.x }
  @inlinable public var minY: Scalar { origin.y }
  @inlinable public var maxX: Scalar { origin.x + size.width }
  @inlinable public var maxY: Scalar { origin.y + size.height }
  @inlinable public var width: Scalar { size.width }
  @inlinable public var height: Scalar { size.height }
  @inlinable public var center: Point { Point(x: origin.x + size.width / 2, y: origin.y + size.height / 2) }
  @inlinable public var isEmpty: Bool { size.width <= 0 || size.height <= 0 }

  /// Returns whether a point is inside the rectangle.
  ///
  /// Points on the right and lower edges are outside.
  @inlinable
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// Returns the intersection of this rectangle with another, or ``zero`` if they do not overlap.
  @inlinable
  public func intersection(_ other: Rect) -> Rect {
    let (left, top) = (max(minX, other.minX), max(minY, other.minY))
    let (right, bottom) = (min(maxX, other.maxX), min(maxY, other.maxY))
    return right > left && bottom > top ? Rect(x: left, y: top, width: right - left, height: bottom - top) : .zero
  }

  /// Returns the smallest rectangle that contains this rectangle and another.
  ///
  /// If one rectangle is empty, the result is the other rectangle.
  @inlinable
  public func union(_ other: Rect) -> Rect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let (left, top) = (min(minX, other.minX), min(minY, other.minY))
    return Rect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// Returns whether this rectangle and another overlap. Rectangles that only touch do not overlap.
  @inlinable
  public func intersects(_ other: Rect) -> Bool { !intersection(other).isEmpty }

  /// Returns the rectangle with its edges moved inward, or outward if `dx` or `dy` is negative.
  ///
  /// The left and right edges move by `dx`, and the upper and lower edges by `dy`.
  @inlinable
  public func insetBy(dx: Scalar, dy: Scalar) -> Rect {
    Rect(x: origin.x + dx, y: origin.y + dy, width: size.width - dx * 2, height: size.height - dy * 2)
  }
}

extension Rect {
  /// The four corners, clockwise on screen from the origin.
  package var corners: InlineArray<4, Point> {
    [origin, Point(x: maxX, y: minY), Point(x: maxX, y: maxY), Point(x: minX, y: maxY)]
  }
}
