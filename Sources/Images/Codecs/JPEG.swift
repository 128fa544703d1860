internal import CJPEG
public import CartoucheRaster

/// A decoder for JPEG files in memory, based on TurboJPEG.
public enum JPEG {
  /// The default value of `maximumPixels` in ``decode(_:maximumPixels:)``: 2^26 pixels.
  ///
  /// An image with that number of pixels takes 256 MiB of memory.
  public static let defaultMaximumPixels = PNG.defaultMaximumPixels

  /// Decodes a JPEG file and turns the image upright according to its EXIF orientation.
  ///
  /// The pixels are exactly those of libjpeg with accurate DCT and interpolated chroma. Grayscale, YCbCr,
  /// RGB, CMYK and YCCK files are supported. Colors are taken as sRGB, even if the file contains another
  /// color profile.
  ///
  /// In CMYK and YCCK files, 255 must mean no ink, as in files of Adobe's applications. Red is then cyan ×
  /// black / 255. Green is magenta × black / 255, and blue is yellow × black / 255.
  ///
  /// Some cameras write stray bytes before the image data or before the end marker. Up to 64 stray bytes are
  /// ignored at each of these two places. If libjpeg warns about anything else, an error is thrown, because
  /// libjpeg fills damaged parts with invented pixels.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - maximumPixels: The maximum number of pixels in the image: its width × its height. The number is
  ///     checked before memory for pixels is allocated.
  /// - Returns: The upright image, which is opaque.
  /// - Throws: ``ImageError/unreadable(format:reason:)`` if the file is not a complete JPEG file, or
  ///   ``ImageError/tooLarge(size:maximumPixels:)`` if the image has more pixels than `maximumPixels`.
  /// - Complexity: One pass. An image that must be turned needs memory for a second copy of its pixels.
  public static func decode(_ bytes: [UInt8], maximumPixels: Int = defaultMaximumPixels) throws(ImageError) -> Image {
    let bytes = withoutStrayBytes(bytes)
    guard let decoder = tjInitDecompress() else { throw .unreadable(format: "JPEG", reason: "no memory for a decoder") }
    defer { tjDestroy(decoder) }
    var (width, height, sampling, colors) = (Int32(0), Int32(0), Int32(0), Int32(0))
    let status = tjDecompressHeader3(decoder, bytes, UInt(bytes.count), &width, &height, &sampling, &colors)
    guard status == 0 || isIgnorable(decoder) else { throw .unreadable(format: "JPEG", reason: message(of: decoder)) }
    let stored = PixelSize(width: Int(width), height: Int(height))
    try stored.check(maximumPixels: maximumPixels)
    let hasInks = colors == Int32(TJCS_CMYK.rawValue) || colors == Int32(TJCS_YCCK.rawValue)

    func read(into pixels: UnsafeMutableBufferPointer<UInt32>) throws(ImageError) {
      let format = hasInks ? TJPF_CMYK : TJPF_BGRA
      let memory = UnsafeMutableRawPointer(pixels.baseAddress)?.assumingMemoryBound(to: UInt8.self)
      let status = tjDecompress2(
        decoder, bytes, UInt(bytes.count), memory, width, width * 4, height, format.rawValue,
        TJFLAG_ACCURATEDCT | TJFLAG_LIMITSCANS)
      guard status == 0 || isIgnorable(decoder) && hasEnd(bytes) else {
        throw .unreadable(format: "JPEG", reason: message(of: decoder))
      }
      if hasInks { multiplyInks(pixels) }
    }

    let orientation = EXIFOrientation(jpeg: bytes)
    if orientation == .up {
      return try Image(size: stored) { (pixels: UnsafeMutableBufferPointer<UInt32>) throws(ImageError) -> Void in
        try read(into: pixels)
      }
    }
    let unrotated = try Image(size: stored) { (pixels: UnsafeMutableBufferPointer<UInt32>) throws(ImageError) -> Void in
      try read(into: pixels)
    }
    return orientation.applied(to: unrotated)
  }

  /// Converts pixels from Adobe's inverted CMYK to RGB, in place.
  ///
  /// In inverted CMYK, 255 means no ink. Each RGB component is the product of its ink's value and black's
  /// value.
  private static func multiplyInks(_ pixels: UnsafeMutableBufferPointer<UInt32>) {
    for index in pixels.indices {
      let inks = pixels[index]  // in memory cyan comes first
      let black = inks >> 24
      func light(_ shift: UInt32) -> UInt32 { ((inks >> shift & 255) &* black &+ 127) / 255 }  // ≤ 65152
      pixels[index] = 0xff00_0000 | light(0) << 16 | light(8) << 8 | light(16)
    }
  }

  /// The largest number of stray bytes that are ignored.
  private static let maximumStrayBytes = 64

  /// Returns the file without the stray bytes between segments before its first scan.
  ///
  /// The decoder reports only its first warning. A warning about stray bytes would hide damage after them.
  private static func withoutStrayBytes(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.starts(with: [0xff, 0xd8]) else { return bytes }
    var stray: [Range<Int>] = []
    var index = 2
    while true {
      let start = index
      // A marker is 0xff followed by a byte other than 0xff and 0.
      while index + 1 < bytes.count, bytes[index] != 0xff || bytes[index + 1] == 0xff || bytes[index + 1] == 0 { index += 1 }
      if index > start { stray.append(start..<index) }
      // Stop at a scan or at the end of the image.
      guard index + 3 < bytes.count, bytes[index + 1] != 0xda, bytes[index + 1] != 0xd9 else { break }
      index += 2 + (Int(bytes[index + 2]) << 8 | Int(bytes[index + 3]))
    }
    let count = stray.reduce(0) { $0 + $1.count }
    guard count > 0, count <= maximumStrayBytes else { return bytes }
    var clean = bytes
    for range in stray.reversed() { clean.removeSubrange(range) }
    return clean
  }

  /// Whether the decoder's warning is about a few stray bytes just before the end of the image.
  ///
  /// Nothing after such stray bytes can be damaged.
  private static func isIgnorable(_ decoder: tjhandle) -> Bool {
    let message = message(of: decoder)
    guard tjGetErrorCode(decoder) == Int32(TJERR_WARNING.rawValue), message.hasSuffix(" extraneous bytes before marker 0xd9") else {
      return false
    }
    // "… 3 extraneous bytes before marker 0xd9"
    return message.split(separator: " ").dropLast(5).last.flatMap { Int($0) }.map { $0 <= maximumStrayBytes } ?? false
  }

  /// Whether an end-of-image marker follows the start of the last scan.
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
