public import CartoucheRaster

/// How a map looks: what is drawn of which features, from the bottom to the top.
public struct MapStyle: Sendable {
  /// What is under everything.
  public var background: ZoomColor
  public var layers: [StyleLayer]

  public init(background: ZoomColor, layers: [StyleLayer]) {
    self.background = background
    self.layers = layers
  }
}

/// One step of a map's drawing: some features of one layer of the tiles, filled or stroked in one way.
public struct StyleLayer: Sendable {
  public enum Symbolizer: Sendable {
    case fill(ZoomColor)
    /// A line `width` points wide; polygons are drawn along their rings.
    case line(ZoomColor, width: ZoomRamp, cap: LineCap = .butt)
  }

  /// What it is called, in tests and messages.
  public var name: String
  /// The name of the layer in the tiles.
  public var source: String
  public var filter: StyleFilter
  /// The zooms at which it is drawn, half-open.
  public var zoomRange: Range<Scalar>
  public var symbolizer: Symbolizer
  /// Whether it is only there so that the map does not end at a city's edge: from zoom ``backdropLimit`` on it is left out
  /// where another source, laid over this one, has a tile.
  public var isBackdrop: Bool

  /// The zoom from which a backdrop gives way.
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
