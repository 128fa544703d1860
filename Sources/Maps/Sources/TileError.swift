/// An error in opening a source of map tiles, or in reading a single tile or a single feature of a tile.
public enum TileError: Error, Hashable, Sendable {
  /// The file cannot be opened or mapped into memory. `reason` is the operating system's message.
  case unreadable(file: String, reason: String)
  /// Another program has locked the file.
  case locked(file: String)
  /// The file is not an archive that this program can read. `reason` names the format found and the supported
  /// format.
  case notAnArchive(file: String, reason: String)
  /// The file's tiles are images, which the style does not draw.
  case notDrawn(file: String, format: TileFormat)
  /// The structure of the archive is broken. `offset` is the offset of the fault from the start of the file,
  /// in bytes. `reason` describes the fault.
  case brokenArchive(file: String, offset: UInt64, reason: String)
  /// One tile of the archive is broken. The error does not affect other tiles.
  case brokenTile(file: String, tile: TileID, reason: String)
  /// The style draws none of the layers of a tile, which probably has another schema.
  case unknownLayers(file: String, tile: TileID, layers: [String])
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
    case .locked(let file):
      "\(file): another program has locked it. Close that program, or give a copy of the file."
    case .notAnArchive(let file, let reason):
      "\(file): \(reason). Give a PMTiles (version 3) or MBTiles archive, or a directory of tiles."
    case .notDrawn(let file, let format):
      "\(file): its tiles are \(format), and the style draws vector tiles only. Give an archive of vector tiles."
    case .brokenArchive(let file, let offset, let reason):
      "\(file): broken at byte \(offset): \(reason). Download or create the archive again."
    case .brokenTile(let file, let tile, let reason):
      "\(file): tile \(tile): \(reason). The rest of the map is drawn."
    case .unknownLayers(let file, let tile, let layers):
      "\(file): tile \(tile) has the layers \(layers.prefix(12).joined(separator: ", ")), and the style draws none of them. "
        + "Give a style for these layers."
    case .brokenFeature(let file, let tile, let layer, let feature, let reason):
      "\(file): tile \(tile): layer \"\(layer)\", feature \(feature): \(reason). The rest of the tile is drawn."
    }
  }
}
