/// Distances in meters near one latitude, on the WGS 84 ellipsoid taken as flat.
///
/// - Source: C. F. F. Karney, "Algorithms for geodesics", 2013: the radii of curvature of an ellipsoid.
struct LocalRuler {
  private static let equatorialRadius = 6_378_137.0
  private static let flattening = 1 / 298.257223563

  /// Meters per degree of longitude and of latitude.
  private let scale: SIMD2<Double>

  init(latitude: Double) {
    let radians = ElementaryFunctions.pi / 180
    let cosine = ElementaryFunctions.cosine(latitude * radians)
    let eccentricity = Self.flattening * (2 - Self.flattening)
    let square = 1 / (1 - eccentricity * (1 - cosine * cosine))
    let meters = radians * Self.equatorialRadius * square.squareRoot()
    scale = SIMD2(meters * cosine, meters * square * (1 - eccentricity))
  }

  func distance(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
    let vector = vector(a, b)
    return (vector * vector).sum().squareRoot()
  }

  /// Returns the distance of a point from the nearest point of a segment.
  func distance(_ point: SIMD2<Double>, _ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
    let (edge, toPoint) = (vector(a, b), vector(a, point))
    let square = (edge * edge).sum()
    guard square > 0 else { return distance(point, a) }
    let fraction = min(max((edge * toPoint).sum() / square, 0), 1)
    let rest = toPoint - fraction * edge
    return (rest * rest).sum().squareRoot()
  }

  private func vector(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> {
    var degrees = b - a
    if degrees.x < -180 { degrees.x += 360 } else if degrees.x > 180 { degrees.x -= 360 }
    return degrees * scale
  }
}
