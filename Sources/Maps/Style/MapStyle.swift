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

/// A layer of a map style. The style layer fills or strokes some features of one layer of the vector tiles. A
/// ``StyleFilter`` selects these features.
public struct StyleLayer: Sendable {
  /// The way in which a style layer draws its features.
  public enum Symbolizer: Sendable {
    /// Polygons are filled with the color.
    case fill(ZoomColor)
    /// Lines, and the rings of polygons, are stroked with the color. `width` is the width of the stroke in
    /// points.
    case line(ZoomColor, width: ZoomRamp, cap: LineCap = .butt)
  }

  /// The name of the style layer, which tests and messages use.
  public var name: String
  /// The name of the vector tiles' layer that contains the features to draw.
  public var source: String
  /// The condition that a feature of the vector tiles' layer must meet to be drawn.
  public var filter: StyleFilter
  /// The zooms at which the style layer is drawn.
  public var zoomRange: Range<Scalar>
  /// The way in which the style layer draws the selected features.
  public var symbolizer: Symbolizer
  /// Whether the style layer is a backdrop. An example is a coarse map of the world around the detailed map
  /// of a city.
  ///
  /// A map can have several tile sources, which are drawn one above the other. A tile of a higher source can
  /// hide a backdrop: where that source has a tile, the backdrop is not drawn. This rule applies at the zoom
  /// ``backdropLimit`` and at all higher zooms.
  public var isBackdrop: Bool

  /// The lowest zoom at which tiles of higher sources hide a backdrop, as ``isBackdrop`` describes: 9.
  public static let backdropLimit: Scalar = 9

  /// Creates a style layer. The parameters are the initial values of the properties with the same names.
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
