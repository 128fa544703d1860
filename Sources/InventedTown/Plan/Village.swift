/// A village: streets from its center outward, with houses and farms along them.
struct Village {
  let center: PlanPoint
  let radius: Double
  let name: String
  let seed: UInt64

  /// Returns the unit vectors of the streets out of the village, clockwise from west: those of the roads to
  /// other settlements, and more where the gap between them is wide.
  private func spokes(toward others: [PlanPoint], random: inout SeededGenerator) -> [PlanPoint] {
    var directions = others.map { ($0 - center).normalized }
    var tries = 0
    while directions.count < 5, tries < 40 {
      let direction = unitVector(random.unit())
      if directions.allSatisfy({ $0.dot(direction) < 0.45 }) { directions.append(direction) }
      tries += 1
    }
    // Compares by the tangent of half the angle, which is monotonic in the angle.
    func angle(_ direction: PlanPoint) -> Double { direction.x > -0.999999 ? direction.y / (1 + direction.x) : 1e9 }
    return directions.sorted { angle($0) < angle($1) }
  }

  /// Returns the corners at which the streets end, toward the other settlements and where gaps are wide.
  func outline(toward others: [PlanPoint]) -> [PlanPoint] {
    var random = SeededGenerator(seed, 6)
    return spokes(toward: others, random: &random).map { center + $0 * (radius * random.between(0.8, 1.2)) }
  }

  func build(in builder: inout BlockBuildingsBuilder, roadsTo others: [PlanPoint]) {
    let corners = outline(toward: others)
    if radius > 205 {
      builder.plan.addPointOfInterest(.church, builder.names.names.place(of: .church), at: center + PlanPoint(22, 30))
    }
    var random = SeededGenerator(seed, 7)
    var names = NameGenerator(seed: seed &+ 7)
    guard corners.count > 2 else { return }
    for (i, corner) in corners.enumerated() {
      let next = corners[(i + 1) % corners.count]
      let wedge = LandPlot([center, corner, next])
      // Where a road from another settlement arrives, the street is part of that road.
      let direction = (corner - center).normalized
      if !others.contains(where: { ($0 - center).normalized.dot(direction) > 0.9999 }) {
        builder.plan.addStreet(.minor, [center, corner], name: names.street(.street))
      }
      guard wedge.area > 3000 else { continue }
      let inner = wedge.inset(by: 2.5)
      let division = LandPlotSubdivision.irregular(inner, to: 13000, irregularity: 0.9, random: &random)
      for cut in division.cuts { builder.plan.addStreet(.minor, [cut.0, cut.1], name: names.street(.lane)) }
      builder.names.begin(wedge, shopShare: 0.2, seed: SeededGenerator(seed, 42, i))
      builder.random = random
      for block in division.plots {
        let style: BuildingStyle = builder.random.chance(0.12) ? .sheds : .detached
        for piece in builder.plan.piecesOutsideCorridors(of: block) {
          let lot = piece.inset(by: 6.5)
          guard lot.area > 500 else { continue }
          builder.build(
            lot,
            lot.middle.distance(to: center) < 90 && lot.area < 6000
              ? .attached(width: 12...18, depth: 10...13, height: 7...9) : style
          )
        }
      }
      random = builder.random
    }
  }
}
