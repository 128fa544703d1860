import CartoucheMaps

/// Reads any bytes as JSON, and this as an expression, a value of properties and a filter.
///
/// They are refused, or evaluated for features without a crash. A value has the type that the expression
/// promises, and is the same when it is evaluated again, also for the same feature in a tile's layer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  // No JSON begins with such a byte. The others choose operators and arguments, of which more are valid.
  var generator = ExpressionGenerator(input: FuzzInput(start, count))
  guard let node = bytes.first ?? 0 >= 0xf8 ? generator.node() : try? JSONNode(parsing: bytes) else { return 0 }
  var keys = PropertyKeys()
  let types: [ValueType?] = [nil, .number, .string, .boolean, .color, .formatted, .array(of: .number, count: 2)]
  let expressions = types.compactMap { try? StyleExpression(node, type: $0, keys: &keys) }
  let filter = try? FilterExpression(node, keys: &keys)
  let kinds: [PropertySpecification.Kind] = [
    .number, .string, .color, .resolvedImage, .padding, .numberArray, .colorArray, .anchorOffsets, .projection,
    .enumeration(["a", "b"]), .array(of: .string, count: nil),
  ]
  let properties = kinds.compactMap { try? PropertyExpression(node, for: PropertySpecification($0, hasTokens: true), keys: &keys) }

  let (layer, own) = (makeLayer(), makeFeature())
  guard let reader = LayerFeature(layer, keys: keys, tile: TileID(zoom: 1, x: 0, y: 1)) else { return 0 }
  var contexts = [
    EvaluationContext(zoom: 3.5), EvaluationContext(zoom: 0, feature: own), EvaluationContext(zoom: 22, feature: reader),
  ]
  contexts[0].globalState = ["a": .string("x")]
  contexts[1].featureState = ["a": .number(1)]
  for index in contexts.indices {
    for expression in expressions { evaluate(expression, &contexts[index]) }
    for property in properties { _ = property.value(&contexts[index]) }
    guard let filter else { continue }
    let passes = filter.passes(&contexts[index])
    precondition(filter.passes(&contexts[index]) == passes, "a filter changes its mind")
  }
  return 0
}

private func evaluate(_ expression: StyleExpression, _ context: inout EvaluationContext) {
  guard let value = try? expression.evaluate(&context) else { return }
  precondition((try? expression.evaluate(&context)).map { $0.json } == value.json, "an expression has two values")
  precondition(value == .null || expression.type.accepts(value.type) || isEmptyArray(value), "a value is of another type")
  _ = value.text
}

/// An array without items is one of any items.
private func isEmptyArray(_ value: StyleValue) -> Bool {
  if case .array([]) = value { true } else { false }
}

private func makeFeature() -> PropertyFeature {
  let values: [(key: String, value: StyleValue)] = [
    ("a", .number(2)), ("b", .string("x")), ("c", .array([.number(1), .number(3)])), ("d", .object(StyleObject([("a", .null)]))),
    ("e", .boolean(true)), ("f", .null), ("g", .string("red")),
  ]
  let geometry = TileID(zoom: 2, x: 1, y: 2).map { FeatureGeometry(tile: $0, parts: [[SIMD2(0, 0), SIMD2(9000, -500)], []]) }
  return PropertyFeature(kind: .line, id: .string("id"), properties: StyleObject(values), geometry: geometry)
}

private func makeLayer() -> VectorLayer {
  var layer = VectorLayer(name: "l", extentBits: 12)
  layer.keys = ["b", "a", "h"]
  layer.values = [.number(2), .string("x"), .flag(false)]
  layer.tags = [SIMD2(0, 1), SIMD2(1, 0), SIMD2(2, 2)]
  layer.vertices = [SIMD2(5, 5), SIMD2(4000, 5), SIMD2(4000, 4000)]
  layer.partEnds = [3]
  layer.features = [
    VectorFeature(id: 7, kind: .polygon, parts: 0..<1, tags: 0..<3, bounds: TileRect(minX: 5, minY: 5, maxX: 4000, maxY: 4000))
  ]
  return layer
}

/// Makes expressions of the fuzzer's bytes.
private struct ExpressionGenerator {
  var input: FuzzInput
  private var nodeCount = 0

  init(input: FuzzInput) {
    self.input = input
    _ = self.input.byte()
  }

  mutating func node(depth: Int = 0) -> JSONNode {
    nodeCount += 1
    let choice = input.byte()
    if depth > 12 || nodeCount > 60 || choice >= 160 { return leaf(choice) }
    if choice < 16 { return array((0..<Int(choice & 3)).map { _ in node(depth: depth + 1) }) }
    let name = Self.operators[Int(input.byte()) % Self.operators.count]
    let count = Int(choice & 7)
    switch name {
    case "let": return array([text(name), text("v"), node(depth: depth + 1), node(depth: depth + 1)])
    case "var": return array([text(name), text("v")])
    case "get" where choice < 120: return array([text(name), leaf(16 | choice & 15)])
    case "interpolate", "interpolate-hcl", "interpolate-lab", "step":
      var items = [text(name)]
      let curves = [
        [text("linear")], [text("exponential"), leaf(161)], [text("cubic-bezier"), leaf(160), leaf(161), leaf(160), leaf(161)],
      ]
      if name != "step" { items.append(array(curves[Int(choice) % 3])) }
      items.append(choice < 90 ? array([text("zoom")]) : node(depth: depth + 1))
      if name == "step" { items.append(node(depth: depth + 1)) }
      for stop in 0...count & 3 { items += [JSONNode(.number(Double(stop * 4 + 1))), node(depth: depth + 1)] }
      return array(items)
    case "match":
      var items = [text(name), node(depth: depth + 1)]
      for label in 0...count & 3 {
        items += [JSONNode(choice & 1 == 0 ? .number(Double(label)) : .string("x\(label)")), node(depth: depth + 1)]
      }
      return array(items + [node(depth: depth + 1)])
    case "collator", "number-format", "format":
      var items = [text(name)]
      if name != "collator" { items.append(node(depth: depth + 1)) }
      var options = JSONObject()
      for _ in 0...count & 1 { options.set(Self.options[Int(input.byte()) % Self.options.count], to: node(depth: depth + 1)) }
      return array(items + [JSONNode(.object(options))])
    default: return array([text(name)] + (0..<count).map { _ in node(depth: depth + 1) })
    }
  }

  private mutating func leaf(_ choice: UInt8) -> JSONNode {
    switch choice & 31 {
    case 0: JSONNode(.number(0))
    case 1: JSONNode(.number(1))
    case 2: JSONNode(.number(-2.5))
    case 3: JSONNode(.number(Double(bitPattern: input.number(UInt64.self)).isFinite ? 1e300 : 1e-300))
    case 4: JSONNode(.number(Double(input.byte())))
    case 5: JSONNode(.boolean(true))
    case 6: JSONNode(.boolean(false))
    case 7: JSONNode(.null)
    case 8...15: array([text("get"), text(["a", "b", "c", "d", "e", "f", "g", "h"][Int(choice & 7)])])
    default: text(Self.texts[Int(choice & 15)])
    }
  }

  private func text(_ text: String) -> JSONNode { JSONNode(.string(text)) }

  private func array(_ items: [JSONNode]) -> JSONNode { JSONNode(.array(items)) }

  private static let operators = [
    "+", "*", "-", "/", "%", "^", "min", "max", "sqrt", "ln", "log2", "log10", "sin", "cos", "tan", "asin", "acos", "atan", "abs",
    "round",
    "floor", "ceil", "pi", "==", "!=", "<", "<=", ">", ">=", "all", "any", "!", "case", "coalesce", "match", "step", "interpolate",
    "interpolate-hcl", "interpolate-lab", "let", "var", "literal", "semiliteral", "array", "number", "string", "boolean", "object",
    "to-number",
    "to-string", "to-boolean", "to-color", "typeof", "get", "has", "properties", "feature-state", "geometry-type", "id",
    "global-state", "in",
    "index-of", "slice", "split", "join", "length", "at", "concat", "upcase", "downcase", "collator", "resolved-locale",
    "number-format",
    "rgb", "rgba", "to-rgba", "format", "image", "none", "!in", "!has", "error", "zoom", "is-supported-script",
  ]
  private static let options = [
    "locale", "case-sensitive", "diacritic-sensitive", "currency", "unit", "min-fraction-digits", "max-fraction-digits",
    "font-scale",
    "text-font", "text-color", "vertical-align",
  ]
  private static let texts = [
    "a", "b", "c", "x", "", "red", "#0f08", "12", "-1e5", "äÖ\u{301}🚲", "de", "EUR", "number", "$type", "{a} {b}", "top",
  ]
}
