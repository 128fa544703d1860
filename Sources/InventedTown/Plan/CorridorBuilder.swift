/// Adds the features of corridors: water and islands, tracks and a station, carriageways.
enum CorridorBuilder {
  ///
  /// - Parameter names: The settlements, after which stations are named.
  static func build(_ corridor: Corridor, from start: Double, to end: Double, names: CorridorNames, in plan: inout FeatureCollector)
  {
    switch corridor.kind {
    case .river: river(corridor, start, end, names, &plan)
    case .railway: railway(corridor, start, end, names, &plan)
    case .motorway:
      let middle = corridor.line(from: start, to: end, step: 60)
      plan.add(Street(kind: .motorway, line: middle, ref: names.motorway(corridor), zooms: 4...11))
      let down = corridor.line(from: start, to: end, step: 40) { _ in -9 }
      let up = corridor.line(from: start, to: end, step: 40) { _ in 9 }
      plan.add(Street(kind: .motorway, line: down, zooms: 12...14))
      plan.add(Street(kind: .motorway, line: up.reversed(), zooms: 12...14))
    }
  }

  private static func river(
    _ corridor: Corridor, _ start: Double, _ end: Double, _ names: CorridorNames, _ plan: inout FeatureCollector
  ) {
    func band(_ margin: (Double) -> Double, from start: Double, to end: Double, step: Double) -> [PlanPoint] {
      let north = corridor.line(from: start, to: end, step: step) { -(corridor.halfWidth(at: $0) + margin($0)) }
      let south = corridor.line(from: start, to: end, step: step) { corridor.halfWidth(at: $0) + margin($0) }
      return north + south.reversed()
    }
    // Meadows along the banks, wide in the country and narrow in town.
    let meadow = band(
      { t in 15 + 0.02 * min(3500, max(0, abs(t) - 1500)) + 6 * sineOfTurns(t / 900) }, from: start, to: end, step: 40)
    plan.add(
      Feature(.landcover, .polygon, [plan.warp.warped(meadow)], Attributes(kind: "grass", subkind: "grass"), zooms: 12...14))
    var rings = [plan.warp.warped(band({ _ in 0 }, from: start, to: end, step: 22))]
    for basin in corridor.widenings where basin.position - basin.halfLength > start && basin.position + basin.halfLength < end {
      let shores = Corridor(
        kind: .river, offset: corridor.offset, sineTerms: corridor.sineTerms, halfWidth: 0,
        widenings: [.init(position: basin.position, halfLength: basin.halfLength * 0.72, extra: basin.extra * 0.8)])
      let (from, to) = (basin.position - basin.halfLength * 0.7, basin.position + basin.halfLength * 0.7)
      let northShore = shores.line(from: from, to: to, step: 18) { -shores.halfWidth(at: $0) }
      let southShore = shores.line(from: from, to: to, step: 18) { shores.halfWidth(at: $0) }
      let ring = northShore + southShore.reversed().dropFirst().dropLast()
      rings.append(plan.warp.warped(ring).reversed())
      plan.addArea(.landcover, ring, Attributes(kind: "grass", subkind: "park"))
      let grove = shores.line(from: from, to: to, step: 18) { -0.55 * shores.halfWidth(at: $0) }
      let groveBack = shores.line(from: from, to: to, step: 18) { 0.4 * shores.halfWidth(at: $0) }
      plan.addArea(.landcover, grove + groveBack.reversed(), Attributes(kind: "wood", subkind: "wood"))
      plan.addName(
        .place, corridor.point(at: basin.position), kind: "island", names.island(of: corridor, at: basin.position), rank: 5,
        zooms: 12...14)
    }
    plan.add(Feature(.water, .polygon, rings, Attributes(kind: "river"), zooms: 8...14))
    let middle = plan.warp.warped(corridor.line(from: start, to: end, step: 40))
    plan.add(
      Feature(.waterway, .line, [middle], Attributes(kind: "river").with("name", .text(names.river(corridor))), zooms: 4...14))
  }

  private static func railway(
    _ corridor: Corridor, _ start: Double, _ end: Double, _ names: CorridorNames, _ plan: inout FeatureCollector
  ) {
    plan.add(Street(kind: .rail, line: corridor.line(from: start, to: end, step: 50), zooms: 8...12))
    for side in [-2.3, 2.3] {
      plan.add(Street(kind: .rail, line: corridor.line(from: start, to: end, step: 30) { _ in side }, zooms: 13...14))
    }
    let yard = Attributes.Pair(key: "service", value: .text("yard"))
    for station in corridor.widenings
    where station.position - station.halfLength > start && station.position + station.halfLength < end {
      let (from, to) = (station.position - station.halfLength, station.position + station.halfLength)
      let north = corridor.line(from: from, to: to, step: 25) { -corridor.halfWidth(at: $0) }
      let south = corridor.line(from: from, to: to, step: 25) { corridor.halfWidth(at: $0) }
      plan.addArea(.landuse, north + south.reversed(), Attributes(kind: "railway"), zooms: 12...14)
      for track in [-3.0, -2, -1, 1, 2, 3] {
        let fan = corridor.line(from: from, to: to, step: 20) { t in
          (track > 0 ? 2.3 : -2.3) + track * 8.5 * min(1, (corridor.halfWidth(at: t) - corridor.halfWidth) / station.extra * 1.3)
        }
        plan.add(Street(kind: .rail, line: fan, zooms: 13...14, extraAttributes: [yard]))
      }
      let direction = corridor.direction(at: station.position)
      func at(_ x: Double, _ y: Double) -> PlanPoint {
        corridor.point(at: station.position) + direction * x + direction.right * (y + 32)
      }
      let hall = [at(-62, 0), at(62, 0), at(62, 17), at(20, 17), at(20, 22), at(-20, 22), at(-20, 17), at(-62, 17)]
      plan.addDetachedBuilding(hall, height: 16)
      plan.addPointOfInterest(.station, names.station(near: at(0, 0)), at: at(0, 8))
      for y in [-43.0, -26, -9] {
        plan.addDetachedBuilding([at(-90, y), at(90, y), at(90, y + 4), at(-90, y + 4)], height: 5)
      }
    }
  }
}
