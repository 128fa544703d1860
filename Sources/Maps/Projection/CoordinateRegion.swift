/// The size of a region of the Earth: a difference of latitudes and a difference of longitudes.
public struct CoordinateSpan: Hashable, Sendable, Codable {
  /// The difference between the region's north and south latitudes, in degrees.
  public var latitudeDelta: Double
  /// The difference between the region's east and west longitudes, in degrees.
  public var longitudeDelta: Double

  /// Creates a span from a difference of latitudes and a difference of longitudes, in degrees.
  public init(latitudeDelta: Double, longitudeDelta: Double) {
    (self.latitudeDelta, self.longitudeDelta) = (latitudeDelta, longitudeDelta)
  }
}

/// A region of the Earth, given by its center and its span.
///
/// A map's region is the part of the Earth that the map shows: see ``MapView/region``.
///
///     map.region = CoordinateRegion(center: home, latitudinalMeters: 400, longitudinalMeters: 400)
public struct CoordinateRegion: Hashable, Sendable, Codable {
  /// The coordinate at the center of the region.
  public var center: Coordinate
  /// The size of the region: its height and width in degrees.
  public var span: CoordinateSpan

  /// Creates a region from its center and its span.
  public init(center: Coordinate, span: CoordinateSpan) {
    (self.center, self.span) = (center, span)
  }

  /// Creates a region from its center, and from its height and width in meters on the ground.
  ///
  /// Both lengths are measured through the center, on the sphere from which the map is projected. The radius
  /// of this sphere is the semi-major axis of the WGS 84 ellipsoid. The longitude span of the region is at
  /// most 360°.
  ///
  /// - Parameters:
  ///   - center: The center of the region.
  ///   - latitudinalMeters: The region's height, from south to north.
  ///   - longitudinalMeters: The region's width, from west to east.
  public init(center: Coordinate, latitudinalMeters: Double, longitudinalMeters: Double) {
    let cosine = ElementaryFunctions.cosine(center.latitude * ElementaryFunctions.pi / 180)
    self.init(
      center: center,
      span: CoordinateSpan(
        latitudeDelta: latitudinalMeters / Self.metersPerDegree,
        longitudeDelta: min(longitudinalMeters / (Self.metersPerDegree * max(cosine, 1e-9)), 360)))
  }

  /// The region's height on the ground in meters, measured from south to north through the region's center.
  ///
  /// The height is measured on the sphere from which the map is projected.
  public var latitudinalMeters: Double { span.latitudeDelta * Self.metersPerDegree }

  /// The region's width on the ground in meters, measured from west to east along the circle of latitude
  /// through the region's center.
  ///
  /// The width is measured on the sphere from which the map is projected.
  public var longitudinalMeters: Double {
    span.longitudeDelta * Self.metersPerDegree * ElementaryFunctions.cosine(center.latitude * ElementaryFunctions.pi / 180)
  }

  /// The length in meters of one degree of a great circle, on the sphere that the map is a projection of.
  private static let metersPerDegree = 6_378_137 * ElementaryFunctions.pi / 180
}
