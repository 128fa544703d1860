/// The properties of the icons of symbol layers, and properties of both icons and texts.
extension StyleProperty {
  /// Whether symbols at the edges of tiles are left out.
  public static let symbolAvoidEdges: StyleProperty = "symbol-avoid-edges"
  /// Where symbols are: `point`, `line` or `line-center`.
  public static let symbolPlacement: StyleProperty = "symbol-placement"
  /// Features with a lower key are placed before those with a higher one.
  public static let symbolSortKey: StyleProperty = "symbol-sort-key"
  /// The distance in pixels between the symbols of a line.
  public static let symbolSpacing: StyleProperty = "symbol-spacing"
  /// The order of symbols that overlap: `auto`, `viewport-y` or `source`.
  public static let symbolZOrder: StyleProperty = "symbol-z-order"
  /// Whether an icon is shown although another symbol is there.
  public static let iconAllowOverlap: StyleProperty = "icon-allow-overlap"
  /// The part of an icon that is at the point, such as `center` or `bottom-left`.
  public static let iconAnchor: StyleProperty = "icon-anchor"
  /// The color of an icon that is a signed distance field.
  public static let iconColor: StyleProperty = "icon-color"
  /// The blur of the halo around icons in pixels.
  public static let iconHaloBlur: StyleProperty = "icon-halo-blur"
  /// The color of the halo around an icon that is a signed distance field.
  public static let iconHaloColor: StyleProperty = "icon-halo-color"
  /// The width of the halo around icons in pixels.
  public static let iconHaloWidth: StyleProperty = "icon-halo-width"
  /// Whether other symbols may be shown over icons.
  public static let iconIgnorePlacement: StyleProperty = "icon-ignore-placement"
  /// The name of the image of an icon.
  public static let iconImage: StyleProperty = "icon-image"
  /// Whether icons along lines are turned so that they are not upside down.
  public static let iconKeepUpright: StyleProperty = "icon-keep-upright"
  /// The offset of icons from their point, in pixels of an icon of size 1.
  public static let iconOffset: StyleProperty = "icon-offset"
  /// The opacity of icons, from 0 to 1.
  public static let iconOpacity: StyleProperty = "icon-opacity"
  /// Whether a text is shown although its icon is not.
  public static let iconOptional: StyleProperty = "icon-optional"
  /// Whether icons may overlap other symbols: `never`, `always` or `cooperative`.
  public static let iconOverlap: StyleProperty = "icon-overlap"
  /// The distance in pixels that other symbols keep from icons.
  public static let iconPadding: StyleProperty = "icon-padding"
  /// Whether icons lie on a pitched map: `map`, `viewport` or `auto`.
  public static let iconPitchAlignment: StyleProperty = "icon-pitch-alignment"
  /// The angle in degrees by which icons are turned clockwise.
  public static let iconRotate: StyleProperty = "icon-rotate"
  /// Whether icons turn with the map: `map`, `viewport` or `auto`.
  public static let iconRotationAlignment: StyleProperty = "icon-rotation-alignment"
  /// The factor of the size of icons.
  public static let iconSize: StyleProperty = "icon-size"
  /// Whether icons are stretched to their texts: `none`, `width`, `height` or `both`.
  public static let iconTextFit: StyleProperty = "icon-text-fit"
  /// The distances in pixels between a text and the edges of its stretched icon: top, right, bottom, left.
  public static let iconTextFitPadding: StyleProperty = "icon-text-fit-padding"
  /// The offset of icons in pixels, to the east and south.
  public static let iconTranslate: StyleProperty = "icon-translate"
  /// Whether the offset of icons turns with the map: `map` or `viewport`.
  public static let iconTranslateAnchor: StyleProperty = "icon-translate-anchor"
}
