public import CartoucheRaster

/// An image file format that can be decoded: PNG, JPEG or WebP.
public enum ImageFormat: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
  /// The PNG format.
  case png = "PNG"
  /// The JPEG format.
  case jpeg = "JPEG"
  /// The WebP format.
  case webP = "WebP"

  /// Creates the format of an image file, detected from the file's first bytes.
  ///
  /// - Parameter bytes: The whole file, or at least the file's first 12 bytes.
  /// - Returns: nil if the bytes match no supported format.
  public init?(_ bytes: [UInt8]) {
    if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]) {
      self = .png
    } else if bytes.starts(with: [0xff, 0xd8, 0xff]) {
      self = .jpeg
    } else if bytes.starts(with: Array("RIFF".utf8)), bytes.count >= 12, bytes[8..<12].elementsEqual(Array("WEBP".utf8)) {
      self = .webP
    } else {
      return nil
    }
  }

  /// The usual name of the format, such as "JPEG".
  public var description: String { rawValue }
}

extension Image {
  /// Creates an image from the bytes of an image file. The file format is detected from the first bytes.
  ///
  /// - Parameters:
  ///   - bytes: The whole file, in any supported ``ImageFormat``.
  ///   - maximumPixels: The maximum number of pixels in the image: its width × its height. The number is
  ///     checked before memory for pixels is allocated.
  /// - Throws: ``ImageError/unknownFormat`` if the format is not supported. For a supported format, the
  ///   errors of ``PNG/decode(_:maximumPixels:)``, ``JPEG/decode(_:maximumPixels:)`` or
  ///   ``WebP/decode(_:maximumPixels:)``.
  public init(decoding bytes: [UInt8], maximumPixels: Int = PNG.defaultMaximumPixels) throws(ImageError) {
    switch ImageFormat(bytes) {
    case .png: self = try PNG.decode(bytes, maximumPixels: maximumPixels)
    case .jpeg: self = try JPEG.decode(bytes, maximumPixels: maximumPixels)
    case .webP: self = try WebP.decode(bytes, maximumPixels: maximumPixels)
    case nil: throw .unknownFormat
    }
  }
}
