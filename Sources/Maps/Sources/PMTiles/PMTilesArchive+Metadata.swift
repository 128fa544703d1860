import Synchronization

extension PMTilesArchive {
  /// The maximum decompressed size of the metadata, in bytes. Statistics of tiles make it long.
  private static let maximumMetadataByteCount = 4 << 20
  /// The maximum number of leaf directories that are read to find the area of the tiles. The largest archives
  /// have more, but these have the area in their headers.
  private static let maximumBoundsLeafCount = 1000
  /// The maximum number of entries that are read to find the area.
  private static let maximumBoundsEntryCount = 10_000_000

  /// The attribution in the archive's metadata, as plain text.
  public var attribution: String { metadata.attribution }

  /// The names of the layers of vector tiles that the archive's metadata lists.
  public var vectorLayers: [String] { metadata.vectorLayers }

  /// The area of the archive's tiles, from its header. If the header has an empty area, it is the area of the
  /// tiles of the highest zoom.
  public var bounds: MapRect? {
    if let bounds = header.bounds { return bounds }
    return knownTileBounds.withLock { known in
      if let known { return known }
      let bounds = tileBounds()
      known = .some(bounds)
      return bounds
    }
  }

  /// The archive's metadata. Metadata that cannot be read is empty, because tiles can be drawn without it.
  private var metadata: TileSetMetadata {
    knownMetadata.withLock { known in
      if let known { return known }
      let unpacked = file.withBytes(offset: header.metadata.offset, count: header.metadata.length) {
        Self.decompressed($0, header.internalCompression, limit: Self.maximumMetadataByteCount)
      }
      var metadata = TileSetMetadata()
      if case .success(let bytes)? = unpacked, let object = (try? JSONNode(parsing: bytes))?.object {
        metadata = TileSetMetadata(object)
      }
      known = metadata
      return metadata
    }
  }

  /// Returns the area of the tiles of the highest zoom, by the entries of the directories.
  private func tileBounds() -> MapRect? {
    let zoom = header.zoomRange.upperBound
    var area = HilbertArea(zoom: zoom)
    var (leafCount, entryCount) = (0, 0)
    func visit(_ directory: PMTilesDirectory, level: Int) {
      for (index, entry) in directory.entries.enumerated() {
        entryCount += 1
        guard entryCount <= Self.maximumBoundsEntryCount else { return }
        guard entry.run == 0 else {
          area.add(entry.tile, count: UInt64(entry.run))
          continue
        }
        // The leaf has the tiles before the next entry. Its tiles of lower zooms are not needed.
        let next = index + 1 < directory.entries.count ? directory.entries[index + 1].tile : .max
        guard next > area.range.lowerBound, entry.tile < area.range.upperBound, level < 3, leafCount < Self.maximumBoundsLeafCount
        else { continue }
        leafCount += 1
        if let leaf = try? leaf(entry) { visit(leaf, level: level + 1) }
      }
    }
    visit(root, level: 0)
    return area.bounds
  }
}

/// The smallest rectangle around tiles of one zoom, which are added as runs of Hilbert indices.
struct HilbertArea {
  let zoom: Int
  /// The Hilbert indices of all tiles of the zoom.
  let range: Range<UInt64>
  private var columns: ClosedRange<Int>?
  private var rows: ClosedRange<Int>?

  init(zoom: Int) {
    self.zoom = zoom
    let first = TileID(unchecked: zoom, 0, 0).hilbertIndex
    range = first..<first + (1 << UInt64(2 * zoom))
  }

  var bounds: MapRect? {
    guard let columns, let rows else { return nil }
    return MapRect(zoom: zoom, columns: columns, rows: rows)
  }

  /// Adds the tiles with `count` consecutive indices from `first` on. Tiles of other zooms are left out.
  ///
  /// A run is divided into squares, because 4^k indices from a multiple of 4^k on are the tiles in one tile
  /// that is k zooms lower. A run of any length takes at most six squares for each zoom.
  mutating func add(_ first: UInt64, count: UInt64) {
    let (end, overflow) = first.addingReportingOverflow(count)
    var next = max(first, range.lowerBound)
    let last = min(overflow ? .max : end, range.upperBound)
    while next < last {
      var level = 0
      let index = next - range.lowerBound
      while level < zoom, index & ((4 << UInt64(2 * level)) - 1) == 0, next + (4 << UInt64(2 * level)) <= last { level += 1 }
      guard let tile = TileID(hilbertIndex: next) else { return }
      let (column, row) = ((tile.x >> level) << level, (tile.y >> level) << level)
      let far = (1 << level) - 1
      columns = Self.union(columns, column...column + far)
      rows = Self.union(rows, row...row + far)
      next += 1 << UInt64(2 * level)
    }
  }

  private static func union(_ a: ClosedRange<Int>?, _ b: ClosedRange<Int>) -> ClosedRange<Int> {
    guard let a else { return b }
    return min(a.lowerBound, b.lowerBound)...max(a.upperBound, b.upperBound)
  }
}
