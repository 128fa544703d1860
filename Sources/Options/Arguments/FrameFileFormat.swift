internal import ArgumentParser

/// The file format of a frame.
package enum FrameFileFormat {
  case png, ppm

  /// The format of the path's extension; nil for other extensions.
  package init?(path: String) {
    let path = path.lowercased()
    if path.hasSuffix(".png") { self = .png } else if path.hasSuffix(".ppm") { self = .ppm } else { return nil }
  }

  /// Checks the argument of `--dump-frame`; `-` is PPM on standard output.
  ///
  /// - Throws: A `ValidationError` if the path has no known extension.
  package static func validate(_ path: String?) throws {
    if let path, path != "-", Self(path: path) == nil {
      throw ValidationError("--dump-frame \(path): a frame is written as .png or .ppm, or as PPM to - (standard output).")
    }
  }
}
