/// What a part of the plan is drawn with: the field that bends it, the courses it gives room to, and the features so far.
struct Ground {
  let bending: Bending
  let courses: [Course]
  private(set) var features: [Feature] = []

  init(bending: Bending, courses: [Course]) {
    self.bending = bending
    self.courses = courses
  }

  mutating func add(_ feature: Feature) { features.append(feature) }

  /// Ground that bends with everything.
  mutating func addArea(_ layer: TownLayer, _ ring: [Spot], _ attributes: Attributes, zooms: ClosedRange<Int> = 12...14) {
    guard ring.count > 2 else { return }
    add(Feature(layer, .polygon, [bending.bend(Bending.denseRing(ring))], attributes, zooms: zooms))
  }

  mutating func addStreet(_ kind: StreetClass, _ line: [Spot], name: String? = nil) {
    add(Street(kind: kind, line: line, name: name))
  }

  mutating func add(_ street: Street) {
    for piece in street.features(bending: bending, courses: courses) { add(piece) }
    if let name = street.nameFeature(bending: bending) { add(name) }
  }

  /// A house that shares walls with its neighbours, so that its corners must move as theirs do.
  mutating func addJoinedHouse(_ outside: [Spot], courtyard: [Spot]? = nil, height: Int) {
    let rings = [outside] + (courtyard.map { [Array($0.reversed())] } ?? [])
    let zooms = abs(Plot(outside).area) > 70 ? 13...14 : 14...14
    add(Feature(.building, .polygon, rings.map { bending.bend($0) }, Self.house(height), zooms: zooms))
  }

  /// A house that stands alone and keeps its right angles.
  mutating func addFreeHouse(_ outside: [Spot], height: Int) {
    let plot = Plot(outside)
    let ring = bending.carry(outside, about: plot.middle)
    add(Feature(.building, .polygon, [ring], Self.house(height), zooms: abs(plot.area) > 70 ? 13...14 : 14...14))
  }

  private static func house(_ height: Int) -> Attributes {
    Attributes(["render_height": .number(Int64(height))])
  }

  /// A round shape with a wavy edge: a pond, a grove, a wood.
  static func blob(around center: Spot, radius: Double, points: Int = 24, dice: inout Dice) -> [Spot] {
    let (a, b, c) = (dice.unit(), dice.unit(), dice.unit())
    let squeeze = dice.between(0.65, 1)
    let lean = heading(dice.unit())
    return (0..<points).map { i in
      let turn = Double(i) / Double(points)
      let r = radius * (1 + 0.2 * wave(2 * turn + a) + 0.13 * wave(3 * turn + b) + 0.07 * wave(5 * turn + c))
      let d = heading(turn)
      return center + (lean * (d.x * r)) + (lean.right * (d.y * r * squeeze))
    }
  }
}
