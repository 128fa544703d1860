internal import CWebP
public import CartoucheRaster

/// A decoder for WebP files in memory, based on libwebp.
///
/// Lossy and lossless files are supported, both with and without alpha. Animations are not supported.
public enum WebP {
  /// The default value of `maximumPixels` in ``decode(_:maximumPixels:)``: 2^26 pixels.
  ///
  /// An image with that number of pixels takes 256 MiB of memory.
  public static let defaultMaximumPixels = PNG.defaultMaximumPixels

  /// Decodes a WebP file to an image with premultiplied colors.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - maximumPixels: The maximum number of pixels in the image: its width × its height. The number is
  ///     checked before memory for pixels is allocated.
  /// - Throws: ``ImageError/unreadable(format:reason:)`` if the file is incomplete, contains an animation, or
  ///   is not a WebP file. ``ImageError/tooLarge(size:maximumPixels:)`` is thrown if the image has more
  ///   pixels than `maximumPixels`.
  public static func decode(_ bytes: [UInt8], maximumPixels: Int = defaultMaximumPixels) throws(ImageError) -> Image {
    var configuration = WebPDecoderConfig()
    guard WebPInitDecoderConfig(&configuration) != 0 else {
      throw .unreadable(format: "WebP", reason: "libwebp and its header have different versions")
    }
    defer { WebPFreeDecBuffer(&configuration.output) }
    let status = WebPGetFeatures(bytes, bytes.count, &configuration.input)
    guard status == VP8_STATUS_OK else { throw .unreadable(format: "WebP", reason: reason(status)) }
    let features = configuration.input
    let size = PixelSize(width: Int(features.width), height: Int(features.height))
    try size.check(maximumPixels: maximumPixels)
    guard features.has_animation == 0 else {
      throw .unreadable(format: "WebP", reason: "animations are not supported")
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
    case VP8_STATUS_BITSTREAM_ERROR: "its data are invalid"
    case VP8_STATUS_UNSUPPORTED_FEATURE: "it uses a feature that libwebp does not support"
    case VP8_STATUS_NOT_ENOUGH_DATA: "it is truncated"
    default: "libwebp's status \(status.rawValue)"
    }
  }
}
