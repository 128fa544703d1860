/// A line that goes from each place to the next the shortest way over the globe, which on the map is bent.
///
/// Along great circles of the map's sphere, in straight pieces that are nowhere farther from them than a pixel at zoom 18, which is .3 m at the equator; where more
/// than 4096 pieces a leg, or 2^18 in all, would be wanted, coarser. Between opposite places every way is as short: the straight one on the map is taken.
public final class GeodesicPolyline: MapPolyline {
  public convenience init(coordinates: some Collection<Coordinate>) {
    var line = UnwrappedLine([])
    var before: Coordinate?
    var room = Self.maximumPieceCount
    for coordinate in coordinates where coordinate.latitude.isFinite && coordinate.longitude.isFinite {
      let place = Coordinate(latitude: min(max(coordinate.latitude, -90), 90), longitude: coordinate.longitude)
      if let before {
        let leg = Leg(from: Direction(before), to: Direction(place))
        Self.divide(leg, (MapPoint(clamping: before), MapPoint(clamping: place)), depth: Self.deepest, room: &room, &line)
      }
      line.add(place)
      before = place
    }
    self.init(points: line.points)
  }

  private static let deepest = 12
  private static let maximumPieceCount = 1 << 18
  /// A pixel at zoom 18, in map units.
  private static let tolerance: Int64 = 1 << 14

  private struct Leg {
    var from: Direction
    var to: Direction
  }

  /// Adds the places between the leg's ends that it needs.
  private static func divide(_ leg: Leg, _ ends: (MapPoint, MapPoint), depth: Int, room: inout Int, _ line: inout UnwrappedLine) {
    guard depth > 0, room > 0, let middle = leg.from.middle(to: leg.to) else { return }
    let place = MapPoint(clamping: middle.coordinate).nearestCopy(to: ends.0)
    let end = ends.1.nearestCopy(to: ends.0)
    // The leg's sagitta. A quarter of a long one says nothing of its whole, so the first three are always divided.
    let (dx, dy) = (place.x - (ends.0.x + end.x) / 2, place.y - (ends.0.y + end.y) / 2)
    if depth < deepest - 3 || max(abs(end.x - ends.0.x), abs(end.y - ends.0.y)) < 1 << 20, max(abs(dx), abs(dy)) <= tolerance {
      return
    }
    room -= 1
    divide(Leg(from: leg.from, to: middle), (ends.0, place), depth: depth - 1, room: &room, &line)
    line.add(place)
    divide(Leg(from: middle, to: leg.to), (place, end), depth: depth - 1, room: &room, &line)
  }
}

/// A place on the unit sphere.
private struct Direction {
  var x: Double
  var y: Double
  var z: Double

  private typealias F = ElementaryFunctions

  init(_ coordinate: Coordinate) {
    let (latitude, longitude) = (coordinate.latitude * F.pi / 180, min(max(coordinate.longitude, -1e9), 1e9) * F.pi / 180)
    let cosine = F.cosine(latitude)
    (x, y, z) = (cosine * F.cosine(longitude), cosine * F.sine(longitude), F.sine(latitude))
  }

  private init(x: Double, y: Double, z: Double) { (self.x, self.y, self.z) = (x, y, z) }

  /// Half way on the shorter arc; nil between opposite places.
  func middle(to other: Direction) -> Direction? {
    let (x, y, z) = (x + other.x, y + other.y, z + other.z)
    let length = (x * x + y * y + z * z).squareRoot()
    return length > 1e-6 ? Direction(x: x / length, y: y / length, z: z / length) : nil
  }

  var coordinate: Coordinate {
    let flat = (x * x + y * y).squareRoot()
    let degrees = 180 / F.pi
    let latitude = flat > 0 ? F.arctangent(z / flat) * degrees : z > 0 ? 90 : -90
    let longitude: Double
    if abs(x) >= abs(y) {
      longitude = x == 0 ? 0 : F.arctangent(y / x) * degrees + (x > 0 ? 0 : y >= 0 ? 180 : -180)
    } else {
      longitude = (y > 0 ? 90 : -90) - F.arctangent(x / y) * degrees
    }
    return Coordinate(latitude: latitude, longitude: longitude)
  }
}
