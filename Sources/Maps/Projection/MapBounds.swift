/// Places one after the other, each the short way from the one before: what goes over the 180th meridian goes on in the world's next copy.
struct UnwrappedLine {
  private(set) var points: [MapPoint] = []

  /// Leaves out what is not finite; latitudes beyond the map are held to its edge.
  init(_ coordinates: some Collection<Coordinate>) {
    points.reserveCapacity(coordinates.count)
    for coordinate in coordinates { add(coordinate) }
  }

  mutating func add(_ coordinate: Coordinate) {
    guard coordinate.latitude.isFinite, coordinate.longitude.isFinite else { return }
    add(MapPoint(clamping: coordinate))
  }

  mutating func add(_ place: MapPoint) {
    guard let last = points.last else { return points.append(place) }
    points.append(place.nearestCopy(to: last))
  }
}

extension MapPoint {
  /// The copy of the place that is at most half a world east or west of `other`.
  func nearestCopy(to other: MapPoint) -> MapPoint {
    let half = Self.worldSize / 2
    return MapPoint(x: other.x &+ (((x &- other.x &+ half) & (Self.worldSize - 1)) &- half), y: y)
  }
}

extension MapRect {
  /// The smallest rectangle that holds all points; empty without any, and no less than a unit wide and high with one.
  init(bounding points: some Sequence<MapPoint>) {
    var box = MapBounds.null
    for point in points { box.add(point) }
    self = box.rect
  }
}

/// Lowest and highest coordinates on the map's plane, both of them inside.
struct MapBounds: Hashable {
  var minX: Int64
  var minY: Int64
  var maxX: Int64
  var maxY: Int64

  static let null = MapBounds(minX: .max, minY: .max, maxX: .min, maxY: .min)

  @inline(__always)
  mutating func add(_ point: MapPoint) {
    (minX, maxX) = (min(minX, point.x), max(maxX, point.x))
    (minY, maxY) = (min(minY, point.y), max(maxY, point.y))
  }

  @inline(__always)
  func intersects(_ other: MapBounds) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }

  func contains(_ other: MapBounds) -> Bool {
    minX <= other.minX && other.maxX <= maxX && minY <= other.minY && other.maxY <= maxY
  }

  func expanded(by margin: Int64) -> MapBounds {
    MapBounds(minX: minX &- margin, minY: minY &- margin, maxX: maxX &+ margin, maxY: maxY &+ margin)
  }

  func translated(x: Int64) -> MapBounds { MapBounds(minX: minX &+ x, minY: minY, maxX: maxX &+ x, maxY: maxY) }

  var isEmpty: Bool { minX > maxX || minY > maxY }

  var rect: MapRect {
    isEmpty
      ? MapRect(origin: MapPoint(x: 0, y: 0), width: 0, height: 0)
      : MapRect(origin: MapPoint(x: minX, y: minY), width: maxX - minX + 1, height: maxY - minY + 1)
  }

  init(minX: Int64, minY: Int64, maxX: Int64, maxY: Int64) {
    (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
  }

  /// Sides of a rectangle that an application made up are held to a hundred worlds, so that sums fit.
  init(_ rect: MapRect) {
    let limit = MapPoint.worldSize * 100
    func held(_ value: Int64) -> Int64 { min(max(value, -limit), limit) }
    let (x, y) = (held(rect.origin.x), held(rect.origin.y))
    self.init(minX: x, minY: y, maxX: x + held(rect.width), maxY: y + held(rect.height))
  }
}
