/// Operators on colors: `rgb`, `rgba` and `to-rgba`.
enum Colors {
  static func addAll(to table: inout OperatorTable) {
    table.add("rgb", Signature([.number, .number, .number], .color), body: color)
    table.add("rgba", Signature([.number, .number, .number, .number], .color), body: color)
    table.add("to-rgba", Signature([.color], .array(of: .number, count: 4))) { (node, context) throws(EvaluationError) in
      guard case .color(let color) = try node.children[0].evaluate(&context) else { return .null }
      return .array([color.red * 255, color.green * 255, color.blue * 255, color.alpha].map(StyleValue.number))
    }
  }

  private static let color: FunctionNode.Body = { (node, context) throws(EvaluationError) in
    var components: [StyleValue] = []
    for argument in node.children { components.append(.number(try argument.number(&context))) }
    if let problem = StyleColor.problem(of: components) { throw node.failure(.invalidColor(components, problem: problem)) }
    return .color(StyleColor(components: components))
  }
}
