/// `==`, `!=`, `<`, `<=`, `>` and `>=`, with or without a collator.
final class ComparisonNode: ExpressionNode, @unchecked Sendable {
  enum Operation: String, CaseIterable, Sendable {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="

    var isOrder: Bool { self != .equal && self != .notEqual }

    /// Returns the result for −1, 0 or 1, which says whether the first value sorts before, like or after the
    /// second.
    func result(_ order: Int) -> Bool {
      switch self {
      case .equal: order == 0
      case .notEqual: order != 0
      case .less: order < 0
      case .lessOrEqual: order <= 0
      case .greater: order > 0
      case .greaterOrEqual: order >= 0
      }
    }

    func result(_ a: Double, _ b: Double) -> Bool {
      switch self {
      case .equal: a == b
      case .notEqual: a != b
      case .less: a < b
      case .lessOrEqual: a <= b
      case .greater: a > b
      case .greaterOrEqual: a >= b
      }
    }
  }

  private let operation: Operation

  /// - Parameter arguments: Two values, and a collator or nothing.
  init(_ operation: Operation, _ arguments: [ExpressionNode]) {
    self.operation = operation
    super.init(.boolean, arguments)
  }

  override func evaluate(_ context: inout EvaluationContext) throws(EvaluationError) -> StyleValue {
    .boolean(try boolean(&context))
  }

  override func boolean(_ context: inout EvaluationContext) throws(EvaluationError) -> Bool {
    let (left, right) = (try children[0].evaluate(&context), try children[1].evaluate(&context))
    switch (left, right) {
    case (.number(let a), .number(let b)): return operation.result(a, b)
    case (.string(let a), .string(let b)):
      if children.count == 3, case .collator(let collator) = try children[2].evaluate(&context) {
        return operation.result(collator.compare(a, b))
      }
      guard operation.isOrder else { return operation.result(a.isIdentical(to: b) ? 0 : 1) }
      return operation.result(Self.order(a, b))
    default:
      guard !operation.isOrder else { throw failure(.notComparable(operation: operation.rawValue, left, right)) }
      return operation.result(left == right ? 0 : 1)
    }
  }

  /// Strings are ordered by their UTF-16 code units, as in JavaScript.
  private static func order(_ a: String, _ b: String) -> Int {
    if a.isIdentical(to: b) { return 0 }
    return a.utf16.lexicographicallyPrecedes(b.utf16) ? -1 : 1
  }

  static func addAll(to table: inout OperatorTable) {
    for operation in Operation.allCases {
      table[operation.rawValue] = { (call, parser) throws(ExpressionError) in try parse(operation, call, &parser) }
    }
  }

  private static func parse(
    _ operation: Operation, _ call: ExpressionCall, _ parser: inout ExpressionParser
  ) throws(ExpressionError) -> ExpressionNode {
    guard call.argumentCount == 2 || call.argumentCount == 3 else {
      throw parser.failure("\"\(call.name)\" expects two or three arguments.", call)
    }
    var sides: [ExpressionNode] = []
    for index in 1...2 {
      let side = try parser.parse(call.items[index], at: index, expecting: .value)
      guard isComparable(side.type, operation) else {
        throw parser.failure("\"\(call.name)\" does not compare values of type \(side.type).", call, at: index)
      }
      sides.append(side)
    }
    let (left, right) = (sides[0].type, sides[1].type)
    guard left == right || left == .value || right == .value else {
      throw parser.failure("Values of type \(left) and \(right) cannot be compared.", call)
    }
    if operation.isOrder, left != right {
      if left == .value { sides[0] = parser.placed(AssertionNode(right, [sides[0]])) }
      if right == .value { sides[1] = parser.placed(AssertionNode(left, [sides[1]])) }
    }
    if call.argumentCount == 3 {
      guard left == .string || right == .string || left == .value || right == .value else {
        throw parser.failure("A collator compares strings only.", call)
      }
      sides.append(try parser.parse(call.items[3], at: 3, expecting: .collator))
    }
    return ComparisonNode(operation, sides)
  }

  private static func isComparable(_ type: ValueType, _ operation: Operation) -> Bool {
    switch type {
    case .string, .number, .value: true
    case .boolean, .null: !operation.isOrder
    default: false
    }
  }
}
