/// Filters of before expressions, such as `["==", "class", "park"]` or `["in", "$type", "Point", "Polygon"]`.
enum LegacyFilter {
  /// Returns whether a filter is an expression. If it could be both, it is one of the old filters.
  static func isExpression(_ node: JSONNode, depth: Int = 0) -> Bool {
    if node.boolean != nil { return true }
    guard let items = node.array, let name = items.first?.string, depth < ExpressionParser.maximumNesting else { return false }
    switch name {
    case "has": return items.count >= 2 && items[1].string != "$id" && items[1].string != "$type"
    case "in": return items.count >= 3 && (items[1].string == nil || items[2].array != nil)
    case "!in", "!has": return false
    case "==", "!=", ">", ">=", "<", "<=": return items.count != 3 || items[1].array != nil || items[2].array != nil
    case "none", "any", "all": return items.dropFirst().allSatisfy { isExpression($0, depth: depth + 1) }
    default: return true
    }
  }

  /// Compiles an old filter.
  ///
  /// - Parameter variableCount: The number of variables for which a context has room. It is raised to that of
  ///   each expression in the filter.
  static func compile(
    _ node: JSONNode, keys: inout PropertyKeys, variableCount: inout Int, path: ExpressionPath = ExpressionPath()
  ) throws(ExpressionError) -> ExpressionNode {
    func fail(_ reason: String) -> ExpressionError { ExpressionError(reason, at: path, offset: node.offset) }
    guard path.indices.count < ExpressionParser.maximumNesting else {
      throw fail("The filter is nested deeper than \(ExpressionParser.maximumNesting) levels.")
    }
    // Among old filters there may be expressions.
    if path.indices.count > 0, isExpression(node) {
      var error: ExpressionError
      do {
        let expression = try StyleExpression(node, type: .boolean, keys: &keys)
        variableCount = max(variableCount, expression.variableCount)
        return expression.root
      } catch let inner {
        error = inner
        error.path = inner.path.indices.reduce(path) { $0.appending(Int($1)) }
        throw error
      }
    }
    guard let items = node.array, let name = items.first?.string else {
      throw fail("A filter must be an array that begins with a name.")
    }
    switch name {
    case "all", "any", "none":
      var nodes: [ExpressionNode] = []
      for (index, item) in items.enumerated().dropFirst() {
        nodes.append(try compile(item, keys: &keys, variableCount: &variableCount, path: path.appending(index)))
      }
      let junction = JunctionNode(stoppingAt: name != "all", nodes.map { DecisionNode.remembering($0, keys: &keys) })
      return name == "none" ? NegationNode(junction) : junction
    default: break
    }
    guard items.count >= 2, let subject = items[1].string else {
      throw fail("The filter \"\(name)\" needs the name of a property.")
    }
    let source = LegacyFilterNode.Subject(subject, keys: &keys)
    let values = items.dropFirst(2).map(StyleValue.init)
    switch name {
    case "==", "!=", "<", "<=", ">", ">=":
      guard values.count == 1, let operation = ComparisonNode.Operation(rawValue: name) else {
        throw fail("The filter \"\(name)\" needs one value.")
      }
      return LegacyFilterNode(source, .compare(operation, values[0]))
    case "in", "!in":
      let test = LegacyFilterNode(source, LegacyFilterNode.Test(oneOf: values))
      return name == "in" ? test : NegationNode(test)
    case "has", "!has":
      let test = LegacyFilterNode(source, .isPresent)
      return name == "has" ? test : NegationNode(test)
    default: throw fail("There is no filter \"\(name)\".")
    }
  }
}

/// A condition of an old filter. Values of different types are never equal, and never in order.
final class LegacyFilterNode: ExpressionNode, @unchecked Sendable {
  enum Subject: Sendable {
    case type, id
    case property(PropertyKey)

    init(_ name: String, keys: inout PropertyKeys) {
      switch name {
      case "$type": self = .type
      case "$id": self = .id
      default: self = .property(keys.key(name))
      }
    }
  }

  enum Test: Sendable {
    case compare(ComparisonNode.Operation, StyleValue)
    case oneOfStrings(Set<String>)
    case oneOf([StyleValue])
    case isPresent

    init(oneOf values: [StyleValue]) {
      let strings = values.compactMap(\.string)
      self = strings.count == values.count ? .oneOfStrings(Set(strings)) : .oneOf(values)
    }
  }

  private let subject: Subject
  private let test: Test

  init(_ subject: Subject, _ test: Test) {
    (self.subject, self.test) = (subject, test)
    let use: PropertyUse = if case .property(let key) = subject { .one(key) } else { .other }
    super.init(.boolean, dependencies: .feature, reading: use)
  }

  override func evaluate(_ context: inout EvaluationContext) throws(EvaluationError) -> StyleValue {
    .boolean(try boolean(&context))
  }

  override func boolean(_ context: inout EvaluationContext) throws(EvaluationError) -> Bool {
    guard let value = value(context) else {
      if case .compare(.notEqual, _) = test { return true }
      return false
    }
    switch (test, value) {
    case (.isPresent, _): return true
    case (.oneOfStrings(let strings), .string(let string)): return strings.contains(string)
    case (.oneOfStrings, _): return false
    case (.oneOf(let values), _): return values.contains(value)
    case (.compare(let operation, .number(let number)), .number(let own)): return operation.result(own, number)
    case (.compare(let operation, .string(let string)), .string(let own)):
      if operation.isOrder {
        return operation.result(own.isIdentical(to: string) ? 0 : own.utf16.lexicographicallyPrecedes(string.utf16) ? -1 : 1)
      }
      return operation.result(own.isIdentical(to: string) ? 0 : 1)
    case (.compare(.equal, let other), _): return value == other
    case (.compare(.notEqual, let other), _): return value != other
    case (.compare, _): return false
    }
  }

  private func value(_ context: EvaluationContext) -> StyleValue? {
    switch subject {
    case .type: context.feature?.kind.map { .string($0.geometryType) }
    case .id: context.feature?.id == .null ? nil : context.feature?.id
    case .property(let key): context.feature?.property(key)
    }
  }
}
