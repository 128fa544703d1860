/// Several sources of vector tiles as one. A tile has the layers of all sources that have the tile.
public final class CombinedTileSource: TileSource {
  /// The names of the sources.
  public let name: String
  /// The zooms of all sources.
  public let zoomRange: ClosedRange<Int>
  /// The area of all sources; nil if that of one is not known.
  public let bounds: MapRect?
  /// The attributions of the sources, each once.
  public let attribution: String
  /// The layers that the sources declare; empty if one declares none.
  public let vectorLayers: [String]
  private let sources: [any TileSource]

  /// Combines sources of vector tiles. Of two layers with the same name in one tile, the one of the first
  /// source is drawn.
  public init(_ sources: [any TileSource]) {
    self.sources = sources
    name = sources.map(\.name).joined(separator: ", ")
    zoomRange = (sources.map(\.zoomRange.lowerBound).min() ?? 0)...(sources.map(\.zoomRange.upperBound).max() ?? 0)
    var area = InclusiveMapRect.null
    for source in sources { if let bounds = source.bounds { area.add(InclusiveMapRect(bounds)) } }
    bounds = sources.allSatisfy { $0.bounds != nil } && !area.isEmpty ? area.rect : nil
    vectorLayers = sources.contains { $0.vectorLayers.isEmpty } ? [] : sources.flatMap(\.vectorLayers)
    attribution = AttributionText.joined(sources.map(\.attribution))
  }

  /// Returns the tiles of all sources as one. If no source has the tile, the method returns nil.
  ///
  /// - Throws: ``TileError`` if one of the tiles cannot be read.
  public func tile(_ id: TileID) throws(TileError) -> [UInt8]? {
    var result: [UInt8]?
    // A vector tile is a list of layers, and two lists one after the other are one list.
    for source in sources {
      guard let bytes = try source.tile(id) else { continue }
      result = (result ?? []) + bytes
    }
    return result
  }
}
