/// The plan of a town: ring streets and radial streets, with districts between them.
///
///     core ── ring street with a green belt ── closed blocks ── terraces and flats ── gardens, works, fields
///
/// The plan is small. ``TownBuilder`` generates the buildings when they are needed.
struct Town {
  let center: PlanPoint
  /// In meters.
  let radius: Double
  let name: String
  let seed: UInt64
  /// The number of rings of districts in each sector.
  let depths: [Int]
  /// The corner of ring `k` at radial `s` as `rings[k][s]`. Inner rings use every other radial.
  let rings: [[PlanPoint]]

  /// The number of radial streets.
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
    // The roads out of the town lead to its four neighbors.
    for gate in stride(from: 0, to: Self.radials, by: 6) { turns[gate] = Double(gate) / Double(Self.radials) + lean / 2 }
    rings = shares.enumerated().map { k, share in
      (0..<Self.radials).map { s in
        let r = radius * share * (1 + (k == 0 ? 0.10 : 0.07) * random.triangular())
        let d = unitVector(turns[s] + (k == 0 ? 0 : 0.05 * random.triangular() / Double(Self.radials)))
        return center + PlanPoint(d.x * r * 1.14, d.y * r * 0.95)
      }
    }
    let maximumDepth = shares.count - 1
    let phase = random.unit()
    depths = (0..<Self.radials).map { s in
      let onGate = s % 6 == 0 || s % 6 == 5
      let swell = sineOfTurns(Double(s) / 12 + phase) + 0.8 * random.triangular() + (onGate ? 0.7 : -0.2)
      return swell > 0 ? maximumDepth : max(2, maximumDepth - (swell > -0.8 ? 1 : 2))
    }
  }

  /// The step between the radials that ring `k` uses.
  func step(_ k: Int) -> Int { k < 2 ? 2 : 1 }

  /// The corner of ring `k` at radial `s`, which wraps around.
  func corner(_ k: Int, _ s: Int) -> PlanPoint { rings[k][((s % Self.radials) + Self.radials) % Self.radials] }

  /// The points at which the roads out of the town begin: in the east, south, west and north.
  var gates: [PlanPoint] {
    stride(from: 0, to: Self.radials, by: 6).map { corner(max(depth($0), depth($0 - 1)), $0) }
  }

  func depth(_ sector: Int) -> Int { depths[((sector % Self.radials) + Self.radials) % Self.radials] }

  /// The edge of the built-up area.
  var outline: [PlanPoint] {
    var ring: [PlanPoint] = []
    for s in 0..<Self.radials {
      for point in [corner(depth(s), s), corner(depth(s), s + 1)] where ring.last != point { ring.append(point) }
    }
    if ring.first == ring.last { ring.removeLast() }
    return ring
  }

  /// Returns the corner of the outline nearest to `point`, at which a road from there enters the town.
  func entrance(from point: PlanPoint) -> PlanPoint {
    outline.min { $0.distance(to: point) < $1.distance(to: point) } ?? center
  }

  /// Returns whether `point` lies in the town or within `margin` of its outline. The outline is
  /// star-shaped, so one sector decides.
  func covers(_ point: PlanPoint, margin: Double) -> Bool {
    let d = point - center
    guard d.length < radius * 1.3 + margin else { return false }
    for s in 0..<Self.radials {
      let (a, b) = (corner(depth(s), s), corner(depth(s), s + 1))
      guard (a - center).cross(d) >= 0, (b - center).cross(d) < 0 else { continue }
      let direction = (b - a).normalized
      return direction.cross(point - a) > -margin
    }
    return false
  }

  /// The class of the street along ring `k`.
  func ringClass(_ k: Int) -> StreetClass {
    switch k {
    case 0: .secondary
    case 1: .tertiary
    case 2: radius > 2000 ? .secondary : .minor
    case 3: .tertiary
    default: .minor
    }
  }

  /// The class of the street along radial `s` from ring `k` outward.
  func radialClass(_ s: Int, from k: Int) -> StreetClass {
    if s % 6 == 0 { return .primary }
    if s % 6 == 3, radius > 2000 { return .secondary }
    return k < 2 ? .tertiary : .minor
  }

  /// Returns the streets between the districts: the radials, then the rings from the innermost outward.
  func mainStreets(named names: inout NameGenerator) -> [Street] {
    var streets: [Street] = []
    for s in 0..<Self.radials {
      var line: [PlanPoint] = []
      var kind = StreetClass.minor
      func close() {
        guard line.count > 1 else { return }
        let ref = s % 6 == 0 ? CorridorNames.highway(through: self, eastWest: s % 12 == 0) : s % 6 == 3 ? "B \(101 + s / 6)" : nil
        let form = kind == .primary ? StreetForm.avenue : kind == .minor ? .lane : .street
        streets.append(Street(kind: kind, line: line, name: names.street(form), ref: kind <= .secondary ? ref : nil))
      }
      let outermost = max(depth(s), depth(s - 1))
      var k = 0
      while k < outermost {
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
        let kind = ringClass(k)
        if line.count > 1 { streets.append(Street(kind: kind, line: line, name: names.street(kind == .minor ? .lane : .street))) }
        line = []
      }
      for s in stride(from: 0, to: Self.radials, by: step(k)) {
        let isInTown = (s..<s + step(k)).contains { depth($0) >= k }
        if !isInTown { close() }
        guard isInTown else { continue }
        if line.isEmpty { line = [corner(k, s)] }
        line.append(corner(k, s + step(k)))
      }
      close()
    }
    return streets
  }

  /// The plots between rings and radials that belong to the town, with their ring and sector.
  func plots() -> [(ring: Int, sector: Int, plot: LandPlot)] {
    var result: [(Int, Int, LandPlot)] = []
    for k in 0..<rings.count - 1 {
      for s in stride(from: 0, to: Self.radials, by: step(k)) {
        guard (s..<s + step(k)).allSatisfy({ depth($0) > k }) else { continue }
        var corners = [corner(k, s)]
        for t in stride(from: s, through: s + step(k), by: step(k + 1)) { corners.append(corner(k + 1, t)) }
        corners.append(corner(k, s + step(k)))
        result.append((k, s, LandPlot(corners)))
      }
    }
    return result
  }
}
