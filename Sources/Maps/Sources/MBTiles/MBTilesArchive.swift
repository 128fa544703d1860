import Synchronization

/// A tile source that reads vector or image tiles from an MBTiles archive, which is an SQLite database.
///
/// Tiles are not cached: each request reads the tile again. An archive may be used from any thread. It has
/// one connection to the database, and a lock that is held while the bytes of a tile are read. They are
/// decompressed without the lock.
///
/// The database is opened read-only, and SQLite locks the file while it reads. If another program changes the
/// archive, the map sees each tile as it was before or after the change.
///
/// - Source: MBTiles Specification 1.3, https://github.com/mapbox/mbtiles-spec/blob/master/1.3/spec.md
public final class MBTilesArchive: TileSource {
  /// The path of the archive's file, which error messages show.
  public let name: String
  /// The format of the archive's tiles.
  public let tileFormat: TileFormat
  /// The range of zooms for which the archive has tiles.
  public let zoomRange: ClosedRange<Int>
  /// The area of the archive's tiles, from its metadata. If that area is missing or empty, it is the area of
  /// the tiles of the highest zoom.
  public let bounds: MapRect?
  /// The attribution in the archive's metadata, as plain text.
  public let attribution: String
  /// The names of the layers of vector tiles that the archive's metadata lists.
  public let vectorLayers: [String]

  private let rowOrder: TileSetMetadata.RowOrder
  private let reader: Mutex<MBTilesReader>

  /// Opens the MBTiles archive in the file at `path`, and reads its metadata.
  ///
  /// - Throws: ``TileError`` if the file cannot be read, is locked by another program, is not an SQLite
  ///   database with tiles, or has tiles of an unsupported format.
  public init(path: String) throws(TileError) {
    func refuse(_ reason: String) -> TileError { .notAnArchive(file: path, reason: reason) }
    let signature = try FileSignature(path: path)
    guard signature != .empty else { throw refuse("it is empty") }
    guard signature == .sqlite else { throw refuse("it is not an SQLite database") }
    let reader = try MBTilesReader(path: path)
    let metadata = TileSetMetadata(try reader.metadata())
    let zoomsOfTiles = metadata.zoomRange == nil ? try reader.zoomRange() : nil
    guard let zooms = metadata.zoomRange ?? zoomsOfTiles else { throw refuse("it has no tiles") }
    (name, zoomRange, rowOrder) = (path, zooms, metadata.rowOrder ?? .tms)
    (attribution, vectorLayers) = (metadata.attribution, metadata.vectorLayers)
    if let formatName = metadata.formatName {
      guard let format = TileFormat(named: formatName) else {
        throw refuse("its tiles are of the format \"\(formatName)\"; pbf, png, jpg and webp are supported")
      }
      tileFormat = format
    } else {
      let tile = try reader.anyTile()
      tileFormat = .sniffed(tile ?? [])
    }
    let area = metadata.bounds == nil ? try Self.bounds(of: reader, zooms.upperBound, rowOrder) : nil
    bounds = metadata.bounds ?? area
    self.reader = Mutex(reader)
  }

  /// Returns a tile's bytes without compression by gzip. If the archive has no such tile, the method returns
  /// nil.
  ///
  /// - Throws: ``TileError`` if the archive has the tile but cannot read the tile, or is locked.
  public func tile(_ id: TileID) throws(TileError) -> [UInt8]? {
    guard zoomRange.contains(id.zoom) else { return nil }
    let row = rowOrder.row(id.y, zoom: id.zoom)
    let stored = reader.withLock { reader in
      Result { () throws(SQLiteError) in try reader.tile(zoom: id.zoom, column: id.x, row: row) }
    }
    let reason: String
    switch stored {
    case .success(nil): return nil
    case .success(let bytes?):
      do throws(InflateError) {
        return try TileCompression.unpacked(bytes)
      } catch {
        reason = error.reason
      }
    case .failure(let error):
      if error.isBusy { throw .locked(file: name) }
      reason = error.reason
    }
    throw .brokenTile(file: name, tile: id, reason: reason)
  }

  private static func bounds(
    of reader: MBTilesReader, _ zoom: Int, _ order: TileSetMetadata.RowOrder
  ) throws(TileError) -> MapRect? {
    guard let (columns, rows) = try reader.extent(zoom: zoom) else { return nil }
    let (first, last) = (order.row(rows.lowerBound, zoom: zoom), order.row(rows.upperBound, zoom: zoom))
    return MapRect(zoom: zoom, columns: columns, rows: min(first, last)...max(first, last))
  }
}
