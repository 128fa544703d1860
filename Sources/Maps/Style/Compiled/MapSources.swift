import CartoucheRaster

/// The sources of a map: its own, and those of its style.
package struct MapSources: Sendable {
  /// One source, with the number by which caches know it.
  struct Entry: Sendable {
    var name: String?
    var source: StyleSource
    /// The number of the source. A source keeps its number while styles change.
    var number: Int

    /// The zooms for which the source has tiles that are used.
    var zoomRange: ClosedRange<Int> {
      let own: ClosedRange<Int> =
        switch source.content {
        case .tiles(let tiles): tiles.zoomRange
        case .geoJSON(let source): source.zoomRange
        case .image, .unusable: 0...0
        }
      guard let limits = source.zoomRange else { return own }
      return own.clamped(to: limits)
    }

    /// Whether a tile touches the area in which the source is used.
    func contains(_ id: TileID) -> Bool {
      guard let bounds = source.bounds else { return true }
      let (x, y) = (id.origin.x - bounds.origin.x, id.origin.y - bounds.origin.y)
      guard y < bounds.height, y + id.size > 0 else { return false }
      // The area may continue beyond the 180th meridian.
      return [x, x + MapPoint.worldSize].contains { $0 < bounds.width && $0 + id.size > 0 }
    }
  }

  /// The map's own sources in order, and after them those of the style by name.
  private(set) var list: [Entry] = []
  private var nextNumber = 0

  package init() {}

  /// Replaces the sources. A source that was there before keeps its number, so that its tiles stay cached.
  package mutating func replace(_ own: [any TileSource], style: MapStyle) {
    let old = list
    list = []
    for source in own { add(nil, .tiles(source), old) }
    let state = style.globalValues
    let used = Set(style.layers.compactMap { $0.isVisible(state) ? $0.source : nil })
    for (name, source) in style.sources.sorted(by: { $0.key < $1.key }) where used.contains(name) { add(name, source, old) }
  }

  private mutating func add(_ name: String?, _ source: StyleSource, _ old: [Entry]) {
    let taken = Set(list.map(\.number))
    if let known = old.first(where: { !taken.contains($0.number) && $0.source.hasSameTiles(as: source) }) {
      list.append(Entry(name: name, source: source, number: known.number))
    } else {
      list.append(Entry(name: name, source: source, number: nextNumber))
      nextNumber += 1
    }
  }

  /// Returns the indices of the sources that a style layer draws.
  func indices(for layer: StyleLayer) -> [Int] {
    list.indices.filter { list[$0].name == layer.source && list[$0].source.isDrawn(by: layer.kind) }
  }
}

extension StyleSource {
  /// The attribution that the style has for the source, or else that of its data.
  var ownAttribution: String {
    if let attribution { return attribution }
    switch content {
    case .tiles(let tiles): return tiles.attribution
    case .geoJSON(let data): return data.attribution
    case .image, .unusable: return ""
    }
  }

  var isGeoJSON: Bool { if case .geoJSON = content { true } else { false } }

  /// Whether style layers of a kind draw the source: raster layers draw images, and others features.
  func isDrawn(by kind: StyleLayer.Kind) -> Bool {
    if case .image = content { return kind == .raster }
    return isRaster == (kind == .raster)
  }

  /// Whether the tiles are images.
  var isRaster: Bool { if case .tiles(let tiles) = content { tiles.tileFormat.isImage } else { false } }

  /// A number that changes with the source's data.
  var revision: Int { if case .geoJSON(let source) = content { source.revision } else { 0 } }

  /// Whether both sources give the same tiles, so that the tiles of one serve the other.
  func hasSameTiles(as other: StyleSource) -> Bool {
    guard countsRowsFromSouth == other.countsRowsFromSouth, promotedIDs == other.promotedIDs, zoomRange == other.zoomRange else {
      return false
    }
    switch (content, other.content) {
    case (.tiles(let a), .tiles(let b)):
      // Archives are read-only files, so two of the same path are the same.
      let isArchive = a is PMTilesArchive || a is MBTilesArchive
      return a === b || (isArchive && type(of: a) == type(of: b) && a.name == b.name)
    case (.geoJSON(let a), .geoJSON(let b)): return a === b
    case (.image(let a), .image(let b)): return a.image == b.image && a.corners == b.corners
    default: return false
    }
  }
}
