/// Yields the first of its arguments that has a type, or fails: `["number", ["get", "height"], 3]`.
///
/// The parser also adds one where a type is expected and an argument may be anything.
final class AssertionNode: ExpressionNode, @unchecked Sendable {
  init(_ type: ValueType, _ arguments: [ExpressionNode]) {
    super.init(type, arguments)
  }

  override func evaluate(_ context: inout EvaluationContext) throws(EvaluationError) -> StyleValue {
    var value = StyleValue.null
    for argument in children {
      value = try argument.evaluate(&context)
      if value.isOf(type) { return value }
    }
    throw failure(.wrongType(expected: type, found: value))
  }
}
