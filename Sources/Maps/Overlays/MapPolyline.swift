/// A line through places, straight from each to the next on the map.
///
/// Places that are not finite are left out, those beyond the map's north or south are held to its edge. Each leg goes the short way round the world: one
/// over the 180th meridian does not, as MapKit's, cross the whole map.
open class MapPolyline: Overlay {
  /// Where the line goes, each place in the copy of the world that is nearest to the one before.
  public let points: [MapPoint]
  public let boundingMapRect: MapRect
  /// The line kept for drawing.
  package let geometry: LineGeometry

  public convenience init(coordinates: some Collection<Coordinate>) {
    self.init(points: UnwrappedLine(coordinates).points)
  }

  init(points: [MapPoint]) {
    self.points = points
    boundingMapRect = MapRect(bounding: points)
    geometry = LineGeometry(points)
  }

  /// The middle of the rectangle that the line takes; without any place, 0, 0.
  open var coordinate: Coordinate {
    points.isEmpty
      ? Coordinate(latitude: 0, longitude: 0) : Coordinate(boundingMapRect.center) ?? Coordinate(latitude: 0, longitude: 0)
  }

  /// How many places the line goes through.
  public var pointCount: Int { points.count }

  /// The places as coordinates.
  public var coordinates: [Coordinate] { points.compactMap { Coordinate($0) } }
}
