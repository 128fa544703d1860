/// A coordinate system that the tiles of a map may use.
///
/// Chinese maps use systems whose coordinates differ from WGS 84 by some hundred meters.
public enum CoordinateSystem: String, Hashable, Sendable, CaseIterable {
  /// WGS 84, the coordinate system of GPS. Maps take and return ``Coordinate`` values in this system.
  case wgs84
  /// GCJ-02, the displaced coordinate system that is mandatory for maps of China.
  case gcj02
  /// BD-09, the coordinate system of Baidu. A BD-09 coordinate is a GCJ-02 coordinate that is displaced once
  /// more.
  case bd09
}

extension Coordinate {
  /// Returns this coordinate, converted from the system `source` to the system `target`.
  ///
  /// Both coordinates are of the same position on Earth. The coordinate systems differ only in a rectangle
  /// around China: see ``isInDisplacedArea``. Outside the rectangle, a position has the same coordinate in
  /// all systems.
  ///
  /// A conversion to another system and back returns the original coordinate within a millimeter. The
  /// exception is a position close to the border of the rectangle. Such a position may have no coordinate in
  /// the other system.
  ///
  /// - Returns: The converted coordinate. The result is nil if the latitude or longitude is not finite. The
  ///   result is also nil if the latitude is beyond ±90° or the longitude is beyond ±540°.
  /// - Source: the published reimplementations of GCJ-02 and BD-09 (wandergis/coordtransform and others).
  ///   This method uses their constants and terms, but this package's own elementary functions.
  public func converted(from source: CoordinateSystem = .wgs84, to target: CoordinateSystem) -> Coordinate? {
    guard latitude.isFinite, longitude.isFinite, abs(latitude) <= 90, abs(longitude) <= 540 else { return nil }
    guard source != target else { return self }
    let wgs84: Coordinate =
      switch source {
      case .wgs84: self
      case .gcj02: undone(by: \.displaced)
      case .bd09: undone(by: \.displacedForBaidu).undone(by: \.displaced)
      }
    return switch target {
    case .wgs84: wgs84
    case .gcj02: wgs84.displaced
    case .bd09: wgs84.displaced.displacedForBaidu
    }
  }

  /// Whether this WGS 84 coordinate is in the area in which GCJ-02 displaces positions.
  ///
  /// The area has longitudes from 72.004° to 137.8347° and latitudes from 0.8293° to 55.8271°. This rectangle
  /// is larger than China. It is the rectangle of the published reimplementations of GCJ-02.
  public var isInDisplacedArea: Bool {
    longitude >= 72.004 && longitude <= 137.8347 && latitude >= 0.8293 && latitude <= 55.8271
  }

  // MARK: The displacement

  private typealias F = ElementaryFunctions

  /// The semi-major axis of Krasovsky's ellipsoid, which converts the displacement from meters to degrees.
  private static let axis = 6_378_245.0
  private static let eccentricitySquared = 0.006_693_421_622_965_943_23

  /// The coordinate of this position in GCJ-02. This coordinate must be in WGS 84.
  private var displaced: Coordinate {
    guard isInDisplacedArea else { return self }
    let (x, y) = (longitude - 105, latitude - 35)
    let root = abs(x).squareRoot()
    let commonWaves = Self.waves(x, (20, 6), (20, 2))
    let north =
      -100 + 2 * x + 3 * y + 0.2 * y * y + 0.1 * x * y + 0.2 * root + commonWaves
      + Self.waves(y, (20, 1), (40, 1.0 / 3)) + Self.waves(y, (160, 1.0 / 12), (320, 1.0 / 30))
    let east =
      300 + x + 2 * y + 0.1 * x * x + 0.1 * x * y + 0.1 * root + commonWaves
      + Self.waves(x, (20, 1), (40, 1.0 / 3)) + Self.waves(x, (150, 1.0 / 12), (300, 1.0 / 30))
    let radians = latitude / 180 * F.pi
    let sine = F.sine(radians)
    let curvature = 1 - Self.eccentricitySquared * sine * sine
    let curvatureRoot = curvature.squareRoot()
    let metersNorth = Self.axis * (1 - Self.eccentricitySquared) / (curvature * curvatureRoot) * F.pi / 180
    let metersEast = Self.axis / curvatureRoot * F.cosine(radians) * F.pi / 180
    return Coordinate(latitude: latitude + north / metersNorth, longitude: longitude + east / metersEast)
  }

  /// Returns two thirds of the sum of two sine waves at `x` degrees. A rate of 1 is half a turn per degree.
  private static func waves(_ x: Double, _ first: (height: Double, rate: Double), _ second: (height: Double, rate: Double))
    -> Double
  {
    (first.height * F.sine(first.rate * x * F.pi) + second.height * F.sine(second.rate * x * F.pi)) * 2 / 3
  }

  /// The coordinate of this position in BD-09. This coordinate must be in GCJ-02.
  private var displacedForBaidu: Coordinate {
    guard isInDisplacedArea else { return self }
    let rate = F.pi * 3000 / 180
    let distance = (longitude * longitude + latitude * latitude).squareRoot() + 0.00002 * F.sine(latitude * rate)
    // Longitudes in the area are positive.
    let angle = F.arctangent(latitude / longitude) + 0.000003 * F.cosine(longitude * rate)
    return Coordinate(latitude: distance * F.sine(angle) + 0.006, longitude: distance * F.cosine(angle) + 0.0065)
  }

  /// Returns the coordinate that `displacement` moves to this coordinate.
  ///
  /// The displacement varies little between nearby points, so a few fixed-point iterations find the
  /// coordinate.
  private func undone(by displacement: (Coordinate) -> Coordinate) -> Coordinate {
    var result = self
    for _ in 0..<8 {
      let displaced = displacement(result)
      result = Coordinate(
        latitude: result.latitude + latitude - displaced.latitude, longitude: result.longitude + longitude - displaced.longitude)
    }
    return result
  }
}
