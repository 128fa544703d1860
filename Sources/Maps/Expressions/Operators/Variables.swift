/// `let`: evaluates an expression with variables. A variable is evaluated when it is first read, and then
/// once.
final class LetNode: ExpressionNode, @unchecked Sendable {
  private let indices: [Int]

  /// Creates a node whose children are the values of the variables and, last, the result.
  private init(_ indices: [Int], _ values: [ExpressionNode], _ result: ExpressionNode) {
    self.indices = indices
    super.init(result.type, values + [result])
  }

  var result: ExpressionNode { children[children.count - 1] }

  override func evaluate(_ context: inout EvaluationContext) throws(EvaluationError) -> StyleValue {
    for index in indices where index < context.variables.count { context.variables[index] = nil }
    return try result.evaluate(&context)
  }

  static func parse(_ call: ExpressionCall, _ parser: inout ExpressionParser) throws(ExpressionError) -> ExpressionNode {
    guard call.argumentCount >= 3 else { throw parser.failure("\"let\" expects at least 3 arguments.", call) }
    var values: [(name: String, value: ExpressionNode)] = []
    for index in stride(from: 1, to: call.argumentCount, by: 2) {
      guard case .string(let name) = call.items[index].value else {
        throw parser.failure("The name of a variable must be a string, not \(call.items[index].typeName).", call, at: index)
      }
      guard name.utf8.allSatisfy(isOfName) else {
        throw parser.failure("The name of a variable has letters from a to z, digits and '_' only.", call, at: index)
      }
      values.append((name, try parser.parse(call.items[index + 1], at: index + 1)))
    }
    let nodes = values.map(\.value)
    return try parser.withVariables(values) { (parser, indices) throws(ExpressionError) in
      let result = try parser.parse(call.items[call.argumentCount], at: call.argumentCount, expecting: call.expected)
      return LetNode(indices, nodes, result)
    }
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: byte == UInt8(ascii: "_")
    }
  }
}

/// `var`: the value of a variable.
final class VariableNode: ExpressionNode, @unchecked Sendable {
  private let index: Int
  private let value: ExpressionNode

  private init(_ index: Int, _ value: ExpressionNode) {
    (self.index, self.value) = (index, value)
    super.init(value.type, dependencies: value.dependencies, depth: value.depth)
  }

  override func evaluate(_ context: inout EvaluationContext) throws(EvaluationError) -> StyleValue {
    guard index < context.variables.count else { return try value.evaluate(&context) }
    if let known = context.variables[index] { return known }
    let value = try value.evaluate(&context)
    context.variables[index] = value
    return value
  }

  override var isFoldable: Bool { false }

  static func parse(_ call: ExpressionCall, _ parser: inout ExpressionParser) throws(ExpressionError) -> ExpressionNode {
    guard call.argumentCount == 1, case .string(let name) = call.items[1].value else {
      throw parser.failure("\"var\" expects the name of a variable.", call)
    }
    guard let variable = parser.variable(name) else {
      throw parser.failure("There is no variable \"\(name)\" here. \"let\" defines one.", call, at: 1)
    }
    if let literal = variable.value as? LiteralNode { return LiteralNode(literal.value, type: literal.type) }
    return VariableNode(variable.index, variable.value)
  }
}
