/// An overlay of a line through points, with segments that are straight on the map: MapKit's `MKPolyline`.
///
/// Coordinates that are not finite are left out. Coordinates beyond the map's north or south edge are clamped
/// to that edge. Each segment takes the shorter way around the world. A segment across the 180th meridian is
/// therefore short. In MapKit, such a segment crosses the whole map.
open class MapPolyline: Overlay {
  /// The points of the line. Each point is in the copy of the world nearest to the previous point.
  public let points: [MapPoint]
  public let boundingMapRect: MapRect
  /// The line prepared for drawing.
  package let geometry: LineGeometry

  /// Creates a line through coordinates, in the given order.
  public convenience init(coordinates: some Collection<Coordinate>) {
    self.init(points: UnwrappedLine(coordinates).points)
  }

  init(points: [MapPoint]) {
    self.points = points
    boundingMapRect = MapRect(bounding: points)
    geometry = LineGeometry(points)
  }

  /// The center of the line's bounding rectangle. If the line has no points, the coordinate is latitude 0,
  /// longitude 0.
  open var coordinate: Coordinate {
    points.isEmpty
      ? Coordinate(latitude: 0, longitude: 0) : Coordinate(boundingMapRect.center) ?? Coordinate(latitude: 0, longitude: 0)
  }

  /// The number of points of the line.
  public var pointCount: Int { points.count }

  /// The points of the line as coordinates.
  public var coordinates: [Coordinate] { points.compactMap { Coordinate($0) } }
}
