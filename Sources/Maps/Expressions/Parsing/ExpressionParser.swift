/// Compiles JSON to nodes, and checks types.
///
/// Where an argument may be anything but a type is expected, the parser adds an assertion or a conversion. An
/// expression that depends on nothing is replaced by its value.
package struct ExpressionParser {
  /// What the parser does with an argument that may be of another type than expected.
  enum Adaptation {
    /// Asserts simple types, and converts to others.
    case automatic
    case convert
    /// Leaves the argument as it is; the caller sees to its type.
    case none
  }

  /// The maximum number of expressions inside each other. Styles nest fewer than 30.
  static let maximumNesting = 128
  /// The maximum number of nodes inside each other when evaluated. Variables can nest more than the text
  /// does.
  ///
  /// With both limits, the worst expressions are compiled and evaluated on a stack of 256 KiB in a release
  /// build.
  static let maximumDepth = 512

  private let operators: OperatorTable
  /// The names of properties that the expressions read.
  package private(set) var keys: PropertyKeys
  package private(set) var variableCount = 0
  private(set) var path = ExpressionPath()
  private var scope: [String: (index: Int, value: ExpressionNode)] = [:]
  private var nesting = 0

  package init(operators: OperatorTable, keys: PropertyKeys) {
    (self.operators, self.keys) = (operators, keys)
  }

  /// Compiles `node`, the argument at `index` of the expression that is being parsed, or a whole expression.
  mutating func parse(
    _ node: JSONNode, at index: Int? = nil, expecting expected: ValueType? = nil, adaptation: Adaptation = .automatic
  ) throws(ExpressionError) -> ExpressionNode {
    let outerPath = path
    if let index { path = path.appending(index) }
    nesting += 1
    defer {
      path = outerPath
      nesting -= 1
    }
    guard nesting <= Self.maximumNesting else {
      throw failure("The expression is nested deeper than \(Self.maximumNesting) levels.", node)
    }
    let parsed = located(try operation(node, expected))
    let typed = located(try adapted(parsed, expected, adaptation, node))
    guard typed.depth <= Self.maximumDepth else {
      throw failure("The expression's variables nest deeper than \(Self.maximumDepth) levels.", node)
    }
    return try folded(typed, node)
  }

  private mutating func operation(_ node: JSONNode, _ expected: ValueType?) throws(ExpressionError) -> ExpressionNode {
    switch node.value {
    case .null, .boolean, .number, .string: return LiteralNode(StyleValue(node))
    case .object: throw failure("An object must be written as [\"literal\", {…}].", node)
    case .array(let items):
      guard let first = items.first else {
        throw failure("An empty array is no expression. A literal array is written as [\"literal\", []].", node)
      }
      guard case .string(let name) = first.value else {
        throw failure(
          "The name of an expression must be a string, not \(first.typeName). A literal array is written as [\"literal\", […]].",
          first, at: 0)
      }
      guard let parse = operators[name] else {
        throw failure("There is no expression \"\(name)\". A literal array is written as [\"literal\", […]].", first, at: 0)
      }
      return try parse(ExpressionCall(name: name, items: items, expected: expected, offset: node.offset), &self)
    }
  }

  // MARK: - Types

  private func adapted(
    _ parsed: ExpressionNode, _ expected: ValueType?, _ adaptation: Adaptation, _ node: JSONNode
  ) throws(ExpressionError) -> ExpressionNode {
    guard let expected else { return parsed }
    if Self.isAsserted(expected), parsed.type == .value {
      switch adaptation {
      case .automatic: return AssertionNode(expected, [parsed])
      case .convert: return ConversionNode(expected, [parsed])
      case .none: return parsed
      }
    }
    if Self.converts(parsed.type, to: expected) {
      return adaptation == .none ? parsed : ConversionNode(expected, [parsed])
    }
    try check(parsed.type, is: expected, node)
    return parsed
  }

  private static func isAsserted(_ type: ValueType) -> Bool {
    switch type {
    case .string, .number, .boolean, .object, .array: true
    default: false
    }
  }

  private static func converts(_ type: ValueType, to expected: ValueType) -> Bool {
    switch expected {
    case .color, .formatted, .resolvedImage: type == .value || type == .string
    case .padding, .numberArray: type == .value || type == .number || type.isArray
    case .colorArray: type == .value || type == .string || type.isArray
    case .anchorOffsets: type == .value || type.isArray
    case .projection: type == .value || type == .string || type.isArray
    default: false
    }
  }

  /// Throws an error if a value of `type` is not to be used where `expected` is.
  func check(_ type: ValueType, is expected: ValueType, _ node: JSONNode, at index: Int? = nil) throws(ExpressionError) {
    guard !expected.accepts(type) else { return }
    var error = failure("Expected \(expected) but found \(type) instead.", node, at: index)
    error.isTypeMismatch = true
    throw error
  }

  private func folded(_ parsed: ExpressionNode, _ node: JSONNode) throws(ExpressionError) -> ExpressionNode {
    guard parsed.isFoldable else { return parsed }
    var context = EvaluationContext()
    context.reserveVariables(variableCount)
    do {
      return located(LiteralNode(try parsed.evaluate(&context), type: parsed.type))
    } catch {
      throw failure(error.description, node)
    }
  }

  private func located(_ node: ExpressionNode) -> ExpressionNode {
    guard !node.hasPath else { return node }
    node.path = path
    node.hasPath = true
    return node
  }

  // MARK: - For operators

  func failure(_ reason: String, _ node: JSONNode, at index: Int? = nil) -> ExpressionError {
    ExpressionError(reason, at: index.map { path.appending($0) } ?? path, offset: node.offset)
  }

  func failure(_ reason: String, _ call: ExpressionCall, at index: Int? = nil) -> ExpressionError {
    let offset = index.flatMap { $0 < call.items.count ? call.items[$0].offset : nil } ?? call.offset
    return ExpressionError(reason, at: index.map { path.appending($0) } ?? path, offset: offset)
  }

  /// Gives `node`, which the parser adds to an operator's arguments, the operator's place.
  func placed(_ node: ExpressionNode) -> ExpressionNode { located(node) }

  mutating func key(_ name: String) -> PropertyKey { keys.key(name) }

  /// Returns a node that remembers the values of a condition on one property.
  mutating func remembering(_ condition: ExpressionNode) -> ExpressionNode { DecisionNode.remembering(condition, keys: &keys) }

  mutating func addDecision() -> Int { keys.addDecision() }

  /// Returns what a variable is bound to; nil if there is no such variable here.
  func variable(_ name: String) -> (index: Int, value: ExpressionNode)? { scope[name] }

  /// Calls `body` with variables that are bound to `values`. Its second argument are their indices.
  mutating func withVariables(
    _ values: [(name: String, value: ExpressionNode)],
    _ body: (inout ExpressionParser, [Int]) throws(ExpressionError) -> ExpressionNode
  ) throws(ExpressionError) -> ExpressionNode {
    let outerScope = scope
    defer { scope = outerScope }
    let start = variableCount
    variableCount += values.count
    for (offset, variable) in values.enumerated() { scope[variable.name] = (start + offset, variable.value) }
    return try body(&self, Array(start..<variableCount))
  }

  /// Compiles the arguments of a call by the first of `signatures` that has as many parameters.
  mutating func arguments(
    of call: ExpressionCall, _ signatures: [Signature]
  ) throws(ExpressionError) -> (signature: Signature, nodes: [ExpressionNode]) {
    let matching = signatures.filter { $0.accepts(count: call.argumentCount) }
    var nodes: [ExpressionNode] = []
    for index in 1..<max(call.items.count, 1) {
      let expected = matching.first.flatMap { index <= $0.parameters.count ? $0.parameters[index - 1] : $0.rest }
      do {
        nodes.append(try parse(call.items[index], at: index, expecting: expected))
      } catch let error {
        // Of several signatures, none can be named as the one that was meant.
        guard matching.count > 1, error.isTypeMismatch, error.path == path.appending(index) else { throw error }
        throw failure("The arguments of \"\(call.name)\" are of wrong types: \(error.reason)", call)
      }
    }
    guard let signature = matching.first else {
      let counts = Set(signatures.map(\.parameters.count)).sorted().map(String.init).joined(separator: " or ")
      throw failure("\"\(call.name)\" expects \(counts) arguments, but found \(call.argumentCount).", call)
    }
    return (signature, nodes)
  }
}
