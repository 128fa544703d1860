/// The land between settlements: fields, meadows, copses, tracks and farms.
struct Countryside {
  let seed: UInt64

  /// The spacing of the cells' lattice, in meters.
  static let cell = 880.0

  /// The corner at which four cells meet, moved off the lattice at random.
  private func corner(_ i: Int, _ j: Int) -> PlanPoint {
    var random = SeededGenerator(seed, 8, i, j)
    return PlanPoint((Double(i) + 0.2 * random.triangular()) * Self.cell, (Double(j) + 0.2 * random.triangular()) * Self.cell)
  }

  /// Returns the lattice positions of the cells that intersect `extent`.
  static func cells(in extent: Extent) -> [(Int, Int)] {
    let low = ((extent.low.x / cell).rounded(.down), (extent.low.y / cell).rounded(.down))
    let high = ((extent.high.x / cell).rounded(.down), (extent.high.y / cell).rounded(.down))
    return (Int(low.1)...Int(high.1)).flatMap { j in (Int(low.0)...Int(high.0)).map { ($0, j) } }
  }

  /// Adds the fields and tracks of one cell, except where `isTaken` says that there is a settlement or a
  /// wood.
  func build(_ i: Int, _ j: Int, in plan: inout FeatureCollector, isTaken: (PlanPoint) -> Bool) {
    var random = SeededGenerator(seed, 9, i, j)
    let plot = LandPlot([corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)])
    let division = LandPlotSubdivision.irregular(plot, to: random.between(38000, 95000), irregularity: 0.7, random: &random)
    for field in division.plots {
      let roll = random.unit()
      guard !isTaken(field.middle), !field.corners.contains(where: isTaken) else { continue }
      switch roll {
      case ..<0.42: plan.addArea(.landcover, field.corners, Attributes(kind: "farmland", subkind: "farmland"), zooms: 12...14)
      case ..<0.54: plan.addArea(.landcover, field.corners, Attributes(kind: "grass", subkind: "meadow"), zooms: 12...14)
      case ..<0.61: plan.addArea(.landcover, field.corners, Attributes(kind: "wood", subkind: "wood"), zooms: 12...14)
      default: break
      }
    }
    for cut in division.cuts where random.chance(0.3) && !isTaken(cut.0) && !isTaken(cut.1) {
      plan.addStreet(.track, [cut.0, cut.1])
    }
    for edge in [plot.edges[0], plot.edges[3]] where random.chance(0.5) && !isTaken(edge.0) && !isTaken(edge.1) {
      plan.addStreet(.track, [edge.0, edge.1])
    }
    // An isolated farm.
    let middle = plot.middle
    if random.chance(0.4), !isTaken(middle) {
      let direction = unitVector(random.unit())
      for (x, y, length, width) in [(0.0, 0.0, 24.0, 12.0), (20, 17, 15, 30), (-18, 19, 12, 22)] {
        let house = LandPlot(center: middle + direction * x + direction.right * y, along: direction, length: length, width: width)
        plan.addDetachedBuilding(house.corners, height: 7)
      }
      plan.addStreet(.track, [middle + direction * 4 + direction.right * 9, plot.corners[0]])
      var names = NameGenerator(seed: seed &+ UInt64(bitPattern: Int64(i &* 7919 &+ j)))
      plan.addName(.place, middle, kind: "isolated_dwelling", names.farm(), rank: 30, zooms: 14...14)
    }
  }
}
