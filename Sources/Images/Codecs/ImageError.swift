public import CartoucheRaster

/// Why a picture could not be read or written.
public enum ImageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The first bytes are those of no kind of picture that is read.
  case unknownFormat
  /// The bytes are no picture of this kind, or a broken one; `reason` is the library's.
  case unreadable(format: String, reason: String)
  /// The picture is larger than the caller's limit.
  case tooLarge(size: PixelSize, maximumPixels: Int)
  /// The library did not write the picture; `reason` is its own.
  case unwritable(format: String, reason: String)

  public var description: String {
    switch self {
    case .unknownFormat:
      "not a picture of a known kind; there are PNG, JPEG and WebP"
    case .unreadable(let format, let reason):
      "not a readable \(format) picture (\(reason)); check that the file is complete and of this kind"
    case .tooLarge(let size, let maximum):
      "the picture is \(size.width) × \(size.height) pixels and the limit is \(maximum) in all; scale it down first"
    case .unwritable(let format, let reason):
      "the \(format) picture could not be made (\(reason))"
    }
  }
}

extension PixelSize {
  /// Refuses what is beyond the caller's limit, or beyond what a picture may have: the decoders write as many pixels as their file says.
  func check(maximumPixels: Int) throws(ImageError) {
    let limit = min(maximumPixels, Image.maximumPixelCount)
    guard width * height <= limit else { throw .tooLarge(size: self, maximumPixels: limit) }  // each side ≤ 2^31
  }
}
