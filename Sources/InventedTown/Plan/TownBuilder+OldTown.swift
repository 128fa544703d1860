extension TownBuilder {
  /// Builds the old town inside the ring street: a street from each of four gates, the market square where
  /// they meet, and a church next to it.
  mutating func buildOldTown() {
    var random = SeededGenerator(town.seed, 4)
    let market = town.radius > 2000 ? random.between(40, 48) : random.between(26, 32)
    let lean = random.between(0, 0.25)
    let heart = town.center + PlanPoint(random.between(-25, 25), random.between(-25, 25))
    var square: [PlanPoint] = []
    for gate in stride(from: 0, to: Town.radials, by: 6) {
      blocks.plan.addStreet(.tertiary, [heart, town.corner(0, gate)], name: names.street(.street))
      let wedge = LandPlot([heart] + stride(from: gate, through: gate + 6, by: 2).map { town.corner(0, $0) })
      // Each quarter of the old town gives up a corner of its plot for the market square.
      let bisector = (wedge.corners[1] - heart).normalized + (wedge.corners[wedge.corners.count - 1] - heart).normalized
      let direction = (bisector.normalized + bisector.normalized.right * (lean - 0.12)).normalized
      let cut = heart + direction * market
      square += [wedge.corners[1], wedge.corners[wedge.corners.count - 1]].map { far in
        let ray = (far - heart).normalized
        return heart + ray * (market / max(0.3, ray.dot(direction)))
      }
      let plot = wedge.clipped(rightOf: cut, along: direction.right * -1).inset(by: 2).simplified()
      let division = LandPlotSubdivision.irregular(plot, to: 3500, irregularity: 0.9, random: &random)
      for (i, line) in division.cuts.enumerated() {
        let isMinor = i < 2 || random.chance(0.5)
        blocks.plan.addStreet(
          isMinor ? .minor : .pedestrian, [line.0, line.1], name: i < 6 ? names.street(isMinor ? .lane : .walk) : nil,
          isOneWay: isMinor && i % 2 == 1)
      }
      blocks.names.begin(wedge, shopShare: 0.2, seed: SeededGenerator(town.seed, 42, gate))
      let besideMarket = heart + direction * (market + 7)
      switch gate {
      case 0: addPointOfInterest(.museum, at: besideMarket)
      case 12: addPointOfInterest(.townHall, at: besideMarket)
      case 18: addPointOfInterest(.theatre, at: besideMarket)
      default: break
      }
      if gate == 0 { addPointOfInterest(.library, at: town.corner(0, gate).toward(heart, 0.25) + bisector.normalized * 14) }
      blocks.random = SeededGenerator(town.seed, 5, gate)
      let near = division.plots.min { $0.middle.distance(to: heart) < $1.middle.distance(to: heart) }
      for block in division.plots {
        if gate == 6, let near, near.middle == block.middle {
          addChurch(on: block)
          addPointOfInterest(.church, at: block.middle)
        } else {
          build(.attached(width: 7...13, depth: 9...12, height: 9...14), on: block)
        }
      }
    }
    addPointOfInterest(.marketplace, at: heart)
    let ring = LandPlot(square).simplified().corners
    blocks.plan.add(
      Feature(
        .transportation, .polygon, [blocks.plan.warp.warped(ring)], Attributes(kind: "path", subkind: "pedestrian"),
        zooms: 13...14))
  }

  private mutating func addPointOfInterest(_ kind: PointOfInterestKind, at point: PlanPoint) {
    let name = kind == .townHall ? "\(town.name) Town Hall" : blocks.names.names.place(of: kind)
    blocks.plan.addPointOfInterest(kind, name, at: point)
  }

  /// Adds a church with nave, choir, transept and tower on a lawn.
  private mutating func addChurch(on block: LandPlot) {
    let edge = block.longestEdge
    let direction = (edge.1 - edge.0).normalized
    let span = block.span(along: direction)
    let half = min(27, (span.high - span.low) * 0.36)
    let middle = block.middle
    func at(_ x: Double, _ y: Double) -> PlanPoint { middle + direction * (x * half) + direction.right * (y * half) }
    blocks.plan.addArea(
      .landcover, block.inset(by: 5).corners, Attributes(kind: "grass", subkind: "grass"), zooms: 14...14)
    blocks.plan.addDetachedBuilding(
      [
        at(-1, -0.3), at(0.15, -0.3), at(0.15, -0.55), at(0.5, -0.55), at(0.5, -0.3), at(0.8, -0.3), at(1, -0.12), at(1, 0.12),
        at(0.8, 0.3), at(0.5, 0.3), at(0.5, 0.55), at(0.15, 0.55), at(0.15, 0.3), at(-1, 0.3),
      ], height: 28)
    blocks.plan.addDetachedBuilding([at(-1.24, -0.2), at(-1, -0.2), at(-1, 0.2), at(-1.24, 0.2)], height: 62)
  }
}
