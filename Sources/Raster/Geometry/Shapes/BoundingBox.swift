/// The bounding box of the points added so far.
package struct BoundingBox: BitwiseCopyable {
  package private(set) var minX = Scalar.max
  package private(set) var minY = Scalar.max
  package private(set) var maxX = Scalar.min
  package private(set) var maxY = Scalar.min

  package init() {}

  /// Whether no point has been added yet.
  package var isEmpty: Bool { minX > maxX }

  /// The bounding box as a rectangle; nil before the first point.
  ///
  /// The rectangle's right and lower edges pass through the outermost points.
  package var rect: Rect? {
    isEmpty ? nil : Rect(x: minX, y: minY, width: maxX - minX, height: maxY - minY)
  }

  package mutating func add(_ point: Point) {
    add(x: point.x)
    add(y: point.y)
  }

  mutating func add(x: Scalar) {
    minX = min(minX, x)
    maxX = max(maxX, x)
  }

  mutating func add(y: Scalar) {
    minY = min(minY, y)
    maxY = max(maxY, y)
  }
}
