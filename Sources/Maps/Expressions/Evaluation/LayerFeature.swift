/// A feature of a vector tile's layer, as expressions read it.
///
/// One object serves all features of the layer, one after the other, so that none is allocated for a feature.
/// It belongs to one worker.
package final class LayerFeature: ExpressionFeature {
  private let layer: VectorLayer
  private let tile: TileID?
  /// For each key of the style, its index among the layer's keys, or −1.
  private let keyIndices: [Int32]
  /// The layer's values. Their strings are shared with the layer.
  private let values: [StyleValue]
  /// The feature that is read.
  package var feature: VectorFeature
  package var id: StyleValue = .null

  /// Prepares to read the features of `layer`; nil if it has none. The keys are those of the style's
  /// expressions.
  package init?(_ layer: VectorLayer, keys: PropertyKeys, tile: TileID? = nil) {
    guard let first = layer.features.first else { return nil }
    self.layer = layer
    self.tile = tile
    feature = first
    var indices: [String: Int32] = [:]
    // Of a key that occurs twice, the first counts.
    for (index, key) in layer.keys.enumerated().reversed() { indices[key] = Int32(clamping: index) }
    keyIndices = keys.names.map { indices[$0] ?? -1 }
    values = layer.values.map(StyleValue.init)
  }

  package var kind: VectorFeature.Kind? { feature.kind }

  package func property(_ key: PropertyKey) -> StyleValue? {
    guard key.index < keyIndices.count else { return property(named: key.name) }
    let wanted = keyIndices[key.index]
    return wanted < 0 ? nil : value(at: UInt32(bitPattern: wanted))
  }

  package func property(named name: String) -> StyleValue? {
    layer.keys.firstIndex { $0.isIdentical(to: name) }.flatMap { value(at: UInt32(truncatingIfNeeded: $0)) }
  }

  private func value(at key: UInt32) -> StyleValue? {
    for index in feature.tags where layer.tags[Int(index)].x == key {
      return values[Int(layer.tags[Int(index)].y)]
    }
    return nil
  }

  package var properties: StyleObject {
    StyleObject(feature.tags.map { (layer.keys[Int(layer.tags[Int($0)].x)], values[Int(layer.tags[Int($0)].y)]) })
  }

  package var geometry: FeatureGeometry? {
    guard let tile else { return nil }
    let scale = FeatureGeometry.extent / Double(1 << layer.extentBits)
    let parts = feature.parts.map { part in
      layer.vertices[Int(layer.partStart(part))..<Int(layer.partEnds[Int(part)])].map { SIMD2(Double($0.x), Double($0.y)) * scale }
    }
    return FeatureGeometry(tile: tile, parts: parts)
  }
}

extension StyleValue {
  /// Creates a value from a tag of a vector tile.
  package init(_ tag: TagValue) {
    switch tag {
    case .string(let string): self = .string(string)
    case .number(let number): self = .number(number)
    case .flag(let flag): self = .boolean(flag)
    }
  }
}
