/// An operation on numbers.
final class ArithmeticNode: ExpressionNode, @unchecked Sendable {
  enum Operation: String, CaseIterable, Sendable {
    case add = "+"
    case multiply = "*"
    case subtract = "-"
    case divide = "/"
    case remainder = "%"
    case power = "^"
    case minimum = "min"
    case maximum = "max"
    case squareRoot = "sqrt"
    case naturalLogarithm = "ln"
    case binaryLogarithm = "log2"
    case decimalLogarithm = "log10"
    case sine = "sin"
    case cosine = "cos"
    case tangent = "tan"
    case arcsine = "asin"
    case arccosine = "acos"
    case arctangent = "atan"
    case absolute = "abs"
    case round, floor
    case ceiling = "ceil"
    case ln2, pi, e

    fileprivate var signatures: [Signature] {
      switch self {
      case .add, .multiply, .minimum, .maximum: [Signature(any: .number, .number)]
      case .subtract: [Signature([.number, .number], .number), Signature([.number], .number)]
      case .divide, .remainder, .power: [Signature([.number, .number], .number)]
      case .ln2, .pi, .e: [Signature([], .number)]
      default: [Signature([.number], .number)]
      }
    }
  }

  private let operation: Operation

  init(_ operation: Operation, _ arguments: [ExpressionNode]) {
    self.operation = operation
    super.init(.number, arguments)
  }

  static func addAll(to table: inout OperatorTable) {
    for operation in Operation.allCases {
      table[operation.rawValue] = { (call, parser) throws(ExpressionError) in
        ArithmeticNode(operation, try parser.arguments(of: call, operation.signatures).nodes)
      }
    }
  }

  override func evaluate(_ context: inout EvaluationContext) throws(EvaluationError) -> StyleValue {
    .number(try number(&context))
  }

  override func number(_ context: inout EvaluationContext) throws(EvaluationError) -> Double {
    switch children.count {
    case 0: return constant
    case 1: return of(try children[0].number(&context))
    case 2: return of(try children[0].number(&context), try children[1].number(&context))
    default:
      var result = try children[0].number(&context)
      for argument in children[1...] { result = of(result, try argument.number(&context)) }
      return result
    }
  }

  private var constant: Double {
    switch operation {
    case .multiply: 1
    case .minimum: .infinity
    case .maximum: -.infinity
    case .ln2: ElementaryFunctions.ln2
    case .pi: ElementaryFunctions.pi
    case .e: 2.718281828459045
    default: 0
    }
  }

  private func of(_ x: Double) -> Double {
    switch operation {
    case .subtract: -x
    case .squareRoot: x.squareRoot()
    case .naturalLogarithm: ElementaryFunctions.naturalLogarithm(x)
    case .binaryLogarithm: ElementaryFunctions.binaryLogarithm(x)
    case .decimalLogarithm: ElementaryFunctions.decimalLogarithm(x)
    case .sine: ElementaryFunctions.sine(Self.reduced(x))
    case .cosine: ElementaryFunctions.cosine(Self.reduced(x))
    case .tangent: ElementaryFunctions.tangent(Self.reduced(x))
    case .arcsine: ElementaryFunctions.arcsine(x)
    case .arccosine: ElementaryFunctions.arccosine(x)
    case .arctangent: ElementaryFunctions.arctangent(x)
    case .absolute: x.magnitude
    case .round: ElementaryFunctions.rounded(x)
    case .floor: ElementaryFunctions.floor(x)
    case .ceiling: ElementaryFunctions.ceiling(x)
    default: x
    }
  }

  private func of(_ x: Double, _ y: Double) -> Double {
    switch operation {
    case .add: x + y
    case .subtract: x - y
    case .multiply: x * y
    case .divide: x / y
    case .remainder: ElementaryFunctions.remainder(x, y)
    case .power: ElementaryFunctions.power(x, y)
    case .minimum: x != x || y != y ? .nan : min(x, y)
    case .maximum: x != x || y != y ? .nan : max(x, y)
    default: x
    }
  }

  /// Brings an angle into the range in which sine and cosine are exact.
  private static func reduced(_ x: Double) -> Double {
    x.magnitude <= 1_048_576 ? x : ElementaryFunctions.remainder(x, 2 * ElementaryFunctions.pi)
  }
}
