extension Image {
  /// Reads the image in the file at `path`: PNG, JPEG or WebP, by its first bytes and not by its extension.
  ///
  ///     photo.contents = try Image(contentsOfFile: "harbor.jpg").withMipmaps()
  ///
  /// - Parameter maximumPixels: The largest width × height; a larger image is an error before memory is
  ///   allocated for it.
  /// - Throws: ``ImageFileError`` with the path and the reason.
  public init(contentsOfFile path: String, maximumPixels: Int = PNG.defaultMaximumPixels) throws(ImageFileError) {
    let bytes = try ImageFileError.bytes(of: path)
    do throws(ImageError) {
      self = try Image(decoding: bytes, maximumPixels: maximumPixels)
    } catch {
      throw .image(path: path, error)
    }
  }
}

extension SVG {
  /// Reads the SVG drawing in the file at `path`.
  ///
  /// Errors inside the drawing are handled as browsers do, and listed in ``SVG/warnings``.
  ///
  /// - Throws: ``ImageFileError`` with the path and the reason.
  public init(contentsOfFile path: String) throws(ImageFileError) {
    let bytes = try ImageFileError.bytes(of: path)
    do throws(SVGError) {
      self = try SVG(bytes)
    } catch {
      throw .drawing(path: path, error)
    }
  }
}

/// Why an image or a drawing could not be read from a file.
public enum ImageFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file does not exist or cannot be read.
  case unreadable(FileError)
  /// The file is not an image that can be decoded.
  case image(path: String, ImageError)
  /// The file is not an SVG drawing that can be read.
  case drawing(path: String, SVGError)

  public var description: String {
    switch self {
    case .unreadable(let error): error.description
    case .image(let path, let error): "\(path): \(error)"
    case .drawing(let path, let error): "\(path): \(error)"
    }
  }

  fileprivate static func bytes(of path: String) throws(ImageFileError) -> [UInt8] {
    do throws(FileError) {
      return try FileIO.read(path)
    } catch {
      throw .unreadable(error)
    }
  }
}
