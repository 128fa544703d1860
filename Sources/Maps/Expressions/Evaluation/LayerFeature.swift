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
  /// For each decision and each of the layer's values, the answer, or −1. The last one is that for no value.
  /// A decision that was never asked for has no answers.
  @exclusivity(unchecked) private var decisions: [[Int16]]
  /// The feature that is read.
  @exclusivity(unchecked) package var feature: VectorFeature
  /// The id that a property of the feature gives it; nil if its own id counts.
  @exclusivity(unchecked) package var promotedID: StyleValue?

  /// The choice among names that a text is to show, and whether the text asks for one name only; nil where
  /// properties are read as they are.
  @exclusivity(unchecked) package var language: (choice: MapLanguage, isOnlyName: Bool)?

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
    decisions = Array(repeating: [], count: keys.decisionCount)
  }

  package var kind: VectorFeature.Kind? { feature.kind }

  package var id: StyleValue { promotedID ?? feature.id.map { .number(Double($0)) } ?? .null }

  package func property(_ key: PropertyKey) -> StyleValue? {
    if let language, MapLanguage.isName(key.name) {
      return language.choice.value(key.name, isOnlyName: language.isOnlyName) { stored($0) }
    }
    guard key.index < keyIndices.count else { return property(named: key.name) }
    let index = valueIndex(ofKey: keyIndices[key.index])
    return index == values.count ? nil : values[index]
  }

  package func property(named name: String) -> StyleValue? {
    if let language, MapLanguage.isName(name) {
      return language.choice.value(name, isOnlyName: language.isOnlyName) { stored($0) }
    }
    return stored(name)
  }

  /// Returns the value that the tile has for a property.
  private func stored(_ name: String) -> StyleValue? {
    guard let key = layer.keys.firstIndex(where: { $0.isIdentical(to: name) }) else { return nil }
    let index = valueIndex(ofKey: Int32(truncatingIfNeeded: key))
    return index == values.count ? nil : values[index]
  }

  package func decision(_ index: Int, on key: PropertyKey, _ decide: () -> Int16) -> Int16 {
    guard index < decisions.count, key.index < keyIndices.count, language == nil else { return decide() }
    let value = valueIndex(ofKey: keyIndices[key.index])
    if decisions[index].isEmpty { decisions[index] = Array(repeating: -1, count: values.count + 1) }
    if decisions[index][value] >= 0 { return decisions[index][value] }
    let answer = decide()
    decisions[index][value] = answer
    return answer
  }

  /// Returns the index of the feature's value for a key of the layer, or the number of values if it has none.
  private func valueIndex(ofKey key: Int32) -> Int {
    guard key >= 0 else { return values.count }
    var index = Int(feature.tags.lowerBound)
    let end = Int(feature.tags.upperBound)
    while index < end {
      let tag = layer.tags[index]
      if tag.x == UInt32(bitPattern: key) { return Int(tag.y) }
      index += 1
    }
    return values.count
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
    case .null: self = .null
    case .json(let text): self = (try? JSONNode(parsing: text)).map(StyleValue.init) ?? .null
    }
  }
}
