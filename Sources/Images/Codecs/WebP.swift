internal import CWebP
public import CartoucheRaster

/// WebP, by libwebp: bytes in memory to pixels, lossy and lossless, with and without alpha.
public enum WebP {
  /// The most pixels that ``decode(_:maximumPixels:)`` takes unless told otherwise: 256 MB of them.
  public static let defaultMaximumPixels = PNG.defaultMaximumPixels

  /// The picture in a file's bytes, premultiplied. Animations are refused.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - maximumPixels: width × height beyond this is refused before anything of that size is allocated.
  /// - Throws: ``ImageError/unreadable(format:reason:)`` for anything but a whole still WebP; ``ImageError/tooLarge(size:maximumPixels:)``.
  public static func decode(_ bytes: [UInt8], maximumPixels: Int = defaultMaximumPixels) throws(ImageError) -> Image {
    var configuration = WebPDecoderConfig()
    guard WebPInitDecoderConfig(&configuration) != 0 else {
      throw .unreadable(format: "WebP", reason: "libwebp is of another version than its header")
    }
    defer { WebPFreeDecBuffer(&configuration.output) }
    let status = WebPGetFeatures(bytes, bytes.count, &configuration.input)
    guard status == VP8_STATUS_OK else { throw .unreadable(format: "WebP", reason: reason(status)) }
    let features = configuration.input
    let size = PixelSize(width: Int(features.width), height: Int(features.height))
    try size.check(maximumPixels: maximumPixels)
    guard features.has_animation == 0 else {
      throw .unreadable(format: "WebP", reason: "an animation, and only still pictures are read")
    }
    return try Image(size: size) { (pixels: UnsafeMutableBufferPointer<UInt32>) throws(ImageError) -> Void in
      configuration.output.colorspace = MODE_BGRA  // 0xAARRGGBB on a little-endian machine
      configuration.output.is_external_memory = 1
      configuration.output.u.RGBA = WebPRGBABuffer(
        rgba: UnsafeMutableRawPointer(pixels.baseAddress)?.assumingMemoryBound(to: UInt8.self), stride: features.width * 4,
        size: pixels.count * 4)
      let status = WebPDecode(bytes, bytes.count, &configuration)
      guard status == VP8_STATUS_OK else { throw .unreadable(format: "WebP", reason: reason(status)) }
      if features.has_alpha != 0 { premultiply(pixels) }
    }
  }

  private static func reason(_ status: VP8StatusCode) -> String {
    switch status {
    case VP8_STATUS_OUT_OF_MEMORY: "out of memory"
    case VP8_STATUS_BITSTREAM_ERROR: "its data make no sense"
    case VP8_STATUS_UNSUPPORTED_FEATURE: "it uses what libwebp does not know"
    case VP8_STATUS_NOT_ENOUGH_DATA: "it ends too early"
    default: "libwebp's status \(status.rawValue)"
    }
  }
}
