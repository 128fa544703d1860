/// An object that provides vector tiles to the map, such as a ``PMTilesArchive``.
public protocol TileSource: AnyObject, Sendable {
  /// The name of the source in error messages, usually the path of a file.
  var name: String { get }

  /// The range of zooms for which the source has tiles.
  var zoomRange: ClosedRange<Int> { get }

  /// Returns the bytes of a tile as a decompressed Mapbox Vector Tile. If the source has no such tile, the
  /// method returns nil.
  ///
  /// - Throws: ``TileError`` if the source has the tile but cannot read it. The map then reports the error
  ///   once, and draws the nearest tile of a lower zoom that contains the tile.
  func tile(_ id: TileID) throws(TileError) -> [UInt8]?
}
