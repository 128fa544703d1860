import CartoucheRaster

/// A source of a style: tiles, GeoJSON, or one image.
public struct StyleSource: Sendable {
  /// Where the data comes from.
  package enum Content: Sendable {
    /// Tiles with features, or images.
    case tiles(any TileSource)
    case geoJSON(GeoJSONSource)
    /// One image, with its corners clockwise from the northwest.
    case image(ImageSource)
    /// Nothing, because the source cannot be used. The reason was reported.
    case unusable
  }

  package var content: Content
  /// The zooms of the tiles that are used, if a style sheet limits them.
  package var zoomRange: ClosedRange<Int>?
  /// The width of a tile in pixels at its own zoom. For vector tiles, it is always 512.
  package var tileSize = 512
  /// The area in which tiles are used; nil for everywhere.
  package var bounds: MapRect?
  /// Whether rows of tiles are counted from the south.
  package var countsRowsFromSouth = false
  /// The name of the property that replaces the features' ids, by source layer. The key "" stands for all
  /// layers.
  package var promotedIDs: [String: String] = [:]
  /// The attribution of the style sheet; nil if that of the tiles counts.
  package var attribution: String?

  package init(_ content: Content) {
    self.content = content
  }

  /// Creates a source of vector tiles or of images.
  ///
  /// - Parameter tileSize: The width in points at which an image tile is drawn at its own zoom.
  public static func tiles(_ source: any TileSource, tileSize: Int = 512) -> StyleSource {
    var result = StyleSource(.tiles(source))
    if source.tileFormat.isImage { result.tileSize = tileSize.clamped(from: 64, to: 4096) }
    return result
  }

  /// Creates a source of GeoJSON features.
  public static func geoJSON(_ source: GeoJSONSource) -> StyleSource { StyleSource(.geoJSON(source)) }

  /// Creates a source of one image.
  public static func image(_ source: ImageSource) -> StyleSource { StyleSource(.image(source)) }
}
