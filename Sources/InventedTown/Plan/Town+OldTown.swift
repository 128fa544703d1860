extension Town {
  /// The old town inside the ring street: four ways in from the gates, a market place where they meet, a church beside it.
  func buildCore(in houses: inout BlockBuilder, names: inout NameGenerator) {
    var random = SeededGenerator(seed, 4)
    let market = radius > 2000 ? random.between(40, 48) : random.between(26, 32)
    let lean = random.between(0, 0.25)
    let heart = center + PlanPoint(random.between(-25, 25), random.between(-25, 25))
    var square: [PlanPoint] = []
    for gate in stride(from: 0, to: Self.radials, by: 6) {
      houses.plan.addStreet(.tertiary, [heart, corner(0, gate)], name: names.street())
      let wedge = Plot([heart] + stride(from: gate, through: gate + 6, by: 2).map { corner(0, $0) })
      // Each quarter of the old town gives a corner of its ground to the market place.
      let bisector = (wedge.corners[1] - heart).direction + (wedge.corners[wedge.corners.count - 1] - heart).direction
      let way = (bisector.direction + bisector.direction.right * (lean - 0.12)).direction
      let cut = heart + way * market
      square += [wedge.corners[1], wedge.corners[wedge.corners.count - 1]].map { far in
        let ray = (far - heart).direction
        return heart + ray * (market / max(0.3, ray.dot(way)))
      }
      let ground = wedge.clipped(rightOf: cut, along: way.right * -1).inset(by: 2).simplified()
      let division = PlotSubdivision.irregular(ground, to: 3500, irregularity: 0.9, random: &random)
      for (i, line) in division.cuts.enumerated() {
        houses.plan.addStreet(
          i < 2 || random.chance(0.5) ? .minor : .pedestrian, [line.0, line.1], name: i < 4 ? names.street() : nil)
      }
      houses.random = SeededGenerator(seed, 5, gate)
      let near = division.plots.min { $0.middle.distance(to: heart) < $1.middle.distance(to: heart) }
      for block in division.plots {
        if gate == 6, let near, near.middle == block.middle {
          church(on: block, in: &houses)
        } else {
          build(block, .attached(width: 7...13, depth: 9...12, height: 9...14), in: &houses)
        }
      }
    }
    let ring = Plot(square).simplified().corners
    houses.plan.add(
      Feature(
        .transportation, .polygon, [houses.plan.warp.warped(ring)], Attributes(kind: "path", subkind: "pedestrian"),
        zooms: 13...14))
  }

  /// A nave with a choir, a transept and a tower, in its close.
  private func church(on block: Plot, in houses: inout BlockBuilder) {
    let edge = block.longestEdge
    let way = (edge.1 - edge.0).direction
    let span = block.span(along: way)
    let half = min(27, (span.high - span.low) * 0.36)
    let middle = block.middle
    func at(_ x: Double, _ y: Double) -> PlanPoint { middle + way * (x * half) + way.right * (y * half) }
    houses.plan.addArea(
      .landcover, block.inset(by: 5).corners, Attributes(kind: "grass", subkind: "grass"), zooms: 14...14)
    houses.plan.addDetachedBuilding(
      [
        at(-1, -0.3), at(0.15, -0.3), at(0.15, -0.55), at(0.5, -0.55), at(0.5, -0.3), at(0.8, -0.3), at(1, -0.12), at(1, 0.12),
        at(0.8, 0.3), at(0.5, 0.3), at(0.5, 0.55), at(0.15, 0.55), at(0.15, 0.3), at(-1, 0.3),
      ], height: 28)
    houses.plan.addDetachedBuilding([at(-1.24, -0.2), at(-1, -0.2), at(-1, 0.2), at(-1.24, 0.2)], height: 62)
  }
}
