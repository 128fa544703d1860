import Cartouche
import Foundation

/// A drawing in a file: a recorded display list, a benchmark scene, or a picture.
struct DrawingFile {
  /// What it is called: the file's name without ending and without the size that a benchmark scene's ends in.
  let name: String
  let size: PixelSize
  let background: Color
  private let record: (inout DisplayList) -> Void

  /// Adds the drawing to `list`, its pixels the list's points.
  func record(into list: inout DisplayList) { record(&list) }

  private enum Kind: String {
    case cdl, scn, png

    /// What the bytes begin with.
    var signature: [UInt8] {
      switch self {
      case .cdl: Array("CDL".utf8)
      case .scn: Array("SCN1".utf8)
      case .png: [0x89, 0x50, 0x4e, 0x47]
      }
    }
  }

  /// Reads the file at `path`. Its ending says what it is; where that says nothing, its first bytes do.
  ///
  /// - Throws: a sentence with the file, the place and what is wrong there.
  init(_ path: String) throws {
    let url = URL(filePath: path)
    let bytes = try WholeFile.read(path, limit: 1 << 30)
    let kinds: [Kind] = [.cdl, .scn, .png]
    guard let kind = Kind(rawValue: url.pathExtension.lowercased()) ?? kinds.first(where: { bytes.starts(with: $0.signature) })
    else {
      throw Failure(
        "\(path): not a kind of file that can be drawn; there are recorded display lists (.cdl), benchmark scenes (.scn) and pictures (.png)."
      )
    }
    name = url.deletingPathExtension().lastPathComponent.split(separator: "_").first.map(String.init) ?? kind.rawValue
    do {
      switch kind {
      case .cdl:
        let recording = try DisplayListRecording(decoding: bytes)
        (size, background) = (recording.size, recording.background)
        record = { $0.append(recording.list) }
      case .scn:
        let scene = try BenchmarkScene(bytes)
        (size, background) = (scene.size, .white)
        record = { scene.record(into: &$0) }
      case .png:
        // It may be fitted into a screen a tenth its size.
        let picture = try PNG.decode(bytes).withMipmaps()
        (size, background) = (picture.size, .white)
        record = { $0.draw(picture, filter: .trilinear) }
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
    if path == "-" { try WholeFile.writeToStandardOutput(bytes) } else { try WholeFile.write(bytes, to: path) }
  }
}
