extension Image {
  /// The picture in the file at `path`: PNG, JPEG or WebP, whichever its first bytes tell; its ending does not matter.
  ///
  ///     photo.contents = try Image(contentsOfFile: "harbour.jpg").withMipmaps()
  ///
  /// - Parameter maximumPixels: width × height beyond this is refused before anything of that size is allocated.
  /// - Throws: ``ImageFileError`` with the path and why.
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
  /// The drawing in the file at `path`.
  ///
  /// - Throws: ``ImageFileError`` with the path and why; a drawing with errors is drawn as browsers do, and has ``warnings``.
  public init(contentsOfFile path: String) throws(ImageFileError) {
    let bytes = try ImageFileError.bytes(of: path)
    do throws(SVGError) {
      self = try SVG(bytes)
    } catch {
      throw .drawing(path: path, error)
    }
  }
}

/// Why there is no picture or drawing of a file.
public enum ImageFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no such file, or it cannot be read.
  case unreadable(FileError)
  case image(path: String, ImageError)
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
