public import CartoucheRaster

/// The portable pixmap, `P6`: a line of text and three bytes a pixel, for pipes and simple programs.
public enum PPM {
  /// The picture as a file's bytes; a translucent one as it is seen on black.
  public static func encode(_ picture: Picture) -> [UInt8] {
    Array("P6\n\(picture.size.width) \(picture.size.height)\n255\n".utf8) + opaqueComponents(of: picture)
  }
}
