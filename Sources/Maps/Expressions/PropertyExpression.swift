/// The value of a style's property: constant, or computed from the zoom, the feature, or both.
package struct PropertyExpression: Sendable {
  package enum Kind: Sendable {
    case constant, zoom, feature, zoomAndFeature
  }

  package let expression: StyleExpression
  package let kind: Kind
  /// The zooms between which the value changes along a curve. It is empty where the zoom does not matter.
  package let zoomStops: [Double]
  /// How the value changes from one of the zooms to the next; nil if it jumps, or the zoom does not matter.
  package let zoomCurve: InterpolationCurve?
  private let defaultValue: StyleValue
  private let options: [String]?

  /// Compiles a value: a constant, an expression, or an old function with stops.
  package init(_ node: JSONNode, for specification: PropertySpecification, keys: inout PropertyKeys) throws(ExpressionError) {
    if let function = node.object, LegacyFunction.isFunction(function) {
      let converted = try LegacyFunction.expression(function, offset: node.offset, for: specification)
      try self.init(expression: converted, for: specification, keys: &keys)
    } else if Self.isExpression(node) {
      try self.init(expression: node, for: specification, keys: &keys)
    } else if specification.hasTokens, let text = node.string {
      try self.init(expression: LegacyFunction.tokens(text, offset: node.offset), for: specification, keys: &keys)
    } else {
      let literal = JSONNode(.array([JSONNode(.string("literal"), offset: node.offset), node]), offset: node.offset)
      do {
        try self.init(expression: literal, for: specification, keys: &keys)
      } catch let error {
        throw ExpressionError(error.reason, offset: node.offset)
      }
    }
  }

  /// Compiles JSON that is an expression and no other value.
  package init(
    expression node: JSONNode, for specification: PropertySpecification, keys: inout PropertyKeys
  ) throws(ExpressionError) {
    let expression = try StyleExpression(node, for: specification, keys: &keys)
    func fail(_ reason: String) -> ExpressionError { ExpressionError(reason, offset: node.offset) }
    guard expression.isFeatureConstant || specification.isDataDriven else { throw fail("The property may not depend on features.") }
    guard expression.isZoomConstant || specification.dependsOnZoom else { throw fail("The property may not depend on the zoom.") }
    let curve: CurveNode?
    do {
      curve = try ZoomCurve.find(in: expression.root)
    } catch let error {
      throw fail(error.reason)
    }
    guard curve != nil || expression.isZoomConstant else {
      throw fail("\"zoom\" may only be the input of a \"step\" or \"interpolate\" at the top.")
    }
    guard !(curve is InterpolateNode) || specification.isInterpolated else { throw fail("The property cannot be interpolated.") }
    self.expression = expression
    kind =
      switch (curve != nil, expression.isFeatureConstant) {
      case (false, true): .constant
      case (true, true): .zoom
      case (false, false): .feature
      case (true, false): .zoomAndFeature
      }
    zoomCurve = (curve as? InterpolateNode)?.curve
    zoomStops = curve?.stops.filter(\.isFinite) ?? []
    defaultValue = specification.convertedDefault
    if case .enumeration(let options) = specification.kind { self.options = options } else { options = nil }
    if let literal = expression.root as? LiteralNode, let options, let text = literal.value.string, !options.contains(text) {
      throw fail("Expected one of \(options.joined(separator: ", ")), but found \(text).")
    }
  }

  /// Whether a value is an array that begins with the name of an operator.
  private static func isExpression(_ node: JSONNode) -> Bool {
    node.array?.first?.string.map { OperatorTable.standard[$0] != nil } ?? false
  }

  /// Returns the value, or the property's default if there is none. `failure` is then the reason, if it is an
  /// error.
  package func value(_ context: inout EvaluationContext, failure: inout EvaluationError?) -> StyleValue {
    do throws(EvaluationError) {
      let value = try expression.evaluate(&context)
      switch value {
      case .null: return defaultValue
      case .number(let number) where number != number: return defaultValue
      case .string(let text):
        guard let options, !options.contains(text) else { return value }
        throw EvaluationError(.notAnOption(text, options), at: ExpressionPath())
      default: return value
      }
    } catch {
      failure = error
      return defaultValue
    }
  }

  /// Returns the value, or the property's default if there is none.
  package func value(_ context: inout EvaluationContext) -> StyleValue {
    var failure: EvaluationError?
    return value(&context, failure: &failure)
  }
}
