import CartoucheRaster

/// A circle overlay with a center and a radius in meters: MapKit's `MKCircle`.
///
/// The circle is exactly round on the flat map. A circle on the globe would look slightly deformed on the
/// flat map. The radius in meters is converted to a length on the map with the map's scale at the center, as
/// in MapKit.
public final class MapCircle: Overlay {
  /// The center of the circle.
  public let coordinate: Coordinate
  /// The radius of the circle in meters, as passed to the initializer. The circle on the map may be smaller:
  /// see ``init(center:radius:)``.
  public let radius: Double
  /// The smallest rectangle of the map that contains the circle.
  public let boundingMapRect: MapRect
  let center: MapPoint
  /// The radius in map units; 0 if there is nothing to draw.
  let units: Int64

  /// Creates a circle.
  ///
  /// - Parameter radius: The radius in meters. On the map, the radius is limited to the width of the world.
  ///   If the radius is 0, negative or NaN, nothing is drawn.
  public init(center coordinate: Coordinate, radius: Double) {
    self.coordinate = coordinate
    self.radius = radius
    if let point = MapPoint(coordinate), let scale = MapPoint.unitsPerMeter(atLatitude: coordinate.latitude), radius > 0 {
      center = point
      units = ElementaryFunctions.nearest(min(radius * scale, Double(MapPoint.worldSize)))
    } else {
      (center, units) = (MapPoint(clamping: coordinate), 0)
    }
    boundingMapRect = Self.bounds(center, units)
  }

  /// Creates a circle whose center is that of a rectangle, and whose diameter is the rectangle's longer side.
  ///
  /// If the rectangle is empty, or its center is not on the map, nothing is drawn. The diameter is limited to
  /// twice the width of the world.
  public init(mapRect: MapRect) {
    let middle = mapRect.center.wrapped
    let isOnMap = !mapRect.isEmpty && (0...MapPoint.worldSize).contains(middle.y)
    center = MapPoint(x: middle.x, y: middle.y.clamped(from: 0, to: MapPoint.worldSize))
    units = isOnMap ? min(max(mapRect.width, mapRect.height) / 2, MapPoint.worldSize) : 0
    coordinate = Coordinate(center) ?? Coordinate(latitude: 0, longitude: 0)
    let scale = MapPoint.unitsPerMeter(atLatitude: coordinate.latitude) ?? 1
    radius = Double(units) / scale
    boundingMapRect = Self.bounds(center, units)
  }

  private static func bounds(_ center: MapPoint, _ units: Int64) -> MapRect {
    MapRect(origin: MapPoint(x: center.x - units, y: center.y - units), width: 2 * units, height: 2 * units)
  }
}
