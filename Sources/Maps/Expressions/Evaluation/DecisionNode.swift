/// A condition on one property, which is evaluated once for each value of the property in a tile's layer.
final class DecisionNode: ExpressionNode, @unchecked Sendable {
  private let index: Int
  private let key: PropertyKey

  private init(_ condition: ExpressionNode, _ index: Int, _ key: PropertyKey) {
    (self.index, self.key) = (index, key)
    super.init(.boolean, [condition])
  }

  /// Returns a node that remembers the values of `condition`, or `condition` itself if that is of no use.
  static func remembering(_ condition: ExpressionNode, keys: inout PropertyKeys) -> ExpressionNode {
    guard condition.type == .boolean, let key = condition.soleProperty, !(condition is DecisionNode) else { return condition }
    return DecisionNode(condition, keys.addDecision(), key)
  }

  override func evaluate(_ context: inout EvaluationContext) throws(EvaluationError) -> StyleValue {
    .boolean(try boolean(&context))
  }

  override func boolean(_ context: inout EvaluationContext) throws(EvaluationError) -> Bool {
    guard let feature = context.feature else { return try children[0].boolean(&context) }
    let answer = feature.decision(index, on: key) {
      do throws(EvaluationError) {
        return try children[0].boolean(&context) ? 1 : 0
      } catch {
        return 2
      }
    }
    // An error is not remembered, but found again.
    return answer == 2 ? try children[0].boolean(&context) : answer == 1
  }
}
