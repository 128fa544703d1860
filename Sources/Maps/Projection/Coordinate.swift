/// A position on Earth: latitude and longitude in degrees on the WGS 84 ellipsoid. Latitudes are positive to
/// the north, and longitudes are positive to the east.
///
/// Coordinates are only the input and output of the map. For its computations, the map uses ``MapPoint``.
public struct Coordinate: Hashable, Sendable {
  public var latitude: Double
  public var longitude: Double

  @inlinable
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// The latitude at which the square map of the world ends, in the north and in the south: arctan(sinh π) in
  /// degrees.
  public static let maximumLatitude = 85.05112877980659
}
