/// `interpolate`, `interpolate-hcl` and `interpolate-lab`: a value between those of the two nearest stops.
final class InterpolateNode: CurveNode, @unchecked Sendable {
  let curve: InterpolationCurve
  private let space: ColorSpace

  private init(
    _ type: ValueType, _ curve: InterpolationCurve, _ space: ColorSpace, _ input: ExpressionNode, _ stops: [Double],
    _ outputs: [ExpressionNode]
  ) {
    (self.curve, self.space) = (curve, space)
    super.init(type, input, stops, outputs)
  }

  /// The two outputs around the input, and the part of the way between them.
  private enum Position {
    case at(ExpressionNode)
    case between(ExpressionNode, ExpressionNode, Double)
  }

  private func position(_ context: inout EvaluationContext) throws(EvaluationError) -> Position {
    if stops.count == 1 { return .at(output(0)) }
    let value = try input.number(&context)
    guard value == value else { throw failure(.notANumber) }
    if value <= stops[0] { return .at(output(0)) }
    let index = index(of: value)
    if index == stops.count - 1 { return .at(output(index)) }
    return .between(output(index), output(index + 1), curve.fraction(value, from: stops[index], to: stops[index + 1]))
  }

  override func number(_ context: inout EvaluationContext) throws(EvaluationError) -> Double {
    switch try position(&context) {
    case .at(let output): return try output.number(&context)
    case .between(let lower, let upper, let fraction):
      let (start, end) = (try lower.number(&context), try upper.number(&context))
      return start + fraction * (end - start)
    }
  }

  override func evaluate(_ context: inout EvaluationContext) throws(EvaluationError) -> StyleValue {
    if type == .number { return .number(try number(&context)) }
    switch try position(&context) {
    case .at(let output): return try output.evaluate(&context)
    case .between(let lower, let upper, let fraction):
      return try value(from: try lower.evaluate(&context), to: try upper.evaluate(&context), at: fraction)
    }
  }

  private func value(from start: StyleValue, to end: StyleValue, at fraction: Double) throws(EvaluationError) -> StyleValue {
    func mix(_ a: Double, _ b: Double) -> Double { a + fraction * (b - a) }
    switch (start, end) {
    case (.number(let a), .number(let b)): return .number(mix(a, b))
    case (.color(let a), .color(let b)): return .color(.interpolated(from: a, to: b, at: fraction, in: space))
    case (.padding(let a), .padding(let b)): return .padding(a + fraction * (b - a))
    case (.array(let a), .array(let b)):
      try checkCounts(a.count, b.count)
      return .array(zip(a, b).map { .number(mix($0.number ?? 0, $1.number ?? 0)) })
    case (.numberArray(let a), .numberArray(let b)):
      try checkCounts(a.count, b.count)
      return .numberArray(zip(a, b).map(mix))
    case (.colorArray(let a), .colorArray(let b)):
      try checkCounts(a.count, b.count)
      return .colorArray(zip(a, b).map { .interpolated(from: $0, to: $1, at: fraction, in: space) })
    case (.anchorOffsets(let a), .anchorOffsets(let b)):
      try checkCounts(a.count, b.count)
      for (index, (from, to)) in zip(a, b).enumerated() where from.anchor != to.anchor {
        throw failure(.stated("The anchors at \(index) differ: \(from.anchor) and \(to.anchor)."))
      }
      return .anchorOffsets(zip(a, b).map { AnchorOffset(anchor: $0.anchor, x: mix($0.x, $1.x), y: mix($0.y, $1.y)) })
    case (.projection(let a), .projection(let b)):
      return .projection(Projection(start: a.end, end: b.end, transition: fraction))
    default: throw failure(.wrongType(expected: start.type, found: end))
    }
  }

  private func checkCounts(_ a: Int, _ b: Int) throws(EvaluationError) {
    guard a == b else { throw failure(.differentLengths(a, b)) }
  }

  // MARK: - Parsing

  static func parse(_ call: ExpressionCall, _ parser: inout ExpressionParser) throws(ExpressionError) -> ExpressionNode {
    guard call.argumentCount >= 1, let curveItems = call.items[1].array, let name = curveItems.first else {
      throw parser.failure("\"\(call.name)\" expects an interpolation such as [\"linear\"].", call, at: 1)
    }
    let curve = try parseCurve(name, curveItems, call, parser)
    guard call.argumentCount >= 4 else { throw parser.failure("\"\(call.name)\" expects at least 4 arguments.", call) }
    guard call.argumentCount.isMultiple(of: 2) else {
      throw parser.failure("\"\(call.name)\" expects an even number of arguments.", call)
    }
    let input = try parser.parse(call.items[2], at: 2, expecting: .number)
    let space: ColorSpace = call.name == "interpolate-hcl" ? .hcl : call.name == "interpolate-lab" ? .lab : .rgb
    var type = call.specificType
    if space != .rgb, type != .colorArray { type = .color }
    var (stops, outputs): ([Double], [ExpressionNode]) = ([], [])
    try parseStops(call, from: 3, &stops, &outputs, &type, &parser)
    guard let type, isInterpolable(type) else {
      throw parser.failure("Values of type \(type ?? .value) cannot be interpolated.", call)
    }
    return InterpolateNode(type, curve, space, input, stops, outputs)
  }

  private static func isInterpolable(_ type: ValueType) -> Bool {
    switch type {
    case .number, .color, .padding, .numberArray, .colorArray, .anchorOffsets, .projection, .array(of: .number, count: _?): true
    default: false
    }
  }

  private static func parseCurve(
    _ name: JSONNode, _ items: [JSONNode], _ call: ExpressionCall, _ parser: ExpressionParser
  ) throws(ExpressionError) -> InterpolationCurve {
    switch name.string {
    case "linear": return .linear
    case "exponential":
      guard items.count >= 2, let base = items[1].number else {
        var error = parser.failure("\"exponential\" expects a base that is a number.", call, at: 1)
        error.path = error.path.appending(1)
        throw error
      }
      return .exponential(base: base)
    case "cubic-bezier":
      let points = items.dropFirst().compactMap(\.number)
      guard items.count == 5, points.count == 4, points.allSatisfy({ $0 >= 0 && $0 <= 1 }) else {
        throw parser.failure("\"cubic-bezier\" expects four numbers from 0 to 1.", call, at: 1)
      }
      return .cubicBezier(UnitCurve(points[0], points[1], points[2], points[3]))
    default:
      var error = parser.failure("There is no interpolation \(StyleValue(name).json).", call, at: 1)
      error.path = error.path.appending(0)
      throw error
    }
  }
}
