/// The appearance of a map: style layers that draw the features and images of the map's sources.
///
/// A style is written in Swift, or read from a style sheet: see ``init(contentsOfFile:tiles:pixelRatio:)``.
/// Both have the same layers with the same properties. A style is a value: change a copy of it, or
/// ``MapView/style`` itself, to add, move and remove layers and to set their properties.
///
///     map.style[layer: "water"]?[.fillColor] = 0x3388cc
///
/// - Source: MapLibre Style Specification, version 8.
public struct MapStyle: Sendable {
  /// The name of the style, for messages; a style sheet's `name`.
  public var name = ""
  /// The style layers in the order in which the map draws them. A layer covers the layers before it.
  public var layers: [StyleLayer]
  /// The sources that style layers name.
  ///
  /// A layer that names no source draws the features of all ``MapView/sources``.
  public var sources: [String: StyleSource] = [:]
  /// The images that patterns name.
  public var images: [String: StyleImage] = [:]
  /// The view with which the map opens; nil if the style has none.
  public var camera: MapCamera?
  /// The transition of properties whose values change, unless the layer has another for the property.
  public var transition = StyleTransition()
  /// The values that the operator `global-state` of expressions reads.
  public var globalState: [String: StyleJSON] = [:]
  /// The global state as values of expressions.
  var globalValues: [String: StyleValue] { globalState.mapValues { StyleValue($0.node) } }
  /// The glyph files of the fonts that texts name; nil if the style has none, and installed fonts are used.
  package var glyphs: GlyphDirectory?
  /// The path of the style sheet, for messages; empty for a style written in Swift.
  package var path = ""
  /// The errors that were found while the style sheet was read.
  package var errors: [StyleError] = []

  /// Creates a style.
  public init(layers: [StyleLayer]) {
    self.layers = layers
  }

  /// The style layer with a name. Setting nil removes the layer. Setting a layer with a name that the style
  /// does not have appends the layer.
  public subscript(layer name: String) -> StyleLayer? {
    get { layers.first { $0.name == name } }
    set {
      let index = layers.firstIndex { $0.name == name }
      switch (index, newValue) {
      case (let index?, let layer?): layers[index] = layer
      case (let index?, nil): layers.remove(at: index)
      case (nil, let layer?): layers.append(layer)
      case (nil, nil): break
      }
    }
  }

  /// Inserts a style layer below another one.
  ///
  /// - Parameter name: The name of the layer above. If there is no such layer, the new one is the topmost.
  public mutating func insert(_ layer: StyleLayer, below name: String) {
    layers.insert(layer, at: layers.firstIndex { $0.name == name } ?? layers.count)
  }
}
