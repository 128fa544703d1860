/// A rectangle on the map, in units of ``MapPoint``.
///
/// A rectangle that crosses the 180th meridian extends beyond the world's edge into the next copy of the
/// world.
public struct MapRect: Hashable, Sendable, Codable {
  /// The northwest corner of the rectangle.
  public var origin: MapPoint
  /// The width of the rectangle, from west to east, in units of ``MapPoint``.
  public var width: Int64
  /// The height of the rectangle, from north to south, in units of ``MapPoint``.
  public var height: Int64

  /// Creates a rectangle from its northwest corner, and from its width and height in units of ``MapPoint``.
  public init(origin: MapPoint, width: Int64, height: Int64) {
    (self.origin, self.width, self.height) = (origin, width, height)
  }

  /// The rectangle of the whole world, whose northwest corner is (0, 0).
  public static let world = MapRect(origin: MapPoint(x: 0, y: 0), width: MapPoint.worldSize, height: MapPoint.worldSize)

  /// Creates a square from its center and the length of its sides in meters on the ground.
  ///
  /// The length is measured at the center's latitude.
  ///
  /// - Returns: The square; nil if `center` is not on the map, or if `meters` is negative. The result is also
  ///   nil if the square is wider than the world.
  public init?(center: Coordinate, meters: Double) {
    guard let middle = MapPoint(center), let units = MapPoint.unitsPerMeter(atLatitude: center.latitude) else { return nil }
    let side = meters * units
    guard side >= 0, side <= Double(MapPoint.worldSize) else { return nil }
    let half = ElementaryFunctions.nearest(side / 2)
    self.init(origin: MapPoint(x: middle.x - half, y: middle.y - half), width: 2 * half, height: 2 * half)
  }

  /// The center of the rectangle. If the width or height is odd, the center is rounded to the northwest.
  public var center: MapPoint { MapPoint(x: origin.x &+ width / 2, y: origin.y &+ height / 2) }

  /// Whether the rectangle is empty. A rectangle is empty if its width or its height is 0 or negative.
  public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// Returns whether the rectangle contains `point` in any copy of the world.
  ///
  /// A point on the rectangle's north or west edge is inside. A point on the south or east edge is outside.
  public func contains(_ point: MapPoint) -> Bool {
    guard !isEmpty, point.y >= minY, point.y < maxY else { return false }
    return (point.x &- origin.x) & (MapPoint.worldSize - 1) < width
  }

  /// Returns whether the two rectangles have a point in common, in any copy of the world.
  ///
  /// An empty rectangle has no point in common with any other rectangle.
  public func intersects(_ other: MapRect) -> Bool {
    guard !isEmpty, !other.isEmpty else { return false }
    guard minY < other.maxY, other.minY < maxY else { return false }
    let mask = MapPoint.worldSize - 1
    return (other.origin.x &- origin.x) & mask < width || (origin.x &- other.origin.x) & mask < other.width
  }
}

extension MapPoint {
  /// Returns the number of ``MapPoint`` units that correspond to one meter on the ground at a latitude.
  ///
  /// The Web Mercator projection enlarges lengths more at higher latitudes. The radius of the projection's
  /// sphere is the semi-major axis of the WGS 84 ellipsoid.
  ///
  /// - Parameter latitude: The latitude in degrees.
  /// - Returns: The number of units; nil if the latitude is not finite or is beyond
  ///   ±``Coordinate/maximumLatitude``.
  public static func unitsPerMeter(atLatitude latitude: Double) -> Double? {
    guard latitude.isFinite, abs(latitude) <= Coordinate.maximumLatitude else { return nil }
    let cosine = ElementaryFunctions.cosine(latitude * ElementaryFunctions.pi / 180)
    return Double(worldSize) / (2 * ElementaryFunctions.pi * 6_378_137 * cosine)
  }
}
