/// An overlay in the form of a circle with a radius in meters: MapKit's `MKCircle`.
///
/// The overlay is a circle on the map. A circle on the globe would be slightly deformed on the map. The
/// radius is measured at the center's latitude, as in MapKit.
public final class MapCircle: Overlay {
  public let coordinate: Coordinate
  /// The radius in meters, exactly as given to the initializer.
  public let radius: Double
  public let boundingMapRect: MapRect
  let center: MapPoint
  /// The radius in map units; 0 if there is nothing to draw.
  let units: Int64

  /// Creates a circle.
  ///
  /// - Parameter radius: The radius in meters, clamped to the size of the world. If the radius is not a
  ///   number, 0 or negative, nothing is drawn.
  public init(center coordinate: Coordinate, radius: Double) {
    self.coordinate = coordinate
    self.radius = radius
    if let point = MapPoint(coordinate), let scale = MapPoint.unitsPerMeter(atLatitude: coordinate.latitude), radius > 0 {
      center = point
      units = ElementaryFunctions.nearest(min(radius * scale, Double(MapPoint.worldSize)))
    } else {
      (center, units) = (MapPoint(clamping: coordinate), 0)
    }
    boundingMapRect = MapRect(origin: MapPoint(x: center.x - units, y: center.y - units), width: 2 * units, height: 2 * units)
  }
}
