extension Coordinate {
  /// Returns the distance, in meters, from this coordinate to `other` along the surface of the WGS 84
  /// ellipsoid.
  ///
  /// The distance is computed by an iteration, and is accurate to a millimeter. If the two points are nearly
  /// opposite on the Earth, the iteration does not converge. The method then returns the distance on a
  /// sphere, which is accurate to half a percent.
  ///
  /// - Returns: The distance. The result is nil if a latitude or longitude is not finite, if a latitude is
  ///   beyond ±90°, or if a longitude is beyond ±540°.
  /// - Source: Vincenty: Direct and Inverse Solutions of Geodesics on the Ellipsoid, Survey Review 23 (1975),
  ///   the inverse formulae.
  public func distance(to other: Coordinate) -> Double? {
    guard isOnEarth, other.isOnEarth else { return nil }
    return vincenty(to: other) ?? greatCircleDistance(to: other)
  }

  private typealias F = ElementaryFunctions

  private var isOnEarth: Bool { latitude.isFinite && longitude.isFinite && abs(latitude) <= 90 && abs(longitude) <= 540 }

  private static let axis = 6_378_137.0
  private static let flattening = 1 / 298.257_223_563

  private func vincenty(to other: Coordinate) -> Double? {
    let f = Self.flattening
    let b = Self.axis * (1 - f)
    let longitudeDelta = Self.normalized(other.longitude - longitude) * F.pi / 180
    let (sinU1, cosU1) = Self.reduced(latitude)
    let (sinU2, cosU2) = Self.reduced(other.latitude)
    var lambda = longitudeDelta
    for _ in 0..<100 {
      let (sinL, cosL) = (F.sine(lambda), F.cosine(lambda))
      let (p, q) = (cosU2 * sinL, cosU1 * sinU2 - sinU1 * cosU2 * cosL)
      let sinS = (p * p + q * q).squareRoot()
      if sinS == 0 { return sinU1 * sinU2 + cosU1 * cosU2 * cosL > 0 ? 0 : nil }
      let cosS = sinU1 * sinU2 + cosU1 * cosU2 * cosL
      let sigma = Self.angle(y: sinS, x: cosS)
      let sinA = cosU1 * cosU2 * sinL / sinS
      let cosSqA = 1 - sinA * sinA
      // On the equator the term vanishes.
      let cos2M = cosSqA > 1e-16 ? cosS - 2 * sinU1 * sinU2 / cosSqA : 0
      let c = f / 16 * cosSqA * (4 + f * (4 - 3 * cosSqA))
      let previous = lambda
      lambda = longitudeDelta + (1 - c) * f * sinA * (sigma + c * sinS * (cos2M + c * cosS * (2 * cos2M * cos2M - 1)))
      guard abs(lambda) <= F.pi + 0.01 else { return nil }
      guard abs(lambda - previous) < 1e-12 else { continue }
      let uu = cosSqA * (Self.axis * Self.axis - b * b) / (b * b)
      let seriesA = 1 + uu / 16384 * (4096 + uu * (-768 + uu * (320 - 175 * uu)))
      let seriesB = uu / 1024 * (256 + uu * (-128 + uu * (74 - 47 * uu)))
      let higherTerm = seriesB / 6 * cos2M * (4 * sinS * sinS - 3) * (4 * cos2M * cos2M - 3)
      let delta = seriesB * sinS * (cos2M + seriesB / 4 * (cosS * (2 * cos2M * cos2M - 1) - higherTerm))
      return b * seriesA * (sigma - delta)
    }
    return nil
  }

  private func greatCircleDistance(to other: Coordinate) -> Double {
    let (phi1, phi2) = (latitude * F.pi / 180, other.latitude * F.pi / 180)
    let across = F.sine(Self.normalized(other.longitude - longitude) * F.pi / 360)
    let along = F.sine((phi2 - phi1) / 2)
    let haversine = min(along * along + F.cosine(phi1) * F.cosine(phi2) * across * across, 1)
    return 2 * 6_371_008.8 * Self.angle(y: haversine.squareRoot(), x: (1 - haversine).squareRoot())
  }

  /// Returns the sine and cosine of the reduced latitude, which is the latitude on the auxiliary sphere.
  private static func reduced(_ latitude: Double) -> (sine: Double, cosine: Double) {
    if abs(latitude) == 90 { return (latitude / 90, 0) }
    let tangent = (1 - flattening) * F.tangent(latitude * F.pi / 180)
    let cosine = 1 / (1 + tangent * tangent).squareRoot()
    return (tangent * cosine, cosine)
  }

  /// Returns a difference of longitudes in degrees, reduced to ±180.
  private static func normalized(_ degrees: Double) -> Double { degrees - 360 * Double(F.nearest(degrees / 360)) }

  /// Returns the angle of the vector (x, y) in radians, from 0 to π. `y` must not be negative.
  private static func angle(y: Double, x: Double) -> Double {
    if x > 0 { return F.arctangent(y / x) }
    if x < 0 { return F.pi - F.arctangent(y / -x) }
    return y > 0 ? F.pi / 2 : 0
  }
}
