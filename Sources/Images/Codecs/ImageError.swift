public import CartoucheRaster

/// The reason why an image cannot be decoded or encoded.
public enum ImageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The first bytes of the file match no supported image format.
  case unknownFormat
  /// The file is damaged, incomplete, or not an image of the given format. `reason` is the decoder's message.
  case unreadable(format: String, reason: String)
  /// The image has more than `maximumPixels` pixels.
  ///
  /// `size` is the size that the file's header states. `maximumPixels` is the lower of two limits: the
  /// caller's limit and the largest number of pixels that an `Image` can have.
  case tooLarge(size: PixelSize, maximumPixels: Int)
  /// The image could not be encoded in the given format. `reason` is the message of the encoding library.
  case unwritable(format: String, reason: String)

  /// The text of the error, in English.
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
