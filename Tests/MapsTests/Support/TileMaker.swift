import CartoucheMaps

/// Builds small vector tiles.
struct TileMaker {
  var extent: UInt32 = 4096
  var version: UInt32 = 2
  var layers: [(name: String, features: [TileMessage.Feature])] = []
  private var keys: [String] = []
  private var values: [String] = []

  init() {}

  /// Adds a feature with string tags to the layer with the name `layer`.
  mutating func add(
    _ kind: VectorFeature.Kind, _ parts: [[SIMD2<Int>]], to layer: String, id: UInt64? = nil, tags: [(String, String)] = []
  ) {
    var feature = TileMessage.Feature()
    if let id { feature.id = id }
    feature.type = kind == .point ? .point : kind == .line ? .linestring : .polygon
    feature.geometry = Self.commands(kind, parts)
    for (key, value) in tags {
      feature.tags += [Self.index(of: key, in: &keys), Self.index(of: value, in: &values)]
    }
    if let index = layers.firstIndex(where: { $0.name == layer }) {
      layers[index].features.append(feature)
    } else {
      layers.append((layer, [feature]))
    }
  }

  func bytes() -> [UInt8] { message().encoded() }

  /// Returns the tile as it will be encoded.
  func message() -> TileMessage {
    var tile = TileMessage()
    for (name, features) in layers {
      var layer = TileMessage.Layer()
      layer.version = version
      layer.name = name
      layer.extent = extent
      layer.keys = keys
      layer.values = values.map { .string($0) }
      layer.features = features
      tile.layers.append(layer)
    }
    return tile
  }

  /// Returns the commands that encode the parts of a geometry. Parts of a polygon are closed.
  static func commands(_ kind: VectorFeature.Kind, _ parts: [[SIMD2<Int>]]) -> [UInt32] {
    var output: [UInt32] = []
    var last = SIMD2(0, 0)
    func zigzag(_ value: Int) -> UInt32 { UInt32(truncatingIfNeeded: (value << 1) ^ (value >> 63)) }
    for part in parts {
      for (index, vertex) in part.enumerated() {
        if index == 0 { output.append(1 | 1 << 3) }
        if index == 1 { output.append(2 | UInt32(part.count - 1) << 3) }
        output += [zigzag(vertex.x - last.x), zigzag(vertex.y - last.y)]
        last = vertex
      }
      if kind == .polygon { output.append(7 | 1 << 3) }
    }
    return output
  }

  private static func index(of text: String, in table: inout [String]) -> UInt32 {
    if let index = table.firstIndex(of: text) { return UInt32(index) }
    table.append(text)
    return UInt32(table.count - 1)
  }

  /// A tile with a polygon, a line of two parts and a point, each with tags.
  static var sample: TileMaker {
    var maker = TileMaker()
    maker.add(
      .polygon, [[SIMD2(0, 0), SIMD2(4096, 0), SIMD2(4096, 4096)], [SIMD2(3000, 100), SIMD2(3900, 1000), SIMD2(3900, 100)]],
      to: "water", tags: [("class", "lake")])
    maker.add(
      .line, [[SIMD2(-64, 5), SIMD2(100, 200), SIMD2(4160, 300)], [SIMD2(1, 1), SIMD2(2, 2)]], to: "transportation",
      tags: [("class", "primary"), ("brunnel", "bridge")])
    maker.add(.point, [[SIMD2(2048, 2048)]], to: "place", tags: [("class", "town"), ("name", "Vaduz")])
    return maker
  }
}
