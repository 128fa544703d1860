internal import CMessages

/// The content of a Mapbox Vector Tile that is to be encoded, as the specification names it.
///
/// - Source: Vector Tile Specification 2.1, section 4.
package struct TileMessage: Sendable {
  /// The layers in the order in which they are encoded.
  package var layers: [Layer] = []

  package init() {}

  /// One layer. Features refer to its keys and values by their indices.
  package struct Layer: Sendable {
    package var name = ""
    package var version: UInt32 = 2
    /// The width and height of the tile in units of the geometry.
    package var extent: UInt32 = 4096
    package var keys: [String] = []
    package var values: [Value] = []
    package var features: [Feature] = []

    package init() {}
  }

  /// One feature.
  package struct Feature: Sendable {
    package var id: UInt64?
    package var type = GeometryType.unknown
    /// Pairs of indices: of a key, then of a value of the layer.
    package var tags: [UInt32] = []
    /// Commands and zigzag-encoded parameters.
    package var geometry: [UInt32] = []

    package init() {}
  }

  /// The type of a feature's geometry. The raw values are those of the encoding.
  package enum GeometryType: UInt32, Sendable {
    case unknown = 0
    case point, linestring, polygon
  }

  /// The value of a tag.
  package enum Value: Hashable, Sendable {
    case string(String)
    case integer(Int64)
    case double(Double)
  }

  /// Returns the bytes of the tile.
  package func encoded() -> [UInt8] {
    let arena = MessageArena()
    return withExtendedLifetime(arena) {
      var tile = VectorTile__Tile()
      vector_tile__tile__init(&tile)
      tile.layers = arena.messages(layers.map { $0.message(in: arena) })
      tile.n_layers = layers.count
      return [UInt8](unsafeUninitializedCapacity: vector_tile__tile__get_packed_size(&tile)) { bytes, count in
        count = bytes.baseAddress.map { vector_tile__tile__pack(&tile, $0) } ?? 0
      }
    }
  }
}

extension TileMessage.Layer {
  fileprivate func message(in arena: MessageArena) -> VectorTile__Tile__Layer {
    var message = VectorTile__Tile__Layer()
    vector_tile__tile__layer__init(&message)
    (message.has_name, message.name) = (1, arena.text(name))
    (message.has_version, message.version) = (1, version)
    (message.has_extent, message.extent) = (1, extent)
    (message.n_keys, message.keys) = (keys.count, arena.array(keys.map { arena.text($0) }))
    (message.n_values, message.values) = (values.count, arena.messages(values.map { $0.message(in: arena) }))
    (message.n_features, message.features) = (features.count, arena.messages(features.map { $0.message(in: arena) }))
    return message
  }
}

extension TileMessage.Feature {
  fileprivate func message(in arena: MessageArena) -> VectorTile__Tile__Feature {
    var message = VectorTile__Tile__Feature()
    vector_tile__tile__feature__init(&message)
    if let id { (message.has_id, message.id) = (1, id) }
    (message.has_type, message.type) = (1, VectorTile__Tile__GeomType(rawValue: type.rawValue))
    (message.n_tags, message.tags) = (tags.count, arena.array(tags))
    (message.n_geometry, message.geometry) = (geometry.count, arena.array(geometry))
    return message
  }
}

extension TileMessage.Value {
  fileprivate func message(in arena: MessageArena) -> VectorTile__Tile__Value {
    var message = VectorTile__Tile__Value()
    vector_tile__tile__value__init(&message)
    switch self {
    case .string(let text): (message.has_string_value, message.string_value) = (1, arena.text(text))
    case .integer(let number): (message.has_int_value, message.int_value) = (1, number)
    case .double(let number): (message.has_double_value, message.double_value) = (1, number)
    }
    return message
  }
}
