internal import CJPEG
public import CartoucheRaster

/// JPEG, by TurboJPEG: bytes in memory to pixels.
public enum JPEG {
  /// The most pixels that ``decode(_:maximumPixels:)`` takes unless told otherwise: 256 MB of them.
  public static let defaultMaximumPixels = PNG.defaultMaximumPixels

  /// The picture in a file's bytes, turned upright as its camera says (EXIF), always opaque.
  ///
  /// Pixels are libjpeg's own: the exact DCT, chroma interpolated. Greyscale, YCbCr and RGB are read, and CMYK and YCCK with Adobe's inverted inks, which
  /// are multiplied and not managed. Components are taken for sRGB whatever profile is embedded. A few bytes too many between two markers, which cameras
  /// write and every program forgives, are forgiven; what else libjpeg only warns of means pixels that nobody wrote, and is an error.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - maximumPixels: width × height beyond this is refused before anything of that size is allocated.
  /// - Throws: ``ImageError/unreadable(format:reason:)`` for anything but a whole JPEG; ``ImageError/tooLarge(size:maximumPixels:)``.
  /// - Complexity: one pass; a picture that is to be turned and one of four inks take a second copy of the pixels.
  public static func decode(_ bytes: [UInt8], maximumPixels: Int = defaultMaximumPixels) throws(ImageError) -> Picture {
    guard let decoder = tjInitDecompress() else { throw .unreadable(format: "JPEG", reason: "no memory for a decoder") }
    defer { tjDestroy(decoder) }
    var (width, height, sampling, colors) = (Int32(0), Int32(0), Int32(0), Int32(0))
    let status = tjDecompressHeader3(decoder, bytes, UInt(bytes.count), &width, &height, &sampling, &colors)
    guard status == 0 || isForgiven(decoder) else { throw .unreadable(format: "JPEG", reason: message(of: decoder)) }
    let stored = PixelSize(width: Int(width), height: Int(height))
    guard stored.width * stored.height <= maximumPixels else {  // each < 2^16
      throw .tooLarge(size: stored, maximumPixels: maximumPixels)
    }
    let hasInks = colors == Int32(TJCS_CMYK.rawValue) || colors == Int32(TJCS_YCCK.rawValue)

    func read(into pixels: UnsafeMutableBufferPointer<UInt32>) throws(ImageError) {
      let format = hasInks ? TJPF_CMYK : TJPF_BGRA
      let memory = UnsafeMutableRawPointer(pixels.baseAddress)?.assumingMemoryBound(to: UInt8.self)
      let status = tjDecompress2(
        decoder, bytes, UInt(bytes.count), memory, width, width * 4, height, format.rawValue,
        TJFLAG_ACCURATEDCT | TJFLAG_LIMITSCANS)
      guard status == 0 || isForgiven(decoder) && hasEnd(bytes) else {
        throw .unreadable(format: "JPEG", reason: message(of: decoder))
      }
      if hasInks { mixInks(pixels) }
    }

    let orientation = EXIFOrientation(jpeg: bytes)
    if orientation == .upright {
      return try Picture(size: stored) { (pixels: UnsafeMutableBufferPointer<UInt32>) throws(ImageError) -> Void in
        try read(into: pixels)
      }
    }
    let lying = try Picture(size: stored) { (pixels: UnsafeMutableBufferPointer<UInt32>) throws(ImageError) -> Void in
      try read(into: pixels)
    }
    return orientation.turned(lying)
  }

  /// Cyan, magenta, yellow and black as Adobe writes them, 255 for no ink, become red, green and blue: what each ink leaves of the light is multiplied.
  private static func mixInks(_ pixels: UnsafeMutableBufferPointer<UInt32>) {
    for index in pixels.indices {
      let inks = pixels[index]  // in memory cyan comes first
      let black = inks >> 24
      func light(_ shift: UInt32) -> UInt32 { ((inks >> shift & 255) &* black &+ 127) / 255 }  // ≤ 65152
      pixels[index] = 0xff00_0000 | light(0) << 16 | light(8) << 8 | light(16)
    }
  }

  /// Whether what the decoder complains of is bytes too many between two markers. It keeps its first complaint only.
  private static func isForgiven(_ decoder: tjhandle) -> Bool {
    tjGetErrorCode(decoder) == Int32(TJERR_WARNING.rawValue) && message(of: decoder).contains("extraneous bytes")
  }

  /// Whether an end-of-image marker stands behind the last scan's beginning.
  private static func hasEnd(_ bytes: [UInt8]) -> Bool {
    for index in stride(from: bytes.count - 2, through: 0, by: -1) where bytes[index] == 0xff {
      if bytes[index + 1] == 0xd9 { return true }
      if bytes[index + 1] == 0xda { return false }
    }
    return false
  }

  private static func message(of decoder: tjhandle) -> String {
    tjGetErrorStr2(decoder).map { String(cString: $0) } ?? "no reason given"
  }
}
