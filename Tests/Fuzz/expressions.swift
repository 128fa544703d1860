import CartoucheMaps

/// Reads any bytes as JSON, and this as an expression, a value of properties and a filter.
///
/// They are refused, or evaluated for features without a crash. A value has the type that the expression promises, and
/// is the same when it is evaluated again, also for the same feature in a tile's layer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let node = try? JSONNode(parsing: bytes) else { return 0 }
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
