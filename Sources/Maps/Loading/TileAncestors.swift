/// The tiles in whose area there is a cached tile of a higher zoom.
///
/// They lead from a tile that is missing to those that stand in for it, without a look at every tile of the
/// zooms between.
struct TileAncestors {
  /// Whether tiles have been added or removed since the last update.
  var isStale = true
  private var keys: Set<TileStore.Key> = []

  /// Finds the ancestors of all cached tiles, if they have changed.
  mutating func update(_ tiles: some Sequence<TileStore.Key>) {
    guard isStale else { return }
    isStale = false
    keys.removeAll(keepingCapacity: true)
    for tile in tiles {
      var next = tile.id.parent
      // The ancestors of an ancestor are known.
      while let id = next, keys.insert(TileStore.Key(source: tile.source, id: id)).inserted { next = id.parent }
    }
  }

  func contains(_ key: TileStore.Key) -> Bool { keys.contains(key) }
}
