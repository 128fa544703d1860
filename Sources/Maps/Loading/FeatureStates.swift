/// The states of features, which an application sets and the operator `feature-state` reads.
package struct FeatureStates: Sendable {
  private struct LayerKey: Hashable {
    /// The name of the source, so that states survive styles without it; nil for the map's own sources.
    var source: String?
    var sourceLayer: String
  }

  private var states: [LayerKey: [StyleValue: [String: StyleValue]]] = [:]

  package init() {}

  var isEmpty: Bool { states.isEmpty }

  /// Returns the states of the features of a source layer, by the features' ids.
  func states(source: String?, sourceLayer: String) -> [StyleValue: [String: StyleValue]] {
    if states.isEmpty { return [:] }
    return states[LayerKey(source: source, sourceLayer: sourceLayer)] ?? [:]
  }

  /// Adds values to the state of a feature.
  mutating func set(_ values: [String: StyleValue], of id: StyleValue, source: String?, sourceLayer: String) {
    states[LayerKey(source: source, sourceLayer: sourceLayer), default: [:]][id, default: [:]].merge(values) { $1 }
  }

  /// Removes a value from the state of a feature.
  ///
  /// Without a key, the whole state is removed. Without an id, the states of all features are removed.
  mutating func remove(_ key: String?, of id: StyleValue?, source: String?, sourceLayer: String) {
    let layer = LayerKey(source: source, sourceLayer: sourceLayer)
    guard let id else {
      states[layer] = nil
      return
    }
    if let key { states[layer]?[id]?[key] = nil } else { states[layer]?[id] = nil }
  }
}
