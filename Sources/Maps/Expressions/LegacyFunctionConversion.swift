/// Converts one old function to an expression.
struct LegacyFunctionConversion {
  private enum Shape: String { case identity, exponential, interval, categorical }

  private struct Stop {
    var input: JSONNode
    var output: JSONNode
  }

  private let object: JSONObject
  private let specification: PropertySpecification
  private let builder: NodeBuilder

  init(object: JSONObject, offset: Int, specification: PropertySpecification) {
    (self.object, self.specification) = (object, specification)
    builder = NodeBuilder(offset: offset)
  }

  func expression() throws(ExpressionError) -> JSONNode {
    guard let list = object["stops"] else { return try identity() }
    guard let items = list.array, !items.isEmpty else { throw failure("\"stops\" must be an array with at least one stop.", list) }
    let hasProperty = object["property"] != nil
    var stops: [Stop] = []
    for item in items {
      guard let pair = item.array, pair.count == 2 else {
        throw failure("A stop must be an array of an input and an output.", item)
      }
      let hasTokens = specification.hasTokens && !hasProperty && pair[0].object == nil
      let output =
        hasTokens ? pair[1].string.map { LegacyFunction.tokens($0, offset: pair[1].offset) } : nil
      stops.append(Stop(input: pair[0], output: output ?? builder.literal(pair[1])))
    }
    if stops[0].input.object != nil { return try zoomAndProperty(stops) }
    return hasProperty ? try property(stops, shape()) : try zoom(stops)
  }

  private func failure(_ reason: String, _ node: JSONNode? = nil) -> ExpressionError {
    ExpressionError(reason, offset: node?.offset ?? builder.offset)
  }

  private func shape() throws(ExpressionError) -> Shape {
    guard let type = object["type"] else { return specification.isInterpolated ? .exponential : .interval }
    guard let shape = type.string.flatMap(Shape.init(rawValue:)) else {
      throw failure("A function is identity, exponential, interval or categorical.", type)
    }
    return shape
  }

  private func get() throws(ExpressionError) -> JSONNode {
    guard let name = object["property"], name.string != nil else {
      throw failure("\"property\" must be a string.", object["property"])
    }
    return builder.call("get", name)
  }

  // MARK: - Shapes

  private func identity() throws(ExpressionError) -> JSONNode {
    let get = try get()
    guard let fallback = object["default"].map(builder.literal) else {
      // A text is asserted, where an expression would convert.
      if case .string = specification.kind { return builder.call("string", get) }
      return get
    }
    switch specification.kind {
    case .enumeration(let options):
      return builder.call("match", get, builder.array(options.map(builder.string)), get, fallback)
    case .color: return builder.call("to-color", get, fallback)
    case .array(let item, let count):
      let length = count.map { builder.number(Double($0)) } ?? JSONNode(.null, offset: builder.offset)
      return item == .value
        ? builder.call("array", get, fallback) : builder.call("array", builder.string(item.description), length, get, fallback)
    case .number: return builder.call("number", get, fallback)
    case .string: return builder.call("string", get, fallback)
    case .boolean: return builder.call("boolean", get, fallback)
    default: return builder.call("coalesce", get, fallback)
    }
  }

  private func zoom(_ stops: [Stop]) throws(ExpressionError) -> JSONNode {
    let zoom = builder.call("zoom")
    switch try shape() {
    case .interval: return curve(step: zoom, stops)
    case .exponential: return curve(interpolating: zoom, stops)
    default: throw failure("A function of the zoom is exponential or interval.", object["type"])
    }
  }

  private func property(_ stops: [Stop], _ shape: Shape) throws(ExpressionError) -> JSONNode {
    let get = try get()
    let number = builder.call("number", get)
    switch shape {
    case .identity: return try identity()
    case .interval: return guarded(curve(step: number, stops), get)
    case .exponential: return guarded(curve(interpolating: number, stops), get)
    case .categorical: return categorical(stops, get)
    }
  }

  private func categorical(_ stops: [Stop], _ get: JSONNode) -> JSONNode {
    var items: [JSONNode] = []
    if stops[0].input.boolean != nil {
      items = [builder.string("case")]
      for stop in stops { items += [builder.call("==", get, stop.input), stop.output] }
    } else {
      items = [builder.string("match"), get]
      var known: [JSONNode] = []
      for stop in stops where !known.contains(stop.input) {
        known.append(stop.input)
        items += [stop.input, stop.output]
      }
    }
    let fallback = object["default"] ?? specification.defaultValue
    let isImage = if case .resolvedImage = specification.kind { true } else { false }
    // Without a default there is no value, and the property takes its own.
    items.append(
      fallback.map(builder.literal) ?? (isImage ? builder.string("") : builder.call("error", builder.string("No stop."))))
    return builder.array(items)
  }

  /// Adds the function's default for features whose property is no number.
  private func guarded(_ curve: JSONNode, _ get: JSONNode) -> JSONNode {
    guard let fallback = object["default"] else { return curve }
    let isNumber = builder.call("==", builder.call("typeof", get), builder.string("number"))
    return builder.call("case", isNumber, curve, builder.literal(fallback))
  }

  /// Stops with an input such as `{"zoom": 5, "value": 10}`: a function of the property for each zoom.
  private func zoomAndProperty(_ stops: [Stop]) throws(ExpressionError) -> JSONNode {
    var zooms: [JSONNode] = []
    var groups: [[Stop]] = []
    for stop in stops {
      guard let input = stop.input.object, let zoom = input["zoom"], zoom.number != nil, let value = input["value"] else {
        throw failure("The input of a stop must have \"zoom\" and \"value\".", stop.input)
      }
      let index = zooms.firstIndex(of: zoom) ?? zooms.count
      if index == zooms.count {
        zooms.append(zoom)
        groups.append([])
      }
      groups[index].append(Stop(input: value, output: stop.output))
    }
    var outer: [Stop] = []
    for (zoom, group) in zip(zooms, groups) {
      // A function of the property has a base of 1 here.
      outer.append(Stop(input: zoom, output: try property(group, try shape())))
    }
    let zoom = builder.call("zoom")
    return specification.isInterpolated ? curve(interpolating: zoom, outer, isLinear: true) : curve(step: zoom, outer)
  }

  // MARK: - Curves

  private func curve(interpolating input: JSONNode, _ stops: [Stop], isLinear: Bool = false) -> JSONNode {
    let name =
      switch object["colorSpace"]?.string {
      case "hcl": "interpolate-hcl"
      case "lab": "interpolate-lab"
      default: "interpolate"
      }
    let isComposite = object["stops"]?.array?.first?.array?.first?.object != nil
    let base = isLinear || isComposite ? 1 : object["base"]?.number ?? 1
    let curve = base == 1 ? builder.call("linear") : builder.call("exponential", builder.number(base))
    var items = [builder.string(name), curve, input]
    for stop in unique(stops) { items += [stop.input, stop.output] }
    return builder.array(items)
  }

  private func curve(step input: JSONNode, _ stops: [Stop]) -> JSONNode {
    let stops = unique(stops)
    var items = [builder.string("step"), input, stops[0].output]
    for stop in stops.dropFirst() { items += [stop.input, stop.output] }
    // A step needs two outputs.
    if stops.count == 1 { items += [builder.number(0), stops[0].output] }
    return builder.array(items)
  }

  /// Removes stops with the input of the one before, which functions allowed.
  private func unique(_ stops: [Stop]) -> [Stop] {
    stops.enumerated().filter { $0.offset == 0 || $0.element.input != stops[$0.offset - 1].input }.map(\.element)
  }
}
