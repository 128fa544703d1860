/// The names of rivers, their islands and stations, and the numbers of motorways.
///
/// They depend on positions alone, so a larger region has the same names in its middle.
struct CorridorNames {
  let region: Region

  /// The number of the band of the region that the corridor passes through: 0 for the main town's.
  private func band(_ corridor: Corridor) -> Int { Int((corridor.offset / Region.corridorSpacing).rounded()) }

  func river(_ corridor: Corridor) -> String {
    NameList.rivers[Self.position(band(corridor)) % NameList.rivers.count]
  }

  func motorway(_ corridor: Corridor) -> String { "M \(Self.position(band(corridor)) + 3)" }

  func island(of corridor: Corridor, at position: Double) -> String {
    var names = NameGenerator(seed: region.seed &+ UInt64(bitPattern: Int64(band(corridor) &* 977 &+ Int(position))))
    return names.island()
  }

  func station(near point: PlanPoint) -> String {
    let town = region.towns.min { $0.center.distance(to: point) < $1.center.distance(to: point) }
    return town.map { $0.covers(point, margin: 800) ? "\($0.name) Central" : "\($0.name) Road" } ?? "Halt"
  }

  /// The number of the main road between towns at a position of their lattice: even from west to east, odd
  /// from north to south.
  static func highway(through town: Town, eastWest: Bool) -> String {
    let position = (eastWest ? town.center.y : town.center.x) / Region.townSpacing
    return "A \(2 * Self.position(Int(position.rounded())) + (eastWest ? 4 : 3))"
  }

  /// The position of an integer in the order 0, 1, −1, 2, −2, ….
  private static func position(_ number: Int) -> Int { number > 0 ? 2 * number - 1 : -2 * number }
}
