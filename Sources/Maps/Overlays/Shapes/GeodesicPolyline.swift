import CartoucheRaster

/// A line overlay that follows the shortest paths on the globe between its coordinates: MapKit's
/// `MKGeodesicPolyline`. On the flat map, these paths are usually curved.
///
/// A leg is the path from one coordinate to the next, on a great circle of the globe. Straight segments
/// approximate the leg. They deviate from the great circle by at most one pixel at zoom 18, which is 0.3 m at
/// the equator.
///
/// A leg has at most 4096 segments, and the whole line has at most about 2^18. If these limits are reached,
/// the deviation is larger. Two coordinates at opposite points of the globe have no unique shortest path. The
/// leg between them is a straight line on the map.
public final class GeodesicPolyline: MapPolyline {
  /// Creates a geodesic line through `coordinates`, in their order. Coordinates that are not finite are left
  /// out.
  public override convenience init(coordinates: some Collection<Coordinate>) {
    var line = UnwrappedLine([])
    var previous: Coordinate?
    var remaining = Self.maximumSegmentCount
    for coordinate in coordinates where coordinate.latitude.isFinite && coordinate.longitude.isFinite {
      let point = Coordinate(latitude: coordinate.latitude.clamped(from: -90, to: 90), longitude: coordinate.longitude)
      if let previous {
        let leg = Leg(from: Direction(previous), to: Direction(point))
        Self.divide(
          leg, (MapPoint(clamping: previous), MapPoint(clamping: point)), depth: Self.maximumDepth, remaining: &remaining, &line)
      }
      line.add(point)
      previous = point
    }
    self.init(points: line.points)
  }

  private static let maximumDepth = 12
  private static let maximumSegmentCount = 1 << 18
  /// A pixel at zoom 18, in map units.
  private static let tolerance: Int64 = 1 << 14

  private struct Leg {
    var from: Direction
    var to: Direction
  }

  /// Adds the points between the ends of a leg that are needed to stay within the tolerance.
  private static func divide(
    _ leg: Leg, _ ends: (MapPoint, MapPoint), depth: Int, remaining: inout Int, _ line: inout UnwrappedLine
  ) {
    guard depth > 0, remaining > 0, let middle = leg.from.middle(to: leg.to) else { return }
    let point = MapPoint(clamping: middle.coordinate).nearestCopy(to: ends.0)
    let end = ends.1.nearestCopy(to: ends.0)
    // The sagitta of the leg. The sagitta of a long leg can be small by chance, so the first three levels are
    // always divided.
    let (dx, dy) = (point.x - (ends.0.x + end.x) / 2, point.y - (ends.0.y + end.y) / 2)
    if depth < maximumDepth - 3 || max(abs(end.x - ends.0.x), abs(end.y - ends.0.y)) < 1 << 20, max(abs(dx), abs(dy)) <= tolerance {
      return
    }
    remaining -= 1
    divide(Leg(from: leg.from, to: middle), (ends.0, point), depth: depth - 1, remaining: &remaining, &line)
    line.add(point)
    divide(Leg(from: middle, to: leg.to), (point, end), depth: depth - 1, remaining: &remaining, &line)
  }
}

/// A point of the unit sphere.
private struct Direction {
  var x: Double
  var y: Double
  var z: Double

  private typealias F = ElementaryFunctions

  init(_ coordinate: Coordinate) {
    let (latitude, longitude) = (coordinate.latitude * F.pi / 180, coordinate.longitude.clamped(from: -1e9, to: 1e9) * F.pi / 180)
    let cosine = F.cosine(latitude)
    (x, y, z) = (cosine * F.cosine(longitude), cosine * F.sine(longitude), F.sine(latitude))
  }

  private init(x: Double, y: Double, z: Double) { (self.x, self.y, self.z) = (x, y, z) }

  /// Returns the middle of the shorter arc to `other`; nil if the two points are antipodal.
  func middle(to other: Direction) -> Direction? {
    let (x, y, z) = (x + other.x, y + other.y, z + other.z)
    let length = (x * x + y * y + z * z).squareRoot()
    return length > 1e-6 ? Direction(x: x / length, y: y / length, z: z / length) : nil
  }

  var coordinate: Coordinate {
    let equatorialLength = (x * x + y * y).squareRoot()
    let degrees = 180 / F.pi
    let latitude = equatorialLength > 0 ? F.arctangent(z / equatorialLength) * degrees : z > 0 ? 90 : -90
    let longitude: Double
    if abs(x) >= abs(y) {
      longitude = x == 0 ? 0 : F.arctangent(y / x) * degrees + (x > 0 ? 0 : y >= 0 ? 180 : -180)
    } else {
      longitude = (y > 0 ? 90 : -90) - F.arctangent(x / y) * degrees
    }
    return Coordinate(latitude: latitude, longitude: longitude)
  }
}
