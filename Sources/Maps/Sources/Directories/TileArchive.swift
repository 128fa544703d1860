/// Opens sources of tiles by their paths.
public enum TileArchive {
  /// Opens the PMTiles archive, MBTiles archive, directory of tiles, or TileJSON file at `path`.
  ///
  /// The first bytes of a file decide what it is. The extension of its name does not matter.
  ///
  /// - Throws: ``TileError`` if the file cannot be read, is none of these, or has no tiles of a supported
  ///   format.
  public static func open(path: String) throws(TileError) -> any TileSource {
    if FilePath.kind(of: path) == .directory { return try TileDirectory(path: path) }
    switch try FileSignature(path: path) {
    case .pmtiles: return try PMTilesArchive(path: path)
    case .sqlite: return try MBTilesArchive(path: path)
    case .json: return try TileDirectory(contentsOfTileJSON: path)
    case .empty: throw .notAnArchive(file: path, reason: "it is empty")
    case .unknown: throw .notAnArchive(file: path, reason: "it is neither a PMTiles nor an MBTiles archive")
    }
  }
}
