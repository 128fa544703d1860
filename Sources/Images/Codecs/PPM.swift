public import CartoucheRaster

/// An encoder for the portable pixmap format `P6`: a short text header, then three bytes per pixel.
public enum PPM {
  /// Encodes an image as a `P6` file and returns the bytes of the file. Translucent pixels are composited
  /// over black.
  public static func encode(_ image: Image) -> [UInt8] {
    Array("P6\n\(image.size.width) \(image.size.height)\n255\n".utf8) + rgbComponents(of: image)
  }
}
