public import CartoucheRaster

/// A layer of a map style. It draws the features of one layer of vector tiles, the images of a source, or the
/// map's background.
///
///     var rivers = StyleLayer("rivers", kind: .line, sourceLayer: "waterway")
///     rivers.filter = .equals("class", "river")
///     rivers[.lineColor] = 0xa8cfe2
///     rivers[.lineWidth] = .ramp(ZoomRamp([(8, 1), (16, 6)]))
///
/// - Source: MapLibre Style Specification, "Layers".
public struct StyleLayer: Sendable {
  /// The type of a style layer, which says what the layer draws.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The background of the whole map.
    case background
    /// The areas of polygons.
    case fill
    /// Lines, and the outlines of polygons.
    case line
    /// A circle at each point.
    case circle
    /// Names and icons, as far as they do not overlap.
    case symbol
    /// The images of a source.
    case raster
    /// The density of points, as colors.
    case heatmap
    /// Buildings, which are drawn flat.
    case fillExtrusion = "fill-extrusion"
  }

  /// The name of the style layer; a style sheet's `id`.
  public var name: String
  /// The type of the style layer.
  public var kind: Kind
  /// The name of one of the style's ``MapStyle/sources``. If it is nil, the layer draws the features of all
  /// ``MapView/sources``, those of the first source below those of the second.
  public var source: String?
  /// The name of a layer in the vector tiles, such as `transportation`. The style layer draws features from
  /// this layer.
  public var sourceLayer: String
  /// The filter that selects the features to draw.
  public var filter: StyleFilter
  /// The range of zooms at which the style layer is drawn.
  ///
  /// As in MapLibre, a lower bound of 0 is no limit: the layer is also drawn below zoom 0.
  public var zoomRange: Range<Scalar>
  /// Whether the layer is not drawn at all. Setting it replaces what a style sheet says of the visibility.
  public var isHidden = false { didSet { visibility = nil } }
  /// The expression of the global state that says whether the layer is visible; nil if there is none.
  package var visibility: StyleJSON?
  /// The values of the properties that the layer sets.
  public package(set) var properties: [StyleProperty: PropertyValue] = [:]
  /// The transitions of properties that have others than ``MapStyle/transition``.
  package var transitions: [StyleProperty: StyleTransition] = [:]
  /// Whether areas are drawn as in MapLibre, which draws a line of their color, a pixel wide, around them.
  /// Areas that share an edge then show no seam.
  package var widensAreas = true
  /// Whether translucent features with the same values are drawn as one shape, which is not darker where they
  /// overlap. In MapLibre, it is.
  package var unitesFeatures = false
  /// The line of the style sheet at which the layer begins, for messages; 0 for a layer written in Swift.
  package var line = 0

  /// Creates a style layer.
  public init(
    _ name: String, kind: Kind, source: String? = nil, sourceLayer: String = "", filter: StyleFilter = .everything,
    zoomRange: Range<Scalar> = 0..<25, properties: [StyleProperty: PropertyValue] = [:]
  ) {
    (self.name, self.kind, self.source, self.sourceLayer) = (name, kind, source, sourceLayer)
    (self.filter, self.zoomRange, self.properties) = (filter, zoomRange, properties)
  }

  /// The value of a property; nil if the layer does not set it, and the property's default counts.
  public subscript(property: StyleProperty) -> PropertyValue? {
    get { properties[property] }
    set { properties[property] = newValue }
  }

  /// The transition of a property when its value changes; nil for ``MapStyle/transition``.
  public subscript(transition property: StyleProperty) -> StyleTransition? {
    get { transitions[property] }
    set { transitions[property] = newValue }
  }
}

extension StyleLayer {
  /// Returns a layer that draws the background of the whole map.
  static func background(_ color: ZoomColor) -> StyleLayer {
    StyleLayer("background", kind: .background, properties: [.backgroundColor: .zoomColor(color)])
  }

  /// Creates a layer that fills polygons.
  init(
    _ name: String, sourceLayer: String, filter: StyleFilter = .everything, zoomRange: Range<Scalar> = 0..<25, fill: ZoomColor
  ) {
    self.init(
      name, kind: .fill, sourceLayer: sourceLayer, filter: filter, zoomRange: zoomRange,
      properties: [.fillColor: .zoomColor(fill)])
    (widensAreas, unitesFeatures) = (false, true)
  }

  /// Creates a layer that strokes lines with round joins. `width` is in points.
  init(
    _ name: String, sourceLayer: String, filter: StyleFilter = .everything, zoomRange: Range<Scalar> = 0..<25, line: ZoomColor,
    width: ZoomRamp, cap: LineCap = .butt
  ) {
    self.init(
      name, kind: .line, sourceLayer: sourceLayer, filter: filter, zoomRange: zoomRange,
      properties: [
        .lineColor: .zoomColor(line), .lineWidth: .ramp(width), .lineJoin: "round", .lineCap: cap == .round ? "round" : "butt",
      ])
    unitesFeatures = true
  }
}
