/// An object that provides vector tiles to the map, such as a ``PMTilesArchive``.
public protocol TileSource: AnyObject, Sendable {
  /// The name that error messages show for the source, usually the path of a file.
  var name: String { get }

  /// The range of zooms for which the source has tiles.
  var zoomRange: ClosedRange<Int> { get }

  /// Returns the bytes of a tile, in the format of a Mapbox Vector Tile and without compression. If the
  /// source has no such tile, the method returns nil.
  ///
  /// - Throws: ``TileError`` if the source has the tile but the tile cannot be read. The map then reports
  ///   the error once. In place of the tile, the map draws a readable tile of a lower zoom that contains the
  ///   tile.
  func tile(_ id: TileID) throws(TileError) -> [UInt8]?
}
