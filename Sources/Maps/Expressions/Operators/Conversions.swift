/// Assertions and conversions of types, and `typeof`.
enum Conversions {
  private static let asserted: [String: ValueType] = ["number": .number, "string": .string, "boolean": .boolean, "object": .object]
  private static let converted: [String: ValueType] = [
    "to-number": .number, "to-string": .string, "to-boolean": .boolean, "to-color": .color,
  ]

  static func addAll(to table: inout OperatorTable) {
    for (name, type) in asserted {
      table[name] = { (call, parser) throws(ExpressionError) in
        AssertionNode(type, try arguments(of: call, from: 1, &parser))
      }
    }
    table["array"] = parseArray
    for (name, type) in converted {
      table[name] = { (call, parser) throws(ExpressionError) in
        guard call.argumentCount <= 1 || type == .number || type == .color else {
          throw parser.failure("\"\(name)\" expects one argument.", call)
        }
        return ConversionNode(type, try arguments(of: call, from: 1, &parser))
      }
    }
    table.add("typeof", Signature([.value], .string)) { (node, context) throws(EvaluationError) in
      .string(try node.children[0].evaluate(&context).type.description)
    }
  }

  private static func arguments(
    of call: ExpressionCall, from start: Int, _ parser: inout ExpressionParser
  ) throws(ExpressionError) -> [ExpressionNode] {
    guard call.argumentCount >= 1 else { throw parser.failure("\"\(call.name)\" expects at least one argument.", call) }
    var nodes: [ExpressionNode] = []
    for index in start..<max(call.items.count, start) {
      nodes.append(try parser.parse(call.items[index], at: index, expecting: .value))
    }
    return nodes
  }

  /// `["array", value]`, `["array", type, value]` or `["array", type, count, value…]`.
  private static func parseArray(_ call: ExpressionCall, _ parser: inout ExpressionParser) throws(ExpressionError) -> ExpressionNode
  {
    var item = ValueType.value
    var count: Int?
    var start = 1
    if call.argumentCount > 1 {
      guard let name = call.items[1].string, let type = asserted[name], type != .object else {
        throw parser.failure("The type of an array's items must be \"string\", \"number\" or \"boolean\".", call, at: 1)
      }
      item = type
      start = 2
    }
    if call.argumentCount > 2 {
      if !call.items[2].isNull {
        guard let number = call.items[2].number, let whole = Int(exactly: number), whole >= 0 else {
          throw parser.failure("The number of an array's items must be a whole number.", call, at: 2)
        }
        count = whole
      }
      start = 3
    }
    return AssertionNode(.array(of: item, count: count), try arguments(of: call, from: start, &parser))
  }
}
