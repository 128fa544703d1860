/// The whole plan: which settlements there are, what joins them, and what runs through.
///
/// Everything is decided by hashing lattice positions, so any part can be made without the rest, and a larger region has the
/// smaller one in its middle.
final class Region {
  let seed: UInt64
  /// Half the side of the square that is shown in full.
  let half: Double
  let warp: Warp
  let corridors: [Corridor]
  private(set) var towns: [Town] = []
  private(set) var villages: [(village: Village, neighbors: [PlanPoint])] = []
  private(set) var woods: [(center: PlanPoint, radius: Double)] = []
  private var made: [Int: [Feature]] = [:]

  /// Roads, rivers and woods go on this far beyond the square, so that it has no hard edge from afar.
  static let margin = 5000.0
  static let townSpacing = 15000.0
  static let courseSpacing = 30000.0
  static let villageSpacing = 2700.0

  init(half: Double, seed: UInt64) {
    self.half = half
    self.seed = seed
    warp = Warp(seed: seed)
    corridors = Self.corridors(reach: half + Self.margin, seed: seed)
    layOutTowns()
    layOutVillages()
    layOutWoods()
  }

  private var reach: Double { half + Self.margin }

  private static func corridors(reach: Double, seed: UInt64) -> [Corridor] {
    let bands = Int((reach / courseSpacing).rounded(.up))
    var result: [Corridor] = []
    for band in -bands...bands {
      var random = SeededGenerator(seed, 20, band)
      func corridor(
        _ kind: Corridor.Kind, passing place: Double, _ sineTerms: [(Double, Double)], _ halfWidth: Double,
        _ widenings: [Corridor.Widening]
      ) {
        let sineTerms = sineTerms.map { Corridor.SineTerm(amplitude: $0.0, length: $0.1, phase: random.unit()) }
        let there = sineTerms.reduce(0) { $0 + $1.amplitude * sineOfTurns($1.phase) }
        result.append(
          Corridor(
            kind: kind, offset: place + Double(band) * courseSpacing - there, sineTerms: sineTerms, halfWidth: halfWidth,
            widenings: widenings))
      }
      let basins = Int(reach / 7000) + 1
      corridor(
        .river, passing: 470, [(430, 5600), (120, 2300)], 36,
        (-basins...basins).map { .init(position: 1050 + 7000 * Double($0), halfLength: 420, extra: 52) })
      corridor(.railway, passing: -1130, [(900, 17000), (70, 3900)], 6, [.init(position: -380, halfLength: 520, extra: 44)])
      corridor(.motorway, passing: 3350, [(420, 9000), (90, 3700)], 16, [])
    }
    return result
  }

  private func layOutTowns() {
    let count = Int(((reach + 3000) / Self.townSpacing).rounded(.up))
    for j in -count...count {
      for i in -count...count {
        var random = SeededGenerator(seed, 21, i, j)
        var names = NameGenerator(seed: seed &+ UInt64(bitPattern: Int64(i * 4099 + j * 31)))
        let main = i == 0 && j == 0
        let jitter = main ? PlanPoint.zero : PlanPoint(random.triangular(), random.triangular()) * 2600
        let radius = main || random.chance(0.1) ? 2600 : random.between(1000, 1700)
        let center = PlanPoint(Double(i), Double(j)) * Self.townSpacing + jitter
        towns.append(Town(center: center, radius: radius, name: names.town(), seed: random.next()))
      }
    }
  }

  /// The towns that could reach `spot`.
  func towns(near spot: PlanPoint) -> [Town] {
    towns.filter { abs($0.center.x - spot.x) < 9000 && abs($0.center.y - spot.y) < 9000 }
  }

  private func layOutVillages() {
    let count = Int((reach / Self.villageSpacing).rounded(.up))
    var found: [[Int]: Village] = [:]
    let highways = highwayLines()
    for j in -count...count {
      for i in -count...count {
        var random = SeededGenerator(seed, 22, i, j)
        let center =
          (PlanPoint(Double(i), Double(j)) + PlanPoint(random.triangular(), random.triangular()) * 0.3) * Self.villageSpacing
        let radius = random.between(170, 330)
        guard random.chance(0.66), max(abs(center.x), abs(center.y)) < reach,
          !towns(near: center).contains(where: { $0.covers(center, margin: 620) }),
          !corridors.contains(where: { abs($0.distance(to: center)) < radius + 130 }),
          !highways.contains(where: {
            $0.extent.intersects(Extent(around: center, 300)) && $0.line.contains { $0.distance(to: center) < radius + 160 }
          })
        else { continue }
        var names = NameGenerator(seed: random.next())
        found[[i, j]] = Village(center: center, radius: radius, name: names.town(), seed: random.next())
      }
    }
    for j in -count...count {
      for i in -count...count {
        guard let village = found[[i, j]] else { continue }
        var neighbors: [PlanPoint] = []
        for (di, dj) in [(1, 0), (0, 1), (-1, 0), (0, -1)] {
          var random = SeededGenerator(seed, 23, min(i, i + di), min(j, j + dj), abs(di))
          guard let other = found[[i + di, j + dj]], random.chance(0.8) else { continue }
          if isOpen(from: village.center, to: other.center) { neighbors.append(other.center) }
        }
        if let town = towns(near: village.center).min(by: {
          $0.center.distance(to: village.center) < $1.center.distance(to: village.center)
        }) {
          let entrance = town.entrance(from: village.center)
          if entrance.distance(to: village.center) < 3300 { neighbors.append(entrance) }
        }
        villages.append((village, neighbors))
      }
    }
  }

  private func isOpen(from a: PlanPoint, to b: PlanPoint) -> Bool {
    !stride(from: 0.1, to: 1, by: 0.1).contains { share in
      let spot = a.toward(b, share)
      return towns(near: spot).contains { $0.covers(spot, margin: 150) }
    }
  }

  private func layOutWoods() {
    let spacing = 3300.0
    let count = Int((reach / spacing).rounded(.up))
    for j in -count...count {
      for i in -count...count {
        var random = SeededGenerator(seed, 24, i, j)
        let center = (PlanPoint(Double(i), Double(j)) + PlanPoint(random.triangular(), random.triangular()) * 0.4) * spacing
        let radius = random.between(280, 950)
        guard random.chance(0.7), !towns(near: center).contains(where: { $0.covers(center, margin: radius * 1.2) }),
          !corridors.contains(where: { abs($0.distance(to: center)) < ($0.kind == .river ? radius * 1.3 + 80 : radius * 0.3) }),
          !villages.contains(where: { $0.village.center.distance(to: center) < $0.village.radius + radius * 1.1 })
        else { continue }
        woods.append((center, radius))
      }
    }
  }

  private struct Highway {
    let line: [PlanPoint]
    let extent: Extent
  }

  /// The main roads from each town to its eastern and southern neighbours.
  private func highwayLines() -> [Highway] {
    let side = Int(Double(towns.count).squareRoot())
    var result: [Highway] = []
    for (index, town) in towns.enumerated() {
      if index % side + 1 < side { result.append(highway(town.gates[0], towns[index + 1].gates[2], index)) }
      if index + side < towns.count { result.append(highway(town.gates[1], towns[index + side].gates[3], index)) }
    }
    return result
  }

  private func highway(_ a: PlanPoint, _ b: PlanPoint, _ index: Int) -> Highway {
    var random = SeededGenerator(seed, 25, Int(a.x), Int(a.y))
    let line = Self.curve(from: a, to: b, amplitude: 420, random: &random)
    return Highway(line: line, extent: Extent(of: line))
  }

  /// A road that leaves and arrives where it should and sineTerms gently between.
  static func curve(from a: PlanPoint, to b: PlanPoint, amplitude: Double, random: inout SeededGenerator) -> [PlanPoint] {
    let (one, two) = (amplitude * random.triangular(), amplitude * 0.7 * random.triangular())
    let way = (b - a).direction.right
    let count = max(2, Int(a.distance(to: b) / 70))
    return (0...count).map { i in
      let t = Double(i) / Double(count)
      return a.toward(b, t) + way * (one * sineOfTurns(t / 2) + two * sineOfTurns(t))
    }
  }

  /// What is seen from afar too: corridors, main roads, woods, the outlines and names of settlements.
  func overview() -> [Feature] {
    var ground = PlanBuilder(warp: warp, corridors: corridors)
    for (center, radius) in woods { addWood(center, radius, &ground) }
    for corridor in corridors { CorridorBuilder.build(corridor, from: -reach, to: reach, in: &ground) }
    for town in towns where Extent(around: .zero, reach + town.radius).contains(town.center) {
      ground.addArea(.landuse, town.outline, Attributes(kind: "residential"), zooms: 6...14)
      var names = NameGenerator(seed: town.seed)
      for street in town.mainStreets(named: &names) { ground.add(street) }
      addQuays(of: town, &ground)
      let place = Attributes(kind: town.radius > 2000 ? "city" : "town").with("name", .text(town.name))
        .with("rank", .number(town.radius > 2000 ? 8 : 11))
      ground.add(Feature(.place, .point, [[warp.warped(town.center)]], place, zooms: 4...14))
      for k in town.meshes() where District.of(town, ring: k.ring, sector: k.sector, plot: k.plot, corridors: corridors) == .park {
        ground.addArea(.landcover, k.plot.inset(by: 6).corners, Attributes(kind: "grass", subkind: "park"), zooms: 9...11)
      }
    }
    for highway in highwayLines() where highway.extent.intersects(Extent(around: .zero, reach)) {
      ground.addStreet(.primary, highway.line)
    }
    for (village, neighbors) in villages { addRoads(of: village, neighbors, &ground) }
    let border = (0...200).map { i in
      let t = -reach + 2 * reach * Double(i) / 200
      return PlanPoint(-5600 + 500 * sineOfTurns(t / 7300) + 160 * sineOfTurns(t / 2100 + 0.3), t)
    }
    ground.add(
      Feature(
        .boundary, .line, [warp.warped(border)], Attributes(["admin_level": .number(4), "maritime": .number(0)]), zooms: 4...14))
    return ground.features
  }

  private func addRoads(of village: Village, _ neighbors: [PlanPoint], _ ground: inout PlanBuilder) {
    let rim = village.outline(toward: neighbors)
    ground.addArea(.landuse, rim, Attributes(kind: "residential"), zooms: 10...14)
    for other in neighbors {
      let isVillage = villages.contains { $0.village.center == other }
      // The road between two villages is one road: the eastern or southern one leaves it to the other.
      if isVillage, (other.x, other.y) < (village.center.x, village.center.y) { continue }
      let way = (other - village.center).direction
      let start = village.center + way * (village.radius * 1.25)
      let end = isVillage ? other - way * 400 : other
      var random = SeededGenerator(village.seed, 26, Int(other.x))
      let line = [village.center] + Self.curve(from: start, to: end, amplitude: 110, random: &random) + (isVillage ? [other] : [])
      ground.addStreet(isVillage ? .tertiary : .secondary, line)
    }
    ground.add(
      Feature(
        .place, .point, [[warp.warped(village.center)]],
        Attributes(kind: "village").with("name", .text(village.name)).with("rank", .number(14)), zooms: 10...14))
  }

  private func addQuays(of town: Town, _ ground: inout PlanBuilder) {
    for river in corridors where river.kind == .river {
      for side in [-1.0, 1] {
        var run: [PlanPoint] = []
        let line = river.line(from: town.center.x - town.radius, to: town.center.x + town.radius, step: 20) { t in
          side * (river.halfWidth(at: t) + 13)
        }
        for spot in line {
          if town.covers(spot, margin: -town.radius * 0.12) {
            run.append(spot)
          } else {
            if run.count > 4 { ground.addStreet(.tertiary, run, name: "Quay") }
            run = []
          }
        }
        if run.count > 4 { ground.addStreet(.tertiary, run, name: "Quay") }
      }
    }
  }

  private func addWood(_ center: PlanPoint, _ radius: Double, _ ground: inout PlanBuilder) {
    var random = SeededGenerator(seed, 27, Int(center.x), Int(center.y))
    let ring = PlanBuilder.blob(around: center, radius: radius, points: 44, random: &random)
    ground.addArea(.landcover, ring, Attributes(kind: "wood", subkind: "forest"), zooms: 7...14)
    if radius > 800 { ground.addArea(.park, ring, Attributes(kind: "nature_reserve"), zooms: 9...14) }
    if radius > 600 {
      let lake = PlanBuilder.blob(
        around: center + unitVector(random.unit()) * (radius * 0.4), radius: random.between(90, 190), random: &random)
      ground.addArea(.water, lake, Attributes(kind: "lake"), zooms: 10...14)
    }
    for _ in 0..<Int(radius / 200) {
      let start = center + unitVector(random.unit()) * radius
      let end = center + unitVector(random.unit()) * radius
      ground.addStreet(.track, Self.curve(from: start, to: end, amplitude: radius * 0.3, random: &random))
    }
    guard
      let river = corridors.filter({ $0.kind == .river }).min(by: { abs($0.distance(to: center)) < abs($1.distance(to: center)) }),
      abs(river.distance(to: center)) < 4200
    else { return }
    let mouth = river.point(at: center.x + random.between(-900, 900))
    let stream = Self.curve(from: center, to: mouth, amplitude: 260, random: &random)
    guard !stream.contains(where: { spot in towns(near: spot).contains { $0.covers(spot, margin: 60) } }) else { return }
    ground.add(Feature(.waterway, .line, [warp.warped(stream)], Attributes(kind: "stream"), zooms: 12...14))
  }

  /// What is seen only from near, within `extent`: fields first, and of those what lies within `tiled`, then what is built.
  func detail(in extent: Extent, fieldsIn tiled: Extent) -> (fields: [Feature], built: [Feature]) {
    let wanted = extent.expanded(by: 250)
    var fields = PlanBuilder(warp: warp, corridors: corridors)
    let countryside = Countryside(seed: seed)
    let towns = towns.filter { Extent(around: $0.center, $0.radius * 1.3 + 300).intersects(wanted) }
    let villages = villages.filter { Extent(around: $0.village.center, $0.village.radius * 1.4 + 150).intersects(wanted) }
    let woods = woods.filter { Extent(around: $0.center, $0.radius * 1.5).intersects(wanted) }
    for (i, j) in Countryside.cells(in: tiled.expanded(by: 250)) {
      countryside.build(i, j, in: &fields) { spot in
        towns.contains { $0.covers(spot, margin: 40) }
          || villages.contains { $0.village.center.distance(to: spot) < $0.village.radius + 30 }
          || woods.contains { $0.center.distance(to: spot) < $0.radius * 0.8 }
      }
    }
    var built: [Feature] = []
    for town in towns { built += features(of: town) }
    for (village, neighbors) in villages {
      var houses = BlockBuilder(plan: PlanBuilder(warp: warp, corridors: corridors), random: SeededGenerator(village.seed, 30))
      village.build(in: &houses, roadsTo: neighbors)
      built += houses.plan.features
    }
    return (fields.features, built)
  }

  /// A town is asked for by every block of tiles that it reaches into; a few are remembered.
  private func features(of town: Town) -> [Feature] {
    let key = Int(truncatingIfNeeded: town.seed)
    if let known = made[key] { return known }
    let near = corridors.filter { abs($0.distance(to: town.center)) < town.radius * 2 + 600 }
    var houses = BlockBuilder(plan: PlanBuilder(warp: warp, corridors: near), random: SeededGenerator(town.seed, 31))
    town.build(in: &houses, corridors: near)
    if made.count > 8 { made = [:] }
    made[key] = houses.plan.features
    return houses.plan.features
  }
}
