/// Adds the open spaces within a town: parks, sports grounds, cemeteries and school yards.
enum GreenSpaces {
  /// Lawns, a path around them, paths across, groves and a pond.
  static func park(_ plot: LandPlot, in builder: inout BlockBuildingsBuilder) {
    let pieces = builder.plan.piecesOutsideCorridors(of: plot)
    if let largest = pieces.max(by: { $0.area < $1.area }), largest.area > 1500 {
      let rank = largest.area > 40000 ? 4 : largest.area > 12000 ? 8 : 14
      builder.plan.addPointOfInterest(.park, builder.names.names.place(of: .park), at: largest.middle, rank: rank)
    }
    for piece in pieces {
      builder.plan.addArea(
        .landcover, piece.inset(by: 3).corners, Attributes(kind: "grass", subkind: "park"),
        zooms: piece.area > 40000 ? 9...14 : 12...14)
      let walk = piece.inset(by: 14)
      guard walk.corners.count > 2, walk.area > 900, let first = walk.corners.first else { continue }
      builder.plan.addStreet(.path, walk.corners + [first])
      let middle = piece.middle + PlanPoint(builder.random.between(-12, 12), builder.random.between(-12, 12))
      for (i, corner) in piece.corners.enumerated() where i % 2 == 0 || walk.area > 15000 {
        builder.plan.addStreet(.path, [corner, middle])
      }
      guard walk.area > 5000 else { continue }
      let size = walk.area.squareRoot()
      if builder.random.chance(0.75) {
        let position = middle.toward(builder.random.pick(walk.corners), 0.45)
        let pond = FeatureCollector.blob(around: position, radius: size * 0.12, random: &builder.random)
        if pond.allSatisfy(walk.contains) {
          builder.plan.addArea(.water, pond, Attributes(kind: "lake"), zooms: 12...14)
          if size > 160 { builder.plan.addName(.waterName, position, kind: "lake", builder.names.names.pond(), zooms: 14...14) }
        }
      }
      for _ in 0..<3 {
        let position = middle.toward(builder.random.pick(walk.corners), builder.random.between(0.4, 0.75))
        let grove = FeatureCollector.blob(
          around: position, radius: size * builder.random.between(0.06, 0.13), points: 14, random: &builder.random)
        if grove.allSatisfy(piece.contains) { builder.plan.addArea(.landcover, grove, Attributes(kind: "wood", subkind: "wood")) }
      }
    }
  }

  /// Adds playing fields side by side, the first with a stand. The remaining land becomes a park.
  static func sports(_ plot: LandPlot, in builder: inout BlockBuildingsBuilder) {
    var random = builder.random
    let parts = LandPlotSubdivision.irregular(plot, to: 85000, irregularity: 0.4, random: &random).plots
    builder.random = random
    for part in parts.dropFirst() { park(part, in: &builder) }
    for piece in parts.first.map({ builder.plan.piecesOutsideCorridors(of: $0) }) ?? [] {
      let site = piece.inset(by: 9)
      guard site.corners.count > 2 else { continue }
      builder.plan.addArea(.landcover, site.corners, Attributes(kind: "grass", subkind: "grass"))
      let edge = site.longestEdge
      let direction = (edge.1 - edge.0).normalized
      let along = site.span(along: direction)
      let across = site.span(along: direction.right)
      var row = across.low + 50
      var first = true
      while row < across.high - 38 {
        var position = along.low + 62
        while position < along.high - 55 {
          let middle = direction * position + direction.right * row
          let pitch = LandPlot(center: middle, along: direction, length: 100, width: 64)
          if pitch.corners.allSatisfy(site.contains) {
            builder.plan.addArea(.landuse, pitch.corners, Attributes(kind: "pitch"), zooms: 13...14)
            if first {
              let stand = LandPlot(center: middle - direction.right * 42, along: direction, length: 84, width: 15)
              builder.plan.addDetachedBuilding(stand.corners, height: 14)
              builder.plan.addPointOfInterest(.stadium, builder.names.names.place(of: .stadium), at: middle)
              first = false
            }
          }
          position += 116
        }
        row += 94
      }
    }
  }

  /// A lawn with a chapel and a grid of paths.
  static func cemetery(_ plot: LandPlot, in builder: inout BlockBuildingsBuilder) {
    for piece in builder.plan.piecesOutsideCorridors(of: plot) {
      let site = piece.inset(by: 9)
      guard site.corners.count > 2, let first = site.corners.first else { continue }
      builder.plan.addArea(.landuse, site.corners, Attributes(kind: "cemetery"), zooms: 11...14)
      builder.plan.addStreet(.path, site.corners + [first])
      for cut in LandPlotSubdivision.grid(site, depth: 60, length: 80, random: &builder.random).cuts {
        builder.plan.addStreet(.path, [cut.0, cut.1])
      }
      let edge = site.longestEdge
      let chapel = LandPlot(center: site.middle + PlanPoint(14, 9), along: (edge.1 - edge.0).normalized, length: 22, width: 11)
      builder.plan.addDetachedBuilding(chapel.corners, height: 12)
      builder.plan.addPointOfInterest(.cemetery, builder.names.names.place(of: .cemetery), at: site.middle)
    }
  }

  /// A building with wings around a yard, or a playing field.
  static func school(_ plot: LandPlot, in builder: inout BlockBuildingsBuilder) {
    for piece in builder.plan.piecesOutsideCorridors(of: plot) {
      let site = piece.inset(by: 9)
      guard site.area > 2500 else { continue }
      builder.plan.addArea(.landuse, site.corners, Attributes(kind: "school"), zooms: 12...14)
      let kind = site.area > 9000 ? PointOfInterestKind.college : .school
      builder.plan.addPointOfInterest(kind, builder.names.names.place(of: kind), at: site.middle)
      for lot in LandPlotSubdivision.irregular(site, to: 16000, irregularity: 0.3, random: &builder.random).plots {
        let edge = lot.longestEdge
        let direction = (edge.1 - edge.0).normalized
        let size = min(46, lot.area.squareRoot() * 0.34)
        let middle = lot.middle
        func at(_ x: Double, _ y: Double) -> PlanPoint { middle + direction * (x * size) + direction.right * (y * size) }
        if builder.random.chance(0.35) {
          builder.plan.addArea(.landcover, lot.inset(by: 4).corners, Attributes(kind: "grass", subkind: "grass"), zooms: 13...14)
          let pitch = [at(-1, -0.6), at(1, -0.6), at(1, 0.6), at(-1, 0.6)]
          builder.plan.addArea(.landuse, pitch, Attributes(kind: "pitch"), zooms: 13...14)
          continue
        }
        let thick = 13 / size
        builder.plan.addDetachedBuilding(
          [
            at(-1, -0.7), at(1, -0.7), at(1, 0.7), at(1 - thick, 0.7), at(1 - thick, thick - 0.7), at(thick / 2, thick - 0.7),
            at(thick / 2, 0.4), at(-thick / 2, 0.4), at(-thick / 2, thick - 0.7), at(thick - 1, thick - 0.7), at(thick - 1, 0.7),
            at(-1, 0.7),
          ], height: 12)
      }
    }
  }
}
