/// The properties of line layers.
extension StyleProperty {
  /// The blur of lines in pixels.
  public static let lineBlur: StyleProperty = "line-blur"
  /// The shape of the ends of lines: `butt`, `round` or `square`.
  public static let lineCap: StyleProperty = "line-cap"
  /// The color of lines.
  public static let lineColor: StyleProperty = "line-color"
  /// The lengths of dashes and gaps, in line widths.
  public static let lineDasharray: StyleProperty = "line-dasharray"
  /// The width in pixels of a gap along the middle of lines.
  public static let lineGapWidth: StyleProperty = "line-gap-width"
  /// The color along a line, computed from `line-progress`.
  public static let lineGradient: StyleProperty = "line-gradient"
  /// The shape of the corners of lines: `miter`, `bevel` or `round`.
  public static let lineJoin: StyleProperty = "line-join"
  /// The highest ratio of a miter's length to the line width.
  public static let lineMiterLimit: StyleProperty = "line-miter-limit"
  /// The offset of lines in pixels to the right of their direction.
  public static let lineOffset: StyleProperty = "line-offset"
  /// The opacity of lines, from 0 to 1.
  public static let lineOpacity: StyleProperty = "line-opacity"
  /// The name of the image that is repeated along lines.
  public static let linePattern: StyleProperty = "line-pattern"
  /// The sharpness of a corner above which a round join is drawn as a miter. Round joins are always drawn
  /// round.
  public static let lineRoundLimit: StyleProperty = "line-round-limit"
  /// Features with a higher key are drawn above those with a lower one.
  public static let lineSortKey: StyleProperty = "line-sort-key"
  /// The offset of lines in pixels, to the east and south.
  public static let lineTranslate: StyleProperty = "line-translate"
  /// Whether the offset of lines turns with the map: `map` or `viewport`.
  public static let lineTranslateAnchor: StyleProperty = "line-translate-anchor"
  /// The width of lines in pixels.
  public static let lineWidth: StyleProperty = "line-width"
}
