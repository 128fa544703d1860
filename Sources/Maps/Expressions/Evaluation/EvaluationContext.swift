/// The input of an expression: the zoom, a feature, and the state of the map.
///
/// A worker keeps one context and sets the feature, so that evaluating allocates nothing. It is not shared.
package struct EvaluationContext {
  package var zoom: Double?
  package var feature: (any ExpressionFeature)?
  package var featureState: [String: StyleValue]
  package var globalState: [String: StyleValue]
  /// The density at a point of a heatmap, from 0 to 1.
  package var heatmapDensity: Double?
  /// The height of a point in meters.
  package var elevation: Double?
  /// The position along a line, from 0 to 1.
  package var lineProgress: Double?
  /// The value that a cluster's property has so far.
  package var accumulated: StyleValue
  /// The names of the map's images.
  package var images: Set<String>
  /// The values of variables, by index; nil until a variable is read.
  var variables: [StyleValue?] = []

  package init(
    zoom: Double? = nil, feature: (any ExpressionFeature)? = nil, featureState: [String: StyleValue] = [:],
    globalState: [String: StyleValue] = [:], heatmapDensity: Double? = nil, lineProgress: Double? = nil,
    accumulated: StyleValue = .null, images: Set<String> = []
  ) {
    (self.zoom, self.feature, self.featureState, self.globalState) = (zoom, feature, featureState, globalState)
    (self.heatmapDensity, self.lineProgress, self.accumulated, self.images) = (heatmapDensity, lineProgress, accumulated, images)
  }

  /// Makes room for the variables of an expression.
  mutating func reserveVariables(_ count: Int) {
    while variables.count < count { variables.append(nil) }
  }
}
