/// Operators on arrays and strings: `at`, `length`, `slice`, `split` and `join`.
enum Sequences {
  static func addAll(to table: inout OperatorTable) {
    table["at"] = parseAt
    table["length"] = parseLength
    table["slice"] = parseSlice
    let strings = ValueType.array(of: .string, count: nil)
    table.add("split", Signature([.string, .string], strings)) { (node, context) throws(EvaluationError) in
      let text = try node.children[0].string(&context)
      return .array(split(text, try node.children[1].string(&context)).map(StyleValue.string))
    }
    table.add("join", Signature([strings, .string], .string)) { (node, context) throws(EvaluationError) in
      guard case .array(let items) = try node.children[0].evaluate(&context) else { return .string("") }
      let text = items.map(\.text).joined(separator: try node.children[1].string(&context))
      return .string(try node.bounded(text))
    }
  }

  private static func split(_ text: String, _ separator: String) -> [String] {
    if separator.isEmpty { return text.unicodeScalars.map { String($0) } }
    let (bytes, pattern) = (Array(text.utf8), Array(separator.utf8))
    var parts: [String] = []
    var (start, position) = (0, 0)
    while position + pattern.count <= bytes.count {
      if bytes[position..<position + pattern.count].elementsEqual(pattern) {
        parts.append(String(decoding: bytes[start..<position], as: UTF8.self))
        position += pattern.count
        start = position
      } else {
        position += 1
      }
    }
    parts.append(String(decoding: bytes[start...], as: UTF8.self))
    return parts
  }

  private static func parseAt(_ call: ExpressionCall, _ parser: inout ExpressionParser) throws(ExpressionError) -> ExpressionNode {
    guard call.argumentCount == 2 else {
      throw parser.failure("\"at\" expects 2 arguments, but found \(call.argumentCount).", call)
    }
    let index = try parser.parse(call.items[1], at: 1, expecting: .number)
    let array = try parser.parse(call.items[2], at: 2, expecting: .array(of: call.expected ?? .value, count: nil))
    guard case .array(let item, _) = array.type else { throw parser.failure("\"at\" expects an array.", call, at: 2) }
    return FunctionNode(item, [index, array]) { (node, context) throws(EvaluationError) in
      let index = try node.children[0].number(&context)
      guard case .array(let items) = try node.children[1].evaluate(&context) else { return .null }
      guard index >= 0, index < Double(items.count) else { throw node.failure(.indexOutOfBounds(index, count: items.count)) }
      guard let whole = Int(exactly: index) else { throw node.failure(.indexNotWhole(index)) }
      return items[whole]
    }
  }

  private static func parseLength(
    _ call: ExpressionCall, _ parser: inout ExpressionParser
  ) throws(ExpressionError) -> ExpressionNode {
    guard call.argumentCount == 1 else {
      throw parser.failure("\"length\" expects 1 argument, but found \(call.argumentCount).", call)
    }
    let input = try parser.parse(call.items[1], at: 1)
    guard input.type.isArray || input.type == .string || input.type == .value else {
      throw parser.failure("\"length\" expects a string or an array, but found \(input.type).", call)
    }
    return FunctionNode(.number, [input]) { (node, context) throws(EvaluationError) in
      switch try node.children[0].evaluate(&context) {
      case .string(let text): return .number(Double(text.unicodeScalars.count))
      case .array(let items): return .number(Double(items.count))
      case let value: throw node.failure(.wrongArgument(position: "the", expected: "string or array", found: value))
      }
    }
  }

  private static func parseSlice(_ call: ExpressionCall, _ parser: inout ExpressionParser) throws(ExpressionError) -> ExpressionNode
  {
    guard call.argumentCount == 2 || call.argumentCount == 3 else {
      throw parser.failure("\"slice\" expects 2 or 3 arguments, but found \(call.argumentCount).", call)
    }
    var nodes = [
      try parser.parse(call.items[1], at: 1, expecting: .value), try parser.parse(call.items[2], at: 2, expecting: .number),
    ]
    let type = nodes[0].type
    guard type.isArray || type == .string || type == .value else {
      throw parser.failure("\"slice\" expects an array or a string, but found \(type).", call)
    }
    if call.argumentCount == 3 { nodes.append(try parser.parse(call.items[3], at: 3, expecting: .number)) }
    return FunctionNode(type, nodes) { (node, context) throws(EvaluationError) in
      let value = try node.children[0].evaluate(&context)
      let start = try node.children[1].number(&context)
      let end = node.children.count == 3 ? try node.children[2].number(&context) : .infinity
      func range(_ count: Int) -> Range<Int> {
        let lower = Positions.start(start, count: count)
        return lower..<max(lower, Positions.start(end, count: count))
      }
      switch value {
      case .array(let items): return .array(Array(items[range(items.count)]))
      case .string(let text):
        let scalars = Array(text.unicodeScalars)
        var part = String.UnicodeScalarView()
        part.append(contentsOf: scalars[range(scalars.count)])
        return .string(String(part))
      default: throw node.failure(.wrongArgument(position: "first", expected: "array or string", found: value))
      }
    }
  }
}
