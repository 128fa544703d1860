/// An object that provides tiles to the map, such as a ``PMTilesArchive`` or an ``MBTilesArchive``.
///
/// A map may call the methods of a source from several threads at a time.
public protocol TileSource: AnyObject, Sendable {
  /// The name that error messages show for the source, usually the path of a file.
  var name: String { get }

  /// The format of the tiles. The default is ``TileFormat/vector``.
  var tileFormat: TileFormat { get }

  /// The range of zooms for which the source has tiles.
  var zoomRange: ClosedRange<Int> { get }

  /// The area of the tiles, as the source declares it or as its tiles of the highest zoom cover it. The
  /// default is nil: the area is not known.
  ///
  /// The area is for choosing a camera, and not for choosing tiles: at lower zooms, tiles may cover more.
  var bounds: MapRect? { get }

  /// The plain text that credits the makers of the tiles. The default is an empty text.
  var attribution: String { get }

  /// The names of the layers of vector tiles that the source declares. The default is an empty array: the
  /// layers are not known.
  var vectorLayers: [String] { get }

  /// Returns the bytes of a tile in the source's ``tileFormat``, without compression by gzip. If the source
  /// has no such tile, the method returns nil.
  ///
  /// - Throws: ``TileError`` if the source has the tile but the tile cannot be read. The map then reports
  ///   the error once. In place of the tile, the map draws a readable tile of a lower zoom that contains the
  ///   tile.
  func tile(_ id: TileID) throws(TileError) -> [UInt8]?
}

extension TileSource {
  /// The default of the requirement: ``TileFormat/vector``.
  public var tileFormat: TileFormat { .vector }

  /// The default of the requirement: nil.
  public var bounds: MapRect? { nil }

  /// The default of the requirement: an empty array.
  public var vectorLayers: [String] { [] }

  /// The default of the requirement: an empty text.
  public var attribution: String { "" }
}
