/// A position on Earth, in degrees on the WGS 84 ellipsoid; latitude is positive to the north and longitude
/// to the east.
///
/// Coordinates are input and output only. Everything that the map computes with is a ``MapPoint``.
public struct Coordinate: Hashable, Sendable {
  public var latitude: Double
  public var longitude: Double

  @inlinable
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// The latitude, north and south, at which the square map of the world ends: arctan(sinh π) in degrees.
  public static let maximumLatitude = 85.05112877980659
}
