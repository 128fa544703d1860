/// The size of a region, in degrees.
public struct CoordinateSpan: Hashable, Sendable {
  public var latitudeDelta: Double
  public var longitudeDelta: Double

  public init(latitudeDelta: Double, longitudeDelta: Double) {
    (self.latitudeDelta, self.longitudeDelta) = (latitudeDelta, longitudeDelta)
  }
}

/// A part of the Earth, given by its center and its span: the region that a map shows or is to show.
///
///     map.region = CoordinateRegion(center: home, latitudinalMeters: 400, longitudinalMeters: 400)
public struct CoordinateRegion: Hashable, Sendable {
  public var center: Coordinate
  public var span: CoordinateSpan

  public init(center: Coordinate, span: CoordinateSpan) {
    (self.center, self.span) = (center, span)
  }

  /// Creates a region with the given size in meters, measured on the map's sphere through the center.
  public init(center: Coordinate, latitudinalMeters: Double, longitudinalMeters: Double) {
    let cosine = ElementaryFunctions.cosine(center.latitude * ElementaryFunctions.pi / 180)
    self.init(
      center: center,
      span: CoordinateSpan(
        latitudeDelta: latitudinalMeters / Self.metersPerDegree,
        longitudeDelta: min(longitudinalMeters / (Self.metersPerDegree * max(cosine, 1e-9)), 360)))
  }

  /// The region's height through its center, in meters.
  public var latitudinalMeters: Double { span.latitudeDelta * Self.metersPerDegree }

  /// The region's width through its center, in meters.
  public var longitudinalMeters: Double {
    span.longitudeDelta * Self.metersPerDegree * ElementaryFunctions.cosine(center.latitude * ElementaryFunctions.pi / 180)
  }

  /// The length of a degree of a great circle, on the sphere that the map is a projection of.
  private static let metersPerDegree = 6_378_137 * ElementaryFunctions.pi / 180
}
