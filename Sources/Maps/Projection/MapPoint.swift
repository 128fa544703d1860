/// A place on the map's plane: the Web Mercator square, x to the east and y to the south from its north-west corner.
///
/// One unit is 1/256 px at zoom 24, where the world is 512 · 2^24 px wide; so the world is 2^41 units wide and a unit is under
/// 0.02 mm. `x` beyond the world is a further copy of it; `y` beyond it is no place on Earth.
public struct MapPoint: Hashable, Sendable, BitwiseCopyable {
  public var x: Int64
  public var y: Int64

  @inlinable
  public init(x: Int64, y: Int64) {
    self.x = x
    self.y = y
  }

  /// The world's width and height.
  public static let worldSize: Int64 = 1 << 41

  /// Where `coordinate` lies, to the nearest unit; its x is in `0..<worldSize` whatever the longitude's turn.
  ///
  /// - Returns: nil for what is no place on the map: a number that is not finite, or a latitude beyond
  ///   ``Coordinate/maximumLatitude``, the poles included.
  /// - Source: EPSG Guidance Note 7-2, section 3.2.1.2 (Popular Visualisation Pseudo-Mercator), as
  ///   ln((1 + sin φ) / (1 − sin φ)) / 2 for ln tan(π/4 + φ/2).
  public init?(_ coordinate: Coordinate) {
    guard coordinate.latitude.isFinite, coordinate.longitude.isFinite,
      abs(coordinate.latitude) <= Coordinate.maximumLatitude
    else { return nil }
    self.init(finite: coordinate)
  }

  /// Where `coordinate` lies, its latitude held to ±``Coordinate/maximumLatitude``; what is not a number counts as 0, infinity as
  /// the range's end.
  public init(clamping coordinate: Coordinate) {
    func held(_ value: Double, _ limit: Double) -> Double { value == value ? min(max(value, -limit), limit) : 0 }
    self.init(
      finite: Coordinate(
        latitude: held(coordinate.latitude, Coordinate.maximumLatitude), longitude: held(coordinate.longitude, 1e9)))
  }

  private init(finite coordinate: Coordinate) {
    typealias F = ElementaryFunctions
    let size = Double(Self.worldSize)
    // Whole turns first, so that the remaining product keeps its precision; remainder by subtraction of a whole number is exact enough:
    // |longitude| ≤ 1e9 loses 1e-7°, and inside ±540° nothing.
    let longitude = min(max(coordinate.longitude, -1e9), 1e9)
    let turns = F.nearest(longitude / 360)
    let x = F.nearest(((longitude - Double(turns) * 360) / 360 + 0.5) * size)
    let sine = F.sine(coordinate.latitude * (F.pi / 180))
    let y = F.nearest((0.5 - F.logarithm((1 + sine) / (1 - sine)) / (4 * F.pi)) * size)
    self.init(x: x & (Self.worldSize - 1), y: min(max(y, 0), Self.worldSize))
  }

  /// The same place in the world's first copy.
  public var wrapped: MapPoint { MapPoint(x: x & (Self.worldSize - 1), y: y) }
}

extension Coordinate {
  /// The place on Earth at `point`, its longitude in −180 ..< 180.
  ///
  /// - Returns: nil north or south of the map.
  public init?(_ point: MapPoint) {
    typealias F = ElementaryFunctions
    guard point.y >= 0, point.y <= MapPoint.worldSize else { return nil }
    let size = Double(MapPoint.worldSize)
    let half = (0.5 - Double(point.y) / size) * F.pi
    // φ = 2 arctan(tanh(t / 2)), t = 2 half: no cancellation near the equator.
    let e = F.exponential(2 * half)
    let latitude = 2 * F.arctangent((e - 1) / (e + 1)) * (180 / F.pi)
    self.init(
      latitude: min(max(latitude, -Coordinate.maximumLatitude), Coordinate.maximumLatitude),
      longitude: Double(point.wrapped.x) / size * 360 - 180)
  }
}
