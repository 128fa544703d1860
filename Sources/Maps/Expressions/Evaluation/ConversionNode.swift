/// Converts the first of its arguments that can be converted to a type, or fails: `["to-color", ["get",
/// "color"], "red"]`.
///
/// The parser also adds one where a type such as a color is expected and an argument is a text or may be
/// anything.
final class ConversionNode: ExpressionNode, @unchecked Sendable {
  init(_ type: ValueType, _ arguments: [ExpressionNode]) {
    super.init(type, arguments)
  }

  override func evaluate(_ context: inout EvaluationContext) throws(EvaluationError) -> StyleValue {
    switch type {
    case .boolean: return .boolean(try children[0].evaluate(&context).isTruthy)
    case .string: return .string(try children[0].evaluate(&context).text)
    case .formatted:
      let value = try children[0].evaluate(&context)
      if case .formatted = value { return value }
      return .formatted(FormattedText(text: value.text))
    case .resolvedImage:
      let value = try children[0].evaluate(&context)
      if case .image = value { return value }
      let name = value.text
      return name.isEmpty ? .null : .image(ResolvedImage(name: name))
    default: break
    }
    var value = StyleValue.null
    for argument in children {
      value = try argument.evaluate(&context)
      if let converted = converted(value) { return converted }
    }
    throw failure(reason(value))
  }

  private func converted(_ value: StyleValue) -> StyleValue? {
    switch type {
    case .number: value.convertedNumber.flatMap { $0 == $0 ? .number($0) : nil }
    case .color: Self.color(value)
    case .padding: value.convertedPadding.map(StyleValue.padding)
    case .numberArray: value.convertedNumberArray.map(StyleValue.numberArray)
    case .colorArray: value.convertedColorArray.map(StyleValue.colorArray)
    case .anchorOffsets: value.convertedAnchorOffsets.map(StyleValue.anchorOffsets)
    case .projection: value.convertedProjection.map(StyleValue.projection)
    default: nil
    }
  }

  private static func color(_ value: StyleValue) -> StyleValue? {
    switch value {
    case .color: value
    case .string(let text): StyleColor(css: text).map(StyleValue.color)
    case .array(let items) where items.count == 3 || items.count == 4:
      StyleColor.problem(of: items) == nil ? .color(StyleColor(components: items)) : nil
    default: nil
    }
  }

  private func reason(_ value: StyleValue) -> EvaluationError.Reason {
    guard type == .color, case .array(let items) = value else { return .notConvertible(value, to: type) }
    return .invalidColor(items, problem: StyleColor.problem(of: items) ?? "it is no color")
  }
}

extension StyleColor {
  /// Returns why three or four components, from 0 to 255 and alpha from 0 to 1, are no color; nil if they
  /// are.
  static func problem(of components: [StyleValue]) -> String? {
    guard components.count == 3 || components.count == 4 else { return "it needs three or four numbers" }
    guard components[..<3].allSatisfy({ ($0.number.map { $0 >= 0 && $0 <= 255 }) ?? false }) else {
      return "red, green and blue must be from 0 to 255"
    }
    guard components.count == 3 || components[3].number.map({ $0 >= 0 && $0 <= 1 }) ?? false else {
      return "alpha must be from 0 to 1"
    }
    return nil
  }

  /// Creates a color from components that have no ``problem(of:)``.
  init(components: [StyleValue]) {
    func part(_ index: Int) -> Double { components[index].number ?? 0 }
    self.init(red: part(0) / 255, green: part(1) / 255, blue: part(2) / 255, alpha: components.count == 4 ? part(3) : 1)
  }
}
