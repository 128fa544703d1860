import ArgumentParser
import Cartouche

/// A frame as a file.
enum FrameFile {
  enum Kind {
    case png, ppm

    /// By the path's ending; nil for another one.
    init?(path: String) {
      let path = path.lowercased()
      if path.hasSuffix(".png") { self = .png } else if path.hasSuffix(".ppm") { self = .ppm } else { return nil }
    }
  }

  /// Refuses the argument of `--dump-frame` if it is no kind of picture.
  static func validate(_ path: String?) throws {
    if let path, path != "-", Kind(path: path) == nil {
      throw ValidationError("--dump-frame \(path): a frame is written as .png or .ppm, or as PPM to - (standard output).")
    }
  }

  /// Writes `picture` to `path`; `-` is PPM on standard output.
  static func write(_ image: Image, to path: String) throws {
    guard path != "-" else { return try FileIO.writeToStandardOutput(PPM.encode(image)) }
    switch Kind(path: path) {
    case .png: try FileIO.write(PNG.encode(image), to: path)
    case .ppm, nil: try FileIO.write(PPM.encode(image), to: path)
    }
  }
}
