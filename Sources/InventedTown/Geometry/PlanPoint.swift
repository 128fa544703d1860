/// A point or a vector on the town's plane: meters east (x) and south (y) of the town's center.
struct PlanPoint: Hashable {
  var x: Double
  var y: Double

  init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  static let zero = PlanPoint(0, 0)

  static func + (a: PlanPoint, b: PlanPoint) -> PlanPoint { PlanPoint(a.x + b.x, a.y + b.y) }
  static func - (a: PlanPoint, b: PlanPoint) -> PlanPoint { PlanPoint(a.x - b.x, a.y - b.y) }
  static func * (a: PlanPoint, factor: Double) -> PlanPoint { PlanPoint(a.x * factor, a.y * factor) }

  func dot(_ other: PlanPoint) -> Double { x * other.x + y * other.y }
  func cross(_ other: PlanPoint) -> Double { x * other.y - y * other.x }

  var length: Double { (x * x + y * y).squareRoot() }

  /// The unit vector of the same direction; zero for a zero vector.
  var normalized: PlanPoint {
    let length = length
    return length > 0 ? self * (1 / length) : self
  }

  /// The vector turned by 90° clockwise on the screen, where y points down.
  var right: PlanPoint { PlanPoint(-y, x) }

  /// The point that lies at `fraction` of the segment from here to `other`.
  func toward(_ other: PlanPoint, _ fraction: Double) -> PlanPoint { self + (other - self) * fraction }

  func distance(to other: PlanPoint) -> Double { (other - self).length }
}

/// Returns the sine of an angle in turns.
///
/// The Taylor series up to x¹⁷ on a quarter turn, with an error below 10⁻¹¹. It uses + − × ÷ alone, because
/// the last bits of libm's sine differ between machines.
func sineOfTurns(_ turns: Double) -> Double {
  var t = turns - turns.rounded(.down)
  if t >= 0.75 { t -= 1 } else if t > 0.25 { t = 0.5 - t }
  let x = t * 6.283185307179586
  let square = x * x
  var series = 1.0
  var n = 16.0
  while n > 0 {
    series = 1 - square / (n * (n + 1)) * series
    n -= 2
  }
  return x * series
}

/// Returns the unit vector at an angle in turns, clockwise from east.
func unitVector(_ turns: Double) -> PlanPoint { PlanPoint(sineOfTurns(turns + 0.25), sineOfTurns(turns)) }

/// An axis-aligned rectangle of the plane, in meters.
struct Extent {
  var low: PlanPoint
  var high: PlanPoint

  init(low: PlanPoint, high: PlanPoint) {
    self.low = low
    self.high = high
  }

  init(around center: PlanPoint, _ radius: Double) {
    self.init(low: center - PlanPoint(radius, radius), high: center + PlanPoint(radius, radius))
  }

  /// The bounding box of the points; `low` exceeds `high` if there are none.
  init(of points: some Sequence<PlanPoint>) {
    low = PlanPoint(.infinity, .infinity)
    high = PlanPoint(-.infinity, -.infinity)
    for point in points {
      low = PlanPoint(min(low.x, point.x), min(low.y, point.y))
      high = PlanPoint(max(high.x, point.x), max(high.y, point.y))
    }
  }

  func intersects(_ other: Extent) -> Bool {
    low.x <= other.high.x && other.low.x <= high.x && low.y <= other.high.y && other.low.y <= high.y
  }

  func contains(_ point: PlanPoint) -> Bool { low.x <= point.x && point.x < high.x && low.y <= point.y && point.y < high.y }

  func union(_ other: Extent) -> Extent {
    Extent(
      low: PlanPoint(min(low.x, other.low.x), min(low.y, other.low.y)),
      high: PlanPoint(max(high.x, other.high.x), max(high.y, other.high.y)))
  }

  func expanded(by margin: Double) -> Extent {
    Extent(low: low - PlanPoint(margin, margin), high: high + PlanPoint(margin, margin))
  }
}
