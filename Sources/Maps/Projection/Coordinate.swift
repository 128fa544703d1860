/// A position on Earth, given by its latitude and longitude on the WGS 84 ellipsoid.
///
/// Coordinates are only the input and output of the map. For its computations, the map uses ``MapPoint``.
public struct Coordinate: Hashable, Sendable, Codable {
  /// The latitude in degrees, from −90 at the South Pole to 90 at the North Pole.
  public var latitude: Double
  /// The longitude in degrees, which is positive to the east of Greenwich and negative to the west.
  public var longitude: Double

  /// Creates a coordinate from its latitude and longitude in degrees.
  @inlinable
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// The latitude, in degrees, of the map's north edge in the Web Mercator projection: arctan(sinh π).
  ///
  /// The map's south edge is at the negative of this latitude.
  public static let maximumLatitude = 85.05112877980659
}
