internal import CJPEG
public import CartoucheRaster

/// JPEG, by TurboJPEG: bytes in memory to pixels.
public enum JPEG {
  /// The most pixels that ``decode(_:maximumPixels:)`` takes unless told otherwise: 256 MB of them.
  public static let defaultMaximumPixels = PNG.defaultMaximumPixels

  /// The picture in a file's bytes, turned upright as its camera says (EXIF), always opaque.
  ///
  /// Pixels are libjpeg's own: the exact DCT, chroma interpolated. Greyscale, YCbCr and RGB are read, and CMYK and YCCK with Adobe's inverted inks, which
  /// are multiplied and not managed. Components are taken for sRGB whatever profile is embedded. A few bytes too many between segments or before the end,
  /// which cameras write and every program forgives, are forgiven; what else libjpeg only warns of means pixels that nobody wrote, and is an error.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - maximumPixels: width × height beyond this is refused before anything of that size is allocated.
  /// - Throws: ``ImageError/unreadable(format:reason:)`` for anything but a whole JPEG; ``ImageError/tooLarge(size:maximumPixels:)``.
  /// - Complexity: one pass; a picture that is to be turned and one of four inks take a second copy of the pixels.
  public static func decode(_ bytes: [UInt8], maximumPixels: Int = defaultMaximumPixels) throws(ImageError) -> Image {
    let bytes = withoutStrayBytes(bytes)
    guard let decoder = tjInitDecompress() else { throw .unreadable(format: "JPEG", reason: "no memory for a decoder") }
    defer { tjDestroy(decoder) }
    var (width, height, sampling, colors) = (Int32(0), Int32(0), Int32(0), Int32(0))
    let status = tjDecompressHeader3(decoder, bytes, UInt(bytes.count), &width, &height, &sampling, &colors)
    guard status == 0 || isForgiven(decoder) else { throw .unreadable(format: "JPEG", reason: message(of: decoder)) }
    let stored = PixelSize(width: Int(width), height: Int(height))
    try stored.check(maximumPixels: maximumPixels)
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
    if orientation == .up {
      return try Image(size: stored) { (pixels: UnsafeMutableBufferPointer<UInt32>) throws(ImageError) -> Void in
        try read(into: pixels)
      }
    }
    let lying = try Image(size: stored) { (pixels: UnsafeMutableBufferPointer<UInt32>) throws(ImageError) -> Void in
      try read(into: pixels)
    }
    return orientation.applied(to: lying)
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

  /// How many bytes too many are forgiven in one place.
  private static let mostStrayBytes = 64

  /// The file without the few bytes between segments before its first scan that belong to none.
  ///
  /// The decoder keeps its first complaint only, and would be silent about damage behind them.
  private static func withoutStrayBytes(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.starts(with: [0xff, 0xd8]) else { return bytes }
    var stray: [Range<Int>] = []
    var at = 2
    while true {
      let start = at
      // A marker is 0xff and what is neither another one nor 0.
      while at + 1 < bytes.count, bytes[at] != 0xff || bytes[at + 1] == 0xff || bytes[at + 1] == 0 { at += 1 }
      if at > start { stray.append(start..<at) }
      // A scan, or the end.
      guard at + 3 < bytes.count, bytes[at + 1] != 0xda, bytes[at + 1] != 0xd9 else { break }
      at += 2 + (Int(bytes[at + 2]) << 8 | Int(bytes[at + 3]))
    }
    let count = stray.reduce(0) { $0 + $1.count }
    guard count > 0, count <= mostStrayBytes else { return bytes }
    var clean = bytes
    for range in stray.reversed() { clean.removeSubrange(range) }
    return clean
  }

  /// Whether what the decoder complains of is a few bytes too many before the picture's end, behind which nothing can be damaged.
  private static func isForgiven(_ decoder: tjhandle) -> Bool {
    let message = message(of: decoder)
    guard tjGetErrorCode(decoder) == Int32(TJERR_WARNING.rawValue), message.hasSuffix(" extraneous bytes before marker 0xd9") else {
      return false
    }
    // "… 3 extraneous bytes before marker 0xd9"
    return message.split(separator: " ").dropLast(5).last.flatMap { Int($0) }.map { $0 <= mostStrayBytes } ?? false
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
