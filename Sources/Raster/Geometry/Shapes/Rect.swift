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
  /// The x coordinate of the middle between the left and the right edge.
  @inlinable public var midX: Scalar { origin.x + size.width / 2 }
  /// The y coordinate of the middle between the upper and the lower edge.
  @inlinable public var midY: Scalar { origin.y + size.height / 2 }
  /// The rectangle's width.
  @inlinable public var width: Scalar { size.width }
  /// The rectangle's height.
  @inlinable public var height: Scalar { size.height }
  /// The point in the middle of the rectangle.
  @inlinable public var center: Point { Point(x: midX, y: midY) }
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

  /// Returns the rectangle with its four edges moved inward by the distances in `insets`.
  ///
  /// The width or height of the result is negative if the insets are wider or higher than the rectangle.
  @inlinable
  public func inset(by insets: EdgeInsets) -> Rect {
    Rect(
      x: origin.x + insets.left, y: origin.y + insets.top, width: size.width - insets.left - insets.right,
      height: size.height - insets.top - insets.bottom)
  }

  /// Returns the rectangle moved by `dx` to the right and by `dy` down.
  @inlinable
  public func offsetBy(dx: Scalar, dy: Scalar) -> Rect {
    Rect(origin: Point(x: origin.x + dx, y: origin.y + dy), size: size)
  }

  /// Returns whether all points of another rectangle are inside this rectangle.
  ///
  /// An empty rectangle contains no points, so every rectangle contains it.
  @inlinable
  public func contains(_ other: Rect) -> Bool {
    other.isEmpty || (other.minX >= minX && other.minY >= minY && other.maxX <= maxX && other.maxY <= maxY)
  }
}

#if !hasFeature(Embedded)
  extension Rect: Codable {}
#endif

extension Rect {
  /// The four corners, clockwise on screen from the origin.
  package var corners: InlineArray<4, Point> {
    [origin, Point(x: maxX, y: minY), Point(x: maxX, y: maxY), Point(x: minX, y: maxY)]
  }
}
