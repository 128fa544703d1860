/// `zoom`.
final class ZoomNode: ExpressionNode, @unchecked Sendable {
  init() {
    super.init(.number, dependencies: .zoom)
  }

  override func evaluate(_ context: inout EvaluationContext) throws(EvaluationError) -> StyleValue {
    .number(try number(&context))
  }

  override func number(_ context: inout EvaluationContext) throws(EvaluationError) -> Double {
    guard let zoom = context.zoom else { throw failure(.stated("The zoom is not known here.")) }
    return zoom
  }
}

/// `get` and `has` with the name of a property of the feature.
final class PropertyNode: ExpressionNode, @unchecked Sendable {
  let key: PropertyKey
  private let asksForPresence: Bool

  init(_ key: PropertyKey, asksForPresence: Bool = false) {
    (self.key, self.asksForPresence) = (key, asksForPresence)
    super.init(asksForPresence ? .boolean : .value, dependencies: .feature, reading: .one(key))
  }

  override func evaluate(_ context: inout EvaluationContext) throws(EvaluationError) -> StyleValue {
    let value = context.feature?.property(key)
    return asksForPresence ? .boolean(value != nil) : value ?? .null
  }

  override func boolean(_ context: inout EvaluationContext) throws(EvaluationError) -> Bool {
    if asksForPresence { return context.feature?.property(key) != nil }
    return try super.boolean(&context)
  }
}

/// Operators that read the feature or the state of the map.
enum FeatureOperators {
  static func addAll(to table: inout OperatorTable) {
    table["zoom"] = { (call, parser) throws(ExpressionError) in
      _ = try parser.arguments(of: call, [Signature([], .number)])
      return ZoomNode()
    }
    for (name, asksForPresence) in [("get", false), ("has", true)] {
      table[name] = { (call, parser) throws(ExpressionError) in try parseProperty(asksForPresence, call, &parser) }
    }
    addFeature(to: &table)
    addState(to: &table)
  }

  private static func parseProperty(
    _ asksForPresence: Bool, _ call: ExpressionCall, _ parser: inout ExpressionParser
  ) throws(ExpressionError) -> ExpressionNode {
    let result: ValueType = asksForPresence ? .boolean : .value
    let (_, nodes) = try parser.arguments(of: call, [Signature([.string], result), Signature([.string, .object], result)])
    if nodes.count == 1, let literal = nodes[0] as? LiteralNode, case .string(let name) = literal.value {
      return PropertyNode(parser.key(name), asksForPresence: asksForPresence)
    }
    return FunctionNode(result, nodes, dependencies: nodes.count == 1 ? .feature : []) { (node, context) throws(EvaluationError) in
      let name = try node.children[0].string(&context)
      var value: StyleValue?
      if node.children.count == 1 {
        value = context.feature?.property(named: name)
      } else if case .object(let object) = try node.children[1].evaluate(&context) {
        value = object[name]
      }
      return asksForPresence ? .boolean(value != nil) : value ?? .null
    }
  }

  private static func addFeature(to table: inout OperatorTable) {
    table.add("properties", Signature([], .object), dependencies: .feature) { (_, context) in
      .object(context.feature?.properties ?? StyleObject())
    }
    table.add("id", Signature([], .value), dependencies: .feature) { (_, context) in context.feature?.id ?? .null }
    table.add("geometry-type", Signature([], .string), dependencies: .feature) { (_, context) in
      context.feature?.kind.map { .string($0.geometryType) } ?? .null
    }
    table.add("feature-state", Signature([.string], .value), dependencies: [.featureState]) {
      (node, context) throws(EvaluationError) in
      context.featureState[try node.children[0].string(&context)] ?? .null
    }
  }

  private static func addState(to table: inout OperatorTable) {
    table.add("heatmap-density", Signature([], .number), dependencies: .heatmapDensity) { (_, context) in
      .number(context.heatmapDensity ?? 0)
    }
    table.add("line-progress", Signature([], .number), dependencies: .lineProgress) { (_, context) in
      .number(context.lineProgress ?? 0)
    }
    table.add("accumulated", Signature([], .value), dependencies: .accumulated) { (_, context) in context.accumulated }
    table.add("elevation", Signature([], .number), dependencies: .elevation) { (_, context) in .number(context.elevation ?? 0) }
    table["global-state"] = { (call, parser) throws(ExpressionError) in
      guard call.argumentCount == 1 else { throw parser.failure("\"global-state\" expects one argument.", call) }
      guard case .string(let key) = call.items[1].value else {
        throw parser.failure("The name of a global state must be a string, not \(call.items[1].typeName).", call, at: 1)
      }
      return GlobalStateNode(key)
    }
  }
}

/// `global-state`: a value that the application sets for the whole style.
final class GlobalStateNode: ExpressionNode, @unchecked Sendable {
  let key: String

  init(_ key: String) {
    self.key = key
    super.init(.value, dependencies: .globalState)
  }

  override func evaluate(_ context: inout EvaluationContext) throws(EvaluationError) -> StyleValue {
    context.globalState[key] ?? .null
  }
}

extension VectorFeature.Kind {
  /// The name of the kind in GeoJSON.
  var geometryType: String {
    switch self {
    case .point: "Point"
    case .line: "LineString"
    case .polygon: "Polygon"
    }
  }
}
