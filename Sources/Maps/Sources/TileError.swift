/// An error in reading a file of map tiles, a single tile of the file, or a single feature of a tile.
public enum TileError: Error, Hashable, Sendable {
  /// The file cannot be opened or mapped into memory. `reason` is the operating system's message.
  case unreadable(file: String, reason: String)
  /// The file is not an archive that this program can read. `reason` names the format found and the supported
  /// format.
  case notAnArchive(file: String, reason: String)
  /// The structure of the archive is broken. `offset` is the offset of the fault from the start of the file,
  /// in bytes. `reason` describes the fault.
  case brokenArchive(file: String, offset: UInt64, reason: String)
  /// One tile of the archive is broken. The error does not affect other tiles.
  case brokenTile(file: String, tile: TileID, reason: String)
  /// One feature of a tile, such as a road, is broken. The map leaves out this feature and draws the tile's
  /// other features.
  case brokenFeature(file: String, tile: TileID, layer: String, feature: Int, reason: String)
}

extension TileError: CustomStringConvertible {
  /// A message that names the file and the cause of the error.
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
