package import Cartouche

/// Writes frames as image files.
package enum FrameImageWriter {
  /// Writes `image` to `path` in the format of its extension; `-` is PPM on standard output.
  package static func write(_ image: Image, to path: String) throws {
    guard path != "-" else { return try FileIO.writeToStandardOutput(PPM.encode(image)) }
    switch FrameFileFormat(path: path) {
    case .png: try FileIO.write(PNG.encode(image), to: path)
    case .ppm, nil: try FileIO.write(PPM.encode(image), to: path)
    }
  }
}
