/// An input and outputs at ascending values of that input: what `step` and `interpolate` have in common.
class CurveNode: ExpressionNode, @unchecked Sendable {
  /// The inputs of the outputs, in ascending order. The first of a `step` is −infinity.
  final let stops: [Double]

  /// Creates a node with the input as its first child, and the outputs after it.
  init(_ type: ValueType, _ input: ExpressionNode, _ stops: [Double], _ outputs: [ExpressionNode]) {
    self.stops = stops
    super.init(type, [input] + outputs)
  }

  final var input: ExpressionNode { children[0] }

  /// Whether the curve's input is the zoom itself.
  final var isOverZoom: Bool { input is ZoomNode }

  final func output(_ index: Int) -> ExpressionNode { children[index + 1] }

  /// Returns the index of the last stop that is not above `value`, or 0.
  final func index(of value: Double) -> Int {
    var (low, high) = (0, stops.count)
    while low < high {
      let middle = (low + high) / 2
      if stops[middle] <= value { low = middle + 1 } else { high = middle }
    }
    return max(low - 1, 0)
  }

  /// Compiles pairs of a stop and an output, from `start` to the call's end.
  static func parseStops(
    _ call: ExpressionCall, from start: Int, _ stops: inout [Double], _ outputs: inout [ExpressionNode], _ type: inout ValueType?,
    _ parser: inout ExpressionParser
  ) throws(ExpressionError) {
    for index in stride(from: start, to: call.argumentCount, by: 2) {
      guard case .number(let stop) = call.items[index].value else {
        throw parser.failure("The inputs of the outputs must be numbers, not expressions.", call, at: index)
      }
      guard stops.last.map({ $0 < stop }) ?? true else {
        throw parser.failure("The inputs of the outputs must ascend.", call, at: index)
      }
      let output = try parser.parse(call.items[index + 1], at: index + 1, expecting: type)
      type = type ?? output.type
      stops.append(stop)
      outputs.append(output)
    }
  }
}

/// `step`: the output of the last stop that is not above the input.
final class StepNode: CurveNode, @unchecked Sendable {
  override func evaluate(_ context: inout EvaluationContext) throws(EvaluationError) -> StyleValue {
    try chosen(&context).evaluate(&context)
  }

  override func number(_ context: inout EvaluationContext) throws(EvaluationError) -> Double {
    try chosen(&context).number(&context)
  }

  private func chosen(_ context: inout EvaluationContext) throws(EvaluationError) -> ExpressionNode {
    if stops.count == 1 { return output(0) }
    let value = try input.number(&context)
    guard value == value else { throw failure(.notANumber) }
    return output(index(of: value))
  }

  static func parse(_ call: ExpressionCall, _ parser: inout ExpressionParser) throws(ExpressionError) -> ExpressionNode {
    guard call.argumentCount >= 4 else { throw parser.failure("\"step\" expects at least 4 arguments.", call) }
    guard call.argumentCount.isMultiple(of: 2) else { throw parser.failure("\"step\" expects an even number of arguments.", call) }
    let input = try parser.parse(call.items[1], at: 1, expecting: .number)
    var type = call.specificType
    let first = try parser.parse(call.items[2], at: 2, expecting: type)
    type = type ?? first.type
    var (stops, outputs) = ([-Double.infinity], [first])
    try parseStops(call, from: 3, &stops, &outputs, &type, &parser)
    return StepNode(type ?? .value, input, stops, outputs)
  }
}

/// How a value gets from one stop to the next.
package enum InterpolationCurve: Sendable {
  case linear
  /// With a base above 1, the value changes faster towards the upper stop.
  case exponential(base: Double)
  case cubicBezier(UnitCurve)

  /// Returns the part of the way from `lower` to `upper` at `input`, from 0 to 1.
  package func fraction(_ input: Double, from lower: Double, to upper: Double) -> Double {
    let (progress, length) = (input - lower, upper - lower)
    guard length != 0 else { return 0 }
    switch self {
    case .linear: return progress / length
    case .exponential(base: 1): return progress / length
    case .exponential(let base):
      return (ElementaryFunctions.power(base, progress) - 1) / (ElementaryFunctions.power(base, length) - 1)
    case .cubicBezier(let curve): return curve.value(at: progress / length)
    }
  }
}

/// A cubic Bézier curve from (0, 0) to (1, 1), as a function of x (CSS Easing Functions 1, section 2.2).
package struct UnitCurve: Sendable {
  private let x: SIMD3<Double>
  private let y: SIMD3<Double>

  /// Creates a curve from its two control points.
  package init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    x = Self.coefficients(x1, x2)
    y = Self.coefficients(y1, y2)
  }

  /// Returns the coefficients of t³, t² and t.
  private static func coefficients(_ first: Double, _ second: Double) -> SIMD3<Double> {
    SIMD3(1 + 3 * first - 3 * second, 3 * second - 6 * first, 3 * first)
  }

  private static func value(_ c: SIMD3<Double>, _ t: Double) -> Double { ((c.x * t + c.y) * t + c.z) * t }

  private static func slope(_ c: SIMD3<Double>, _ t: Double) -> Double { (3 * c.x * t + 2 * c.y) * t + c.z }

  /// Returns y where x is `position`, to 1e-6 of x. Other implementations of the style specification stop
  /// there too, so that values agree.
  package func value(at position: Double) -> Double {
    if position <= 0 { return 0 }
    if position >= 1 { return 1 }
    return Self.value(y, parameter(at: position))
  }

  private func parameter(at position: Double) -> Double {
    let tolerance = 1e-6
    // Newton's method starts at t = x, and fails where the curve is steep.
    var t = position
    for _ in 0..<8 {
      let error = Self.value(x, t) - position
      if error.magnitude < tolerance { return t }
      let slope = Self.slope(x, t)
      if slope.magnitude < tolerance { break }
      t -= error / slope
    }
    // x grows with t, so halving the interval always finds t.
    var (low, high) = (0.0, 1.0)
    for _ in 0..<40 {
      t = (low + high) / 2
      if Self.value(x, t) < position { low = t } else { high = t }
    }
    return t
  }
}
