/// The properties of background, fill and fill-extrusion layers.
extension StyleProperty {
  /// The color of the background.
  public static let backgroundColor: StyleProperty = "background-color"
  /// The opacity of the background, from 0 to 1.
  public static let backgroundOpacity: StyleProperty = "background-opacity"
  /// The name of the image that fills the background.
  public static let backgroundPattern: StyleProperty = "background-pattern"
  /// Whether the edges of areas are antialiased.
  public static let fillAntialias: StyleProperty = "fill-antialias"
  /// The color of areas.
  public static let fillColor: StyleProperty = "fill-color"
  /// The opacity of areas, from 0 to 1.
  public static let fillOpacity: StyleProperty = "fill-opacity"
  /// The color of the lines, a pixel wide, around areas.
  public static let fillOutlineColor: StyleProperty = "fill-outline-color"
  /// The name of the image that fills areas.
  public static let fillPattern: StyleProperty = "fill-pattern"
  /// Features with a higher key are drawn above those with a lower one.
  public static let fillSortKey: StyleProperty = "fill-sort-key"
  /// The offset of areas in pixels, to the east and south.
  public static let fillTranslate: StyleProperty = "fill-translate"
  /// Whether the offset of areas turns with the map: `map` or `viewport`.
  public static let fillTranslateAnchor: StyleProperty = "fill-translate-anchor"
  /// The height in meters at which a building begins. Buildings are drawn flat, without it.
  public static let fillExtrusionBase: StyleProperty = "fill-extrusion-base"
  /// The color of buildings.
  public static let fillExtrusionColor: StyleProperty = "fill-extrusion-color"
  /// The height in meters of buildings. Buildings are drawn flat, without it.
  public static let fillExtrusionHeight: StyleProperty = "fill-extrusion-height"
  /// The opacity of the whole layer, from 0 to 1.
  public static let fillExtrusionOpacity: StyleProperty = "fill-extrusion-opacity"
  /// The name of the image that fills buildings.
  public static let fillExtrusionPattern: StyleProperty = "fill-extrusion-pattern"
  /// The offset of buildings in pixels, to the east and south.
  public static let fillExtrusionTranslate: StyleProperty = "fill-extrusion-translate"
  /// Whether the offset of buildings turns with the map: `map` or `viewport`.
  public static let fillExtrusionTranslateAnchor: StyleProperty = "fill-extrusion-translate-anchor"
  /// Whether the walls of buildings are shaded. Buildings are drawn flat, without walls.
  public static let fillExtrusionVerticalGradient: StyleProperty = "fill-extrusion-vertical-gradient"
}
