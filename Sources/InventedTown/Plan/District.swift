/// What a part of town is for, and so how it is divided and built over.
enum District {
  case oldTown, closedBlocks, terraces, flats, gardens, works, park, sports, cemetery

  /// The quarter in mesh `k` of a sector; the same whenever it is asked for.
  static func of(_ town: Town, ring k: Int, sector s: Int, plot: Plot, corridors: [Corridor]) -> District {
    var random = SeededGenerator(town.seed, 2, k, s)
    let big = town.radius > 2000
    let roll = random.unit()
    let nearRails = corridors.contains { $0.kind != .river && abs($0.distance(to: plot.middle)) < 420 }
    switch (k, big) {
    case (0, _), (1, true):
      return roll < 0.07 ? .park : .closedBlocks
    case (2, true):
      if roll < 0.1 { return .park }
      return roll < 0.68 ? .closedBlocks : roll < 0.84 ? .terraces : .flats
    case (3, true), (1, false):
      if nearRails, roll < 0.5 { return .works }
      if roll < 0.1 { return .park }
      if roll < 0.17 { return .sports }
      return roll < 0.46 ? .terraces : roll < 0.62 ? .flats : .gardens
    default:
      if nearRails, roll < 0.65 { return .works }
      if roll < 0.06 { return .park }
      if roll < 0.13 { return .sports }
      if roll < 0.18 { return .cemetery }
      return roll < 0.3 ? .terraces : .gardens
    }
  }
}

extension Town {
  /// The meshes of the web that are part of the town.
  func meshes() -> [(ring: Int, sector: Int, plot: Plot)] {
    var result: [(Int, Int, Plot)] = []
    for k in 0..<rings.count - 1 {
      for s in stride(from: 0, to: Self.radials, by: step(k)) {
        guard (s..<s + step(k)).allSatisfy({ depth($0) > k }) else { continue }
        var corners = [corner(k, s)]
        for t in stride(from: s, through: s + step(k), by: step(k + 1)) { corners.append(corner(k + 1, t)) }
        corners.append(corner(k, s + step(k)))
        result.append((k, s, Plot(corners)))
      }
    }
    return result
  }

  /// Builds the quarters: their streets, grounds and houses.
  func build(in houses: inout BlockBuilder, corridors: [Corridor]) {
    var names = NameGenerator(seed: seed &+ 7)
    buildCore(in: &houses, names: &names)
    for (k, s, plot) in meshes() {
      var inner = plot.inset(by: k < 3 ? 3.5 : 1.5)
      if k == 0, let edge = plot.edges.last {
        // The green belt where the wall was, along the ring street.
        let way = (edge.1 - edge.0).direction
        let belt = inner.clipped(rightOf: edge.1 + way.right * 48, along: way * -1).inset(by: 7)
        inner = inner.clipped(rightOf: edge.0 + way.right * 48, along: way).simplified()
        if s % 8 != 4 { addBelt(belt, along: way, in: &houses) }
      }
      guard inner.corners.count > 2 else { continue }
      let quarter = District.of(self, ring: k, sector: s, plot: plot, corridors: corridors)
      houses.random = SeededGenerator(seed, 3, k, s)
      build(quarter, on: inner, in: &houses, names: &names)
    }
  }

  private func addBelt(_ belt: Plot, along way: PlanPoint, in houses: inout BlockBuilder) {
    for piece in houses.plan.corridors.reduce([belt], { plots, corridor in plots.flatMap(corridor.subtracted) })
    where piece.area > 400 {
      houses.plan.addArea(.landcover, piece.corners, Attributes(kind: "grass", subkind: "park"), zooms: 11...14)
      let span = piece.span(along: way)
      let middle = piece.middle
      let start = middle + way * (span.low + 6 - middle.dot(way))
      houses.plan.addStreet(.path, [start, middle + way.right * 7, middle + way * (span.high - 6 - middle.dot(way))])
    }
  }

  /// One quarter, on the ground between its main streets.
  private func build(_ quarter: District, on plot: Plot, in houses: inout BlockBuilder, names: inout NameGenerator) {
    var random = houses.random
    switch quarter {
    case .park: return GreenSpaces.park(plot, in: &houses)
    case .sports: return GreenSpaces.sports(plot, in: &houses)
    case .cemetery: return GreenSpaces.cemetery(plot, in: &houses)
    default: break
    }
    let division: (plots: [Plot], cuts: [(PlanPoint, PlanPoint)])
    let style: BuildingStyle
    switch quarter {
    case .oldTown:
      division = PlotSubdivision.irregular(plot, to: 2600, irregularity: 1.1, random: &random)
      style = .attached(width: 7...13, depth: 9...12, height: 9...14)
    case .closedBlocks:
      division = PlotSubdivision.irregular(plot, to: 9500, irregularity: 0.6, random: &random)
      style = .attached(width: 14...24, depth: 11.5...14, height: 13...19)
    case .terraces:
      division = PlotSubdivision.grid(plot, depth: random.chance(0.5) ? 62 : 108, length: 170, random: &random)
      style = .rows
    case .flats:
      division = PlotSubdivision.irregular(plot, to: 19000, irregularity: 0.4, random: &random)
      style = .slabs
    case .works:
      division = PlotSubdivision.irregular(plot, to: 26000, irregularity: 0.3, random: &random)
      style = .sheds
    default:
      division =
        random.chance(0.5)
        ? PlotSubdivision.grid(plot, depth: 66, length: 190, random: &random)
        : PlotSubdivision.irregular(plot, to: 11500, irregularity: 0.8, random: &random)
      style = .detached
    }
    if quarter == .works { houses.plan.addArea(.landuse, plot.corners, Attributes(kind: "industrial"), zooms: 10...14) }
    for (i, cut) in division.cuts.enumerated() {
      let through = i == 0 && (quarter == .closedBlocks || quarter == .flats)
      houses.plan.addStreet(through ? .tertiary : .minor, reaching(cut, beyond: plot), name: names.street())
    }
    houses.random = random
    for block in division.plots {
      if quarter == .flats {
        houses.plan.addArea(.landcover, block.inset(by: 6).corners, Attributes(kind: "grass", subkind: "grass"), zooms: 13...14)
      }
      if quarter != .works, houses.random.chance(0.035) {
        GreenSpaces.park(block.inset(by: 4), in: &houses)
        continue
      }
      if block.area > 7500, quarter != .works, houses.random.chance(0.03) {
        GreenSpaces.school(block.inset(by: 2), in: &houses)
        continue
      }
      build(block, style, in: &houses)
    }
  }

  /// A cut that ends at the quarter's edge goes on to the middle of the street there.
  private func reaching(_ cut: (PlanPoint, PlanPoint), beyond plot: Plot) -> [PlanPoint] {
    let way = (cut.1 - cut.0).direction
    func extended(_ end: PlanPoint, _ way: PlanPoint) -> PlanPoint {
      let onEdge = plot.edges.contains { abs(($0.1 - $0.0).direction.cross(end - $0.0)) < 0.6 }
      return onEdge ? end + way * 4.5 : end
    }
    return [extended(cut.0, way * -1), extended(cut.1, way)]
  }

  func build(_ block: Plot, _ style: BuildingStyle, in houses: inout BlockBuilder) {
    let pieces = houses.plan.corridors.reduce([block]) { plots, corridor in plots.flatMap(corridor.subtracted) }
    for piece in pieces {
      let lot = piece.inset(by: StreetClass.minor.halfWidth - 0.5)
      if lot.area > 260 { houses.build(lot, style) }
    }
  }
}
