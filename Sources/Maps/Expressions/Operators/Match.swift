/// `match`: the value whose label equals the input. Labels are found by hashing.
final class MatchNode: ExpressionNode, @unchecked Sendable {
  private enum Labels: Sendable {
    case strings([String: Int])
    case numbers([Int: Int])
  }

  private let labels: Labels
  /// The index of the decision for the input's property; nil if the input depends on more.
  private let decision: Int?

  /// Creates a node with the input as its first child, the output for other inputs as its last, and labels'
  /// outputs by their index between.
  private init(_ type: ValueType, _ children: [ExpressionNode], _ labels: Labels, decision: Int?) {
    (self.labels, self.decision) = (labels, decision)
    super.init(type, children)
  }

  override func evaluate(_ context: inout EvaluationContext) throws(EvaluationError) -> StyleValue {
    try chosen(&context).evaluate(&context)
  }

  override func number(_ context: inout EvaluationContext) throws(EvaluationError) -> Double {
    try chosen(&context).number(&context)
  }

  override func boolean(_ context: inout EvaluationContext) throws(EvaluationError) -> Bool {
    try chosen(&context).boolean(&context)
  }

  private func chosen(_ context: inout EvaluationContext) throws(EvaluationError) -> ExpressionNode {
    guard let decision, let key = children[0].soleProperty, let feature = context.feature else {
      return children[try index(&context)]
    }
    let answer = feature.decision(decision, on: key) {
      do throws(EvaluationError) {
        return Int16(try index(&context))
      } catch {
        return 0
      }
    }
    // No output has the index 0, which stands for an error of the input.
    return children[answer == 0 ? try index(&context) : Int(answer)]
  }

  private func index(_ context: inout EvaluationContext) throws(EvaluationError) -> Int {
    let input = try children[0].evaluate(&context)
    let index: Int? =
      switch (labels, input) {
      case (.strings(let indices), .string(let string)): indices[string]
      case (.numbers(let indices), .number(let number)): Int(exactly: number).flatMap { indices[$0] }
      default: nil
      }
    return index ?? children.count - 1
  }

  static func parse(_ call: ExpressionCall, _ parser: inout ExpressionParser) throws(ExpressionError) -> ExpressionNode {
    guard call.argumentCount >= 4 else { throw parser.failure("\"match\" expects at least 4 arguments.", call) }
    guard call.argumentCount.isMultiple(of: 2) else { throw parser.failure("\"match\" expects an even number of arguments.", call) }
    var (strings, numbers): ([String: Int], [Int: Int]) = ([:], [:])
    var type = call.specificType
    var outputs: [ExpressionNode] = []
    for index in stride(from: 2, to: call.argumentCount, by: 2) {
      let labels = call.items[index].array ?? [call.items[index]]
      guard !labels.isEmpty else { throw parser.failure("Expected at least one label.", call, at: index) }
      for label in labels {
        let previous: Int?
        switch label.value {
        case .string(let string) where numbers.isEmpty: previous = strings.updateValue(outputs.count + 1, forKey: string)
        case .number(let number) where strings.isEmpty:
          guard let whole = Int(exactly: number), whole.magnitude < 1 << 53 else {
            throw parser.failure("A label that is a number must be a whole one.", call, at: index)
          }
          previous = numbers.updateValue(outputs.count + 1, forKey: whole)
        case .string, .number: throw parser.failure("Labels must be all strings or all numbers.", call, at: index)
        default: throw parser.failure("Labels must be strings or numbers.", call, at: index)
        }
        guard previous == nil else { throw parser.failure("The label \(StyleValue(label).json) occurs twice.", call, at: index) }
      }
      // The specification's implementations name the label's place for errors in the output.
      let output = try parser.parse(call.items[index + 1], at: index, expecting: type)
      type = type ?? output.type
      outputs.append(output)
    }
    let input = try parser.parse(call.items[1], at: 1, expecting: .value)
    let otherwise = try parser.parse(call.items[call.argumentCount], at: call.argumentCount, expecting: type)
    if input.type != .value {
      try parser.check(input.type, is: numbers.isEmpty ? .string : .number, call.items[1], at: 1)
    }
    let children = [input] + outputs + [otherwise]
    let decision = input.soleProperty != nil && children.count < Int(Int16.max) ? parser.addDecision() : nil
    return MatchNode(type ?? .value, children, numbers.isEmpty ? .strings(strings) : .numbers(numbers), decision: decision)
  }
}
