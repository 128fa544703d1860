internal import CJPEG
internal import CWebP
import CartoucheRaster

/// The size and format that an image file's header states. The header is read without decoding the image.
struct ImageHeader {
  let size: PixelSize
  /// The number of passes that a decoder makes over all pixels.
  let scanCount: Int
  let format: String

  /// Reads the header of an image file.
  ///
  /// - Returns: nil if the file has no valid header. Decoding such a file throws an error with the reason.
  init?(_ bytes: [UInt8]) {
    guard let format = ImageFormat(bytes) else { return nil }
    self.format = format.rawValue
    switch format {
    case .png:
      // The first chunk has a fixed position.
      guard bytes.count >= 29 else { return nil }
      func number(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
      // libpng accepts no larger sides, and their product would overflow.
      guard number(16) < 1 << 31, number(20) < 1 << 31 else { return nil }
      size = PixelSize(width: number(16), height: number(20))
      scanCount = 1
    case .jpeg:
      guard let decoder = tjInitDecompress() else { return nil }
      defer { tjDestroy(decoder) }
      var (width, height, sampling, colors) = (Int32(0), Int32(0), Int32(0), Int32(0))
      _ = tjDecompressHeader3(decoder, bytes, UInt(bytes.count), &width, &height, &sampling, &colors)
      guard width > 0, height > 0 else { return nil }
      size = PixelSize(width: Int(width), height: Int(height))
      // Compressed data contains no markers, so this counts the scans.
      scanCount = max(zip(bytes, bytes.dropFirst()).lazy.filter { $0 == 0xff && $1 == 0xda }.count, 1)
    case .webP:
      var (width, height) = (Int32(0), Int32(0))
      guard WebPGetInfo(bytes, bytes.count, &width, &height) != 0 else { return nil }
      size = PixelSize(width: Int(width), height: Int(height))
      scanCount = 1
    }
  }
}
