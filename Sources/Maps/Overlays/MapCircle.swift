/// A circle of so many metres round a place.
///
/// Round on the map, where a circle on the globe is not quite: the metres are those at its middle's latitude, as with MapKit.
public final class MapCircle: Overlay {
  public let coordinate: Coordinate
  /// In metres, as it was given.
  public let radius: Double
  public let boundingMapRect: MapRect
  let center: MapPoint
  /// In map units; 0 where there is nothing to draw.
  let units: Int64

  /// - Parameter radius: in metres; not a number, 0 or less: nothing is drawn. One that is larger than the world is held to that.
  public init(center coordinate: Coordinate, radius: Double) {
    self.coordinate = coordinate
    self.radius = radius
    if let place = MapPoint(coordinate), let scale = MapPoint.unitsPerMeter(atLatitude: coordinate.latitude), radius > 0 {
      center = place
      units = ElementaryFunctions.nearest(min(radius * scale, Double(MapPoint.worldSize)))
    } else {
      (center, units) = (MapPoint(clamping: coordinate), 0)
    }
    boundingMapRect = MapRect(origin: MapPoint(x: center.x - units, y: center.y - units), width: 2 * units, height: 2 * units)
  }
}
