import Cartouche
import Foundation

/// Writes files with a line of JSON for each item.
enum JSONLines {
  /// Writes the file at `path`, completely or not at all.
  static func write(_ items: [some Encodable], to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var lines = Data()
    for item in items { lines += try encoder.encode(item) + Data("\n".utf8) }
    try FileIO.write([UInt8](lines), to: path)
  }
}

/// A line of `--list-labels`.
struct ShownLabel: Encodable {
  private var layer: String
  private var text: String
  private var icon: String
  private var x: Double
  private var y: Double
  private var angle: Double
  private var width: Double
  private var height: Double

  init(_ label: ListedLabel) {
    func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }
    func points(_ length: Scalar) -> Double { rounded(Double(length.rawValue) / 65536) }
    (layer, text, icon, angle) = (label.layer, label.text, label.icon, rounded(label.angle))
    (x, y) = (points(label.box.minX), points(label.box.minY))
    (width, height) = (points(label.box.width), points(label.box.height))
  }
}
