/// The size of a region of the Earth, as a difference of latitudes and a difference of longitudes in degrees.
public struct CoordinateSpan: Hashable, Sendable {
  public var latitudeDelta: Double
  public var longitudeDelta: Double

  public init(latitudeDelta: Double, longitudeDelta: Double) {
    (self.latitudeDelta, self.longitudeDelta) = (latitudeDelta, longitudeDelta)
  }
}

/// A region of the Earth, given by its center and its span. A map's region is the part of the Earth that the
/// map shows.
///
///     map.region = CoordinateRegion(center: home, latitudinalMeters: 400, longitudinalMeters: 400)
public struct CoordinateRegion: Hashable, Sendable {
  public var center: Coordinate
  public var span: CoordinateSpan

  public init(center: Coordinate, span: CoordinateSpan) {
    (self.center, self.span) = (center, span)
  }

  /// Creates a region from its center and its size in meters. The size is measured through the center, on the
  /// sphere that the map is a projection of.
  public init(center: Coordinate, latitudinalMeters: Double, longitudinalMeters: Double) {
    let cosine = ElementaryFunctions.cosine(center.latitude * ElementaryFunctions.pi / 180)
    self.init(
      center: center,
      span: CoordinateSpan(
        latitudeDelta: latitudinalMeters / Self.metersPerDegree,
        longitudeDelta: min(longitudinalMeters / (Self.metersPerDegree * max(cosine, 1e-9)), 360)))
  }

  /// The region's height in meters, measured through its center on the map's sphere.
  public var latitudinalMeters: Double { span.latitudeDelta * Self.metersPerDegree }

  /// The region's width in meters, measured through its center on the map's sphere.
  public var longitudinalMeters: Double {
    span.longitudeDelta * Self.metersPerDegree * ElementaryFunctions.cosine(center.latitude * ElementaryFunctions.pi / 180)
  }

  /// The length in meters of one degree of a great circle, on the sphere that the map is a projection of.
  private static let metersPerDegree = 6_378_137 * ElementaryFunctions.pi / 180
}
