extension StyleLayer {
  /// Returns whether the layer is drawn, given the global state of its style.
  func isVisible(_ globalState: [String: StyleValue]) -> Bool {
    guard let visibility else { return !isHidden }
    var keys = PropertyKeys()
    guard let expression = try? PropertyExpression(visibility.node, for: .visibility, keys: &keys) else { return !isHidden }
    var context = EvaluationContext(globalState: globalState)
    return expression.value(&context).string != "none"
  }
}

extension PropertySpecification {
  /// The property `visibility`, which every kind of layers has.
  static let visibility = PropertySpecification(
    .enumeration(["visible", "none"]), default: JSONNode(.string("visible")), isDataDriven: false, dependsOnZoom: false,
    isInterpolated: false)
}
