public import CartoucheRaster

/// The kinds of picture files that are read.
public enum ImageFormat: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
  case png = "PNG"
  case jpeg = "JPEG"
  case webP = "WebP"

  /// The kind that a file's first bytes tell; nil for no picture.
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
  /// The picture in a file's bytes, whichever of ``ImageFormat`` its first bytes tell; its name does not matter.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - maximumPixels: width × height beyond this is refused before anything of that size is allocated.
  /// - Throws: ``ImageError/unknownFormat`` for no picture at all, otherwise what ``PNG``, ``JPEG`` and ``WebP`` throw.
  public init(decoding bytes: [UInt8], maximumPixels: Int = PNG.defaultMaximumPixels) throws(ImageError) {
    switch ImageFormat(bytes) {
    case .png: self = try PNG.decode(bytes, maximumPixels: maximumPixels)
    case .jpeg: self = try JPEG.decode(bytes, maximumPixels: maximumPixels)
    case .webP: self = try WebP.decode(bytes, maximumPixels: maximumPixels)
    case nil: throw .unknownFormat
    }
  }
}
