/// A place on a layer: x to the right, y down, in points of 1/65536.
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

/// A rectangle on a layer, in points: half-open, it holds its origin and not its far edges.
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

  @inlinable
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// What both have in common; empty where that is nothing.
  @inlinable
  public func intersection(_ other: Rect) -> Rect {
    let (left, top) = (max(minX, other.minX), max(minY, other.minY))
    let (right, bottom) = (min(maxX, other.maxX), min(maxY, other.maxY))
    return right > left && bottom > top ? Rect(x: left, y: top, width: right - left, height: bottom - top) : .zero
  }

  /// The smallest rectangle that holds both; an empty one adds nothing.
  @inlinable
  public func union(_ other: Rect) -> Rect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let (left, top) = (min(minX, other.minX), min(minY, other.minY))
    return Rect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  @inlinable
  public func intersects(_ other: Rect) -> Bool { !intersection(other).isEmpty }

  /// The rectangle with each edge moved inwards by `dx` and `dy` (outwards where negative).
  @inlinable
  public func insetBy(dx: Scalar, dy: Scalar) -> Rect {
    Rect(x: origin.x + dx, y: origin.y + dy, width: size.width - dx * 2, height: size.height - dy * 2)
  }
}
