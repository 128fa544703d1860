internal import CPNG
public import CartoucheRaster

/// Portable Network Graphics, by libpng's simplified interface (no `setjmp`): bytes in memory to pixels and back.
public enum PNG {
  /// The most pixels that ``decode(_:maximumPixels:)`` takes unless told otherwise: 256 MB of them.
  public static let defaultMaximumPixels = 1 << 26

  /// The picture as a file's bytes: RGB if it is opaque, else RGBA with straight alpha.
  ///
  /// Filters and compression are always the same, so a picture gives the same bytes with the same libpng and zlib.
  ///
  /// - Throws: ``ImageError/unwritable(format:reason:)`` when libpng runs out of memory or the picture is beyond its limits.
  /// - Complexity: one pass to separate the components, one to compress; allocates 3 or 4 bytes a pixel and the file.
  public static func encode(_ image: Image) throws(ImageError) -> [UInt8] {
    var pngImage = shim_png_image()
    pngImage.width = png_uint_32(clamping: image.size.width)
    pngImage.height = png_uint_32(clamping: image.size.height)
    pngImage.format = image.isOpaque ? shim_png_format_rgb : shim_png_format_rgba
    // A map's flat colours compress as well unfiltered and at level 3, in a fraction of the time.
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

  /// The picture in a file's bytes, its colours converted to sRGB and premultiplied; 16-bit samples are narrowed to 8.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - maximumPixels: width × height beyond this is refused before anything of that size is allocated.
  /// - Throws: ``ImageError/unreadable(format:reason:)`` for anything but a whole PNG; ``ImageError/tooLarge(size:maximumPixels:)``.
  public static func decode(_ bytes: [UInt8], maximumPixels: Int = defaultMaximumPixels) throws(ImageError) -> Image {
    var pngImage = shim_png_image()
    defer { png_image_free(&pngImage) }
    // libpng keeps a pointer to the bytes from the first call to the last, so both happen inside one borrow.
    let result: Result<Image, ImageError> = bytes.withUnsafeBytes { memory in
      guard png_image_begin_read_from_memory(&pngImage, memory.baseAddress, memory.count) != 0 else {
        return .failure(.unreadable(format: "PNG", reason: message(of: pngImage)))
      }
      let size = PixelSize(width: Int(pngImage.width), height: Int(pngImage.height))
      do throws(ImageError) { try size.check(maximumPixels: maximumPixels) } catch { return .failure(error) }
      // libpng's simplified interface (1.6.39) mixes up the pixels of such files. Their header says it at fixed places: depth and interlacing.
      if memory.count >= 29 && memory[24] == 16 && memory[28] != 0 {
        return Result { () throws(ImageError) -> Image in try decodeDeep(memory, size: size) }
      }
      pngImage.format = shim_png_format_bgra
      // A 16-bit file that states no gamma is sRGB like any other, not linear light.
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

  /// The picture of a file of 16 bits a component, by libpng's full interface.
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
