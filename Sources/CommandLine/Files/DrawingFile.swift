import Cartouche
import Foundation

/// A drawing in a file: a recorded display list, a benchmark scene, an SVG, or a picture.
struct DrawingFile {
  /// What it is called: the file's name without ending and without the size that a benchmark scene's ends in.
  let name: String
  /// Of a frame that shows all of it in its own size.
  let size: PixelSize
  /// Its own size as exactly as it is said: an SVG's sides need not be whole pixels.
  var exactSize: Size { own ?? Size(width: Scalar(size.width), height: Scalar(size.height)) }
  private var own: Size?
  let background: Color
  /// What of it is not drawn as the file says, each a sentence with the file and the place; shown at another size it may be more.
  var warnings: [String] { told() }
  private var told: () -> [String] = { [] }
  private let record: (inout DisplayList, Homography) -> Void

  /// Adds the drawing to `list`, its pixels where `transform` shows them.
  func record(into list: inout DisplayList, transform: Homography = .identity) { record(&list, transform) }

  private enum Kind {
    case cdl, scn, svg, image

    /// What a file's ending says.
    init?(ending: String) {
      switch ending {
      case "cdl": self = .cdl
      case "scn": self = .scn
      case "svg", "svgz": self = .svg
      case "png", "jpg", "jpeg", "webp": self = .image
      default: return nil
      }
    }

    /// What the first bytes say. XML of any kind is taken for SVG, whose reader says so if it is not.
    init?(_ bytes: [UInt8]) {
      // In UTF-16 half of the bytes are 0.
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

  /// Reads the file at `path`. Its ending says what it is; where that says nothing, its first bytes do.
  ///
  /// - Parameter maximumPixels: a larger picture is refused.
  /// - Throws: a sentence with the file, the place and what is wrong there.
  init(_ path: String, maximumPixels: Int = PNG.defaultMaximumPixels) throws {
    let url = URL(filePath: path)
    let bytes = try FileIO.read(path, limit: 1 << 30)
    guard let kind = Kind(ending: url.pathExtension.lowercased()) ?? Kind(bytes) else {
      throw Failure(
        """
        \(path): not a kind of file that can be drawn; there are drawings (.svg), pictures (.png .jpg .webp), recorded display lists (.cdl) and benchmark \
        scenes (.scn).
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
        let drawing = try SVG(bytes)
        let frame = Rect(origin: .zero, size: drawing.size)
        // A frame has whole pixels; what is smaller than one is still seen.
        (size, background) = (
          PixelSize(width: max(drawing.size.width.ceiling, 1), height: max(drawing.size.height.ceiling, 1)), .white
        )
        own = drawing.size
        told = { drawing.warnings.map { "\(path): \($0)" } }
        record = { $0.draw(drawing, in: frame, transform: $1) }
      case .image:
        // It may be fitted into a screen a tenth its size. Its first bytes say what it is, whatever its ending.
        let image = try Image(decoding: bytes, maximumPixels: maximumPixels).withMipmaps()
        (size, background) = (image.size, .white)
        record = { $0.draw(image, transform: $1, filter: .trilinear) }
      }
    } catch {
      throw Failure("\(path): \(error).")
    }
  }

  /// Writes `recording` to `path`; `-` is standard output.
  static func write(_ recording: DisplayListRecording, to path: String) throws {
    let bytes: [UInt8]
    do {
      bytes = try recording.encoded()
    } catch {
      throw Failure("\(path): \(error).")
    }
    if path == "-" { try FileIO.writeToStandardOutput(bytes) } else { try FileIO.write(bytes, to: path) }
  }
}
