/// Where vector tiles come from.
public protocol TileSource: AnyObject, Sendable {
  /// What errors call it: a file's path.
  var name: String { get }

  /// The zooms that there are tiles of.
  var zoomRange: ClosedRange<Int> { get }

  /// The bytes of a tile as a Mapbox Vector Tile, decompressed; nil where there is none.
  ///
  /// - Throws: ``TileError`` when the tile is there and cannot be had; the map reports it once and draws its parent.
  func tile(_ id: TileID) throws(TileError) -> [UInt8]?
}
