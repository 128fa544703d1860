/// Collects the features of a part of the plan, warped and clear of the corridors.
struct FeatureCollector {
  let warp: Warp
  let corridors: [Corridor]
  private(set) var features: [Feature] = []

  init(warp: Warp, corridors: [Corridor]) {
    self.warp = warp
    self.corridors = corridors
  }

  mutating func add(_ feature: Feature) { features.append(feature) }

  /// Adds an area whose edges follow the warp.
  mutating func addArea(_ layer: TownLayer, _ ring: [PlanPoint], _ attributes: Attributes, zooms: ClosedRange<Int> = 12...14) {
    guard ring.count > 2 else { return }
    add(Feature(layer, .polygon, [warp.warped(Warp.densifiedRing(ring))], attributes, zooms: zooms))
  }

  /// Returns the parts of a plot outside every corridor and its margin.
  func piecesOutsideCorridors(of plot: LandPlot) -> [LandPlot] {
    corridors.reduce([plot]) { plots, corridor in plots.flatMap(corridor.subtracted) }
  }

  mutating func addStreet(_ kind: StreetClass, _ line: [PlanPoint], name: String? = nil, isOneWay: Bool = false) {
    add(Street(kind: kind, line: line, name: name, extraAttributes: isOneWay ? [Street.oneWay] : []))
  }

  mutating func add(_ street: Street) {
    let pieces = street.features(warp: warp, corridors: corridors)
    for piece in pieces { add(piece) }
    for name in street.nameFeatures(warp: warp, pieces: pieces) { add(name) }
  }

  /// Adds a point with a name.
  mutating func addName(
    _ layer: TownLayer, _ point: PlanPoint, kind: String, _ name: String, rank: Int? = nil, zooms: ClosedRange<Int>
  ) {
    var attributes = Attributes(kind: kind).with("name", .text(name))
    if let rank { attributes = attributes.with("rank", .number(Int64(rank))) }
    add(Feature(layer, .point, [[warp.warped(point)]], attributes, zooms: zooms))
  }

  mutating func addPointOfInterest(_ kind: PointOfInterestKind, _ name: String, at point: PlanPoint, rank: Int? = nil) {
    let (kindName, subkind) = kind.classes
    let attributes = Attributes(kind: kindName, subkind: subkind).with("name", .text(name))
      .with("rank", .number(Int64(rank ?? kind.rank)))
    add(Feature(.poi, .point, [[warp.warped(point)]], attributes, zooms: kind.zooms))
  }

  mutating func addHouseNumber(_ number: String, at point: PlanPoint) {
    add(Feature(.houseNumber, .point, [[warp.warped(point)]], Attributes(["housenumber": .text(number)]), zooms: 14...14))
  }

  /// Adds a building that shares walls with its neighbors. Each corner is warped individually, so that the
  /// walls stay shared.
  mutating func addAttachedBuilding(_ outside: [PlanPoint], courtyard: [PlanPoint]? = nil, height: Int) {
    let rings = [outside] + (courtyard.map { [Array($0.reversed())] } ?? [])
    let zooms = abs(LandPlot(outside).area) > 70 ? 13...14 : 14...14
    add(Feature(.building, .polygon, rings.map { warp.warped($0) }, Self.attributes(height: height), zooms: zooms))
  }

  /// Adds a detached building, which keeps its right angles.
  mutating func addDetachedBuilding(_ outside: [PlanPoint], height: Int) {
    let plot = LandPlot(outside)
    let ring = warp.warpedRigidly(outside, about: plot.middle)
    add(Feature(.building, .polygon, [ring], Self.attributes(height: height), zooms: abs(plot.area) > 70 ? 13...14 : 14...14))
  }

  private static func attributes(height: Int) -> Attributes {
    Attributes(["render_height": .number(Int64(height))])
  }

  /// Returns a round shape with a wavy edge, for a pond, a grove or a wood.
  static func blob(around center: PlanPoint, radius: Double, points: Int = 24, random: inout SeededGenerator) -> [PlanPoint] {
    let (a, b, c) = (random.unit(), random.unit(), random.unit())
    let squeeze = random.between(0.65, 1)
    let lean = unitVector(random.unit())
    return (0..<points).map { i in
      let turn = Double(i) / Double(points)
      let r = radius * (1 + 0.2 * sineOfTurns(2 * turn + a) + 0.13 * sineOfTurns(3 * turn + b) + 0.07 * sineOfTurns(5 * turn + c))
      let d = unitVector(turn)
      return center + (lean * (d.x * r)) + (lean.right * (d.y * r * squeeze))
    }
  }
}
