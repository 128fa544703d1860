public import CartoucheRaster

/// The reason why an image cannot be decoded or encoded.
public enum ImageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The first bytes match no supported image format.
  case unknownFormat
  /// The bytes are damaged, incomplete, or not an image of the given format. `reason` is the decoder's
  /// message.
  case unreadable(format: String, reason: String)
  /// The image has more pixels than the maximum that the caller allows. `size` is the size in the file's
  /// header.
  case tooLarge(size: PixelSize, maximumPixels: Int)
  /// The encoding library failed. `reason` is the library's message.
  case unwritable(format: String, reason: String)

  public var description: String {
    switch self {
    case .unknownFormat:
      "not an image in a supported format; PNG, JPEG and WebP are supported"
    case .unreadable(let format, let reason):
      "not a readable \(format) image (\(reason)); check that the file is complete"
    case .tooLarge(let size, let maximum):
      "the image has \(size.width) × \(size.height) pixels and the limit is \(maximum); scale it down first"
    case .unwritable(let format, let reason):
      "the \(format) image could not be encoded (\(reason))"
    }
  }
}

extension PixelSize {
  /// Throws ``ImageError/tooLarge(size:maximumPixels:)`` if the size has more pixels than the caller or
  /// `Image` allows.
  ///
  /// The check is needed because decoders write as many pixels as the file states.
  func check(maximumPixels: Int) throws(ImageError) {
    let limit = min(maximumPixels, Image.maximumPixelCount)
    guard width * height <= limit else { throw .tooLarge(size: self, maximumPixels: limit) }  // each side ≤ 2^31
  }
}
