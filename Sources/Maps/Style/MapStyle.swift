public import CartoucheRaster

/// The colors and lines with which a map is drawn. A style has a background color, and style layers that draw
/// the features of the map's tiles.
public struct MapStyle: Sendable {
  /// The color of the map's background, which is drawn behind all style layers.
  public var background: ZoomColor
  /// The style layers in the order in which the map draws them. A layer covers the layers before it.
  public var layers: [StyleLayer]

  /// Creates a map style.
  public init(background: ZoomColor, layers: [StyleLayer]) {
    self.background = background
    self.layers = layers
  }
}

/// A layer of a map style. The style layer fills or strokes features from one named layer of the vector
/// tiles.
///
/// A ``StyleFilter`` selects the features.
public struct StyleLayer: Sendable {
  /// The drawing operation of a style layer: filling polygons or stroking lines.
  public enum Symbolizer: Sendable {
    /// Polygons are filled with the color.
    case fill(ZoomColor)
    /// Lines, and the rings of polygons, are stroked with the color. `width` is the width of the stroke in
    /// points.
    case line(ZoomColor, width: ZoomRamp, cap: LineCap = .butt)
  }

  /// The name of the style layer, for tests and messages.
  public var name: String
  /// The name of a layer in the vector tiles, such as `transportation`. The style layer draws features from
  /// this layer.
  public var source: String
  /// The filter that selects the features to draw.
  public var filter: StyleFilter
  /// The range of zooms at which the style layer is drawn.
  public var zoomRange: Range<Scalar>
  /// The drawing operation for the selected features: a fill or a stroke.
  public var symbolizer: Symbolizer
  /// Whether the style layer is a backdrop, such as a coarse map of the world around the detailed map of a
  /// city.
  ///
  /// A map can have several tile sources. Each source is drawn above the sources before it. Where a source
  /// has a tile, the backdrops of the sources below are not drawn. At zooms lower than ``backdropLimit``, a
  /// backdrop is drawn everywhere.
  public var isBackdrop: Bool

  /// The lowest zoom at which a backdrop can be hidden by the tiles of another source: 9. See ``isBackdrop``.
  public static let backdropLimit: Scalar = 9

  /// Creates a style layer from the values of its properties.
  public init(
    _ name: String, source: String, filter: StyleFilter = .everything, zoomRange: Range<Scalar> = 0..<25, isBackdrop: Bool = false,
    _ symbolizer: Symbolizer
  ) {
    self.name = name
    self.source = source
    self.filter = filter
    self.zoomRange = zoomRange
    self.isBackdrop = isBackdrop
    self.symbolizer = symbolizer
  }
}
