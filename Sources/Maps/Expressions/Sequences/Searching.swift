/// `in` and `index-of`: whether and where a string or an array contains a value.
enum Searching {
  static func addAll(to table: inout OperatorTable) {
    table["in"] = { (call, parser) throws(ExpressionError) in
      guard call.argumentCount == 2 else {
        throw parser.failure("\"in\" expects 2 arguments, but found \(call.argumentCount).", call)
      }
      return FunctionNode(.boolean, try arguments(of: call, &parser)) { (node, context) throws(EvaluationError) in
        let needle = try node.children[0].evaluate(&context)
        let container = try node.children[1].evaluate(&context)
        // An absent or empty container contains nothing, whatever is looked for.
        guard container.isTruthy else { return .boolean(false) }
        return .boolean(try index(of: needle, in: container, from: 0, node) != nil)
      }
    }
    table["index-of"] = { (call, parser) throws(ExpressionError) in
      guard call.argumentCount == 2 || call.argumentCount == 3 else {
        throw parser.failure("\"index-of\" expects 2 or 3 arguments, but found \(call.argumentCount).", call)
      }
      return FunctionNode(.number, try arguments(of: call, &parser)) { (node, context) throws(EvaluationError) in
        let needle = try node.children[0].evaluate(&context)
        let container = try node.children[1].evaluate(&context)
        let start = node.children.count == 3 ? try node.children[2].number(&context) : 0
        return .number(Double(try index(of: needle, in: container, from: start, node) ?? -1))
      }
    }
  }

  private static func arguments(
    of call: ExpressionCall, _ parser: inout ExpressionParser
  ) throws(ExpressionError) -> [ExpressionNode] {
    var nodes = [
      try parser.parse(call.items[1], at: 1, expecting: .value), try parser.parse(call.items[2], at: 2, expecting: .value),
    ]
    switch nodes[0].type {
    case .boolean, .string, .number, .null, .value: break
    default:
      throw parser.failure(
        "\"\(call.name)\" looks for a boolean, a string, a number or null, but found \(nodes[0].type).", call)
    }
    if call.argumentCount == 3 { nodes.append(try parser.parse(call.items[3], at: 3, expecting: .number)) }
    return nodes
  }

  private static func index(
    of needle: StyleValue, in container: StyleValue, from start: Double, _ node: FunctionNode
  ) throws(EvaluationError) -> Int? {
    switch needle {
    case .boolean, .string, .number, .null: break
    default:
      throw node.failure(.wrongArgument(position: "first", expected: "boolean, string, number or null", found: needle))
    }
    switch container {
    case .array(let items):
      let first = Positions.start(start, count: items.count)
      return items[first...].firstIndex { isSame($0, needle) }
    case .string(let text):
      let sought = if case .null = needle { "null" } else { needle.text }
      return index(of: sought, in: text, from: start)
    default: throw node.failure(.wrongArgument(position: "second", expected: "array or string", found: container))
    }
  }

  private static func isSame(_ a: StyleValue, _ b: StyleValue) -> Bool {
    if case .string(let first) = a, case .string(let second) = b { return first.isIdentical(to: second) }
    return a == b
  }

  /// Returns the number of code points before the first occurrence that begins at or after `start`. As in
  /// JavaScript, `start` counts UTF-16 code units.
  private static func index(of sought: String, in text: String, from start: Double) -> Int? {
    let (units, pattern) = (Array(text.utf16), Array(sought.utf16))
    // A negative start is the beginning here, not counted from the end.
    let first = Positions.start(max(start, 0), count: units.count)
    guard pattern.count <= units.count - first else { return nil }
    for position in first...(units.count - pattern.count) where units[position..<position + pattern.count].elementsEqual(pattern) {
      // The second halves of surrogate pairs are no code points.
      return units[..<position].count { !UTF16.isTrailSurrogate($0) }
    }
    return nil
  }
}

/// Positions in arrays and strings as JavaScript understands them.
enum Positions {
  /// Returns a position in 0 … `count`. A negative number counts from the end, and a fraction is cut off.
  static func start(_ number: Double, count: Int) -> Int {
    guard number == number else { return 0 }
    let clamped = min(max(number, -9e15), 9e15)
    let whole = Int(clamped)  // towards zero
    return whole < 0 ? max(count + whole, 0) : min(whole, count)
  }
}
