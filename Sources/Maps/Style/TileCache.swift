/// A cache of vector tiles of some tile sources. The tiles are decoded and filtered by a map style.
///
/// If the cache exceeds its limit in bytes, the cache discards the least recently used tiles.
package final class TileCache {
  /// The tile that is drawn for a requested tile. If the source does not have the requested tile, this is an
  /// ancestor of that tile.
  struct ResolvedTile {
    var tile: StyledTile
    var id: TileID
  }

  private struct Key: Hashable {
    var source: Int
    var id: TileID
  }

  private struct Entry {
    /// The cached tile. If the tile does not exist or is broken, the value is nil.
    var tile: StyledTile?
    var lastUse: UInt64
  }

  let sources: [any TileSource]
  let style: MapStyle
  let byteLimit: Int
  /// The errors that occurred since ``takeErrors()`` was last called.
  private var errors: [TileError] = []
  private var reported: Set<TileError> = []
  private var entries: [Key: Entry] = [:]
  private(set) var byteCount = 0
  private var clock: UInt64 = 0

  package init(sources: [any TileSource], style: MapStyle, byteLimit: Int) {
    self.sources = sources
    self.style = style
    self.byteLimit = byteLimit
  }

  /// The highest zoom for which any of the sources has tiles.
  var maximumZoom: Int { sources.map(\.zoomRange.upperBound).max() ?? 0 }

  /// Returns a tile of a source. If the source does not have the tile, or the tile is broken, the method
  /// returns nil.
  func tile(_ id: TileID, of source: Int) -> StyledTile? {
    clock &+= 1
    let key = Key(source: source, id: id)
    if let entry = entries[key] {
      entries[key]?.lastUse = clock
      return entry.tile
    }
    let tile = load(id, from: sources[source])
    entries[key] = Entry(tile: tile, lastUse: clock)
    byteCount += Self.cost(of: tile)
    if byteCount > byteLimit { discardUnused() }
    return tile
  }

  /// Returns a tile of a source. If the source does not have the tile, the method returns the nearest
  /// ancestor that the source has.
  func nearest(_ id: TileID, of source: Int) -> ResolvedTile? {
    let zoomRange = sources[source].zoomRange
    var next: TileID? = id.ancestor(atZoom: zoomRange.upperBound)
    while let id = next, id.zoom >= zoomRange.lowerBound {
      if let tile = tile(id, of: source) { return ResolvedTile(tile: tile, id: id) }
      next = id.parent
    }
    return nil
  }

  /// Returns the errors that occurred since this method was last called. Each error is reported once.
  package func takeErrors() -> [TileError] {
    defer { errors = [] }
    return errors
  }

  private func load(_ id: TileID, from source: any TileSource) -> StyledTile? {
    do throws(TileError) {
      guard !source.tileFormat.isImage else { throw .notDrawn(file: source.name, format: source.tileFormat) }
      guard let bytes = try source.tile(id) else { return nil }
      do throws(TileDecodingError) {
        let (tile, decodingErrors) = try VectorTile.decode(bytes)
        if let first = decodingErrors.first { report(Self.error(for: first, of: decodingErrors.count, id, source)) }
        return StyledTile(tile, style: style)
      } catch {
        throw .brokenTile(file: source.name, tile: id, reason: error.reason)
      }
    } catch {
      report(error)
      return nil
    }
  }

  private static func error(for decodingError: TileDecodingError, of count: Int, _ id: TileID, _ source: any TileSource)
    -> TileError
  {
    let reason = count == 1 ? decodingError.reason : "\(decodingError.reason), and \(count - 1) more such"
    guard let layer = decodingError.layer, let feature = decodingError.feature else {
      return .brokenTile(file: source.name, tile: id, reason: reason)
    }
    return .brokenFeature(file: source.name, tile: id, layer: layer, feature: feature, reason: reason)
  }

  private func report(_ error: TileError) {
    // A limit, so that a kiosk that shows a broken file for months does not fill its memory with errors.
    guard reported.count < 1000, reported.insert(error).inserted else { return }
    errors.append(error)
  }

  private static func cost(of tile: StyledTile?) -> Int { 96 + (tile?.byteCount ?? 0) }

  /// Discards the least recently used tiles until a quarter of the limit is free.
  ///
  /// A tile that the current frame draws stays alive until the frame no longer uses the tile.
  private func discardUnused() {
    for (key, entry) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
      guard byteCount > byteLimit / 4 * 3, entry.lastUse != clock else { break }
      entries[key] = nil
      byteCount -= Self.cost(of: entry.tile)
    }
  }
}
