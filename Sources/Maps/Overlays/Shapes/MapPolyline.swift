/// A line through points, straight from each to the next on the map: MapKit's `MKPolyline`.
///
/// Coordinates that are not finite are left out; those beyond the map's north or south are clamped to its
/// edge. Each segment takes the shorter way around the world: one across the 180th meridian does not cross
/// the whole map, as MapKit's does.
open class MapPolyline: Overlay {
  /// The points of the line, each in the copy of the world nearest to the one before.
  public let points: [MapPoint]
  public let boundingMapRect: MapRect
  /// The line prepared for drawing.
  package let geometry: LineGeometry

  /// Creates a line through coordinates.
  public convenience init(coordinates: some Collection<Coordinate>) {
    self.init(points: UnwrappedLine(coordinates).points)
  }

  init(points: [MapPoint]) {
    self.points = points
    boundingMapRect = MapRect(bounding: points)
    geometry = LineGeometry(points)
  }

  /// The center of the bounding rectangle; 0, 0 without any point.
  open var coordinate: Coordinate {
    points.isEmpty
      ? Coordinate(latitude: 0, longitude: 0) : Coordinate(boundingMapRect.center) ?? Coordinate(latitude: 0, longitude: 0)
  }

  /// The number of points.
  public var pointCount: Int { points.count }

  /// The points as coordinates.
  public var coordinates: [Coordinate] { points.compactMap { Coordinate($0) } }
}
