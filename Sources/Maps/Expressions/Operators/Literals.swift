/// `literal` and `semiliteral`.
enum Literals {
  static func addAll(to table: inout OperatorTable) {
    table["literal"] = { (call, parser) throws(ExpressionError) in
      guard call.argumentCount == 1 else {
        throw parser.failure("\"literal\" expects one argument, but found \(call.argumentCount).", call)
      }
      return literal(call.items[1], call)
    }
    table["semiliteral"] = { (call, parser) throws(ExpressionError) in
      guard call.argumentCount == 1 else {
        throw parser.failure("\"semiliteral\" expects one argument, but found \(call.argumentCount).", call)
      }
      guard let items = call.items[1].array else { return literal(call.items[1], call) }
      return try semiliteral(items, call, &parser)
    }
  }

  private static func literal(_ item: JSONNode, _ call: ExpressionCall) -> ExpressionNode {
    let value = StyleValue(item)
    // An array without items is one of whatever is expected.
    if case .array([]) = value, case .array(_, let count)? = call.expected, count == nil || count == 0 {
      return LiteralNode(value, type: call.expected)
    }
    return LiteralNode(value)
  }

  /// An array whose items are expressions.
  private static func semiliteral(
    _ items: [JSONNode], _ call: ExpressionCall, _ parser: inout ExpressionParser
  ) throws(ExpressionError) -> ExpressionNode {
    if items.isEmpty { return literal(call.items[1], call) }
    // The items count as parts of this expression in the places of errors.
    var nodes: [ExpressionNode] = []
    for item in items { nodes.append(try parser.parse(item, expecting: .value)) }
    let first = nodes[0].type
    let itemType = nodes.allSatisfy { $0.type == first } ? first : .value
    return FunctionNode(.array(of: itemType, count: nodes.count), nodes) { (node, context) throws(EvaluationError) in
      var values: [StyleValue] = []
      values.reserveCapacity(node.children.count)
      for child in node.children { values.append(try child.evaluate(&context)) }
      return .array(values)
    }
  }
}
