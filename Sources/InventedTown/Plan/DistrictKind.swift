/// The use of a part of the town, which decides how it is divided and built over.
enum DistrictKind {
  case closedBlocks, terraces, flats, gardens, works, park, sports, cemetery

  /// Returns the use of the plot between rings `k` and `k + 1` in sector `s`, always the same for one town.
  static func of(_ town: Town, ring k: Int, sector s: Int, plot: LandPlot, corridors: [Corridor]) -> DistrictKind {
    var random = SeededGenerator(town.seed, 2, k, s)
    let isLarge = town.radius > 2000
    let roll = random.unit()
    let isNearTracks = corridors.contains { $0.kind != .river && abs($0.distance(to: plot.middle)) < 420 }
    switch (k, isLarge) {
    case (0, _), (1, true):
      return roll < 0.07 ? .park : .closedBlocks
    case (2, true):
      if roll < 0.1 { return .park }
      return roll < 0.68 ? .closedBlocks : roll < 0.84 ? .terraces : .flats
    case (3, true), (1, false):
      if isNearTracks, roll < 0.5 { return .works }
      if roll < 0.1 { return .park }
      if roll < 0.17 { return .sports }
      return roll < 0.46 ? .terraces : roll < 0.62 ? .flats : .gardens
    default:
      if isNearTracks, roll < 0.65 { return .works }
      if roll < 0.06 { return .park }
      if roll < 0.13 { return .sports }
      if roll < 0.18 { return .cemetery }
      return roll < 0.3 ? .terraces : .gardens
    }
  }
}
