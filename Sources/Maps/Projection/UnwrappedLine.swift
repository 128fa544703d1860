/// A line whose points are unwrapped: each point is in the copy of the world nearest to the previous point.
///
/// A line across the 180th meridian thus continues in the next copy of the world.
struct UnwrappedLine {
  private(set) var points: [MapPoint] = []

  /// Creates an unwrapped line through coordinates.
  ///
  /// Coordinates that are not finite are left out. Latitudes beyond the map are clamped to the map's edge.
  init(_ coordinates: some Collection<Coordinate>) {
    points.reserveCapacity(coordinates.count)
    for coordinate in coordinates { add(coordinate) }
  }

  mutating func add(_ coordinate: Coordinate) {
    guard coordinate.latitude.isFinite, coordinate.longitude.isFinite else { return }
    add(MapPoint(clamping: coordinate))
  }

  mutating func add(_ point: MapPoint) {
    guard let last = points.last else { return points.append(point) }
    points.append(point.nearestCopy(to: last))
  }
}
