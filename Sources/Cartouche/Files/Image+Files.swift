extension Image {
  /// Creates an image from the PNG, JPEG or WebP file at `path`.
  ///
  ///     photo.contents = try Image(contentsOfFile: "harbor.jpg").withMipmaps()
  ///
  /// The first bytes in the file determine the format. The file's name and extension are not used.
  ///
  /// - Parameter maximumPixels: The largest allowed number of pixels, which is the width times the height. A
  ///   larger image is an error. The error is thrown before memory is allocated for the pixels.
  /// - Throws: ``ImageFileError`` with the file's path and the reason.
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
  /// Creates an SVG drawing from the file at `path`.
  ///
  /// Errors inside the drawing are handled in the same way as in web browsers. ``SVG/warnings`` lists these
  /// errors. The file may be compressed with gzip, like `.svgz` files.
  ///
  /// Images to which the drawing refers are read if they are in the folder of the drawing or in a folder
  /// inside it. Each may have at most 32 MiB. ``SVG/warnings`` names the other ones with the reason.
  ///
  /// - Throws: ``ImageFileError`` with the file's path and the reason.
  public init(contentsOfFile path: String) throws(ImageFileError) {
    let bytes = try ImageFileError.bytes(of: path)
    do throws(SVGError) {
      self = try SVG(bytes, linkedFiles: SVG.linkedFileReader(ofDrawingAt: path))
    } catch {
      throw .drawing(path: path, error)
    }
  }
}

/// The error that is thrown when an image or an SVG drawing cannot be read from a file.
///
/// The error's `description` is a sentence for the user.
public enum ImageFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file does not exist or cannot be read.
  case unreadable(FileError)
  /// The file's content cannot be decoded as an image. The first value is the file's path. The second value
  /// is the decoder's error.
  case image(path: String, ImageError)
  /// The file's content cannot be read as an SVG drawing. The first value is the file's path. The second
  /// value is the parser's error.
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
