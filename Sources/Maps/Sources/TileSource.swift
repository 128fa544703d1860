/// A source of vector tiles.
public protocol TileSource: AnyObject, Sendable {
  /// The name of the source in errors: the path of a file.
  var name: String { get }

  /// The zooms at which the source has tiles.
  var zoomRange: ClosedRange<Int> { get }

  /// Returns the bytes of a tile as a decompressed Mapbox Vector Tile; nil if the source has no such tile.
  ///
  /// - Throws: ``TileError`` if the source has the tile but cannot read it. The map reports the error once
  ///   and draws the tile above.
  func tile(_ id: TileID) throws(TileError) -> [UInt8]?
}
