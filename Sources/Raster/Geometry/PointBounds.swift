/// The smallest upright rectangle around the points added so far.
package struct PointBounds: BitwiseCopyable {
  package private(set) var minX = Scalar.max
  package private(set) var minY = Scalar.max
  package private(set) var maxX = Scalar.min
  package private(set) var maxY = Scalar.min

  package init() {}

  /// Whether no point was added.
  package var isEmpty: Bool { minX > maxX }

  /// The rectangle, whose far edges pass through the outermost points; nil before the first point.
  package var rect: Rect? {
    isEmpty ? nil : Rect(x: minX, y: minY, width: maxX - minX, height: maxY - minY)
  }

  package mutating func add(_ point: Point) {
    minX = min(minX, point.x)
    minY = min(minY, point.y)
    maxX = max(maxX, point.x)
    maxY = max(maxY, point.y)
  }
}

extension Rect {
  /// The corners clockwise as seen, from the one at the origin.
  package var corners: InlineArray<4, Point> {
    [origin, Point(x: maxX, y: minY), Point(x: maxX, y: maxY), Point(x: minX, y: maxY)]
  }
}
