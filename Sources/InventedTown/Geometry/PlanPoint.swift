/// A place on the town's plane, or a way across it: metres east and south of the centre.
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

  /// The same way, one metre long; nothing stays nothing.
  var direction: PlanPoint {
    let length = length
    return length > 0 ? self * (1 / length) : self
  }

  /// A quarter turn clockwise on the screen, where y points down.
  var right: PlanPoint { PlanPoint(-y, x) }

  func toward(_ other: PlanPoint, _ share: Double) -> PlanPoint { self + (other - self) * share }

  func distance(to other: PlanPoint) -> Double { (other - self).length }
}

/// The sine of so many turns, from + − × ÷ alone: libm differs in its last bits from one machine to the next.
///
/// Taylor's series up to x¹⁷ on a quarter turn: off by less than 10⁻¹¹.
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

/// One metre in the direction so many turns clockwise from east.
func unitVector(_ turns: Double) -> PlanPoint { PlanPoint(sineOfTurns(turns + 0.25), sineOfTurns(turns)) }

/// A rectangle of the plane that holds what was added to it.
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

  init(of spots: some Sequence<PlanPoint>) {
    low = PlanPoint(.infinity, .infinity)
    high = PlanPoint(-.infinity, -.infinity)
    for spot in spots {
      low = PlanPoint(min(low.x, spot.x), min(low.y, spot.y))
      high = PlanPoint(max(high.x, spot.x), max(high.y, spot.y))
    }
  }

  func intersects(_ other: Extent) -> Bool {
    low.x <= other.high.x && other.low.x <= high.x && low.y <= other.high.y && other.low.y <= high.y
  }

  func contains(_ spot: PlanPoint) -> Bool { low.x <= spot.x && spot.x < high.x && low.y <= spot.y && spot.y < high.y }

  func union(_ other: Extent) -> Extent {
    Extent(
      low: PlanPoint(min(low.x, other.low.x), min(low.y, other.low.y)),
      high: PlanPoint(max(high.x, other.high.x), max(high.y, other.high.y)))
  }

  func expanded(by margin: Double) -> Extent {
    Extent(low: low - PlanPoint(margin, margin), high: high + PlanPoint(margin, margin))
  }
}
