/// The properties of the texts of symbol layers.
extension StyleProperty {
  /// Whether a text is shown although another symbol is there.
  public static let textAllowOverlap: StyleProperty = "text-allow-overlap"
  /// The part of a text that is at the point, such as `center` or `bottom-left`.
  public static let textAnchor: StyleProperty = "text-anchor"
  /// The color of texts.
  public static let textColor: StyleProperty = "text-color"
  /// The text.
  public static let textField: StyleProperty = "text-field"
  /// The names of the fonts, the first that exists first.
  public static let textFont: StyleProperty = "text-font"
  /// The blur of the halo around texts in pixels.
  public static let textHaloBlur: StyleProperty = "text-halo-blur"
  /// The color of the halo around texts.
  public static let textHaloColor: StyleProperty = "text-halo-color"
  /// The width of the halo around texts in pixels.
  public static let textHaloWidth: StyleProperty = "text-halo-width"
  /// Whether other symbols may be shown over texts.
  public static let textIgnorePlacement: StyleProperty = "text-ignore-placement"
  /// The alignment of lines of text: `auto`, `left`, `center` or `right`.
  public static let textJustify: StyleProperty = "text-justify"
  /// Whether texts along lines are turned so that they are not upside down.
  public static let textKeepUpright: StyleProperty = "text-keep-upright"
  /// The additional space between letters, in ems.
  public static let textLetterSpacing: StyleProperty = "text-letter-spacing"
  /// The distance between lines of text, in ems.
  public static let textLineHeight: StyleProperty = "text-line-height"
  /// The highest angle in degrees between two letters of a text along a line.
  public static let textMaxAngle: StyleProperty = "text-max-angle"
  /// The width at which texts are broken into lines, in ems.
  public static let textMaxWidth: StyleProperty = "text-max-width"
  /// The offset of texts from their point, in ems.
  public static let textOffset: StyleProperty = "text-offset"
  /// The opacity of texts, from 0 to 1.
  public static let textOpacity: StyleProperty = "text-opacity"
  /// Whether an icon is shown although its text is not.
  public static let textOptional: StyleProperty = "text-optional"
  /// Whether texts may overlap other symbols: `never`, `always` or `cooperative`.
  public static let textOverlap: StyleProperty = "text-overlap"
  /// The distance in pixels that other symbols keep from texts.
  public static let textPadding: StyleProperty = "text-padding"
  /// Whether texts lie on a pitched map: `map`, `viewport` or `auto`.
  public static let textPitchAlignment: StyleProperty = "text-pitch-alignment"
  /// The distance of texts from their point, in ems.
  public static let textRadialOffset: StyleProperty = "text-radial-offset"
  /// The angle in degrees by which texts are turned clockwise.
  public static let textRotate: StyleProperty = "text-rotate"
  /// Whether texts turn with the map: `map`, `viewport`, `viewport-glyph` or `auto`.
  public static let textRotationAlignment: StyleProperty = "text-rotation-alignment"
  /// The size of texts in pixels.
  public static let textSize: StyleProperty = "text-size"
  /// The case of letters: `none`, `uppercase` or `lowercase`.
  public static let textTransform: StyleProperty = "text-transform"
  /// The offset of texts in pixels, to the east and south.
  public static let textTranslate: StyleProperty = "text-translate"
  /// Whether the offset of texts turns with the map: `map` or `viewport`.
  public static let textTranslateAnchor: StyleProperty = "text-translate-anchor"
  /// The anchors to try until a text has room.
  public static let textVariableAnchor: StyleProperty = "text-variable-anchor"
  /// The anchors to try until a text has room, each with an offset in ems.
  public static let textVariableAnchorOffset: StyleProperty = "text-variable-anchor-offset"
  /// The directions to try until a text has room: `horizontal`, `vertical`.
  public static let textWritingMode: StyleProperty = "text-writing-mode"
}
