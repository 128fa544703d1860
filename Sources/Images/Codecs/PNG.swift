internal import CPNG
public import CartoucheRaster

/// An encoder and a decoder for PNG files in memory, based on libpng.
///
/// Both use libpng's simplified API, which reports errors without `setjmp`.
public enum PNG {
  /// The default value of `maximumPixels` in ``decode(_:maximumPixels:)``: 2^26 pixels.
  ///
  /// An image with that number of pixels takes 256 MiB of memory.
  public static let defaultMaximumPixels = 1 << 26

  /// Encodes an image as a PNG file and returns the bytes of the file.
  ///
  /// An opaque image is stored as RGB, and any other image is stored as RGBA. In RGBA files, the color
  /// components are not premultiplied by alpha. Filters and compression settings are fixed. So the same image
  /// always gives the same bytes, if the versions of libpng and zlib are the same.
  ///
  /// - Throws: ``ImageError/unwritable(format:reason:)`` if memory runs out or the image is larger than
  ///   libpng supports.
  /// - Complexity: One pass to separate the color components and one pass to compress them. In addition to
  ///   the file, 3 bytes per pixel are allocated for an opaque image, and 4 bytes per pixel for any other
  ///   image.
  public static func encode(_ image: Image) throws(ImageError) -> [UInt8] {
    var pngImage = shim_png_image()
    pngImage.width = png_uint_32(clamping: image.size.width)
    pngImage.height = png_uint_32(clamping: image.size.height)
    pngImage.format = image.isOpaque ? shim_png_format_rgb : shim_png_format_rgba
    // The flat colors of maps compress as well unfiltered at level 3, in a fraction of the time.
    pngImage.flags = png_uint_32(PNG_IMAGE_FLAG_FAST)
    let components = image.isOpaque ? rgbComponents(of: image) : straightAlphaComponents(of: image)
    var written = 0
    let file = [UInt8](unsafeUninitializedCapacity: shim_png_size_max(pngImage)) { bytes, count in
      written = bytes.count
      let done = png_image_write_to_memory(&pngImage, bytes.baseAddress, &written, 0, components, 0, nil)
      written = done == 0 ? 0 : written
      count = written
    }
    guard written > 0 else { throw .unwritable(format: "PNG", reason: takeMessage(of: &pngImage)) }
    return file
  }

  /// Decodes a PNG file to an image with premultiplied sRGB colors.
  ///
  /// Colors in other color spaces are converted to sRGB. Components of 16 bits are converted to 8 bits.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - maximumPixels: The maximum number of pixels in the image: its width × its height. The number is
  ///     checked before memory for pixels is allocated.
  /// - Throws: ``ImageError/unreadable(format:reason:)`` if the file is not a complete PNG file, or
  ///   ``ImageError/tooLarge(size:maximumPixels:)`` if the image has more pixels than `maximumPixels`.
  public static func decode(_ bytes: [UInt8], maximumPixels: Int = defaultMaximumPixels) throws(ImageError) -> Image {
    var pngImage = shim_png_image()
    defer { png_image_free(&pngImage) }
    // libpng keeps a pointer to the bytes between the two calls, so both are made inside one borrow.
    let result: Result<Image, ImageError> = bytes.withUnsafeBytes { memory in
      guard png_image_begin_read_from_memory(&pngImage, memory.baseAddress, memory.count) != 0 else {
        return .failure(.unreadable(format: "PNG", reason: message(of: pngImage)))
      }
      let size = PixelSize(width: Int(pngImage.width), height: Int(pngImage.height))
      do throws(ImageError) { try size.check(maximumPixels: maximumPixels) } catch { return .failure(error) }
      // The simplified interface of libpng 1.6.39 misreads interlaced images with 16 bits per component. The
      // header has depth and interlacing at fixed positions.
      if memory.count >= 29 && memory[24] == 16 && memory[28] != 0 {
        return Result { () throws(ImageError) -> Image in try decodeDeep(memory, size: size) }
      }
      pngImage.format = shim_png_format_bgra
      // A 16-bit file without a gamma is sRGB like any other, not linear light.
      pngImage.flags |= png_uint_32(PNG_IMAGE_FLAG_16BIT_sRGB)
      return Result { () throws(ImageError) -> Image in
        try Image(size: size) { (pixels: UnsafeMutableBufferPointer<UInt32>) throws(ImageError) -> Void in
          guard png_image_finish_read(&pngImage, nil, pixels.baseAddress, 0, nil) != 0 else {
            throw .unreadable(format: "PNG", reason: message(of: pngImage))
          }
          premultiply(pixels)
        }
      }
    }
    return try result.get()
  }

  /// Decodes a PNG file with 16 bits per component through libpng's full interface.
  private static func decodeDeep(_ memory: UnsafeRawBufferPointer, size: PixelSize) throws(ImageError) -> Image {
    try Image(size: size) { (pixels: UnsafeMutableBufferPointer<UInt32>) throws(ImageError) -> Void in
      let components = UnsafeMutableRawPointer(pixels.baseAddress)?.assumingMemoryBound(to: UInt8.self)
      var message = [CChar](repeating: 0, count: 64)
      guard shim_png_read_deep(memory.baseAddress, memory.count, components, size.width, size.height, &message) != 0 else {
        let reason = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        throw .unreadable(format: "PNG", reason: String(decoding: reason, as: UTF8.self))
      }
      premultiply(pixels)
    }
  }

  private static func takeMessage(of pngImage: inout png_image) -> String {
    defer { png_image_free(&pngImage) }
    return message(of: pngImage)
  }

  private static func message(of pngImage: png_image) -> String {
    withUnsafeBytes(of: pngImage.message) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
