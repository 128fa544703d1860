import SwiftProtobuf

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
  /// - Returns: The tile, and the errors of the features that were left out of the tile.
  /// - Throws: ``TileDecodingError`` if the structure of the tile is broken.
  /// - Source: Vector Tile Specification 2.1, sections 4.1–4.4. An extent that is not a power of two from
  ///   2^12 to 2^16 is scaled to such a power, with rounding that makes adjacent tiles agree.
  package static func decode(_ bytes: [UInt8]) throws(TileDecodingError) -> (tile: VectorTile, errors: [TileDecodingError]) {
    let message: VectorTile_Tile
    do {
      message = try VectorTile_Tile(serializedBytes: bytes)
    } catch BinaryDecodingError.missingRequiredFields {
      throw TileDecodingError("a layer has no name or no version")
    } catch BinaryDecodingError.truncated {
      throw TileDecodingError("it is cut short")
    } catch {
      throw TileDecodingError("it is not a vector tile")
    }
    var tile = VectorTile()
    var errors: [TileDecodingError] = []
    for layer in message.layers {
      if tile.layers.contains(where: { $0.name == layer.name }) {
        errors.append(TileDecodingError("two layers are called \"\(layer.name)\"; the first is drawn", layer: layer.name))
        continue
      }
      tile.layers.append(try VectorLayer(layer, errors: &errors))
    }
    return (tile, errors)
  }
}

extension VectorLayer {
  init(_ layer: VectorTile_Tile.Layer, errors: inout [TileDecodingError]) throws(TileDecodingError) {
    guard layer.version == 1 || layer.version == 2 else {
      throw TileDecodingError("layer \"\(layer.name)\" has version \(layer.version); 1 or 2 is wanted")
    }
    guard layer.extent > 0, layer.extent <= 1 << 20 else {
      throw TileDecodingError("layer \"\(layer.name)\" has an extent of \(layer.extent); 1 to 1048576 is wanted")
    }
    let bits = (12...16).first(where: { layer.extent <= UInt32(1) << UInt32($0) }) ?? 16
    self.init(name: layer.name, extentBits: bits)
    keys = layer.keys
    values.reserveCapacity(layer.values.count)
    for value in layer.values {
      guard let tagValue = TagValue(value) else { throw TileDecodingError("layer \"\(name)\" has a value of no known type") }
      values.append(tagValue)
    }
    let geometry = GeometryDecoder(
      extent: Int64(layer.extent), bits: bits, closesLines: layer.version == 1)
    features.reserveCapacity(layer.features.count)
    for (index, feature) in layer.features.enumerated() {
      guard feature.tags.count % 2 == 0 else {
        errors.append(TileDecodingError("its tags are not pairs", layer: name, feature: index))
        continue
      }
      guard feature.tags.count / 2 <= VectorFeature.maximumTagCount else {
        errors.append(
          TileDecodingError("it has more than \(VectorFeature.maximumTagCount) tags", layer: name, feature: index))
        continue
      }
      let firstTag = Int32(tags.count)
      for pair in stride(from: 0, to: feature.tags.count, by: 2) {
        let (key, value) = (feature.tags[pair], feature.tags[pair + 1])
        guard key < UInt32(keys.count), value < UInt32(values.count) else {
          throw TileDecodingError("layer \"\(name)\", feature \(index): a tag names a key or a value that is not there")
        }
        tags.append(SIMD2(key, value))
      }
      let kind: VectorFeature.Kind
      switch feature.type {
      case .point: kind = .point
      case .linestring: kind = .line
      case .polygon: kind = .polygon
      case .unknown:
        // An explicit type "unknown" is allowed, and its meaning left to the reader; anything else is an
        // error.
        if !feature.hasType { errors.append(TileDecodingError("its geometry is of no known type", layer: name, feature: index)) }
        tags.removeSubrange(Int(firstTag)...)
        continue
      }
      let firstPart = Int32(partEnds.count)
      let firstVertex = vertices.count
      do throws(GeometryDecodingError) {
        let bounds = try geometry.decode(feature.geometry, as: kind, vertices: &vertices, partEnds: &partEnds)
        if kind == .polygon { RingWinding.normalize(&vertices, partEnds, Int(firstPart)..<partEnds.count) }
        features.append(
          VectorFeature(
            id: feature.hasID ? feature.id : nil, kind: kind, parts: firstPart..<Int32(partEnds.count),
            tags: firstTag..<Int32(tags.count), bounds: bounds))
      } catch {
        guard error.isRecoverable else { throw TileDecodingError("layer \"\(name)\", feature \(index): \(error.reason)") }
        partEnds.removeSubrange(Int(firstPart)...)
        vertices.removeSubrange(firstVertex...)
        tags.removeSubrange(Int(firstTag)...)
        errors.append(TileDecodingError(error.reason, layer: name, feature: index))
      }
    }
  }
}

extension TagValue {
  fileprivate init?(_ value: VectorTile_Tile.Value) {
    if value.hasStringValue {
      self = .string(value.stringValue)
    } else if value.hasSintValue {
      self = .number(Double(value.sintValue))
    } else if value.hasIntValue {
      self = .number(Double(value.intValue))
    } else if value.hasUintValue {
      self = .number(Double(value.uintValue))
    } else if value.hasFloatValue {
      self = .number(Double(value.floatValue))
    } else if value.hasDoubleValue {
      self = .number(value.doubleValue)
    } else if value.hasBoolValue {
      self = .flag(value.boolValue)
    } else {
      return nil
    }
  }
}
