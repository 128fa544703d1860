/// The names and house numbers of the district that is being built.
///
/// It has random streams of its own, so that names do not change the plan.
struct DistrictNames {
  /// Names the points of interest of the whole settlement.
  var names: NameGenerator
  /// The plot at whose end the house numbers of the district begin.
  private(set) var plot = LandPlot([])
  /// The part of the houses in closed rows that have a shop, an inn or an office on the ground floor.
  private var shopShare = 0.0
  private var random: SeededGenerator

  init(seed: UInt64) {
    names = NameGenerator(seed: seed &+ 11)
    random = SeededGenerator(seed, 40)
  }

  /// Begins another district.
  mutating func begin(_ plot: LandPlot, shopShare: Double, seed: SeededGenerator) {
    (self.plot, self.shopShare, random) = (plot, shopShare, seed)
  }

  /// Returns the use of the ground floor of a house, and its name; nil if people live there.
  mutating func shop() -> (kind: PointOfInterestKind, name: String)? {
    guard random.chance(shopShare) else { return nil }
    let kind = random.pick(PointOfInterestKind.shops)
    return (kind, names.place(of: kind))
  }

  /// Returns true with a probability.
  mutating func chance(_ probability: Double) -> Bool { random.chance(probability) }
}
