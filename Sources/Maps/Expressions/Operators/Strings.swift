/// Operators on strings: `concat`, `upcase`, `downcase`, `collator`, `number-format` and others.
enum Strings {
  static func addAll(to table: inout OperatorTable) {
    table.add("concat", Signature(any: .value, .string)) { (node, context) throws(EvaluationError) in
      var text = ""
      for argument in node.children { text += try argument.evaluate(&context).text }
      return .string(try node.bounded(text))
    }
    table.add("upcase", Signature([.string], .string)) { (node, context) throws(EvaluationError) in
      .string(try node.children[0].string(&context).uppercased())
    }
    table.add("downcase", Signature([.string], .string)) { (node, context) throws(EvaluationError) in
      .string(try node.children[0].string(&context).lowercased())
    }
    // HarfBuzz shapes every script.
    table.add("is-supported-script", Signature([.string], .boolean), dependencies: .evaluation) {
      (node, context) throws(EvaluationError) in
      _ = try node.children[0].string(&context)
      return .boolean(true)
    }
    table.add("error", Signature([.string], .error), dependencies: .evaluation) { (node, context) throws(EvaluationError) in
      throw node.failure(.stated(try node.children[0].string(&context)))
    }
    table.add("resolved-locale", Signature([.collator], .string)) { (node, context) throws(EvaluationError) in
      guard case .collator(let collator) = try node.children[0].evaluate(&context) else { return .null }
      return .string(collator.resolvedLocale)
    }
    table["collator"] = parseCollator
    table["number-format"] = parseNumberFormat
  }

  private static func parseCollator(
    _ call: ExpressionCall, _ parser: inout ExpressionParser
  ) throws(ExpressionError) -> ExpressionNode {
    guard call.argumentCount == 1 else { throw parser.failure("\"collator\" expects one argument.", call) }
    guard let options = call.items[1].object else { throw parser.failure("The options of a collator must be an object.", call) }
    var nodes: [ExpressionNode] = []
    for name in ["case-sensitive", "diacritic-sensitive"] {
      nodes.append(try parser.parse(options[name] ?? JSONNode(.boolean(false)), at: 1, expecting: .boolean))
    }
    if let locale = options["locale"] { nodes.append(try parser.parse(locale, at: 1, expecting: .string)) }
    return FunctionNode(.collator, nodes, dependencies: .evaluation) { (node, context) throws(EvaluationError) in
      .collator(
        Collator(
          isCaseSensitive: try node.children[0].boolean(&context), isDiacriticSensitive: try node.children[1].boolean(&context),
          locale: node.children.count == 3 ? try node.children[2].string(&context) : nil))
    }
  }

  private static func parseNumberFormat(
    _ call: ExpressionCall, _ parser: inout ExpressionParser
  ) throws(ExpressionError) -> ExpressionNode {
    guard call.argumentCount == 2 else { throw parser.failure("\"number-format\" expects two arguments.", call) }
    var nodes = [try parser.parse(call.items[1], at: 1, expecting: .number)]
    guard let options = call.items[2].object else {
      throw parser.failure("The options of a number format must be an object.", call)
    }
    var names: [String] = []
    for (name, type) in [
      ("locale", ValueType.string), ("currency", .string), ("unit", .string), ("min-fraction-digits", .number),
      ("max-fraction-digits", .number),
    ] {
      guard let option = options[name] else { continue }
      names.append(name)
      nodes.append(try parser.parse(option, at: 1, expecting: type))
    }
    guard !names.contains("currency") || !names.contains("unit") else {
      throw parser.failure("A number has a currency or a unit, not both.", call)
    }
    return FunctionNode(.string, nodes) { [names] (node, context) throws(EvaluationError) in
      let number = try node.children[0].number(&context)
      var format = NumberFormat.Options()
      for (name, option) in zip(names, node.children[1...]) {
        switch name {
        case "locale": format.locale = try option.string(&context)
        case "currency": format.currency = try option.string(&context)
        case "unit": format.unit = try option.string(&context)
        case "min-fraction-digits": format.minimumFractionDigits = digitCount(try option.number(&context))
        default: format.maximumFractionDigits = digitCount(try option.number(&context))
        }
      }
      return .string(NumberFormat.text(number, format))
    }
  }

  private static func digitCount(_ number: Double) -> Int { number == number ? Int(min(max(number, 0), 20)) : 0 }
}
