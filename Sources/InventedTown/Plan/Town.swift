/// A town's plan: rings and radial streets like a web, the quarters in its meshes.
///
///     core ── ring street with a green belt ── closed blocks ── terraces and flats ── gardens, works, fields
///
/// The plan alone is little; the houses are made when asked for.
struct Town {
  let center: PlanPoint
  let radius: Double
  let name: String
  let seed: UInt64
  /// How many rings of quarters each sector has round the core.
  let depths: [Int]
  /// `rings[k][s]`: the corner of ring `k` at radial `s`; inner rings use every other radial.
  let rings: [[PlanPoint]]

  /// Radials all the way round, and how often the inner rings skip one.
  static let radials = 24

  init(center: PlanPoint, radius: Double, name: String, seed: UInt64) {
    self.center = center
    self.radius = radius
    self.name = name
    self.seed = seed
    var random = SeededGenerator(seed, 1)
    let shares = radius > 2000 ? [0.115, 0.225, 0.40, 0.60, 0.80, 1] : [0.17, 0.36, 0.66, 1]
    let lean = random.between(-0.02, 0.02)
    var turns = (0..<Self.radials).map { s in (Double(s) + 0.3 * random.triangular()) / Double(Self.radials) + lean }
    // The roads out of the town leave towards the four neighbours.
    for gate in stride(from: 0, to: Self.radials, by: 6) { turns[gate] = Double(gate) / Double(Self.radials) + lean / 2 }
    rings = shares.enumerated().map { k, share in
      (0..<Self.radials).map { s in
        let r = radius * share * (1 + (k == 0 ? 0.10 : 0.07) * random.triangular())
        let d = unitVector(turns[s] + (k == 0 ? 0 : 0.05 * random.triangular() / Double(Self.radials)))
        return center + PlanPoint(d.x * r * 1.14, d.y * r * 0.95)
      }
    }
    let most = shares.count - 1
    let phase = random.unit()
    depths = (0..<Self.radials).map { s in
      let onGate = s % 6 == 0 || s % 6 == 5
      let swell = sineOfTurns(Double(s) / 12 + phase) + 0.8 * random.triangular() + (onGate ? 0.7 : -0.2)
      return swell > 0 ? most : max(2, most - (swell > -0.8 ? 1 : 2))
    }
  }

  /// The step between radials that ring `k` has.
  func step(_ k: Int) -> Int { k < 2 ? 2 : 1 }

  func corner(_ k: Int, _ s: Int) -> PlanPoint { rings[k][((s % Self.radials) + Self.radials) % Self.radials] }

  /// Where the road out of the town begins, in each direction: east, south, west, north.
  var gates: [PlanPoint] {
    stride(from: 0, to: Self.radials, by: 6).map { corner(max(depth($0), depth($0 - 1)), $0) }
  }

  func depth(_ sector: Int) -> Int { depths[((sector % Self.radials) + Self.radials) % Self.radials] }

  /// The edge of what is built over.
  var outline: [PlanPoint] {
    var ring: [PlanPoint] = []
    for s in 0..<Self.radials {
      for spot in [corner(depth(s), s), corner(depth(s), s + 1)] where ring.last != spot { ring.append(spot) }
    }
    if ring.first == ring.last { ring.removeLast() }
    return ring
  }

  /// The corner of the outline nearest to `spot`, for a road from there.
  func entrance(from spot: PlanPoint) -> PlanPoint {
    outline.min { $0.distance(to: spot) < $1.distance(to: spot) } ?? center
  }

  /// Whether the town's ground is within `margin` of `spot`; its outline is star-shaped, so one radial decides.
  func covers(_ spot: PlanPoint, margin: Double) -> Bool {
    let d = spot - center
    guard d.length < radius * 1.3 + margin else { return false }
    for s in 0..<Self.radials {
      let (a, b) = (corner(depth(s), s), corner(depth(s), s + 1))
      guard (a - center).cross(d) >= 0, (b - center).cross(d) < 0 else { continue }
      let way = (b - a).direction
      return way.cross(spot - a) > -margin
    }
    return false
  }

  /// What a street along a ring or a radial is.
  func ringClass(_ k: Int) -> StreetClass {
    switch k {
    case 0: .secondary
    case 1: .tertiary
    case 2: radius > 2000 ? .secondary : .minor
    case 3: .tertiary
    default: .minor
    }
  }

  func radialClass(_ s: Int, from k: Int) -> StreetClass {
    if s % 6 == 0 { return .primary }
    if s % 6 == 3, radius > 2000 { return .secondary }
    return k < 2 ? .tertiary : .minor
  }

  /// The streets between the quarters, outermost last.
  func mainStreets(named names: inout NameGenerator) -> [Street] {
    var streets: [Street] = []
    for s in 0..<Self.radials {
      var line: [PlanPoint] = []
      var kind = StreetClass.minor
      func close() {
        if line.count > 1 { streets.append(Street(kind: kind, line: line, name: names.street())) }
      }
      let reach = max(depth(s), depth(s - 1))
      var k = 0
      while k < reach {
        let step = step(k)
        if s % step == 0 {
          let next = radialClass(s, from: k)
          if next != kind || line.isEmpty {
            close()
            line = [corner(k, s)]
            kind = next
          }
          line.append(corner(k + 1, s))
        }
        k += 1
      }
      close()
    }
    for k in rings.indices {
      var line: [PlanPoint] = []
      func close() {
        if line.count > 1 { streets.append(Street(kind: ringClass(k), line: line, name: names.street())) }
        line = []
      }
      for s in stride(from: 0, to: Self.radials, by: step(k)) {
        let there = (s..<s + step(k)).contains { depth($0) >= k }
        if !there { close() }
        guard there else { continue }
        if line.isEmpty { line = [corner(k, s)] }
        line.append(corner(k, s + step(k)))
      }
      close()
    }
    return streets
  }
}
