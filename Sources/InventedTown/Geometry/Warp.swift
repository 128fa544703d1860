/// The smooth field that bends the finished plan, so that straight streets curve and the houses follow them.
///
/// The field's slopes stay below 1/2, so the plan never folds over itself: separate shapes stay separate,
/// and shapes that touch still touch.
struct Warp {
  private let phase: (Double, Double, Double, Double)

  init(seed: UInt64) {
    var random = SeededGenerator(seed, 0xBE)
    phase = (random.unit(), random.unit(), random.unit(), random.unit())
  }

  func warped(_ p: PlanPoint) -> PlanPoint {
    PlanPoint(
      p.x + 60 * sineOfTurns(p.y / 1900 + phase.0) + 21 * sineOfTurns((p.y + 0.5 * p.x) / 760 + phase.1),
      p.y + 60 * sineOfTurns(p.x / 1750 + phase.2) + 21 * sineOfTurns((p.x - 0.4 * p.y) / 690 + phase.3))
  }

  func warped(_ line: [PlanPoint]) -> [PlanPoint] { line.map(warped) }

  /// Returns the corners moved and turned together, so that a building keeps its right angles.
  func warpedRigidly(_ corners: [PlanPoint], about middle: PlanPoint) -> [PlanPoint] {
    let here = warped(middle)
    let east = warped(middle + PlanPoint(4, 0)) - warped(middle - PlanPoint(4, 0))
    let south = warped(middle + PlanPoint(0, 4)) - warped(middle - PlanPoint(0, 4))
    let a = PlanPoint(east.x + south.y, east.y - south.x).normalized
    return corners.map { corner in
      let d = corner - middle
      return PlanPoint(here.x + a.x * d.x - a.y * d.y, here.y + a.y * d.x + a.x * d.y)
    }
  }

  /// Returns the line with a point at least every `step` meters, so that it can bend.
  static func densified(_ line: [PlanPoint], step: Double = 30) -> [PlanPoint] {
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

  /// Returns a ring with a point at least every `step` meters. Its first corner is not repeated.
  static func densifiedRing(_ ring: [PlanPoint], step: Double = 30) -> [PlanPoint] {
    guard let first = ring.first else { return [] }
    return densified(ring + [first], step: step).dropLast()
  }
}
