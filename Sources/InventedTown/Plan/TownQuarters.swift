/// Adds the names of the parts of a town.
enum TownQuarters {
  static func addNames(of town: Town, to plan: inout FeatureCollector) {
    var names = NameGenerator(seed: town.seed &+ 13)
    let isLarge = town.radius > 2000
    // Beside the town's own name, which is at the center.
    plan.addName(
      .place, town.center + PlanPoint(-40, 130), kind: "quarter", "Old Town", rank: 12, zooms: (isLarge ? 12 : 13)...14)
    // Four quarters around the old town, and eight suburbs around those.
    addRing(of: town, between: 1, every: 6, from: 3, kind: isLarge ? "suburb" : "quarter", zooms: 12...14, &names, &plan)
    if isLarge { addRing(of: town, between: 3, every: 3, from: 1, kind: "suburb", zooms: 11...14, &names, &plan) }
    let outer = isLarge ? 4 : 2
    addRing(of: town, between: outer, every: 3, from: 2, kind: "neighbourhood", zooms: 13...14, &names, &plan)
  }

  /// Adds names in some sectors between ring `k` and the next.
  private static func addRing(
    of town: Town, between k: Int, every step: Int, from first: Int, kind: String, zooms: ClosedRange<Int>,
    _ names: inout NameGenerator,
    _ plan: inout FeatureCollector
  ) {
    for s in stride(from: first, to: Town.radials, by: step) {
      let name = names.quarter()
      guard town.depth(s) > k else { continue }
      let across = town.step(k)
      let (inner, outer) = (
        town.corner(k, s).toward(town.corner(k, s + across), 0.5), town.corner(k + 1, s).toward(town.corner(k + 1, s + across), 0.5)
      )
      plan.addName(.place, inner.toward(outer, 0.5), kind: kind, name, rank: 11 + 2 * k, zooms: zooms)
    }
  }
}
