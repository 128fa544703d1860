/// A place on the town's plane, or a way across it: metres east and south of the centre.
struct Spot: Hashable {
  var x: Double
  var y: Double

  init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  static let zero = Spot(0, 0)

  static func + (a: Spot, b: Spot) -> Spot { Spot(a.x + b.x, a.y + b.y) }
  static func - (a: Spot, b: Spot) -> Spot { Spot(a.x - b.x, a.y - b.y) }
  static func * (a: Spot, factor: Double) -> Spot { Spot(a.x * factor, a.y * factor) }

  func dot(_ other: Spot) -> Double { x * other.x + y * other.y }
  func cross(_ other: Spot) -> Double { x * other.y - y * other.x }

  var length: Double { (x * x + y * y).squareRoot() }

  /// The same way, one metre long; nothing stays nothing.
  var direction: Spot {
    let length = length
    return length > 0 ? self * (1 / length) : self
  }

  /// A quarter turn clockwise on the screen, where y points down.
  var right: Spot { Spot(-y, x) }

  func toward(_ other: Spot, _ share: Double) -> Spot { self + (other - self) * share }

  func distance(to other: Spot) -> Double { (other - self).length }
}

/// The sine of so many turns, from + − × ÷ alone: libm differs in its last bits from one machine to the next.
///
/// Taylor's series up to x¹⁷ on a quarter turn: off by less than 10⁻¹¹.
func wave(_ turns: Double) -> Double {
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
func heading(_ turns: Double) -> Spot { Spot(wave(turns + 0.25), wave(turns)) }

/// A rectangle of the plane that holds what was added to it.
struct Extent {
  var low: Spot
  var high: Spot

  init(low: Spot, high: Spot) {
    self.low = low
    self.high = high
  }

  init(around center: Spot, _ radius: Double) {
    self.init(low: center - Spot(radius, radius), high: center + Spot(radius, radius))
  }

  init(of spots: some Sequence<Spot>) {
    low = Spot(.infinity, .infinity)
    high = Spot(-.infinity, -.infinity)
    for spot in spots {
      low = Spot(min(low.x, spot.x), min(low.y, spot.y))
      high = Spot(max(high.x, spot.x), max(high.y, spot.y))
    }
  }

  func meets(_ other: Extent) -> Bool {
    low.x <= other.high.x && other.low.x <= high.x && low.y <= other.high.y && other.low.y <= high.y
  }

  func holds(_ spot: Spot) -> Bool { low.x <= spot.x && spot.x < high.x && low.y <= spot.y && spot.y < high.y }

  func joined(with other: Extent) -> Extent {
    Extent(
      low: Spot(min(low.x, other.low.x), min(low.y, other.low.y)), high: Spot(max(high.x, other.high.x), max(high.y, other.high.y)))
  }

  func grown(by margin: Double) -> Extent {
    Extent(low: low - Spot(margin, margin), high: high + Spot(margin, margin))
  }
}
