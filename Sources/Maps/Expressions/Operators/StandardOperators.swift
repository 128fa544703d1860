extension OperatorTable {
  /// All operators of the style specification, version 8.
  package static let standard: OperatorTable = {
    var table = OperatorTable()
    ArithmeticNode.addAll(to: &table)
    ComparisonNode.addAll(to: &table)
    table.addLogic()
    table["match"] = MatchNode.parse
    table["step"] = StepNode.parse
    for name in ["interpolate", "interpolate-hcl", "interpolate-lab"] { table[name] = InterpolateNode.parse }
    table["let"] = LetNode.parse
    table["var"] = VariableNode.parse
    Literals.addAll(to: &table)
    Conversions.addAll(to: &table)
    FeatureOperators.addAll(to: &table)
    Searching.addAll(to: &table)
    Sequences.addAll(to: &table)
    Strings.addAll(to: &table)
    Colors.addAll(to: &table)
    table["format"] = FormatNode.parse
    table["image"] = ImageNode.parse
    table["within"] = WithinNode.parse
    table["distance"] = DistanceNode.parse
    return table
  }()
}
