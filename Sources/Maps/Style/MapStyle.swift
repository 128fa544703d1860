public import CartoucheRaster

/// The appearance of a map: a background, and layers of features drawn from the bottom to the top.
public struct MapStyle: Sendable {
  /// The color below all layers.
  public var background: ZoomColor
  /// The layers, from the bottom to the top.
  public var layers: [StyleLayer]

  public init(background: ZoomColor, layers: [StyleLayer]) {
    self.background = background
    self.layers = layers
  }
}

/// A step of the map's drawing: fills or strokes some features of one layer of the tiles.
public struct StyleLayer: Sendable {
  /// The way in which a layer draws its features.
  public enum Symbolizer: Sendable {
    case fill(ZoomColor)
    /// Strokes lines `width` points wide; polygons are stroked along their rings.
    case line(ZoomColor, width: ZoomRamp, cap: LineCap = .butt)
  }

  /// The layer's name, for tests and messages.
  public var name: String
  /// The name of the layer in the tiles.
  public var source: String
  /// The condition that selects the features of the layer.
  public var filter: StyleFilter
  /// The zooms at which the layer is drawn, half-open.
  public var zoomRange: Range<Scalar>
  /// The way in which the features are drawn.
  public var symbolizer: Symbolizer
  /// Whether the layer is a backdrop, so that the map does not end at a city's edge.
  ///
  /// From zoom ``backdropLimit`` on, a backdrop is not drawn where a source above its own has a tile.
  public var isBackdrop: Bool

  /// The zoom from which backdrops are hidden by tiles above them.
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
