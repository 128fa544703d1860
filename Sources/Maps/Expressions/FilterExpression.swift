/// A compiled filter of a style's layer: an expression, or one of the old filters.
package struct FilterExpression: Sendable {
  package let expression: StyleExpression

  /// Compiles a filter. Without one, every feature passes.
  package init(_ node: JSONNode?, keys: inout PropertyKeys) throws(ExpressionError) {
    guard let node, !node.isNull else {
      expression = StyleExpression(root: LiteralNode(.boolean(true)), variableCount: 0)
      return
    }
    if LegacyFilter.isExpression(node) {
      expression = try StyleExpression(node, type: .boolean, keys: &keys).remembering(&keys)
    } else {
      var variableCount = 0
      let root = try LegacyFilter.compile(node, keys: &keys, variableCount: &variableCount)
      expression = StyleExpression(root: root, variableCount: variableCount).remembering(&keys)
    }
  }

  /// Returns whether a feature passes. It does not if the filter fails.
  package func passes(_ context: inout EvaluationContext) -> Bool {
    do {
      return try expression.boolean(&context)
    } catch {
      return false
    }
  }
}
