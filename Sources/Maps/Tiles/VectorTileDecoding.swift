internal import CMessages

/// An error in the bytes of a vector tile.
package struct TileDecodingError: Error, Hashable, Sendable {
  package var reason: String
  /// The name of the layer and the index of the feature in that layer, if the error is in a single feature.
  package var layer: String?
  package var feature: Int?

  init(_ reason: String, layer: String? = nil, feature: Int? = nil) {
    self.reason = reason
    self.layer = layer
    self.feature = feature
  }
}

extension VectorTile {
  /// Decodes the bytes of a Mapbox Vector Tile of version 1 or 2.
  ///
  /// - Returns: The tile, and the first 100 errors of the features that were left out of the tile.
  /// - Throws: ``TileDecodingError`` if the structure of the tile is broken.
  /// - Source: Vector Tile Specification 2.1, sections 4.1–4.4. An extent that is not a power of two from
  ///   2^12 to 2^16 is scaled to such a power, with rounding that makes adjacent tiles agree.
  package static func decode(_ bytes: [UInt8]) throws(TileDecodingError) -> (tile: VectorTile, errors: [TileDecodingError]) {
    let memory = MessageAllocator(length: bytes.count)
    let unpacked = bytes.withUnsafeBufferPointer { vector_tile__tile__unpack(&memory.allocator, $0.count, $0.baseAddress) }
    guard let message = unpacked else {
      throw TileDecodingError(memory.reason(forRejected: bytes, expected: "a vector tile"))
    }
    defer { vector_tile__tile__free_unpacked(message, &memory.allocator) }
    var tile = VectorTile()
    var errors: [TileDecodingError] = []
    for case let layer? in UnsafeBufferPointer(start: message.pointee.layers, count: message.pointee.n_layers) {
      guard layer.pointee.has_name != 0, layer.pointee.has_version != 0 else {
        throw TileDecodingError("a layer has no name or no version")
      }
      let name = try text(layer.pointee.name)
      if tile.layers.contains(where: { $0.name == name }) {
        errors.add(TileDecodingError("two layers are called \"\(name)\"; the first is drawn", layer: name))
        continue
      }
      tile.layers.append(try VectorLayer(layer.pointee, name: name, errors: &errors))
    }
    return (tile, errors)
  }
}

extension [TileDecodingError] {
  /// The maximum number of a tile's errors that are reported.
  private static let limit = 100

  fileprivate mutating func add(_ error: TileDecodingError) {
    if count < Self.limit { append(error) }
  }
}

/// Returns the text of a field of the tile.
private func text(_ field: ProtobufCBinaryData) throws(TileDecodingError) -> String {
  guard let text = String(field: field) else { throw TileDecodingError("a text in it is not UTF-8") }
  return text
}

extension VectorLayer {
  fileprivate init(_ layer: VectorTile__Tile__Layer, name: String, errors: inout [TileDecodingError]) throws(TileDecodingError) {
    guard layer.version == 1 || layer.version == 2 else {
      throw TileDecodingError("layer \"\(name)\" has version \(layer.version); 1 or 2 is wanted")
    }
    guard layer.extent > 0, layer.extent <= 1 << 20 else {
      throw TileDecodingError("layer \"\(name)\" has an extent of \(layer.extent); 1 to 1048576 is wanted")
    }
    let bits = (12...16).first(where: { layer.extent <= UInt32(1) << UInt32($0) }) ?? 16
    self.init(name: name, extentBits: bits)
    keys.reserveCapacity(layer.n_keys)
    for key in UnsafeBufferPointer(start: layer.keys, count: layer.n_keys) { keys.append(try text(key)) }
    values.reserveCapacity(layer.n_values)
    for case let value? in UnsafeBufferPointer(start: layer.values, count: layer.n_values) {
      values.append(try TagValue(value.pointee, layer: name))
    }
    let geometry = GeometryDecoder(
      extent: Int64(layer.extent), bits: bits, closesLines: layer.version == 1)
    features.reserveCapacity(layer.n_features)
    for (index, pointer) in UnsafeBufferPointer(start: layer.features, count: layer.n_features).enumerated() {
      guard let feature = pointer?.pointee else { continue }
      let featureTags = UnsafeBufferPointer(start: feature.tags, count: feature.n_tags)
      guard featureTags.count % 2 == 0 else {
        errors.add(TileDecodingError("its tags are not pairs", layer: name, feature: index))
        continue
      }
      guard featureTags.count / 2 <= VectorFeature.maximumTagCount else {
        errors.add(
          TileDecodingError("it has more than \(VectorFeature.maximumTagCount) tags", layer: name, feature: index))
        continue
      }
      let firstTag = Int32(tags.count)
      for pair in stride(from: 0, to: featureTags.count, by: 2) {
        let (key, value) = (featureTags[pair], featureTags[pair + 1])
        guard key < UInt32(keys.count), value < UInt32(values.count) else {
          throw TileDecodingError("layer \"\(name)\", feature \(index): a tag names a key or a value that is not there")
        }
        tags.append(SIMD2(key, value))
      }
      let kind: VectorFeature.Kind
      switch feature.type {
      case VECTOR_TILE__TILE__GEOM_TYPE__POINT: kind = .point
      case VECTOR_TILE__TILE__GEOM_TYPE__LINESTRING: kind = .line
      case VECTOR_TILE__TILE__GEOM_TYPE__POLYGON: kind = .polygon
      default:
        // An explicit type "unknown" is allowed, and its meaning left to the reader; anything else is an
        // error.
        if feature.has_type == 0 || feature.type != VECTOR_TILE__TILE__GEOM_TYPE__UNKNOWN {
          errors.add(TileDecodingError("its geometry is of no known type", layer: name, feature: index))
        }
        tags.removeSubrange(Int(firstTag)...)
        continue
      }
      let firstPart = Int32(partEnds.count)
      let firstVertex = vertices.count
      do throws(GeometryDecodingError) {
        let commands = UnsafeBufferPointer(start: feature.geometry, count: feature.n_geometry)
        let bounds = try geometry.decode(commands.span, as: kind, vertices: &vertices, partEnds: &partEnds)
        if kind == .polygon { RingWinding.normalize(&vertices, partEnds, Int(firstPart)..<partEnds.count) }
        features.append(
          VectorFeature(
            id: feature.has_id != 0 ? feature.id : nil, kind: kind, parts: firstPart..<Int32(partEnds.count),
            tags: firstTag..<Int32(tags.count), bounds: bounds))
      } catch {
        guard error.isRecoverable else { throw TileDecodingError("layer \"\(name)\", feature \(index): \(error.reason)") }
        partEnds.removeSubrange(Int(firstPart)...)
        vertices.removeSubrange(firstVertex...)
        tags.removeSubrange(Int(firstTag)...)
        errors.add(TileDecodingError(error.reason, layer: name, feature: index))
      }
    }
  }
}

extension TagValue {
  fileprivate init(_ value: VectorTile__Tile__Value, layer: String) throws(TileDecodingError) {
    if value.has_string_value != 0 {
      self = .string(try text(value.string_value))
    } else if value.has_sint_value != 0 {
      self = .number(Double(value.sint_value))
    } else if value.has_int_value != 0 {
      self = .number(Double(value.int_value))
    } else if value.has_uint_value != 0 {
      self = .number(Double(value.uint_value))
    } else if value.has_float_value != 0 {
      self = .number(Double(value.float_value))
    } else if value.has_double_value != 0 {
      self = .number(value.double_value)
    } else if value.has_bool_value != 0 {
      self = .flag(value.bool_value != 0)
    } else {
      throw TileDecodingError("layer \"\(layer)\" has a value of no known type")
    }
  }
}
