extension TileStore {
  /// A tile in the cache. Each frame changes the entries of its tiles, which as values in the dictionary
  /// would allocate memory.
  final class Entry {
    /// The decoded tile; nil if there is none, or it is broken.
    var decoded: DecodedTile?
    /// The tile for the present style, for at most two zooms. The last one is the latest.
    var styled: [Prepared] = []
    /// The tile for the style that is being prepared.
    var next: [Prepared] = []
    /// The revision of the source's data to which ``decoded`` belongs.
    var dataRevision: Int
    var lastUse: UInt64

    init(dataRevision: Int, lastUse: UInt64) {
      (self.dataRevision, self.lastUse) = (dataRevision, lastUse)
    }

    /// log₂ of the tile's width in its units, 12 … 16: the largest of its layers.
    var extentBits: Int {
      guard case .vector(let tile) = decoded else { return 12 }
      return tile.layers.reduce(12) { max($0, $1.extentBits) }
    }

    var byteCount: Int { 160 + (decoded?.byteCount ?? 0) + (styled + next).reduce(0) { $0 + $1.tile.byteCount } }
  }

  /// A tile that was prepared for a style, and the revisions from which it was made.
  struct Prepared {
    var tile: StyledTile
    var version: Version
  }

  /// The revisions from which a tile was made.
  struct Version: Hashable {
    var data: Int
    var states: Int
  }
}
