/// Builds the districts of one town: their streets, green spaces and buildings.
struct TownBuilder {
  let town: Town
  /// Collects the features.
  var blocks: BlockBuildingsBuilder
  var names: NameGenerator

  init(_ town: Town, blocks: BlockBuildingsBuilder) {
    self.town = town
    self.blocks = blocks
    // The main streets take the first names.
    names = NameGenerator(seed: town.seed, skipping: 160)
  }

  mutating func build() {
    buildOldTown()
    for (k, s, plot) in town.plots() {
      var inner = plot.inset(by: k < 3 ? 3.5 : 1.5)
      if k == 0, let edge = plot.edges.last {
        // The green belt in place of the old town wall, along the ring street.
        let direction = (edge.1 - edge.0).normalized
        let belt = inner.clipped(rightOf: edge.1 + direction.right * 48, along: direction * -1).inset(by: 7)
        inner = inner.clipped(rightOf: edge.0 + direction.right * 48, along: direction).simplified()
        if s % 8 != 4 { addBelt(belt, along: direction) }
      }
      guard inner.corners.count > 2 else { continue }
      let district = DistrictKind.of(town, ring: k, sector: s, plot: plot, corridors: blocks.plan.corridors)
      blocks.random = SeededGenerator(town.seed, 3, k, s)
      blocks.names.begin(plot, shopShare: k == 0 ? 0.14 : k == 1 ? 0.1 : 0.05, seed: SeededGenerator(town.seed, 41, k, s))
      build(district, on: inner)
    }
  }

  private mutating func addBelt(_ belt: LandPlot, along direction: PlanPoint) {
    for piece in blocks.plan.piecesOutsideCorridors(of: belt) where piece.area > 400 {
      blocks.plan.addArea(.landcover, piece.corners, Attributes(kind: "grass", subkind: "park"), zooms: 11...14)
      let span = piece.span(along: direction)
      let middle = piece.middle
      let start = middle + direction * (span.low + 6 - middle.dot(direction))
      let end = middle + direction * (span.high - 6 - middle.dot(direction))
      blocks.plan.addStreet(.path, [start, middle + direction.right * 7, end])
    }
  }

  /// Builds a district on the plot between its main streets.
  private mutating func build(_ district: DistrictKind, on plot: LandPlot) {
    var random = blocks.random
    switch district {
    case .park: return GreenSpaces.park(plot, in: &blocks)
    case .sports: return GreenSpaces.sports(plot, in: &blocks)
    case .cemetery: return GreenSpaces.cemetery(plot, in: &blocks)
    default: break
    }
    let division: (plots: [LandPlot], cuts: [(PlanPoint, PlanPoint)])
    let style: BuildingStyle
    switch district {
    case .closedBlocks:
      division = LandPlotSubdivision.irregular(plot, to: 9500, irregularity: 0.6, random: &random)
      style = .attached(width: 14...24, depth: 11.5...14, height: 13...19)
    case .terraces:
      division = LandPlotSubdivision.grid(plot, depth: random.chance(0.5) ? 62 : 108, length: 170, random: &random)
      style = .rows
    case .flats:
      division = LandPlotSubdivision.irregular(plot, to: 19000, irregularity: 0.4, random: &random)
      style = .slabs
    case .works:
      division = LandPlotSubdivision.irregular(plot, to: 26000, irregularity: 0.3, random: &random)
      style = .sheds
    default:
      division =
        random.chance(0.5)
        ? LandPlotSubdivision.grid(plot, depth: 66, length: 190, random: &random)
        : LandPlotSubdivision.irregular(plot, to: 11500, irregularity: 0.8, random: &random)
      style = .detached
    }
    if district == .works { blocks.plan.addArea(.landuse, plot.corners, Attributes(kind: "industrial"), zooms: 10...14) }
    for (i, cut) in division.cuts.enumerated() {
      let isThrough = i == 0 && (district == .closedBlocks || district == .flats)
      // Streets between closed blocks are narrow, so some have traffic in one direction alone.
      blocks.plan.addStreet(
        isThrough ? .tertiary : .minor, extended(cut, beyond: plot), name: names.street(isThrough ? .street : .lane),
        isOneWay: !isThrough && district == .closedBlocks && i % 3 == 1)
    }
    blocks.random = random
    if district == .flats, blocks.names.chance(0.2) {
      blocks.plan.addPointOfInterest(.hospital, blocks.names.names.place(of: .hospital), at: plot.middle)
    }
    for block in division.plots {
      if district == .flats {
        blocks.plan.addArea(.landcover, block.inset(by: 6).corners, Attributes(kind: "grass", subkind: "grass"), zooms: 13...14)
      }
      if district != .works, blocks.random.chance(0.035) {
        GreenSpaces.park(block.inset(by: 4), in: &blocks)
        continue
      }
      if block.area > 7500, district != .works, blocks.random.chance(0.03) {
        GreenSpaces.school(block.inset(by: 2), in: &blocks)
        continue
      }
      build(style, on: block)
    }
  }

  /// Returns the cut, extended to the middle of the street wherever it ends at the edge of the plot.
  private func extended(_ cut: (PlanPoint, PlanPoint), beyond plot: LandPlot) -> [PlanPoint] {
    let direction = (cut.1 - cut.0).normalized
    func extended(_ end: PlanPoint, _ direction: PlanPoint) -> PlanPoint {
      let isOnEdge = plot.edges.contains { abs(($0.1 - $0.0).normalized.cross(end - $0.0)) < 0.6 }
      return isOnEdge ? end + direction * 4.5 : end
    }
    return [extended(cut.0, direction * -1), extended(cut.1, direction)]
  }

  /// Builds on the parts of a block that lie outside the corridors and between the pavements.
  mutating func build(_ style: BuildingStyle, on block: LandPlot) {
    for piece in blocks.plan.piecesOutsideCorridors(of: block) {
      let lot = piece.inset(by: StreetClass.minor.halfWidth - 0.5)
      if lot.area > 260 { blocks.build(lot, style) }
    }
  }
}
