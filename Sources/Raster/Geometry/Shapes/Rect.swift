/// A rectangle in a layer's coordinate space, in points.
///
/// A rectangle contains the points on its left and upper edges. It does not contain the points on its right
/// and lower edges.
public struct Rect: Hashable, Sendable, BitwiseCopyable {
  /// The rectangle's top left corner.
  public var origin: Point
  /// The rectangle's width and height.
  public var size: Size

  /// Creates a rectangle from its top left corner and its size.
  @inlinable
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Creates a rectangle from the coordinates of its top left corner, and its width and height.
  @inlinable
  public init(x: Scalar, y: Scalar, width: Scalar, height: Scalar) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// The rectangle at (0, 0) with a width and a height of 0.
  @inlinable public static var zero: Rect { Rect(origin: .zero, size: .zero) }

  /// The x coordinate of the left edge.
  @inlinable public var minX: Scalar { origin.x }
  /// The y coordinate of the upper edge.
  @inlinable public var minY: Scalar { origin.y }
  /// The x coordinate of the right edge.
  @inlinable public var maxX: Scalar { origin.x + size.width }
  /// The y coordinate of the lower edge.
  @inlinable public var maxY: Scalar { origin.y + size.height }
  /// The rectangle's width.
  @inlinable public var width: Scalar { size.width }
  /// The rectangle's height.
  @inlinable public var height: Scalar { size.height }
  /// The point in the middle of the rectangle.
  @inlinable public var center: Point { Point(x: origin.x + size.width / 2, y: origin.y + size.height / 2) }
  /// Whether the rectangle contains no points, because its width or height is zero or negative.
  @inlinable public var isEmpty: Bool { size.width <= 0 || size.height <= 0 }

  /// Returns whether a point is inside the rectangle.
  ///
  /// Points on the left and upper edges are inside. Points on the right and lower edges are outside.
  @inlinable
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// Returns the intersection of this rectangle and another; ``zero`` if the two rectangles do not overlap.
  @inlinable
  public func intersection(_ other: Rect) -> Rect {
    let (left, top) = (max(minX, other.minX), max(minY, other.minY))
    let (right, bottom) = (min(maxX, other.maxX), min(maxY, other.maxY))
    return right > left && bottom > top ? Rect(x: left, y: top, width: right - left, height: bottom - top) : .zero
  }

  /// Returns the smallest rectangle that contains this rectangle and another.
  ///
  /// If one of the two rectangles is empty, the result is the other rectangle.
  @inlinable
  public func union(_ other: Rect) -> Rect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let (left, top) = (min(minX, other.minX), min(minY, other.minY))
    return Rect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// Returns whether this rectangle and another have an area in common.
  ///
  /// Rectangles that have only an edge or a corner in common do not intersect.
  @inlinable
  public func intersects(_ other: Rect) -> Bool { !intersection(other).isEmpty }

  /// Returns the rectangle with its four edges moved inward.
  ///
  /// The left and right edges move by `dx`, and the upper and lower edges move by `dy`. A negative distance
  /// moves the edges outward.
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
