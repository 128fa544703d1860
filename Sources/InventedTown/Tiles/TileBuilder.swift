internal import CartoucheMaps

/// Collects the clipped features of one tile and encodes them as a Mapbox Vector Tile.
///
/// - Source: https://github.com/mapbox/vector-tile-spec/tree/master/2.1
struct TileBuilder {
  private let address: TileAddress
  private var layers: [TownLayer: LayerBuilder] = [:]

  init(_ address: TileAddress) { self.address = address }

  /// One layer of the tile. Each key and value is stored once, and each set of attributes is looked up once.
  private struct LayerBuilder {
    var message = TileMessage.Layer()
    var keys: [String: UInt32] = [:]
    var values: [AttributeValue: UInt32] = [:]
    var known: [Attributes: [UInt32]] = [:]

    mutating func tags(_ attributes: Attributes) -> [UInt32] {
      if let tags = known[attributes] { return tags }
      var tags: [UInt32] = []
      for pair in attributes.pairs {
        if keys[pair.key] == nil {
          keys[pair.key] = UInt32(message.keys.count)
          message.keys.append(pair.key)
        }
        if values[pair.value] == nil {
          values[pair.value] = UInt32(message.values.count)
          switch pair.value {
          case .text(let text): message.values.append(.string(text))
          case .number(let number): message.values.append(.integer(number))
          }
        }
        if let key = keys[pair.key], let value = values[pair.value] { tags += [key, value] }
      }
      known[attributes] = tags
      return tags
    }
  }

  mutating func add(_ parts: [[GridPoint]], of feature: Feature) {
    var message = TileMessage.Feature()
    message.type =
      switch feature.shape {
      case .point: .point
      case .line: .linestring
      case .polygon: .polygon
      }
    message.geometry = geometry(parts, feature.shape)
    var layer = layers[feature.layer] ?? LayerBuilder()
    layers[feature.layer] = nil
    message.tags = layer.tags(feature.attributes)
    layer.message.features.append(message)
    layers[feature.layer] = layer
  }

  /// Encodes the parts as commands (MoveTo 1, LineTo 2, ClosePath 7) and zigzag-encoded steps
  /// (specification §4.3).
  private func geometry(_ parts: [[GridPoint]], _ shape: Feature.Shape) -> [UInt32] {
    var words: [UInt32] = []
    words.reserveCapacity(parts.reduce(0) { $0 + 2 * $1.count + 3 })
    var cursor = GridPoint(x: address.x * TileCutter.extent, y: address.y * TileCutter.extent)
    func step(to point: GridPoint) {
      for d in [point.x - cursor.x, point.y - cursor.y] { words.append(UInt32(truncatingIfNeeded: (d << 1) ^ (d >> 63))) }
      cursor = point
    }
    for part in parts {
      words.append(1 << 3 | 1)
      step(to: part[0])
      if shape == .point { continue }
      words.append(UInt32(part.count - 1) << 3 | 2)
      for point in part.dropFirst() { step(to: point) }
      if shape == .polygon { words.append(1 << 3 | 7) }
    }
    return words
  }

  /// Returns the tile's bytes, with the layers in the order of the schema.
  func encoded() -> [UInt8] {
    var tile = TileMessage()
    for layer in TownLayer.allCases {
      guard var message = layers[layer]?.message else { continue }
      message.name = layer.rawValue
      message.version = 2
      message.extent = UInt32(TileCutter.extent)
      tile.layers.append(message)
    }
    return tile.encoded()
  }
}
