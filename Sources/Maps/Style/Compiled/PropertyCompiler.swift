import CartoucheRaster
import CartoucheScene

/// Compiles the properties of one style layer.
struct PropertyCompiler {
  let layer: StyleLayer
  let path: String
  var keys: PropertyKeys
  /// The expressions that are evaluated for each feature.
  private(set) var featureExpressions: [PropertyExpression] = []
  /// The values of the properties that depend on the feature.
  private(set) var featureProperties: [StyleProperty: PropertyValue] = [:]
  private(set) var errors: [StyleError] = []
  /// The properties whose changes are shown gradually.
  private(set) var changing: ChangingProperties
  /// The layer before a change of the style; nil if it is new.
  private let change: LayerChange?
  /// When the transitions that begin with the change start and end; nil if there are none.
  private(set) var newTransitions: (start: Seconds, end: Seconds)?

  init(_ layer: StyleLayer, path: String, keys: PropertyKeys, change: LayerChange? = nil) {
    (self.layer, self.path, self.keys, self.change) = (layer, path, keys, change)
    changing = ChangingProperties(values: layer.properties)
  }

  mutating func report(_ reason: String, _ property: StyleProperty? = nil) {
    errors.append(StyleError(file: path, line: layer.line, item: "layer \"\(layer.name)\"", property: property?.name ?? "", reason))
  }

  /// Compiles a property. If its value is wrong, the error is reported and the default is used.
  mutating func compile(_ property: StyleProperty) -> CompiledProperty {
    guard let entry = PropertyTable.entry(property, of: layer.kind) else { return CompiledProperty(constant: .null) }
    var result = compile(property, entry)
    if entry.hasTransition {
      if let change { result = change.transition(of: property, in: layer, to: result) }
      if case .transition(let transition) = result.source, change?.isNew(transition) == true {
        newTransitions = CompiledStyle.union(newTransitions, transition.times)
      }
      changing.compiled[property] = result
    }
    return result
  }

  private mutating func compile(_ property: StyleProperty, _ entry: PropertyTable.Entry) -> CompiledProperty {
    let specification = entry.specification
    guard let value = layer.properties[property] else {
      // The default of a heatmap's colors is an expression.
      if let node = specification.defaultValue, node.array?.first?.string != nil { return compile(node, property, entry) }
      return CompiledProperty(constant: specification.convertedDefault)
    }
    switch (value, specification.kind) {
    case (.number(let number), .number): return CompiledProperty(.number(number))
    case (.number(let number), .padding):
      return compile(JSONNode(.number(Double(number.rawValue) / 65536)), property, entry)
    case (.ramp(let ramp), .number): return CompiledProperty(.ramp(ramp))
    case (.color(let color), .color): return CompiledProperty(.color(color))
    case (.number(let number), .color) where number >= 0 && number.rawValue & 0xffff == 0:
      return CompiledProperty(.color(Color(hex: UInt32(clamping: number.rawValue >> 16))))
    case (.zoomColor(let color), .color): return CompiledProperty(.zoomColor(color))
    case (.flag(let flag), .boolean): return CompiledProperty(.value(.boolean(flag)))
    case (.json(let json), _):
      if let error = json.error { return wrong("it is not JSON: \(error.reason)", property, specification) }
      return compile(json.node, property, entry)
    case (.text(let text), _): return compile(JSONNode(.string(text)), property, entry)
    case (.numbers(let numbers), _):
      let nodes = numbers.map { JSONNode(.number(Double($0.rawValue) / 65536)) }
      return compile(JSONNode(.array(nodes)), property, entry)
    default: return wrong("its value is of the wrong type", property, specification)
    }
  }

  private mutating func wrong(_ reason: String, _ property: StyleProperty, _ specification: PropertySpecification)
    -> CompiledProperty
  {
    report("\(reason). The default is used.", property)
    return CompiledProperty(constant: specification.convertedDefault)
  }

  private mutating func compile(_ node: JSONNode, _ property: StyleProperty, _ entry: PropertyTable.Entry) -> CompiledProperty {
    let specification = entry.specification
    if node.isNull { return CompiledProperty(constant: specification.convertedDefault) }
    let expression: PropertyExpression
    do throws(ExpressionError) {
      expression = try PropertyExpression(node, for: specification, keys: &keys)
    } catch {
      return wrong(error.reason.hasSuffix(".") ? String(error.reason.dropLast()) : error.reason, property, specification)
    }
    if let refusal = entry.refusal(of: expression.expression.dependencies) { return wrong(refusal, property, specification) }
    let inputs = expression.expression.dependencies
    if inputs.contains(.lineProgress) || inputs.contains(.heatmapDensity) { return CompiledProperty(.zoom(expression)) }
    switch expression.kind {
    case .constant where inputs.isDisjoint(with: [.globalState]):
      var context = EvaluationContext()
      return CompiledProperty(constant: expression.value(&context))
    case .constant, .zoom: return CompiledProperty(.zoom(expression))
    case .feature, .zoomAndFeature:
      featureExpressions.append(expression)
      featureProperties[property] = layer.properties[property]
      return CompiledProperty(.feature(expression, index: featureExpressions.count - 1))
    }
  }

  /// Compiles the layer's filter. If it is wrong, the error is reported and the result is nil.
  mutating func compileFilter() -> LayerFilter? {
    guard case .json(let json) = layer.filter else { return .tags(layer.filter) }
    if let error = json.error {
      report("the filter is not JSON: \(error.reason). The layer is not drawn.")
      return nil
    }
    do throws(ExpressionError) {
      let filter = try FilterExpression(json.node, keys: &keys)
      return .expression(filter)
    } catch {
      report("the filter is wrong: \(error.reason) The layer is not drawn.")
      return nil
    }
  }
}

/// The filter of a style layer.
enum LayerFilter: Sendable {
  /// Conditions on tags, which are compiled for each tile.
  case tags(StyleFilter)
  case expression(FilterExpression)

  var dependsOnZoom: Bool {
    if case .expression(let filter) = self { filter.expression.dependencies.contains(.zoom) } else { false }
  }
}
