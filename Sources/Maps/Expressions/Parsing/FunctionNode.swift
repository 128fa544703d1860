/// An operator whose value is computed by a function of its arguments.
final class FunctionNode: ExpressionNode, @unchecked Sendable {
  typealias Body = @Sendable (FunctionNode, inout EvaluationContext) throws(EvaluationError) -> StyleValue

  private let body: Body

  init(_ type: ValueType, _ arguments: [ExpressionNode], dependencies: ExpressionDependencies = [], _ body: @escaping Body) {
    self.body = body
    super.init(type, arguments, dependencies: dependencies)
  }

  override func evaluate(_ context: inout EvaluationContext) throws(EvaluationError) -> StyleValue {
    try body(self, &context)
  }
}

extension OperatorTable {
  /// Adds an operator that is a function of its arguments.
  mutating func add(
    _ name: String, _ signatures: Signature..., dependencies: ExpressionDependencies = [], _ body: @escaping FunctionNode.Body
  ) {
    add(name, signatures, dependencies, body)
  }

  mutating func add(_ name: String, _ signature: Signature, body: @escaping FunctionNode.Body) {
    add(name, [signature], [], body)
  }

  private mutating func add(
    _ name: String, _ signatures: [Signature], _ dependencies: ExpressionDependencies, _ body: @escaping FunctionNode.Body
  ) {
    self[name] = { (call, parser) throws(ExpressionError) in
      let (signature, nodes) = try parser.arguments(of: call, signatures)
      return FunctionNode(signature.result, nodes, dependencies: dependencies, body)
    }
  }
}
