import CartoucheRaster

/// A point on the map in the Web Mercator projection, in which the world is a square.
///
/// The origin is the world's northwest corner. The coordinate x increases to the east, and y increases to the
/// south.
///
/// The world is 2^41 units wide, so a unit is less than 0.02 mm on the ground. At zoom 24, a unit is 1/256
/// point in a view.
///
/// The map repeats the world to the east and west. If `x` is beyond the world's edge, the point is in another
/// copy of the world. If `y` is beyond the world's edge, the point is not on Earth.
public struct MapPoint: Hashable, Sendable, Codable, BitwiseCopyable {
  /// The x coordinate: the distance from the world's west edge, positive to the east. The world is 2^41 units
  /// wide.
  public var x: Int64
  /// The y coordinate: the distance from the world's north edge, positive to the south. The world is 2^41
  /// units high.
  public var y: Int64

  /// Creates a map point from its x and y coordinates. The world is 2^41 units wide and high.
  @inlinable
  public init(x: Int64, y: Int64) {
    self.x = x
    self.y = y
  }

  /// The width of the world in units of ``MapPoint``: 2^41. The height of the world is equal to the width.
  public static let worldSize: Int64 = 1 << 41

  /// Creates the map point of a coordinate. The point's x and y are rounded to the nearest integers.
  ///
  /// For any longitude, x is in `0..<worldSize`.
  ///
  /// - Returns: The point; nil if the latitude or longitude is not finite, or if the latitude is beyond
  ///   ±``Coordinate/maximumLatitude``.
  /// - Source: EPSG Guidance Note 7-2, section 3.2.1.2 (Popular Visualisation Pseudo-Mercator). The term ln
  ///   tan(π/4 + φ/2) is computed as ln((1 + sin φ) / (1 − sin φ)) / 2.
  public init?(_ coordinate: Coordinate) {
    guard coordinate.latitude.isFinite, coordinate.longitude.isFinite,
      abs(coordinate.latitude) <= Coordinate.maximumLatitude
    else { return nil }
    self.init(finite: coordinate)
  }

  /// Creates the map point of a coordinate. The latitude is first clamped to ±``Coordinate/maximumLatitude``.
  ///
  /// The longitude is clamped to ±10^9 degrees. A latitude or longitude that is NaN counts as 0. For any
  /// longitude, x is in `0..<worldSize`.
  public init(clamping coordinate: Coordinate) {
    func clamped(_ value: Double, _ limit: Double) -> Double { value == value ? value.clamped(from: -limit, to: limit) : 0 }
    self.init(
      finite: Coordinate(
        latitude: clamped(coordinate.latitude, Coordinate.maximumLatitude), longitude: clamped(coordinate.longitude, 1e9)))
  }

  private init(finite coordinate: Coordinate) {
    typealias F = ElementaryFunctions
    let size = Double(Self.worldSize)
    // Whole turns are removed first, so that the remaining product keeps its precision. Subtracting a whole
    // number is exact enough: |longitude| ≤ 1e9 loses 1e-7°, and within ±540° nothing is lost.
    let longitude = coordinate.longitude.clamped(from: -1e9, to: 1e9)
    let turns = F.nearest(longitude / 360)
    let x = F.nearest(((longitude - Double(turns) * 360) / 360 + 0.5) * size)
    let sine = F.sine(coordinate.latitude * (F.pi / 180))
    let y = F.nearest((0.5 - F.logarithm((1 + sine) / (1 - sine)) / (4 * F.pi)) * size)
    self.init(x: x & (Self.worldSize - 1), y: y.clamped(from: 0, to: Self.worldSize))
  }

  /// This point, moved east or west by a multiple of the world's width, so that x is in `0..<worldSize`.
  ///
  /// Both points are at the same position on Earth.
  public var wrapped: MapPoint { MapPoint(x: x & (Self.worldSize - 1), y: y) }
}

extension MapPoint {
  /// Returns the signed offset from the x coordinate `a` to the x coordinate `b`, in the shorter direction
  /// around the world.
  ///
  /// - Returns: The offset in units, which is in −`worldSize`/2 ..< `worldSize`/2.
  static func wrappedDelta(from a: Int64, to b: Int64) -> Int64 {
    let half = worldSize / 2
    return ((b &- a &+ half) & (worldSize - 1)) - half
  }

  /// Returns this point moved by whole worlds, so that it is at most half a world east or west of `other`.
  func nearestCopy(to other: MapPoint) -> MapPoint {
    MapPoint(x: other.x &+ Self.wrappedDelta(from: other.x, to: x), y: y)
  }
}

extension Coordinate {
  /// Creates the coordinate of a map point. The longitude is in −180 ..< 180.
  ///
  /// - Returns: The coordinate; nil if the point is north or south of the map.
  public init?(_ point: MapPoint) {
    typealias F = ElementaryFunctions
    guard point.y >= 0, point.y <= MapPoint.worldSize else { return nil }
    let size = Double(MapPoint.worldSize)
    let half = (0.5 - Double(point.y) / size) * F.pi
    // φ = 2 arctan(tanh(t / 2)), t = 2 half: no cancellation near the equator.
    let e = F.exponential(2 * half)
    let latitude = 2 * F.arctangent((e - 1) / (e + 1)) * (180 / F.pi)
    self.init(
      latitude: latitude.clamped(from: -Coordinate.maximumLatitude, to: Coordinate.maximumLatitude),
      longitude: Double(point.wrapped.x) / size * 360 - 180)
  }
}
