/// A rectangle of the map's plane, in the units of ``MapPoint``.
///
/// A rectangle that crosses the 180th meridian continues beyond the world's edge, as ``MapPoint/x`` does.
public struct MapRect: Hashable, Sendable {
  public var origin: MapPoint
  public var width: Int64
  public var height: Int64

  public init(origin: MapPoint, width: Int64, height: Int64) {
    (self.origin, self.width, self.height) = (origin, width, height)
  }

  /// The whole world, once.
  public static let world = MapRect(origin: MapPoint(x: 0, y: 0), width: MapPoint.worldSize, height: MapPoint.worldSize)

  /// Creates the square around `center` with sides of `meters`, measured at the center's latitude.
  ///
  /// - Returns: nil if `center` is not on the map, or the side is negative or longer than the world.
  public init?(center: Coordinate, meters: Double) {
    guard let middle = MapPoint(center), let units = MapPoint.unitsPerMeter(atLatitude: center.latitude) else { return nil }
    let side = meters * units
    guard side >= 0, side <= Double(MapPoint.worldSize) else { return nil }
    let half = ElementaryFunctions.nearest(side / 2)
    self.init(origin: MapPoint(x: middle.x - half, y: middle.y - half), width: 2 * half, height: 2 * half)
  }

  /// The center, rounded down to whole units.
  public var center: MapPoint { MapPoint(x: origin.x &+ width / 2, y: origin.y &+ height / 2) }

  /// Whether the width or height is 0 or negative.
  public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// Returns whether `point`, or another copy of it, is inside. The right and lower edges are outside.
  public func contains(_ point: MapPoint) -> Bool {
    guard !isEmpty, point.y >= origin.y, point.y &- origin.y < height else { return false }
    return (point.x &- origin.x) & (MapPoint.worldSize - 1) < width
  }

  /// Returns whether both have a point in common, in any copy of the world.
  public func intersects(_ other: MapRect) -> Bool {
    guard !isEmpty, !other.isEmpty else { return false }
    guard origin.y < other.origin.y &+ other.height, other.origin.y < origin.y &+ height else { return false }
    let mask = MapPoint.worldSize - 1
    return (other.origin.x &- origin.x) & mask < width || (origin.x &- other.origin.x) & mask < other.width
  }
}

extension MapPoint {
  /// Returns the number of units in a meter at `latitude`, in degrees; nil beyond the map.
  ///
  /// Web Mercator enlarges with the latitude. Its sphere has the ellipsoid's semi-major axis as radius.
  public static func unitsPerMeter(atLatitude latitude: Double) -> Double? {
    guard latitude.isFinite, abs(latitude) <= Coordinate.maximumLatitude else { return nil }
    let cosine = ElementaryFunctions.cosine(latitude * ElementaryFunctions.pi / 180)
    return Double(worldSize) / (2 * ElementaryFunctions.pi * 6_378_137 * cosine)
  }
}
