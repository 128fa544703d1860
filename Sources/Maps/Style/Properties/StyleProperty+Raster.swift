/// The properties of raster layers.
extension StyleProperty {
  /// The brightness that white becomes, from 0 to 1.
  public static let rasterBrightnessMax: StyleProperty = "raster-brightness-max"
  /// The brightness that black becomes, from 0 to 1.
  public static let rasterBrightnessMin: StyleProperty = "raster-brightness-min"
  /// The change of the contrast, from -1 to 1.
  public static let rasterContrast: StyleProperty = "raster-contrast"
  /// The time in milliseconds in which new images appear. Images appear at once.
  public static let rasterFadeDuration: StyleProperty = "raster-fade-duration"
  /// The angle in degrees by which hues turn.
  public static let rasterHueRotate: StyleProperty = "raster-hue-rotate"
  /// The opacity of images, from 0 to 1.
  public static let rasterOpacity: StyleProperty = "raster-opacity"
  /// How enlarged images are drawn: `linear` or `nearest`.
  public static let rasterResampling: StyleProperty = "raster-resampling"
  /// The change of the saturation, from -1 to 1.
  public static let rasterSaturation: StyleProperty = "raster-saturation"
}
