/// `all` and `any`, which evaluate as few arguments as they need.
final class JunctionNode: ExpressionNode, @unchecked Sendable {
  /// The value at which evaluation stops: false for `all`, true for `any`.
  private let decisive: Bool

  init(stoppingAt decisive: Bool, _ arguments: [ExpressionNode]) {
    self.decisive = decisive
    super.init(.boolean, arguments)
  }

  override func evaluate(_ context: inout EvaluationContext) throws(EvaluationError) -> StyleValue {
    .boolean(try boolean(&context))
  }

  override func boolean(_ context: inout EvaluationContext) throws(EvaluationError) -> Bool {
    for argument in children where try argument.boolean(&context) == decisive { return decisive }
    return !decisive
  }
}

final class NegationNode: ExpressionNode, @unchecked Sendable {
  init(_ argument: ExpressionNode) {
    super.init(.boolean, [argument])
  }

  override func evaluate(_ context: inout EvaluationContext) throws(EvaluationError) -> StyleValue {
    .boolean(try boolean(&context))
  }

  override func boolean(_ context: inout EvaluationContext) throws(EvaluationError) -> Bool {
    try !children[0].boolean(&context)
  }
}

/// `case`: the value after the first condition that is true.
final class CaseNode: ExpressionNode, @unchecked Sendable {
  override func evaluate(_ context: inout EvaluationContext) throws(EvaluationError) -> StyleValue {
    try chosen(&context).evaluate(&context)
  }

  override func number(_ context: inout EvaluationContext) throws(EvaluationError) -> Double {
    try chosen(&context).number(&context)
  }

  override func boolean(_ context: inout EvaluationContext) throws(EvaluationError) -> Bool {
    try chosen(&context).boolean(&context)
  }

  private func chosen(_ context: inout EvaluationContext) throws(EvaluationError) -> ExpressionNode {
    var index = 0
    while index + 1 < children.count {
      if try children[index].boolean(&context) { return children[index + 1] }
      index += 2
    }
    return children[index]
  }

  static func parse(_ call: ExpressionCall, _ parser: inout ExpressionParser) throws(ExpressionError) -> ExpressionNode {
    guard call.argumentCount >= 3 else { throw parser.failure("\"case\" expects at least 3 arguments.", call) }
    guard !call.argumentCount.isMultiple(of: 2) else { throw parser.failure("\"case\" expects an odd number of arguments.", call) }
    var type = call.specificType
    var nodes: [ExpressionNode] = []
    for index in 1..<call.items.count {
      let isCondition = index % 2 == 1 && index < call.argumentCount
      let node = try parser.parse(call.items[index], at: index, expecting: isCondition ? .boolean : type)
      if !isCondition { type = type ?? node.type }
      nodes.append(isCondition ? parser.remembering(node) : node)
    }
    return CaseNode(type ?? .value, nodes)
  }
}

/// `coalesce`: the first argument that is not null. An image that the map lacks counts as null.
final class CoalesceNode: ExpressionNode, @unchecked Sendable {
  override func evaluate(_ context: inout EvaluationContext) throws(EvaluationError) -> StyleValue {
    var missing: StyleValue?
    for argument in children {
      let value = try argument.evaluate(&context)
      switch value {
      case .null: continue
      case .image(let image) where !image.isAvailable: missing = missing ?? value
      default: return value
      }
    }
    return missing ?? .null
  }

  static func parse(_ call: ExpressionCall, _ parser: inout ExpressionParser) throws(ExpressionError) -> ExpressionNode {
    guard call.argumentCount >= 1 else { throw parser.failure("\"coalesce\" expects at least one argument.", call) }
    var type = call.specificType
    var nodes: [ExpressionNode] = []
    for index in 1..<call.items.count {
      // An argument that asserts its type would fail for null, and the next one would never be tried.
      let node = try parser.parse(call.items[index], at: index, expecting: type, adaptation: .none)
      type = type ?? node.type
      nodes.append(node)
    }
    let needsAdaptation = call.expected.map { expected in nodes.contains { !expected.accepts($0.type) } } ?? false
    return CoalesceNode(needsAdaptation ? .value : type ?? .value, nodes)
  }
}

extension OperatorTable {
  mutating func addLogic() {
    for (name, decisive) in [("all", false), ("any", true)] {
      self[name] = { (call, parser) throws(ExpressionError) in
        let signatures = [Signature([.boolean, .boolean], .boolean), Signature(any: .boolean, .boolean)]
        let nodes = try parser.arguments(of: call, signatures).nodes
        return JunctionNode(stoppingAt: decisive, nodes.map { parser.remembering($0) })
      }
    }
    self["!"] = { (call, parser) throws(ExpressionError) in
      NegationNode(try parser.arguments(of: call, [Signature([.boolean], .boolean)]).nodes[0])
    }
    self["case"] = CaseNode.parse
    self["coalesce"] = CoalesceNode.parse
  }
}
