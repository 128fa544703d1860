/// Builds the features that appear on small zooms too: corridors, main roads, woods, and the outlines and
/// names of settlements.
struct OverviewBuilder {
  private let region: Region
  private var plan: FeatureCollector

  /// Returns all of these features.
  static func features(of region: Region) -> [Feature] {
    var builder = OverviewBuilder(region)
    builder.build()
    return builder.plan.features
  }

  private init(_ region: Region) {
    self.region = region
    plan = FeatureCollector(warp: region.warp, corridors: region.corridors)
  }

  private mutating func build() {
    let extent = region.outerHalf
    for (center, radius) in region.woods { addWood(center, radius) }
    let corridorNames = CorridorNames(region: region)
    for corridor in region.corridors {
      CorridorBuilder.build(corridor, from: -extent, to: extent, names: corridorNames, in: &plan)
    }
    for town in region.towns where Extent(around: .zero, extent + town.radius).contains(town.center) {
      plan.addArea(.landuse, town.outline, Attributes(kind: "residential"), zooms: 6...14)
      var names = NameGenerator(seed: town.seed)
      for street in town.mainStreets(named: &names) { plan.add(street) }
      addQuays(of: town, named: &names)
      let attributes = Attributes(kind: town.radius > 2000 ? "city" : "town").with("name", .text(town.name))
        .with("rank", .number(town.radius > 2000 ? 8 : 11))
      plan.add(Feature(.place, .point, [[plan.warp.warped(town.center)]], attributes, zooms: 4...14))
      TownQuarters.addNames(of: town, to: &plan)
      for (ring, sector, plot) in town.plots()
      where DistrictKind.of(town, ring: ring, sector: sector, plot: plot, corridors: region.corridors) == .park {
        plan.addArea(.landcover, plot.inset(by: 6).corners, Attributes(kind: "grass", subkind: "park"), zooms: 9...11)
      }
    }
    for highway in region.highwayLines() where highway.extent.intersects(Extent(around: .zero, extent)) {
      plan.add(Street(kind: .primary, line: highway.line, ref: highway.ref))
    }
    for (village, neighbors) in region.villages { addRoads(of: village, neighbors) }
    let border = (0...200).map { i in
      let t = -extent + 2 * extent * Double(i) / 200
      return PlanPoint(-5600 + 500 * sineOfTurns(t / 7300) + 160 * sineOfTurns(t / 2100 + 0.3), t)
    }
    plan.add(
      Feature(
        .boundary, .line, [plan.warp.warped(border)], Attributes(["admin_level": .number(4), "maritime": .number(0)]), zooms: 4...14
      ))
  }

  private mutating func addRoads(of village: Village, _ neighbors: [PlanPoint]) {
    let outline = village.outline(toward: neighbors)
    plan.addArea(.landuse, outline, Attributes(kind: "residential"), zooms: 10...14)
    for other in neighbors {
      let isVillage = region.villages.contains { $0.village.center == other }
      // The road between two villages is added once, by the western or northern village.
      if isVillage, (other.x, other.y) < (village.center.x, village.center.y) { continue }
      let direction = (other - village.center).normalized
      let start = village.center + direction * (village.radius * 1.25)
      let end = isVillage ? other - direction * 400 : other
      var random = SeededGenerator(village.seed, 26, Int(other.x))
      let line = [village.center] + Street.curve(from: start, to: end, amplitude: 110, random: &random) + (isVillage ? [other] : [])
      // The road bears the name of the settlement to which it leads.
      let destination =
        region.villages.first { $0.village.center == other }?.village.name
        ?? region.towns(near: other).min { $0.center.distance(to: other) < $1.center.distance(to: other) }?.name
      plan.addStreet(isVillage ? .tertiary : .secondary, line, name: destination.map { $0 + " Road" })
    }
    let isHamlet = village.radius < 205
    plan.addName(
      .place, village.center, kind: isHamlet ? "hamlet" : "village", village.name, rank: isHamlet ? 17 : 14,
      zooms: (isHamlet ? 11 : 10)...14)
  }

  private mutating func addQuays(of town: Town, named names: inout NameGenerator) {
    for river in region.corridors where river.kind == .river {
      for side in [-1.0, 1] {
        var run: [PlanPoint] = []
        let line = river.line(from: town.center.x - town.radius, to: town.center.x + town.radius, step: 20) { t in
          side * (river.halfWidth(at: t) + 13)
        }
        for point in line {
          if town.covers(point, margin: -town.radius * 0.12) {
            run.append(point)
          } else {
            if run.count > 4 { plan.addStreet(.tertiary, run, name: names.street(.quay)) }
            run = []
          }
        }
        if run.count > 4 { plan.addStreet(.tertiary, run, name: names.street(.quay)) }
      }
    }
  }

  private mutating func addWood(_ center: PlanPoint, _ radius: Double) {
    var random = SeededGenerator(region.seed, 27, Int(center.x), Int(center.y))
    let ring = FeatureCollector.blob(around: center, radius: radius, points: 44, random: &random)
    plan.addArea(.landcover, ring, Attributes(kind: "wood", subkind: "forest"), zooms: 7...14)
    var names = NameGenerator(seed: region.seed &+ UInt64(bitPattern: Int64(Int(center.x) &* 8191 &+ Int(center.y))))
    if radius > 800 {
      plan.addArea(.park, ring, Attributes(kind: "nature_reserve"), zooms: 9...14)
      plan.addName(.park, center, kind: "nature_reserve", names.reserve(), rank: 1, zooms: 11...14)
    }
    if radius > 600 {
      let lake = FeatureCollector.blob(
        around: center + unitVector(random.unit()) * (radius * 0.4), radius: random.between(90, 190), random: &random)
      plan.addArea(.water, lake, Attributes(kind: "lake"), zooms: 10...14)
      // The name follows the longest line through the lake.
      let half = lake.count / 2
      let axis = (0..<half).max { lake[$0].distance(to: lake[$0 + half]) < lake[$1].distance(to: lake[$1 + half]) } ?? 0
      let (start, end) = (lake[axis], lake[axis + half])
      let name = plan.warp.warped(Warp.densified([start.toward(end, 0.1), start.toward(end, 0.9)], step: 40))
      plan.add(
        Feature(.waterName, .line, [name], Attributes(kind: "lake").with("name", .text(names.lake())), zooms: 11...14))
    }
    for _ in 0..<Int(radius / 200) {
      let start = center + unitVector(random.unit()) * radius
      let end = center + unitVector(random.unit()) * radius
      plan.addStreet(.track, Street.curve(from: start, to: end, amplitude: radius * 0.3, random: &random))
    }
    guard
      let river = region.corridors.filter({ $0.kind == .river }).min(by: {
        abs($0.distance(to: center)) < abs($1.distance(to: center))
      }),
      abs(river.distance(to: center)) < 4200
    else { return }
    let mouth = river.point(at: center.x + random.between(-900, 900))
    let stream = Street.curve(from: center, to: mouth, amplitude: 260, random: &random)
    guard !stream.contains(where: { point in region.towns(near: point).contains { $0.covers(point, margin: 60) } }) else { return }
    let attributes = Attributes(kind: "stream").with("name", .text(names.stream()))
    plan.add(Feature(.waterway, .line, [plan.warp.warped(stream)], attributes, zooms: 12...14))
  }
}
