/// The plan of the whole region: its settlements, the roads between them, and the corridors through it.
///
/// Everything is decided by random streams seeded with lattice positions. So a part can be generated
/// without the rest, and a larger region contains a smaller one of the same seed unchanged in its middle.
final class Region {
  let seed: UInt64
  /// Half the side of the square that is filled, in meters.
  let half: Double
  let warp: Warp
  let corridors: [Corridor]
  private(set) var towns: [Town] = []
  private(set) var villages: [(village: Village, neighbors: [PlanPoint])] = []
  private(set) var woods: [(center: PlanPoint, radius: Double)] = []
  private var featuresByTown: [Int: [Feature]] = [:]

  /// How far roads, rivers and woods continue beyond the square, in meters, so that it has no hard edge on
  /// small zooms.
  static let margin = 5000.0
  static let townSpacing = 15000.0
  static let corridorSpacing = 30000.0
  static let villageSpacing = 2700.0

  init(half: Double, seed: UInt64) {
    self.half = half
    self.seed = seed
    warp = Warp(seed: seed)
    corridors = Self.corridors(outerHalf: half + Self.margin, seed: seed)
    layOutTowns()
    layOutVillages()
    layOutWoods()
  }

  /// Half the side of the square with its margin, in meters.
  var outerHalf: Double { half + Self.margin }

  /// Returns a river, a railway and a motorway for each band of the region.
  private static func corridors(outerHalf: Double, seed: UInt64) -> [Corridor] {
    let bands = Int((outerHalf / corridorSpacing).rounded(.up))
    var result: [Corridor] = []
    for band in -bands...bands {
      var random = SeededGenerator(seed, 20, band)
      func corridor(
        _ kind: Corridor.Kind, passing position: Double, _ sineTerms: [(Double, Double)], _ halfWidth: Double,
        _ widenings: [Corridor.Widening]
      ) {
        let sineTerms = sineTerms.map { Corridor.SineTerm(amplitude: $0.0, length: $0.1, phase: random.unit()) }
        let lateralOffset = sineTerms.reduce(0) { $0 + $1.amplitude * sineOfTurns($1.phase) }
        result.append(
          Corridor(
            kind: kind, offset: position + Double(band) * corridorSpacing - lateralOffset, sineTerms: sineTerms,
            halfWidth: halfWidth,
            widenings: widenings))
      }
      let basins = Int(outerHalf / 7000) + 1
      corridor(
        .river, passing: 470, [(430, 5600), (120, 2300)], 36,
        (-basins...basins).map { .init(position: 1050 + 7000 * Double($0), halfLength: 420, extra: 52) })
      corridor(.railway, passing: -1130, [(900, 17000), (70, 3900)], 6, [.init(position: -380, halfLength: 520, extra: 44)])
      corridor(.motorway, passing: 3350, [(420, 9000), (90, 3700)], 16, [])
    }
    return result
  }

  private func layOutTowns() {
    let count = Int(((outerHalf + 3000) / Self.townSpacing).rounded(.up))
    for j in -count...count {
      for i in -count...count {
        var random = SeededGenerator(seed, 21, i, j)
        var names = NameGenerator(seed: seed &+ UInt64(bitPattern: Int64(i * 4099 + j * 31)))
        let isMain = i == 0 && j == 0
        let jitter = isMain ? PlanPoint.zero : PlanPoint(random.triangular(), random.triangular()) * 2600
        let radius = isMain || random.chance(0.1) ? 2600 : random.between(1000, 1700)
        let center = PlanPoint(Double(i), Double(j)) * Self.townSpacing + jitter
        towns.append(Town(center: center, radius: radius, name: names.town(), seed: random.next()))
      }
    }
  }

  /// Returns the towns that may extend to `point`.
  func towns(near point: PlanPoint) -> [Town] {
    towns.filter { abs($0.center.x - point.x) < 9000 && abs($0.center.y - point.y) < 9000 }
  }

  private func layOutVillages() {
    let count = Int((outerHalf / Self.villageSpacing).rounded(.up))
    var found: [[Int]: Village] = [:]
    let highways = highwayLines()
    for j in -count...count {
      for i in -count...count {
        var random = SeededGenerator(seed, 22, i, j)
        let center =
          (PlanPoint(Double(i), Double(j)) + PlanPoint(random.triangular(), random.triangular()) * 0.3) * Self.villageSpacing
        let radius = random.between(170, 330)
        guard random.chance(0.66), max(abs(center.x), abs(center.y)) < outerHalf,
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

  /// Returns whether a road from `a` to `b` would pass through no town.
  private func isOpen(from a: PlanPoint, to b: PlanPoint) -> Bool {
    !stride(from: 0.1, to: 1, by: 0.1).contains { fraction in
      let point = a.toward(b, fraction)
      return towns(near: point).contains { $0.covers(point, margin: 150) }
    }
  }

  private func layOutWoods() {
    let spacing = 3300.0
    let count = Int((outerHalf / spacing).rounded(.up))
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

  struct Highway {
    let line: [PlanPoint]
    let extent: Extent
    /// The number of the road.
    let ref: String
  }

  /// Returns the main roads from each town to its eastern and southern neighbors.
  func highwayLines() -> [Highway] {
    let side = Int(Double(towns.count).squareRoot())
    var result: [Highway] = []
    for (index, town) in towns.enumerated() {
      if index % side + 1 < side {
        result.append(highway(town.gates[0], towns[index + 1].gates[2], CorridorNames.highway(through: town, eastWest: true)))
      }
      if index + side < towns.count {
        result.append(highway(town.gates[1], towns[index + side].gates[3], CorridorNames.highway(through: town, eastWest: false)))
      }
    }
    return result
  }

  private func highway(_ a: PlanPoint, _ b: PlanPoint, _ ref: String) -> Highway {
    var random = SeededGenerator(seed, 25, Int(a.x), Int(a.y))
    let line = Street.curve(from: a, to: b, amplitude: 420, random: &random)
    return Highway(line: line, extent: Extent(of: line), ref: ref)
  }

  /// Returns the features of the zooms with buildings.
  ///
  /// - Parameters:
  ///   - extent: The area whose settlements are returned.
  ///   - tiled: The area whose fields are returned.
  /// - Returns: The fields, which are drawn first, and the streets and buildings of the settlements.
  func detail(in extent: Extent, fieldsIn tiled: Extent) -> (fields: [Feature], settlements: [Feature]) {
    let wanted = extent.expanded(by: 250)
    var fields = FeatureCollector(warp: warp, corridors: corridors)
    let countryside = Countryside(seed: seed)
    let towns = towns.filter { Extent(around: $0.center, $0.radius * 1.3 + 300).intersects(wanted) }
    let villages = villages.filter { Extent(around: $0.village.center, $0.village.radius * 1.4 + 150).intersects(wanted) }
    let woods = woods.filter { Extent(around: $0.center, $0.radius * 1.5).intersects(wanted) }
    for (i, j) in Countryside.cells(in: tiled.expanded(by: 250)) {
      countryside.build(i, j, in: &fields) { point in
        towns.contains { $0.covers(point, margin: 40) }
          || villages.contains { $0.village.center.distance(to: point) < $0.village.radius + 30 }
          || woods.contains { $0.center.distance(to: point) < $0.radius * 0.8 }
      }
    }
    var settlements: [Feature] = []
    for town in towns { settlements += features(of: town) }
    for (village, neighbors) in villages {
      var builder = BlockBuildingsBuilder(
        plan: FeatureCollector(warp: warp, corridors: corridors), random: SeededGenerator(village.seed, 30),
        names: DistrictNames(seed: village.seed))
      village.build(in: &builder, roadsTo: neighbors)
      settlements += builder.plan.features
    }
    return (fields.features, settlements)
  }

  /// Returns the features of a town, and caches those of a few towns.
  ///
  /// Every block of tiles that a town extends to asks for it.
  private func features(of town: Town) -> [Feature] {
    let key = Int(truncatingIfNeeded: town.seed)
    if let known = featuresByTown[key] { return known }
    let near = corridors.filter { abs($0.distance(to: town.center)) < town.radius * 2 + 600 }
    let blocks = BlockBuildingsBuilder(
      plan: FeatureCollector(warp: warp, corridors: near), random: SeededGenerator(town.seed, 31),
      names: DistrictNames(seed: town.seed))
    var builder = TownBuilder(town, blocks: blocks)
    builder.build()
    let features = builder.blocks.plan.features
    if featuresByTown.count > 8 { featuresByTown = [:] }
    featuresByTown[key] = features
    return features
  }
}
