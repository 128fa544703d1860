/// A compiled expression of a style.
package struct StyleExpression: Sendable {
  package let root: ExpressionNode
  let variableCount: Int

  init(root: ExpressionNode, variableCount: Int) {
    (self.root, self.variableCount) = (root, variableCount)
  }

  /// Compiles an expression that is used as a value of a property.
  ///
  /// - Parameter keys: The names of properties that expressions read. The expression's are added.
  package init(_ node: JSONNode, for specification: PropertySpecification, keys: inout PropertyKeys) throws(ExpressionError) {
    try self.init(node, type: specification.type, convertsAtTop: specification.isText, keys: &keys)
  }

  /// Compiles an expression of a type; nil is any type.
  package init(
    _ node: JSONNode, type: ValueType?, convertsAtTop: Bool = false, keys: inout PropertyKeys
  ) throws(ExpressionError) {
    var parser = ExpressionParser(operators: .standard, keys: keys)
    defer { keys = parser.keys }
    let root = try parser.parse(node, expecting: type, adaptation: convertsAtTop ? .convert : .automatic)
    self.init(root: root, variableCount: parser.variableCount)
  }

  /// Returns an expression that remembers its values, if it is a condition on one property.
  func remembering(_ keys: inout PropertyKeys) -> StyleExpression {
    StyleExpression(root: DecisionNode.remembering(root, keys: &keys), variableCount: variableCount)
  }

  package var type: ValueType { root.type }

  package var dependencies: ExpressionDependencies { root.dependencies }

  /// Whether the value is the same for all features.
  package var isFeatureConstant: Bool { dependencies.isDisjoint(with: [.feature, .featureState]) }

  /// Whether the value is the same at all zooms.
  package var isZoomConstant: Bool { !dependencies.contains(.zoom) }

  /// The names of the global states that the expression reads.
  package var globalStateKeys: Set<String> {
    var keys: Set<String> = []
    guard dependencies.contains(.globalState) else { return keys }
    var nodes = [root]
    while let node = nodes.popLast() {
      if let state = node as? GlobalStateNode { keys.insert(state.key) }
      nodes += node.children.filter { $0.dependencies.contains(.globalState) }
    }
    return keys
  }

  package func evaluate(_ context: inout EvaluationContext) throws(EvaluationError) -> StyleValue {
    context.reserveVariables(variableCount)
    return try root.evaluate(&context)
  }

  /// Returns the value of an expression of type boolean.
  func boolean(_ context: inout EvaluationContext) throws(EvaluationError) -> Bool {
    context.reserveVariables(variableCount)
    return try root.boolean(&context)
  }
}

extension PropertySpecification {
  /// Whether any value is converted to a text. Other types are asserted.
  fileprivate var isText: Bool { if case .string = kind { true } else { false } }
}
