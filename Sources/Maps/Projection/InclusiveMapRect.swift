import CartoucheRaster

extension MapRect {
  /// Creates the smallest map rectangle that contains all points.
  ///
  /// Without points, the rectangle is null. With at least one point, the rectangle is at least one unit wide
  /// and high.
  init(bounding points: some Sequence<MapPoint>) {
    var box = InclusiveMapRect.null
    for point in points { box.add(point) }
    self = box.rect
  }
}

/// A rectangle of the map's plane, given by its lowest and highest coordinates. Both are inclusive.
struct InclusiveMapRect: Hashable {
  var minX: Int64
  var minY: Int64
  var maxX: Int64
  var maxY: Int64

  /// The bounds of no points. If a point is added, the bounds contain just that point.
  static let null = InclusiveMapRect(minX: .max, minY: .max, maxX: .min, maxY: .min)

  @inline(__always)
  mutating func add(_ point: MapPoint) {
    (minX, maxX) = (min(minX, point.x), max(maxX, point.x))
    (minY, maxY) = (min(minY, point.y), max(maxY, point.y))
  }

  @inline(__always)
  mutating func add(_ other: InclusiveMapRect) {
    (minX, minY, maxX, maxY) = (min(minX, other.minX), min(minY, other.minY), max(maxX, other.maxX), max(maxY, other.maxY))
  }

  func intersects(_ other: InclusiveMapRect) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }

  func contains(_ other: InclusiveMapRect) -> Bool {
    minX <= other.minX && other.maxX <= maxX && minY <= other.minY && other.maxY <= maxY
  }

  func expanded(by margin: Int64) -> InclusiveMapRect {
    InclusiveMapRect(minX: minX &- margin, minY: minY &- margin, maxX: maxX &+ margin, maxY: maxY &+ margin)
  }

  func translated(x: Int64) -> InclusiveMapRect { InclusiveMapRect(minX: minX &+ x, minY: minY, maxX: maxX &+ x, maxY: maxY) }

  /// Returns the intersection of two bounds. If the bounds have no point in common, the result is empty.
  func intersection(_ other: InclusiveMapRect) -> InclusiveMapRect {
    InclusiveMapRect(
      minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY))
  }

  var isEmpty: Bool { minX > maxX || minY > maxY }

  /// The bounds as a map rectangle. The rectangle's far edges are one unit beyond the highest coordinates.
  var rect: MapRect {
    isEmpty
      ? .null
      : MapRect(origin: MapPoint(x: minX, y: minY), width: maxX - minX + 1, height: maxY - minY + 1)
  }

  init(minX: Int64, minY: Int64, maxX: Int64, maxY: Int64) {
    (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
  }

  /// Creates the bounds of a map rectangle. Coordinates are clamped to a hundred times the world's width, so
  /// that sums cannot overflow.
  init(_ rect: MapRect) {
    let limit = MapPoint.worldSize * 100
    func clamped(_ value: Int64) -> Int64 { value.clamped(from: -limit, to: limit) }
    func end(_ start: Int64, _ length: Int64) -> Int64 { clamped(Int64(clamping: Int128(start) + Int128(length))) }
    self.init(
      minX: clamped(rect.origin.x), minY: clamped(rect.origin.y), maxX: end(rect.origin.x, rect.width),
      maxY: end(rect.origin.y, rect.height))
  }
}
