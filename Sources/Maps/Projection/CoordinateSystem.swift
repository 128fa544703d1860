/// In which coordinates a map source counts: Chinese ones are displaced by some hundred metres from what a GPS receiver tells.
public enum CoordinateSystem: String, Hashable, Sendable, CaseIterable {
  /// What GPS tells, and what this package's ``Coordinate``s are.
  case wgs84
  /// The displaced coordinates that maps of China are bound to.
  case gcj02
  /// Baidu's, displaced once more.
  case bd09
}

extension Coordinate {
  /// The same place in another system; outside of China ``CoordinateSystem/gcj02`` is WGS 84.
  ///
  /// There and back is the same place within a millimetre, for the way back is iterated; but for places within the displacement of the
  /// border of ``isInDisplacedArea``, which may have no counterpart.
  ///
  /// - Returns: nil where a number is not finite, or no place on Earth.
  /// - Source: the published reimplementations of GCJ-02 and BD-09 (wandergis/coordtransform and others); their constants and terms, on this package's own
  ///   functions.
  public func converted(from source: CoordinateSystem = .wgs84, to target: CoordinateSystem) -> Coordinate? {
    guard latitude.isFinite, longitude.isFinite, abs(latitude) <= 90, abs(longitude) <= 540 else { return nil }
    guard source != target else { return self }
    let plain: Coordinate =
      switch source {
      case .wgs84: self
      case .gcj02: undone(by: \.displaced)
      case .bd09: undone(by: \.turnedForBaidu).undone(by: \.displaced)
      }
    return switch target {
    case .wgs84: plain
    case .gcj02: plain.displaced
    case .bd09: plain.displaced.turnedForBaidu
    }
  }

  /// Whether GCJ-02 displaces the place: the rectangle that its published forms have, which is larger than China.
  public var isInDisplacedArea: Bool {
    longitude >= 72.004 && longitude <= 137.8347 && latitude >= 0.8293 && latitude <= 55.8271
  }

  // MARK: The displacement

  private typealias F = ElementaryFunctions

  /// Of the ellipsoid that the displacement's metres are turned into degrees by: Krasovsky's.
  private static let axis = 6_378_245.0
  private static let eccentricitySquared = 0.006_693_421_622_965_943_23

  /// The place in GCJ-02, this being WGS 84.
  private var displaced: Coordinate {
    guard isInDisplacedArea else { return self }
    let (x, y) = (longitude - 105, latitude - 35)
    let root = abs(x).squareRoot()
    let swing = Self.waves(x, (20, 6), (20, 2))
    let north =
      -100 + 2 * x + 3 * y + 0.2 * y * y + 0.1 * x * y + 0.2 * root + swing
      + Self.waves(y, (20, 1), (40, 1.0 / 3)) + Self.waves(y, (160, 1.0 / 12), (320, 1.0 / 30))
    let east =
      300 + x + 2 * y + 0.1 * x * x + 0.1 * x * y + 0.1 * root + swing
      + Self.waves(x, (20, 1), (40, 1.0 / 3)) + Self.waves(x, (150, 1.0 / 12), (300, 1.0 / 30))
    let radians = latitude / 180 * F.pi
    let sine = F.sine(radians)
    let flattened = 1 - Self.eccentricitySquared * sine * sine
    let root2 = flattened.squareRoot()
    let metersNorth = Self.axis * (1 - Self.eccentricitySquared) / (flattened * root2) * F.pi / 180
    let metersEast = Self.axis / root2 * F.cosine(radians) * F.pi / 180
    return Coordinate(latitude: latitude + north / metersNorth, longitude: longitude + east / metersEast)
  }

  /// Two thirds of the sum of two sines of half turns.
  private static func waves(_ x: Double, _ one: (height: Double, rate: Double), _ other: (height: Double, rate: Double)) -> Double {
    (one.height * F.sine(one.rate * x * F.pi) + other.height * F.sine(other.rate * x * F.pi)) * 2 / 3
  }

  /// The place in BD-09, this being GCJ-02.
  private var turnedForBaidu: Coordinate {
    guard isInDisplacedArea else { return self }
    let rate = F.pi * 3000 / 180
    let distance = (longitude * longitude + latitude * latitude).squareRoot() + 0.00002 * F.sine(latitude * rate)
    // Of a place in the area, whose longitude is positive.
    let angle = F.arctangent(latitude / longitude) + 0.000003 * F.cosine(longitude * rate)
    return Coordinate(latitude: distance * F.sine(angle) + 0.006, longitude: distance * F.cosine(angle) + 0.0065)
  }

  /// The place that `change` brings here: it changes hardly from place to place, so a few steps find it.
  private func undone(by change: (Coordinate) -> Coordinate) -> Coordinate {
    var place = self
    for _ in 0..<8 {
      let there = change(place)
      place = Coordinate(
        latitude: place.latitude + latitude - there.latitude, longitude: place.longitude + longitude - there.longitude)
    }
    return place
  }
}
