/// A village: a church where its roads meet, gardens and farms along them.
struct Village {
  let center: PlanPoint
  let radius: Double
  let name: String
  let seed: UInt64

  /// The ways out, in turns of a circle: those of the roads that come here, and others where a gap is wide.
  private func spokes(toward others: [PlanPoint], random: inout SeededGenerator) -> [PlanPoint] {
    var ways = others.map { ($0 - center).direction }
    var tries = 0
    while ways.count < 5, tries < 40 {
      let way = unitVector(random.unit())
      if ways.allSatisfy({ $0.dot(way) < 0.45 }) { ways.append(way) }
      tries += 1
    }
    // Clockwise from west; by the tangent of the half angle, which is monotonous in the angle.
    func angle(_ way: PlanPoint) -> Double { way.x > -0.999999 ? way.y / (1 + way.x) : 1e9 }
    return ways.sorted { angle($0) < angle($1) }
  }

  func outline(toward others: [PlanPoint]) -> [PlanPoint] {
    var random = SeededGenerator(seed, 6)
    return spokes(toward: others, random: &random).map { center + $0 * (radius * random.between(0.8, 1.2)) }
  }

  func build(in houses: inout BlockBuilder, roadsTo others: [PlanPoint]) {
    let rim = outline(toward: others)
    var random = SeededGenerator(seed, 7)
    guard rim.count > 2 else { return }
    for (i, corner) in rim.enumerated() {
      let next = rim[(i + 1) % rim.count]
      let wedge = Plot([center, corner, next])
      // A road from elsewhere already runs along its own way in.
      let way = (corner - center).direction
      if !others.contains(where: { ($0 - center).direction.dot(way) > 0.9999 }) {
        houses.plan.addStreet(.minor, [center, corner])
      }
      guard wedge.area > 3000 else { continue }
      let inner = wedge.inset(by: 2.5)
      let division = PlotSubdivision.irregular(inner, to: 13000, irregularity: 0.9, random: &random)
      for cut in division.cuts { houses.plan.addStreet(.minor, [cut.0, cut.1]) }
      houses.random = random
      for block in division.plots {
        let style: BuildingStyle = houses.random.chance(0.12) ? .sheds : .detached
        for piece in houses.plan.corridors.reduce([block], { plots, corridor in plots.flatMap(corridor.subtracted) }) {
          let lot = piece.inset(by: 6.5)
          guard lot.area > 500 else { continue }
          houses.build(
            lot,
            lot.middle.distance(to: center) < 90 && lot.area < 6000
              ? .attached(width: 12...18, depth: 10...13, height: 7...9) : style
          )
        }
      }
      random = houses.random
    }
  }
}
