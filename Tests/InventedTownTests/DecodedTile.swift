import CMessages
import CartoucheMaps
import Testing

/// The features of a tile with absolute coordinates, decoded strictly by the specification.
struct DecodedTile {
  struct Feature {
    let layer: String
    let type: TileMessage.GeometryType
    let parts: [[SIMD2<Int>]]
    let attributes: [String: String]
  }

  var features: [Feature] = []

  /// A violation of the specification.
  struct Violation: Error, CustomStringConvertible {
    let description: String
  }

  init(_ bytes: [UInt8]) throws {
    guard let tile = vector_tile__tile__unpack(nil, bytes.count, bytes) else { throw Violation(description: "not a tile") }
    defer { vector_tile__tile__free_unpacked(tile, nil) }
    let layers = UnsafeBufferPointer(start: tile.pointee.layers, count: tile.pointee.n_layers).compactMap { $0?.pointee }
    guard Set(layers.map { Self.text($0.name) }).count == layers.count else {
      throw Violation(description: "two layers of one name")
    }
    for layer in layers {
      let name = Self.text(layer.name)
      guard layer.version == 2, layer.extent == 4096, layer.n_features > 0 else {
        throw Violation(description: "\(name): version \(layer.version), extent \(layer.extent), \(layer.n_features) features")
      }
      let keys = UnsafeBufferPointer(start: layer.keys, count: layer.n_keys).map { Self.text($0) }
      guard Set(keys).count == keys.count else { throw Violation(description: "\(name): a key twice") }
      let values = UnsafeBufferPointer(start: layer.values, count: layer.n_values).compactMap { $0?.pointee }
      for feature in UnsafeBufferPointer(start: layer.features, count: layer.n_features).compactMap({ $0?.pointee }) {
        var attributes: [String: String] = [:]
        let tags = Array(UnsafeBufferPointer(start: feature.tags, count: feature.n_tags))
        guard tags.count % 2 == 0 else { throw Violation(description: "\(name): half a tag") }
        for i in stride(from: 0, to: tags.count, by: 2) {
          guard tags[i] < keys.count, tags[i + 1] < values.count else {
            throw Violation(description: "\(name): a tag without key or value")
          }
          let value = values[Int(tags[i + 1])]
          attributes[keys[Int(tags[i])]] = value.has_string_value != 0 ? Self.text(value.string_value) : "\(value.int_value)"
        }
        guard let type = TileMessage.GeometryType(rawValue: feature.type.rawValue) else {
          throw Violation(description: "\(name): geometry of type \(feature.type.rawValue)")
        }
        let words = Array(UnsafeBufferPointer(start: feature.geometry, count: feature.n_geometry))
        features.append(Feature(layer: name, type: type, parts: try Self.parts(words, type, name), attributes: attributes))
      }
    }
  }

  private static func text(_ field: ProtobufCBinaryData) -> String {
    String(decoding: UnsafeBufferPointer(start: field.data, count: field.len), as: UTF8.self)
  }

  private static func parts(
    _ geometry: [UInt32], _ type: TileMessage.GeometryType, _ name: String
  ) throws -> [[SIMD2<Int>]] {
    var parts: [[SIMD2<Int>]] = []
    var cursor = SIMD2(0, 0)
    var words = geometry[...]
    func point() throws -> SIMD2<Int> {
      guard words.count >= 2 else { throw Violation(description: "\(name): geometry ends within a step") }
      for axis in 0..<2 {
        let word = words.removeFirst()
        cursor[axis] += Int(Int32(bitPattern: word >> 1) ^ -Int32(bitPattern: word & 1))
      }
      return cursor
    }
    while let command = words.popFirst() {
      switch (command & 7, command >> 3, type) {
      case (1, 1, .point):
        parts.append([try point()])
      case (1, 1, .linestring), (1, 1, .polygon):
        parts.append([try point()])
        guard let line = words.popFirst(), line & 7 == 2, line >> 3 >= (type == .polygon ? 2 : 1) else {
          throw Violation(description: "\(name): a part of too few points")
        }
        for _ in 0..<line >> 3 { parts[parts.count - 1].append(try point()) }
        if type == .polygon, words.popFirst() != 15 { throw Violation(description: "\(name): a ring not closed") }
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
