/// The properties of a layer in a style sheet.
extension StyleSheetReader {
  private static let transitionSuffix = "-transition"

  mutating func readProperties(_ node: JSONNode?, isLayout: Bool, _ layer: inout StyleLayer, _ item: String) {
    guard let node, !node.isNull else { return }
    guard let object = node.object else {
      return reportType(node, item: item, property: isLayout ? "layout" : "paint", expected: "an object")
    }
    for member in object.members where !member.value.isNull {
      if isLayout, member.key == "visibility" {
        readVisibility(member.value, &layer, item)
      } else {
        read(StyleProperty(member.key), member.value, isLayout: isLayout, &layer, item)
      }
    }
  }

  private mutating func read(
    _ property: StyleProperty, _ value: JSONNode, isLayout: Bool, _ layer: inout StyleLayer, _ item: String
  ) {
    guard let entry = PropertyTable.entry(property, of: layer.kind) else {
      if let target = target(ofTransition: property, of: layer.kind) {
        layer.transitions[target] = transition(value, item: item, property: property.name)
      } else {
        report(value, item: item, property: property.name, Self.advice(onProperty: property, of: layer.kind))
      }
      return
    }
    guard entry.isLayout == isLayout else {
      let group = entry.isLayout ? "layout" : "paint"
      return report(value, item: item, property: property.name, "it belongs in the layer's \"\(group)\". The default is used.")
    }
    do throws(ExpressionError) {
      let expression = try PropertyExpression(value, for: entry.specification, keys: &keys)
      if let refusal = entry.refusal(of: expression.expression.dependencies) {
        throw ExpressionError(refusal + ".", offset: value.offset)
      }
    } catch {
      return report(
        line: line(of: error, in: value), item: item, property: property.name, "\(Self.sentence(error)). The default is used.")
    }
    layer.properties[property] = .json(StyleJSON(value))
  }

  /// Returns the property of which another one, such as `fill-color-transition`, is the transition; nil if it
  /// is none.
  private func target(ofTransition property: StyleProperty, of kind: StyleLayer.Kind) -> StyleProperty? {
    guard property.name.hasSuffix(Self.transitionSuffix) else { return nil }
    let target = StyleProperty(String(property.name.dropLast(Self.transitionSuffix.count)))
    return PropertyTable.entry(target, of: kind) == nil ? nil : target
  }

  private static func advice(onProperty property: StyleProperty, of kind: StyleLayer.Kind) -> String {
    let kinds = PropertyTable.kinds(with: property).map { "\"\($0.rawValue)\"" }
    guard !kinds.isEmpty else { return "there is no such property. It is ignored." }
    return "it is a property of layers of the type \(kinds.joined(separator: " or ")), and this one is of the type "
      + "\"\(kind.rawValue)\". It is ignored."
  }

  // MARK: - Visibility

  /// Reads whether a layer is drawn: a text, or an expression of the global state.
  private mutating func readVisibility(_ node: JSONNode, _ layer: inout StyleLayer, _ item: String) {
    let specification = PropertySpecification.visibility
    do throws(ExpressionError) {
      let expression = try PropertyExpression(node, for: specification, keys: &keys)
      let refused = expression.expression.dependencies.subtracting([.globalState, .evaluation])
      if let name = PropertyTable.operatorName(of: refused) {
        throw ExpressionError("\"\(name)\" may not be used here.", offset: node.offset)
      }
      var context = EvaluationContext(globalState: style.globalValues)
      layer.isHidden = expression.value(&context).string == "none"
      if expression.expression.dependencies.contains(.globalState) { layer.visibility = StyleJSON(node) }
    } catch {
      report(
        line: line(of: error, in: node), item: item, property: "visibility", "\(Self.sentence(error)). The layer is visible.")
    }
  }

  // MARK: - Errors in expressions

  /// Returns the line of an error in an expression.
  func line(of error: ExpressionError, in node: JSONNode) -> Int {
    lines.line(of: max(error.offset, node.offset))
  }

  /// Returns what is wrong with an expression, without a full stop.
  static func sentence(_ error: ExpressionError) -> String {
    let text = shortened(error.description, limit: 400)
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}
