import CartoucheMaps

/// The suite `style-expressions`: compiles an expression and evaluates it for features.
///
/// The result has the member `result`, which is `success` or `error`. After an error, the member `errors` has
/// its key. After a success, the members are those of the suite's `compiled`, and `outputs`.
enum StyleExpressionSuite: ConformanceSuite {
  static let name = "style-expressions"

  static func run(_ path: String) -> [(key: String, value: String)] {
    do throws(JSONError) {
      guard let test = try JSONNode(contentsOfFile: path).object, let expression = test["expression"] else {
        return failure("", "there is no expression")
      }
      return run(expression, test)
    } catch {
      return failure("", "\(error)")
    }
  }

  private static func run(_ expression: JSONNode, _ test: JSONObject) -> [(key: String, value: String)] {
    let specification = PropertySpecification(test["propertySpec"]?.object ?? JSONObject())
    var keys = PropertyKeys()
    let compiled: StyleExpression
    do throws(ExpressionError) {
      let property =
        expression.object == nil
        ? try PropertyExpression(expression: expression, for: specification, keys: &keys)
        : try PropertyExpression(expression, for: specification, keys: &keys)
      compiled = property.expression
    } catch {
      return failure(error.key, error.reason)
    }
    var globalState: [String: StyleValue] = [:]
    for member in test["globalState"]?.object?.members ?? [] { globalState[member.key] = StyleValue(member.value) }
    let outputs = (test["inputs"]?.array ?? []).map { output(of: compiled, for: $0, globalState) }
    return [
      ("result", JSONText.string("success")), ("type", JSONText.string(compiled.type.description)),
      ("isFeatureConstant", "\(compiled.isFeatureConstant)"), ("isZoomConstant", "\(compiled.isZoomConstant)"),
      ("outputs", JSONText.array(outputs)),
    ]
  }

  private static func failure(_ key: String, _ reason: String) -> [(key: String, value: String)] {
    let error = "{\"key\":\(JSONText.string(key)),\"error\":\(JSONText.string(reason))}"
    return [("result", JSONText.string("error")), ("errors", JSONText.array([error]))]
  }

  private static func output(of expression: StyleExpression, for input: JSONNode, _ globalState: [String: StyleValue]) -> String {
    let state = input.array?.first?.object ?? JSONObject()
    let given = input.array?.last?.object ?? JSONObject()
    var context = EvaluationContext(zoom: state["zoom"]?.number, globalState: globalState)
    context.heatmapDensity = state["heatmapDensity"]?.number
    context.elevation = state["elevation"]?.number
    context.lineProgress = state["lineProgress"]?.number
    context.accumulated = state["accumulated"].map(StyleValue.init) ?? .null
    context.images = Set((state["availableImages"] ?? given["availableImages"])?.array?.compactMap(\.string) ?? [])
    for member in given["featureState"]?.object?.members ?? [] { context.featureState[member.key] = StyleValue(member.value) }
    context.feature = feature(given, state["canonicalID"]?.object)
    do throws(EvaluationError) {
      return json(try expression.evaluate(&context))
    } catch {
      return "{\"error\":\(JSONText.string("\(error.path): \(error)"))}"
    }
  }

  // MARK: - Features

  private static func feature(_ given: JSONObject, _ canonicalID: JSONObject?) -> PropertyFeature {
    let feature = PropertyFeature(id: given["id"].map(StyleValue.init) ?? .null)
    if case .object(let properties)? = given["properties"].map(StyleValue.init) { feature.properties = properties }
    guard let geometry = given["geometry"]?.object, let type = geometry["type"]?.string else { return feature }
    let lists: [JSONNode]
    let coordinates = geometry["coordinates"]
    switch type {
    case "Point": (feature.kind, lists) = (.point, coordinates.map { [JSONNode(.array([$0]))] } ?? [])
    case "MultiPoint": (feature.kind, lists) = (.point, coordinates.map { [$0] } ?? [])
    case "LineString": (feature.kind, lists) = (.line, coordinates.map { [$0] } ?? [])
    case "MultiLineString": (feature.kind, lists) = (.line, coordinates?.array ?? [])
    case "Polygon": (feature.kind, lists) = (.polygon, coordinates?.array ?? [])
    case "MultiPolygon": (feature.kind, lists) = (.polygon, coordinates?.array?.flatMap { $0.array ?? [] } ?? [])
    default: lists = []
    }
    if let zoom = whole(canonicalID?["z"]), let x = whole(canonicalID?["x"]), let y = whole(canonicalID?["y"]),
      let tile = TileID(zoom: zoom, x: x, y: y)
    {
      feature.geometry = FeatureGeometry(tile: tile, parts: lists.map { ($0.array ?? []).map { vertex($0, tile) } })
    }
    return feature
  }

  private static func whole(_ node: JSONNode?) -> Int? { node?.number.flatMap { Int(exactly: $0) } }

  /// Returns the vertex of a tile at a longitude and a latitude.
  private static func vertex(_ node: JSONNode, _ tile: TileID) -> SIMD2<Double> {
    let numbers = node.array?.compactMap(\.number) ?? []
    guard numbers.count >= 2 else { return SIMD2(0, 0) }
    let (pi, extent) = (ElementaryFunctions.pi, FeatureGeometry.extent)
    let tangent = ElementaryFunctions.tangent(pi / 4 + numbers[1] * pi / 360)
    let y = (180 - ElementaryFunctions.logarithm(tangent) * 180 / pi) / 360
    let tileCount = Double(1 << tile.zoom)
    return SIMD2(
      ElementaryFunctions.floor(((180 + numbers[0]) / 360 * tileCount - Double(tile.x)) * extent + 0.5),
      ElementaryFunctions.floor((y * tileCount - Double(tile.y)) * extent + 0.5))
  }

  // MARK: - Results

  /// Returns a value as the suite writes it.
  private static func json(_ value: StyleValue) -> String {
    switch value {
    case .color(let color):
      let parts = color.premultiplied
      return JSONText.array([number(parts.x), number(parts.y), number(parts.z), number(parts.w)])
    case .array(let items): return JSONText.array(items.map(json))
    case .object(let members): return object(members.members.map { ($0.key, json($0.value)) })
    case .padding(let sides): return object([("values", JSONText.array([sides.x, sides.y, sides.z, sides.w].map(number)))])
    case .numberArray(let numbers): return object([("values", JSONText.array(numbers.map(number)))])
    case .colorArray(let colors): return object([("values", JSONText.array(colors.map(color)))])
    case .anchorOffsets(let offsets):
      let values = offsets.flatMap { [JSONText.string($0.anchor), JSONText.array([number($0.x), number($0.y)])] }
      return object([("values", JSONText.array(values))])
    case .image(let image): return object([("name", JSONText.string(image.name)), ("available", "\(image.isAvailable)")])
    case .formatted(let text): return object([("sections", JSONText.array(text.sections.map(section)))])
    case .projection(let projection) where projection.isSteady: return JSONText.string(projection.end)
    case .projection(let projection):
      return object([
        ("from", JSONText.string(projection.start)), ("to", JSONText.string(projection.end)),
        ("transition", number(projection.transition)),
      ])
    case .string(let string): return JSONText.string(string)
    case .number(let value): return number(value)
    default: return value.json
    }
  }

  private static func color(_ color: StyleColor) -> String {
    let parts = color.premultiplied
    return object([("r", number(parts.x)), ("g", number(parts.y)), ("b", number(parts.z)), ("a", number(parts.w))])
  }

  private static func section(_ section: FormattedText.Section) -> String {
    object([
      ("text", JSONText.string(section.text)), ("image", section.image.map { json(.image($0)) } ?? "null"),
      ("scale", section.scale.map(number) ?? "null"), ("fontStack", section.fonts.map(JSONText.string) ?? "null"),
      ("textColor", section.color.map(color) ?? "null"),
      ("verticalAlign", section.verticalAlignment.map(JSONText.string) ?? "null"),
    ])
  }

  private static func number(_ number: Double) -> String { StyleValue.number(number).json }

  private static func object(_ members: [(String, String)]) -> String {
    "{" + members.map { "\(JSONText.string($0.0)):\($0.1)" }.joined(separator: ",") + "}"
  }
}

extension PropertySpecification {
  /// Creates the specification of a property from the JSON of a test. By default, a property may be anything.
  fileprivate init(_ object: JSONObject) {
    func value(_ key: String) -> String? { object[key]?.string }
    let types: [String: ValueType] = ["number": .number, "string": .string, "boolean": .boolean]
    let kind: Kind =
      switch value("type") {
      case "number": .number
      case "string": .string
      case "boolean": .boolean
      case "color": .color
      case "formatted": .formatted
      case "resolvedImage": .resolvedImage
      case "padding": .padding
      case "numberArray": .numberArray
      case "colorArray": .colorArray
      case "variableAnchorOffsetCollection": .anchorOffsets
      case "projectionDefinition": .projection
      case "enum": .enumeration(object["values"]?.object?.keys ?? [])
      case "array":
        .array(of: value("value").flatMap { types[$0] } ?? .value, count: object["length"]?.number.flatMap { Int(exactly: $0) })
      default: .any
      }
    let expression = object["expression"]?.object
    self.init(
      kind, default: object["default"], isDataDriven: value("property-type").map { $0.hasSuffix("data-driven") } ?? true,
      dependsOnZoom: expression.map { $0["parameters"]?.array?.contains { $0.string == "zoom" } ?? false } ?? true,
      isInterpolated: expression.map { $0["interpolated"]?.boolean ?? false } ?? true,
      hasTokens: object["tokens"]?.boolean ?? false)
  }
}
