/// The last touch to the plan: everything is bent by one smooth field, so that streets planned straight curve, and the houses
/// along them with them.
///
/// The field's slopes stay below 1/2, so nothing folds over: what was apart stays apart, what touched still touches.
struct Bending {
  private let phase: (Double, Double, Double, Double)

  init(seed: UInt64) {
    var dice = Dice(seed, 0xBE)
    phase = (dice.unit(), dice.unit(), dice.unit(), dice.unit())
  }

  func bend(_ p: Spot) -> Spot {
    Spot(
      p.x + 60 * wave(p.y / 1900 + phase.0) + 21 * wave((p.y + 0.5 * p.x) / 760 + phase.1),
      p.y + 60 * wave(p.x / 1750 + phase.2) + 21 * wave((p.x - 0.4 * p.y) / 690 + phase.3))
  }

  func bend(_ line: [Spot]) -> [Spot] { line.map(bend) }

  /// A corner for every corner, turned and moved as a whole: a house keeps its right angles.
  func carry(_ corners: [Spot], about middle: Spot) -> [Spot] {
    let here = bend(middle)
    let east = bend(middle + Spot(4, 0)) - bend(middle - Spot(4, 0))
    let south = bend(middle + Spot(0, 4)) - bend(middle - Spot(0, 4))
    let a = Spot(east.x + south.y, east.y - south.x).direction
    return corners.map { corner in
      let d = corner - middle
      return Spot(here.x + a.x * d.x - a.y * d.y, here.y + a.y * d.x + a.x * d.y)
    }
  }

  /// The line with enough points in it that bending shows: one at least every `step` metres.
  static func dense(_ line: [Spot], step: Double = 30) -> [Spot] {
    guard var last = line.first else { return [] }
    var result = [last]
    for next in line.dropFirst() {
      let pieces = max(1, (next.distance(to: last) / step).rounded(.up))
      var i = 1.0
      while i <= pieces {
        result.append(last.toward(next, i / pieces))
        i += 1
      }
      last = next
    }
    return result
  }

  /// As ``dense(_:step:)``, for a ring whose first corner is not repeated.
  static func denseRing(_ ring: [Spot], step: Double = 30) -> [Spot] {
    guard let first = ring.first else { return [] }
    return dense(ring + [first], step: step).dropLast()
  }
}
