import CartoucheMaps
import SwiftProtobuf
import Testing

/// The features of a tile with absolute coordinates, decoded strictly by the specification.
struct DecodedTile {
  struct Feature {
    let layer: String
    let type: VectorTile_Tile.GeomType
    let parts: [[SIMD2<Int>]]
    let attributes: [String: String]
  }

  var features: [Feature] = []

  /// A violation of the specification.
  struct Violation: Error, CustomStringConvertible {
    let description: String
  }

  init(_ bytes: [UInt8]) throws {
    let tile = try VectorTile_Tile(serializedBytes: bytes)
    guard Set(tile.layers.map(\.name)).count == tile.layers.count else { throw Violation(description: "two layers of one name") }
    for layer in tile.layers {
      guard layer.version == 2, layer.extent == 4096, !layer.features.isEmpty else {
        throw Violation(
          description: "\(layer.name): version \(layer.version), extent \(layer.extent), \(layer.features.count) features")
      }
      guard Set(layer.keys).count == layer.keys.count else { throw Violation(description: "\(layer.name): a key twice") }
      for feature in layer.features {
        var attributes: [String: String] = [:]
        guard feature.tags.count % 2 == 0 else { throw Violation(description: "\(layer.name): half a tag") }
        for i in stride(from: 0, to: feature.tags.count, by: 2) {
          guard feature.tags[i] < layer.keys.count, feature.tags[i + 1] < layer.values.count else {
            throw Violation(description: "\(layer.name): a tag without key or value")
          }
          let value = layer.values[Int(feature.tags[i + 1])]
          attributes[layer.keys[Int(feature.tags[i])]] = value.hasStringValue ? value.stringValue : "\(value.intValue)"
        }
        features.append(
          Feature(layer: layer.name, type: feature.type, parts: try Self.parts(feature, layer.name), attributes: attributes))
      }
    }
  }

  private static func parts(_ feature: VectorTile_Tile.Feature, _ name: String) throws -> [[SIMD2<Int>]] {
    var parts: [[SIMD2<Int>]] = []
    var cursor = SIMD2(0, 0)
    var words = feature.geometry[...]
    func point() throws -> SIMD2<Int> {
      guard words.count >= 2 else { throw Violation(description: "\(name): geometry ends within a step") }
      for axis in 0..<2 {
        let word = words.removeFirst()
        cursor[axis] += Int(Int32(bitPattern: word >> 1) ^ -Int32(bitPattern: word & 1))
      }
      return cursor
    }
    while let command = words.popFirst() {
      switch (command & 7, command >> 3, feature.type) {
      case (1, 1, .point):
        parts.append([try point()])
      case (1, 1, .linestring), (1, 1, .polygon):
        parts.append([try point()])
        guard let line = words.popFirst(), line & 7 == 2, line >> 3 >= (feature.type == .polygon ? 2 : 1) else {
          throw Violation(description: "\(name): a part of too few points")
        }
        for _ in 0..<line >> 3 { parts[parts.count - 1].append(try point()) }
        if feature.type == .polygon, words.popFirst() != 15 { throw Violation(description: "\(name): a ring not closed") }
      default: throw Violation(description: "\(name): command \(command & 7) × \(command >> 3)")
      }
    }
    guard !parts.isEmpty else { throw Violation(description: "\(name): no geometry") }
    return parts
  }

  /// Returns twice a ring's area by the surveyor's formula, with y pointing down as in a tile.
  static func twiceArea(_ ring: [SIMD2<Int>]) -> Int {
    zip(ring, ring.dropFirst() + ring.prefix(1)).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y }
  }
}
