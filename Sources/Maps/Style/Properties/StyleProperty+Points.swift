/// The properties of circle and heatmap layers.
extension StyleProperty {
  /// The blur of circles, as a share of their radius.
  public static let circleBlur: StyleProperty = "circle-blur"
  /// The color of circles.
  public static let circleColor: StyleProperty = "circle-color"
  /// The opacity of circles, from 0 to 1.
  public static let circleOpacity: StyleProperty = "circle-opacity"
  /// Whether circles lie on a pitched map: `map` or `viewport`. No map is pitched.
  public static let circlePitchAlignment: StyleProperty = "circle-pitch-alignment"
  /// Whether circles shrink with their distance on a pitched map: `map` or `viewport`. No map is pitched.
  public static let circlePitchScale: StyleProperty = "circle-pitch-scale"
  /// The radius of circles in pixels.
  public static let circleRadius: StyleProperty = "circle-radius"
  /// Features with a higher key are drawn above those with a lower one.
  public static let circleSortKey: StyleProperty = "circle-sort-key"
  /// The color of the stroke around circles.
  public static let circleStrokeColor: StyleProperty = "circle-stroke-color"
  /// The opacity of the stroke around circles, from 0 to 1.
  public static let circleStrokeOpacity: StyleProperty = "circle-stroke-opacity"
  /// The width of the stroke around circles in pixels.
  public static let circleStrokeWidth: StyleProperty = "circle-stroke-width"
  /// The offset of circles in pixels, to the east and south.
  public static let circleTranslate: StyleProperty = "circle-translate"
  /// Whether the offset of circles turns with the map: `map` or `viewport`.
  public static let circleTranslateAnchor: StyleProperty = "circle-translate-anchor"
  /// The color of a density, computed from `heatmap-density`.
  public static let heatmapColor: StyleProperty = "heatmap-color"
  /// The factor of all weights.
  public static let heatmapIntensity: StyleProperty = "heatmap-intensity"
  /// The opacity of the heatmap, from 0 to 1.
  public static let heatmapOpacity: StyleProperty = "heatmap-opacity"
  /// The radius in pixels within which a point adds to the density.
  public static let heatmapRadius: StyleProperty = "heatmap-radius"
  /// The weight of a point, where 1 is one point.
  public static let heatmapWeight: StyleProperty = "heatmap-weight"
}
