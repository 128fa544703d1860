import CartoucheRaster

extension MapView {
  // MARK: Feature state

  /// Sets values of a feature's state, which the operator `feature-state` of expressions reads.
  ///
  ///     map.setFeatureState(["selected": true], of: .number(42), source: "city", sourceLayer: "building")
  ///
  /// The state stays until it is removed, also while the feature is not in view, and while another style is
  /// shown. States of the map's ``sources`` also stay if these are replaced. Other values of the state stay
  /// as they are.
  ///
  /// - Parameters:
  ///   - values: Numbers, texts, colors and flags by their names. Other values are ignored.
  ///   - id: The feature's ID in its tile or GeoJSON data. If the source promotes a property to an ID, it is
  ///     the value of that property.
  ///   - source: The name of one of the style's sources; nil for all ``sources`` of the map.
  ///   - sourceLayer: The name of the feature's layer in vector tiles; empty for GeoJSON.
  public func setFeatureState(
    _ values: [String: PropertyValue], of id: GeoJSONIdentifier, source: String?, sourceLayer: String = ""
  ) {
    let state = values.compactMapValues(\.stateValue)
    baseMap.updateStates { $0.set(state, of: id.styleValue, source: source, sourceLayer: sourceLayer) }
  }

  /// Removes one value of a feature's state, the whole state of a feature, or the states of all features of
  /// a source layer.
  ///
  /// - Parameters:
  ///   - name: The name of the value; nil for the whole state.
  ///   - id: The feature's ID; nil for all features.
  public func removeFeatureState(
    _ name: String? = nil, of id: GeoJSONIdentifier?, source: String?, sourceLayer: String = ""
  ) {
    baseMap.updateStates { $0.remove(name, of: id?.styleValue, source: source, sourceLayer: sourceLayer) }
  }
}

extension GeoJSONIdentifier {
  fileprivate var styleValue: StyleValue {
    switch self {
    case .number(let number): .number(number)
    case .text(let text): .string(text)
    }
  }
}

extension PropertyValue {
  fileprivate var stateValue: StyleValue? {
    switch self {
    case .number(let number): .number(Double(number.rawValue) / 65536)
    case .text(let text): .string(text)
    case .flag(let flag): .boolean(flag)
    case .color(let color):
      .color(
        StyleColor(
          red: Double(color.red) / 255, green: Double(color.green) / 255, blue: Double(color.blue) / 255,
          alpha: Double(color.alpha) / 255))
    case .json(let json): StyleValue(json.node)
    case .numbers, .ramp, .zoomColor: nil
    }
  }
}
