/// What a part of town is for, and so how it is divided and built over.
enum Quarter {
  case oldTown, closedBlocks, terraces, flats, gardens, works, park, sports, cemetery

  /// The quarter in mesh `k` of a sector; the same whenever it is asked for.
  static func of(_ town: Town, ring k: Int, sector s: Int, plot: Plot, courses: [Course]) -> Quarter {
    var dice = Dice(town.seed, 2, k, s)
    let big = town.radius > 2000
    let roll = dice.unit()
    let nearRails = courses.contains { $0.kind != .river && abs($0.distance(to: plot.middle)) < 420 }
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
  func build(in houses: inout Houses, courses: [Course]) {
    var names = Names(seed: seed &+ 7)
    buildCore(in: &houses, names: &names)
    for (k, s, plot) in meshes() {
      var inner = plot.inset(by: k < 3 ? 3.5 : 1.5)
      if k == 0, let edge = plot.edges.last {
        // The green belt where the wall was, along the ring street.
        let way = (edge.1 - edge.0).direction
        let belt = inner.right(of: edge.1 + way.right * 48, along: way * -1).inset(by: 7)
        inner = inner.right(of: edge.0 + way.right * 48, along: way).tidied()
        if s % 8 != 4 { addBelt(belt, along: way, in: &houses) }
      }
      guard inner.corners.count > 2 else { continue }
      let quarter = Quarter.of(self, ring: k, sector: s, plot: plot, courses: courses)
      houses.dice = Dice(seed, 3, k, s)
      build(quarter, on: inner, in: &houses, names: &names)
    }
  }

  private func addBelt(_ belt: Plot, along way: Spot, in houses: inout Houses) {
    for piece in houses.ground.courses.reduce([belt], { plots, course in plots.flatMap(course.leaving) }) where piece.area > 400 {
      houses.ground.addArea(.landcover, piece.corners, Attributes(kind: "grass", subkind: "park"), zooms: 11...14)
      let span = piece.span(along: way)
      let middle = piece.middle
      let start = middle + way * (span.low + 6 - middle.dot(way))
      houses.ground.addStreet(.path, [start, middle + way.right * 7, middle + way * (span.high - 6 - middle.dot(way))])
    }
  }

  /// One quarter, on the ground between its main streets.
  private func build(_ quarter: Quarter, on plot: Plot, in houses: inout Houses, names: inout Names) {
    var dice = houses.dice
    switch quarter {
    case .park: return Greens.park(plot, in: &houses)
    case .sports: return Greens.sports(plot, in: &houses)
    case .cemetery: return Greens.cemetery(plot, in: &houses)
    default: break
    }
    let division: (plots: [Plot], cuts: [(Spot, Spot)])
    let style: HouseStyle
    switch quarter {
    case .oldTown:
      division = Dividing.irregularly(plot, to: 2600, wobble: 1.1, dice: &dice)
      style = .joined(width: 7...13, depth: 9...12, height: 9...14)
    case .closedBlocks:
      division = Dividing.irregularly(plot, to: 9500, wobble: 0.6, dice: &dice)
      style = .joined(width: 14...24, depth: 11.5...14, height: 13...19)
    case .terraces:
      division = Dividing.asGrid(plot, depth: dice.chance(0.5) ? 62 : 108, length: 170, dice: &dice)
      style = .rows
    case .flats:
      division = Dividing.irregularly(plot, to: 19000, wobble: 0.4, dice: &dice)
      style = .slabs
    case .works:
      division = Dividing.irregularly(plot, to: 26000, wobble: 0.3, dice: &dice)
      style = .sheds
    default:
      division =
        dice.chance(0.5)
        ? Dividing.asGrid(plot, depth: 66, length: 190, dice: &dice)
        : Dividing.irregularly(plot, to: 11500, wobble: 0.8, dice: &dice)
      style = .detached
    }
    if quarter == .works { houses.ground.addArea(.landuse, plot.corners, Attributes(kind: "industrial"), zooms: 10...14) }
    for (i, cut) in division.cuts.enumerated() {
      let through = i == 0 && (quarter == .closedBlocks || quarter == .flats)
      houses.ground.addStreet(through ? .tertiary : .minor, reaching(cut, beyond: plot), name: names.street())
    }
    houses.dice = dice
    for block in division.plots {
      if quarter == .flats {
        houses.ground.addArea(.landcover, block.inset(by: 6).corners, Attributes(kind: "grass", subkind: "grass"), zooms: 13...14)
      }
      if quarter != .works, houses.dice.chance(0.035) {
        Greens.park(block.inset(by: 4), in: &houses)
        continue
      }
      if block.area > 7500, quarter != .works, houses.dice.chance(0.03) {
        Greens.school(block.inset(by: 2), in: &houses)
        continue
      }
      build(block, style, in: &houses)
    }
  }

  /// A cut that ends at the quarter's edge goes on to the middle of the street there.
  private func reaching(_ cut: (Spot, Spot), beyond plot: Plot) -> [Spot] {
    let way = (cut.1 - cut.0).direction
    func extended(_ end: Spot, _ way: Spot) -> Spot {
      let onEdge = plot.edges.contains { abs(($0.1 - $0.0).direction.cross(end - $0.0)) < 0.6 }
      return onEdge ? end + way * 4.5 : end
    }
    return [extended(cut.0, way * -1), extended(cut.1, way)]
  }

  func build(_ block: Plot, _ style: HouseStyle, in houses: inout Houses) {
    let pieces = houses.ground.courses.reduce([block]) { plots, course in plots.flatMap(course.leaving) }
    for piece in pieces {
      let lot = piece.inset(by: StreetClass.minor.halfWidth - 0.5)
      if lot.area > 260 { houses.build(lot, style) }
    }
  }
}
