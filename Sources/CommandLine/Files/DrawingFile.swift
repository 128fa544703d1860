import Cartouche
import Foundation

/// A drawing from a file: a recorded display list, a benchmark scene, an SVG, or an image.
struct DrawingFile {
  /// The file's name without its extension, and without the size at the end of a benchmark scene's name.
  let name: String
  /// The size of a frame that shows the whole drawing in its own size.
  let size: PixelSize
  /// The exact size of the drawing. The sides of an SVG need not be whole pixels.
  var exactSize: Size { fractionalSize ?? Size(width: Scalar(size.width), height: Scalar(size.height)) }
  private var fractionalSize: Size?
  let background: Color
  /// Parts of the drawing that are not drawn as specified, each as a sentence with file and position.
  ///
  /// There may be more of them after the drawing was recorded at another size.
  var warnings: [String] { makeWarnings() }
  private var makeWarnings: () -> [String] = { [] }
  private let record: (inout DisplayList, Homography) -> Void

  /// Records the drawing into `list` with a transform from its pixels to the list's coordinates.
  func record(into list: inout DisplayList, transform: Homography = .identity) { record(&list, transform) }

  private enum Kind {
    case cdl, scn, svg, image

    /// The kind of a file extension.
    init?(pathExtension: String) {
      switch pathExtension {
      case "cdl": self = .cdl
      case "scn": self = .scn
      case "svg", "svgz": self = .svg
      case "png", "jpg", "jpeg", "webp": self = .image
      default: return nil
      }
    }

    /// The kind that the first bytes suggest. All XML counts as SVG, whose parser reports other documents.
    init?(_ bytes: [UInt8]) {
      // Skips byte order marks and white space. In UTF-16 every second byte is 0.
      let start = bytes.prefix(64).drop { [0xef, 0xbb, 0xbf, 0xff, 0xfe, 0, 0x20, 0x09, 0x0a, 0x0d].contains($0) }
      if bytes.starts(with: Array("CDL".utf8)) {
        self = .cdl
      } else if bytes.starts(with: Array("SCN1".utf8)) {
        self = .scn
      } else if ImageFormat(bytes) != nil {
        self = .image
      } else if start.first == UInt8(ascii: "<") {
        self = .svg
      } else {
        return nil
      }
    }
  }

  /// Reads the file at `path`. Its extension determines the kind; if that is unknown, its first bytes do.
  ///
  /// - Parameter maximumPixels: The maximum number of pixels of an image.
  /// - Throws: ``Failure`` with the file, the position and the reason.
  init(_ path: String, maximumPixels: Int = PNG.defaultMaximumPixels) throws {
    let url = URL(filePath: path)
    let bytes = try FileIO.read(path, limit: 1 << 30)
    guard let kind = Kind(pathExtension: url.pathExtension.lowercased()) ?? Kind(bytes) else {
      throw Failure(
        """
        \(path): files of this kind cannot be drawn; name an SVG drawing (.svg), an image (.png .jpg .webp), a recorded display list (.cdl) or a \
        benchmark scene (.scn).
        """)
    }
    name = url.deletingPathExtension().lastPathComponent.split(separator: "_").first.map(String.init) ?? "drawing"
    do {
      switch kind {
      case .cdl:
        let recording = try DisplayListRecording(decoding: bytes)
        (size, background) = (recording.size, recording.background)
        record = { $0.append(recording.list, transform: $1) }
      case .scn:
        let scene = try BenchmarkScene(bytes)
        var list = DisplayList()
        scene.record(into: &list)
        (size, background) = (scene.size, .white)
        record = { [list] in $0.append(list, transform: $1) }
      case .svg:
        let drawing = try SVG(bytes, linkedFiles: SVG.linkedFileReader(ofDrawingAt: path))
        let frame = Rect(origin: .zero, size: drawing.size)
        // A frame has whole pixels, and at least one, so that a smaller drawing is visible too.
        (size, background) = (
          PixelSize(width: max(drawing.size.width.ceiling, 1), height: max(drawing.size.height.ceiling, 1)), .white
        )
        fractionalSize = drawing.size
        makeWarnings = { drawing.warnings.map { "\(path): \($0)" } }
        record = { $0.draw(drawing, in: frame, transform: $1) }
      case .image:
        // Mipmaps, because the screen may be a tenth of its size. Its first bytes determine the format, not
        // its extension.
        let image = try Image(decoding: bytes, maximumPixels: maximumPixels).withMipmaps()
        (size, background) = (image.size, .white)
        record = { $0.draw(image, transform: $1, filter: .trilinear) }
      }
    } catch {
      throw Failure("\(path): \(error).")
    }
  }
}
