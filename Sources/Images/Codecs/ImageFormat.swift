public import CartoucheRaster

/// The image file formats that can be decoded.
public enum ImageFormat: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
  case png = "PNG"
  case jpeg = "JPEG"
  case webP = "WebP"

  /// Detects the format from a file's first bytes; nil if it is not supported.
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

  public var description: String { rawValue }
}

extension Image {
  /// Decodes an image file in any supported ``ImageFormat``, detected from its first bytes.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - maximumPixels: The largest accepted width × height. It is checked before pixels are allocated.
  /// - Throws: ``ImageError/unknownFormat`` for unsupported data, or the errors of ``PNG``, ``JPEG`` and
  ///   ``WebP``.
  public init(decoding bytes: [UInt8], maximumPixels: Int = PNG.defaultMaximumPixels) throws(ImageError) {
    switch ImageFormat(bytes) {
    case .png: self = try PNG.decode(bytes, maximumPixels: maximumPixels)
    case .jpeg: self = try JPEG.decode(bytes, maximumPixels: maximumPixels)
    case .webP: self = try WebP.decode(bytes, maximumPixels: maximumPixels)
    case nil: throw .unknownFormat
    }
  }
}
