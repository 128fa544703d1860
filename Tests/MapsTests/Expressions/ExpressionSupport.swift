import CartoucheMaps

/// Compiles and evaluates expressions that tests give as JSON.
struct ExpressionFixture {
  var context = EvaluationContext()
  var type: ValueType?

  init(_ properties: String = "{}", zoom: Double? = nil, type: ValueType? = nil, kind: VectorFeature.Kind? = nil) {
    self.type = type
    context.zoom = zoom
    let feature = PropertyFeature(kind: kind)
    if case .object(let object) = Self.value(properties) { feature.properties = object }
    context.feature = feature
  }

  static func value(_ json: String) -> StyleValue {
    (try? JSONNode(parsing: json)).map { StyleValue($0) } ?? .null
  }

  func compile(_ json: String) throws -> StyleExpression {
    var keys = PropertyKeys()
    return try StyleExpression(try JSONNode(parsing: json), type: type, keys: &keys)
  }

  /// Returns the value as JSON, or the error with its place.
  func evaluate(_ json: String) -> String {
    var context = context
    do {
      return try compile(json).evaluate(&context).json
    } catch let error as ExpressionError {
      return "invalid at \(error.key)"
    } catch let error as EvaluationError {
      return "failed at \(error.path)"
    } catch {
      return "\(error)"
    }
  }
}

/// Returns the value of an expression, as JSON.
func evaluate(_ json: String, _ properties: String = "{}", zoom: Double? = nil, type: ValueType? = nil) -> String {
  ExpressionFixture(properties, zoom: zoom, type: type).evaluate(json)
}
