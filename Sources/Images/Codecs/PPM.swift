public import CartoucheRaster

/// The portable pixmap, `P6`: a line of text and three bytes a pixel, for pipes and simple programs.
public enum PPM {
  /// The picture as a file's bytes; a translucent one as it is seen on black.
  public static func encode(_ image: Image) -> [UInt8] {
    Array("P6\n\(image.size.width) \(image.size.height)\n255\n".utf8) + rgbComponents(of: image)
  }
}
