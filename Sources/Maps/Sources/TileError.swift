/// An error in a file of tiles, or in one of its tiles.
public enum TileError: Error, Hashable, Sendable {
  /// The file cannot be opened or mapped; `reason` is the system's.
  case unreadable(file: String, reason: String)
  /// The file is not an archive that this program reads; `reason` names the format found and the supported
  /// one.
  case notAnArchive(file: String, reason: String)
  /// The archive's structure is broken at byte `offset` of the file.
  case brokenArchive(file: String, offset: UInt64, reason: String)
  /// One tile is broken; the rest of the archive is not affected.
  case brokenTile(file: String, tile: TileID, reason: String)
  /// A feature of a tile is broken and left out; the rest of the tile is drawn.
  case brokenFeature(file: String, tile: TileID, layer: String, feature: Int, reason: String)
}

extension TileError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unreadable(let file, let reason):
      "\(file): cannot be read (\(reason)). Check the path and its permissions."
    case .notAnArchive(let file, let reason):
      "\(file): \(reason). Give a PMTiles version 3 archive of vector tiles."
    case .brokenArchive(let file, let offset, let reason):
      "\(file): broken at byte \(offset): \(reason). Download or create the archive again."
    case .brokenTile(let file, let tile, let reason):
      "\(file): tile \(tile): \(reason). The rest of the map is drawn."
    case .brokenFeature(let file, let tile, let layer, let feature, let reason):
      "\(file): tile \(tile): layer \"\(layer)\", feature \(feature): \(reason). The rest of the tile is drawn."
    }
  }
}
