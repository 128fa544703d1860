public import CartoucheRaster

/// A style that determines the appearance of a map: a background color, and style layers that draw the
/// features of the tiles.
public struct MapStyle: Sendable {
  /// The color of the map's background, below all style layers.
  public var background: ZoomColor
  /// The style layers in the order in which they are drawn, from the bottom to the top.
  public var layers: [StyleLayer]

  public init(background: ZoomColor, layers: [StyleLayer]) {
    self.background = background
    self.layers = layers
  }
}

/// A layer of a map style, which fills or strokes selected features of one layer of the vector tiles.
public struct StyleLayer: Sendable {
  /// The way in which a style layer draws its features.
  public enum Symbolizer: Sendable {
    case fill(ZoomColor)
    /// Lines are stroked `width` points wide. Polygons are stroked along their rings.
    case line(ZoomColor, width: ZoomRamp, cap: LineCap = .butt)
  }

  /// The name of the style layer, for tests and messages.
  public var name: String
  /// The name of the layer of the vector tiles from which the features are taken.
  public var source: String
  /// The condition that selects features from the tiles' layer.
  public var filter: StyleFilter
  /// The range of zooms at which the style layer is drawn.
  public var zoomRange: Range<Scalar>
  /// The way in which the style layer draws the selected features.
  public var symbolizer: Symbolizer
  /// Whether the style layer is a backdrop, such as a coarse map of the world that continues beyond a city's
  /// edge.
  ///
  /// A map can have several tile sources, one above the other. From zoom ``backdropLimit`` on, a backdrop is
  /// not drawn where a source above the backdrop's source has a tile.
  public var isBackdrop: Bool

  /// The zoom from which a backdrop is not drawn where a source above the backdrop's source has a tile: 9.
  public static let backdropLimit: Scalar = 9

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
