/// Open ground within a town: parks, sports grounds, a cemetery, a school in its yard.
enum GreenSpaces {
  private static func dryPieces(_ plot: Plot, _ houses: BlockBuilder) -> [Plot] {
    houses.plan.corridors.reduce([plot]) { plots, corridor in plots.flatMap(corridor.subtracted) }
  }

  /// Lawns, a walk round them, ways across, groves and a pond.
  static func park(_ plot: Plot, in houses: inout BlockBuilder) {
    for piece in dryPieces(plot, houses) {
      houses.plan.addArea(
        .landcover, piece.inset(by: 3).corners, Attributes(kind: "grass", subkind: "park"),
        zooms: piece.area > 40000 ? 9...14 : 12...14)
      let walk = piece.inset(by: 14)
      guard walk.corners.count > 2, walk.area > 900, let first = walk.corners.first else { continue }
      houses.plan.addStreet(.path, walk.corners + [first])
      let middle = piece.middle + PlanPoint(houses.random.between(-12, 12), houses.random.between(-12, 12))
      for (i, corner) in piece.corners.enumerated() where i % 2 == 0 || walk.area > 15000 {
        houses.plan.addStreet(.path, [corner, middle])
      }
      guard walk.area > 5000 else { continue }
      let size = walk.area.squareRoot()
      if houses.random.chance(0.75) {
        let place = middle.toward(houses.random.pick(walk.corners), 0.45)
        let pond = PlanBuilder.blob(around: place, radius: size * 0.12, random: &houses.random)
        if pond.allSatisfy(walk.contains) { houses.plan.addArea(.water, pond, Attributes(kind: "lake"), zooms: 12...14) }
      }
      for _ in 0..<3 {
        let place = middle.toward(houses.random.pick(walk.corners), houses.random.between(0.4, 0.75))
        let grove = PlanBuilder.blob(
          around: place, radius: size * houses.random.between(0.06, 0.13), points: 14, random: &houses.random)
        if grove.allSatisfy(piece.contains) { houses.plan.addArea(.landcover, grove, Attributes(kind: "wood", subkind: "wood")) }
      }
    }
  }

  /// Pitches side by side, the first with a stand; what is too much for them is a park.
  static func sports(_ plot: Plot, in houses: inout BlockBuilder) {
    var random = houses.random
    let parts = PlotSubdivision.irregular(plot, to: 85000, irregularity: 0.4, random: &random).plots
    houses.random = random
    for part in parts.dropFirst() { park(part, in: &houses) }
    for piece in parts.first.map({ dryPieces($0, houses) }) ?? [] {
      let ground = piece.inset(by: 9)
      guard ground.corners.count > 2 else { continue }
      houses.plan.addArea(.landcover, ground.corners, Attributes(kind: "grass", subkind: "grass"))
      let edge = ground.longestEdge
      let way = (edge.1 - edge.0).direction
      let along = ground.span(along: way)
      let across = ground.span(along: way.right)
      var row = across.low + 50
      var first = true
      while row < across.high - 38 {
        var place = along.low + 62
        while place < along.high - 55 {
          let middle = way * place + way.right * row
          let pitch = Plot(center: middle, along: way, length: 100, width: 64)
          if pitch.corners.allSatisfy(ground.contains) {
            houses.plan.addArea(.landuse, pitch.corners, Attributes(kind: "pitch"), zooms: 13...14)
            if first {
              let stand = Plot(center: middle - way.right * 42, along: way, length: 84, width: 15)
              houses.plan.addDetachedBuilding(stand.corners, height: 14)
              first = false
            }
          }
          place += 116
        }
        row += 94
      }
    }
  }

  /// Lawn, a chapel, and ways in a grid.
  static func cemetery(_ plot: Plot, in houses: inout BlockBuilder) {
    for piece in dryPieces(plot, houses) {
      let ground = piece.inset(by: 9)
      guard ground.corners.count > 2, let first = ground.corners.first else { continue }
      houses.plan.addArea(.landuse, ground.corners, Attributes(kind: "cemetery"), zooms: 11...14)
      houses.plan.addStreet(.path, ground.corners + [first])
      for cut in PlotSubdivision.grid(ground, depth: 60, length: 80, random: &houses.random).cuts {
        houses.plan.addStreet(.path, [cut.0, cut.1])
      }
      let edge = ground.longestEdge
      let chapel = Plot(center: ground.middle + PlanPoint(14, 9), along: (edge.1 - edge.0).direction, length: 22, width: 11)
      houses.plan.addDetachedBuilding(chapel.corners, height: 12)
    }
  }

  /// Wings round a yard, a pitch behind.
  static func school(_ plot: Plot, in houses: inout BlockBuilder) {
    for piece in dryPieces(plot, houses) {
      let ground = piece.inset(by: 9)
      guard ground.area > 2500 else { continue }
      houses.plan.addArea(.landuse, ground.corners, Attributes(kind: "school"), zooms: 12...14)
      for lot in PlotSubdivision.irregular(ground, to: 16000, irregularity: 0.3, random: &houses.random).plots {
        let edge = lot.longestEdge
        let way = (edge.1 - edge.0).direction
        let size = min(46, lot.area.squareRoot() * 0.34)
        let middle = lot.middle
        func at(_ x: Double, _ y: Double) -> PlanPoint { middle + way * (x * size) + way.right * (y * size) }
        if houses.random.chance(0.35) {
          houses.plan.addArea(.landcover, lot.inset(by: 4).corners, Attributes(kind: "grass", subkind: "grass"), zooms: 13...14)
          let pitch = [at(-1, -0.6), at(1, -0.6), at(1, 0.6), at(-1, 0.6)]
          houses.plan.addArea(.landuse, pitch, Attributes(kind: "pitch"), zooms: 13...14)
          continue
        }
        let thick = 13 / size
        houses.plan.addDetachedBuilding(
          [
            at(-1, -0.7), at(1, -0.7), at(1, 0.7), at(1 - thick, 0.7), at(1 - thick, thick - 0.7), at(thick / 2, thick - 0.7),
            at(thick / 2, 0.4), at(-thick / 2, 0.4), at(-thick / 2, thick - 0.7), at(thick - 1, thick - 0.7), at(thick - 1, 0.7),
            at(-1, 0.7),
          ], height: 12)
      }
    }
  }
}
