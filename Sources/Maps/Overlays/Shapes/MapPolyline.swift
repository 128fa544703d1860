/// A line overlay, which connects points by segments that are straight on the map: MapKit's `MKPolyline`.
///
/// Coordinates that are not finite are left out. Coordinates beyond the map's north or south edge are clamped
/// to that edge. Each segment takes the shorter of the two ways around the world, so a segment may cross the
/// 180th meridian. In MapKit, such a segment crosses the rest of the map instead.
open class MapPolyline: Overlay {
  /// The points of the line.
  ///
  /// The map repeats the world to the east and west. Of all copies of a point, the array contains the copy
  /// nearest to the previous point. The x of a point may therefore lie outside the world.
  public let points: [MapPoint]
  /// The smallest rectangle of the map that contains the points of the line.
  public let boundingMapRect: MapRect
  /// The line prepared for drawing.
  package let geometry: LineLevelsOfDetail

  /// Creates a line through `coordinates`, in their order.
  public init(coordinates: some Collection<Coordinate>) {
    points = UnwrappedLine(coordinates).points
    boundingMapRect = MapRect(bounding: points)
    geometry = LineLevelsOfDetail(points)
  }

  init(points: [MapPoint]) {
    self.points = points
    boundingMapRect = MapRect(bounding: points)
    geometry = LineLevelsOfDetail(points)
  }

  /// The center of the line's bounding rectangle. If the line has no points, the coordinate is latitude 0,
  /// longitude 0.
  open var coordinate: Coordinate { Coordinate(centerOf: boundingMapRect) }

  /// The number of points of the line.
  public var pointCount: Int { points.count }

  /// The points of the line as coordinates.
  public var coordinates: [Coordinate] { points.compactMap { Coordinate($0) } }
}
