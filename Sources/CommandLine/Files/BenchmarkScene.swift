package import CartoucheRaster
import CartoucheText

/// The reasons for which a benchmark scene cannot be read.
package enum BenchmarkSceneError: Error, CustomStringConvertible {
  case notAScene
  case truncated(command: Int, offset: Int)
  case unknown(command: Int, operation: UInt32)
  case badSize(width: UInt32, height: UInt32)
  case unsupported(command: Int, what: String)
  case missingImage(command: Int, id: UInt32)
  case missingFont(command: Int, path: String)

  package var description: String {
    switch self {
    case .notAScene:
      "does not begin with 'SCN1': it is not a benchmark scene (.scn); create one with tools/benchmark/make_scenes.py"
    case .truncated(let command, let offset):
      "command \(command) ends beyond the file's end (word \(offset)): the file is truncated or damaged; write it again"
    case .unknown(let command, let operation):
      "command \(command) has the operation \(operation), but only 1 to 11 are known: the file is damaged or of a later version"
    case .badSize(let width, let height):
      "has \(width)×\(height) pixels, but only 1×1 to 8192×8192 can be drawn: write it again in such a size"
    case .unsupported(let command, let what):
      "command \(command) is \(what), which is not drawn yet; bench a scene without it"
    case .missingImage(let command, let id):
      "command \(command) draws image \(id), which no earlier command defines: the file is damaged, write it again"
    case .missingFont(let command, let path):
      "command \(command) is text, and its font \(path) cannot be read: install fonts-dejavu-core"
    }
  }
}

/// A benchmark scene from a `.scn` file, with paths, images, shadows and glyphs created in advance.
package struct BenchmarkScene {
  enum Command {
    case fill(Path, FillRule, Paint)
    case stroke(Path, StrokeStyle, Paint)
    case image(Image, Homography)
    case shadow(ShadowMask, Rect, Color)
    case text(GlyphRun, Paint)
    case turnedText(TextDrawing, Homography)
  }

  package let size: PixelSize
  private(set) var commands: [Command] = []

  /// Records every command, as an application does in each frame.
  package func record(into list: inout DisplayList) {
    for command in commands {
      switch command {
      case .fill(let path, let rule, let paint): list.fill(path, rule: rule, with: paint)
      case .stroke(let path, let style, let paint): list.stroke(path, style: style, with: paint)
      case .image(let image, let transform): list.draw(image, transform: transform)
      case .shadow(let mask, let rect, let color): list.drawShadow(mask, of: rect, color: color)
      case .text(let glyphs, let paint): list.draw(glyphs, with: paint)
      case .turnedText(let drawing, let transform): drawing.draw(into: &list, transform: transform)
      }
    }
  }

  /// Reads the `SCN1` format: 32-bit little-endian words, a header of four words, then commands of
  /// operation, length and payload.
  package init(_ bytes: [UInt8]) throws(BenchmarkSceneError) {
    var reader = WordReader(bytes)
    guard reader.word() == 0x314e_4353, let width = reader.word(), let height = reader.word(), let count = reader.word() else {
      throw .notAScene
    }
    guard (1...8192).contains(width), (1...8192).contains(height) else { throw .badSize(width: width, height: height) }
    size = PixelSize(width: Int(width), height: Int(height))
    var images: [UInt32: Image] = [:]
    for index in 0..<Int(count) {
      guard let operation = reader.word(), let length = reader.word(), let payload = reader.take(Int(length)) else {
        throw .truncated(command: index, offset: reader.position)
      }
      var parser = BenchmarkSceneFileDecoder(payload: payload, index: index)
      commands += try parser.parse(operation, images: &images)
    }
  }
}

/// Reads the 32-bit words of a file or of one command's payload.
struct WordReader {
  private let bytes: ArraySlice<UInt8>
  private(set) var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }
  private init(slice: ArraySlice<UInt8>) { bytes = slice }

  var wordsLeft: Int { bytes.count / 4 - position }

  mutating func word() -> UInt32? {
    guard wordsLeft > 0 else { return nil }
    let start = bytes.startIndex + position * 4
    position += 1
    return (0..<4).reduce(0) { $0 | UInt32(bytes[start + $1]) << UInt32(8 * $1) }
  }

  /// Reads an IEEE 754 single as a scalar, clamped to ±2^30; NaN is 0.
  mutating func scalar() -> Scalar? {
    guard let value = word().map({ Double(Float(bitPattern: $0)) }) else { return nil }
    guard !value.isNaN else { return 0 }
    let clamped = min(max(value, -0x1p30), 0x1p30)
    return Scalar(rawValue: Int64((clamped * 65536).rounded()))
  }

  mutating func double() -> Double? {
    word().map { Double(Float(bitPattern: $0)) }.map { $0.isFinite ? $0 : 0 }
  }

  mutating func take(_ words: Int) -> WordReader? {
    guard words >= 0, words <= wordsLeft else { return nil }
    let start = bytes.startIndex + position * 4
    position += words
    return WordReader(slice: bytes[start..<start + words * 4])
  }
}
