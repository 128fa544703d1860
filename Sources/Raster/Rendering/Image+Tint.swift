extension Image {
  /// Returns an image of a single color with this image's alpha.
  ///
  /// The alpha of each pixel is multiplied by the alpha of `color`. If this image has mip levels, the new
  /// image has them too. The new image's rendering mode is ``RenderingMode/alwaysOriginal``.
  ///
  /// - Complexity: Linear in the number of pixels. Allocates the new image.
  public func tinted(with color: Color) -> Image {
    let source = storage.pixels
    var result = Image(size: size) { pixels in
      for index in pixels.indices {
        let alpha = product255(source[index] >> 24, UInt32(color.alpha))
        let red = product255(UInt32(color.red), alpha)
        let green = product255(UInt32(color.green), alpha)
        let blue = product255(UInt32(color.blue), alpha)
        pixels[index] = alpha << 24 | red << 16 | green << 8 | blue
      }
    }
    result.renderingMode = .alwaysOriginal
    return hasMipmaps ? result.withMipmaps() : result
  }
}
