/// The inputs on which the value of an expression depends.
package struct ExpressionDependencies: OptionSet, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The feature's properties, id or geometry.
  package static let feature = ExpressionDependencies(rawValue: 1)
  /// The feature's state.
  package static let featureState = ExpressionDependencies(rawValue: 2)
  package static let zoom = ExpressionDependencies(rawValue: 4)
  package static let heatmapDensity = ExpressionDependencies(rawValue: 8)
  package static let lineProgress = ExpressionDependencies(rawValue: 16)
  package static let accumulated = ExpressionDependencies(rawValue: 32)
  package static let elevation = ExpressionDependencies(rawValue: 64)
  package static let globalState = ExpressionDependencies(rawValue: 128)
  /// The images that the map has.
  package static let images = ExpressionDependencies(rawValue: 256)
  /// Something that is not to be evaluated in advance, such as a failure on purpose.
  package static let evaluation = ExpressionDependencies(rawValue: 512)
}

/// The properties of the feature that an expression reads.
enum PropertyUse: Sendable {
  case none
  case one(PropertyKey)
  /// Several properties, or other parts of the feature.
  case other

  func joined(with use: PropertyUse) -> PropertyUse {
    switch (self, use) {
    case (.none, _): use
    case (_, .none): self
    case (.one(let a), .one(let b)) where a == b: self
    default: .other
    }
  }
}

/// A compiled expression: an operation with its arguments.
///
/// The nodes are immutable once an expression is parsed, so any number of workers may evaluate one.
package class ExpressionNode: @unchecked Sendable {
  package final let type: ValueType
  package final let dependencies: ExpressionDependencies
  /// The greatest number of nodes that evaluating this one nests, which bounds the stack.
  final let depth: Int
  final let children: [ExpressionNode]
  final let propertyUse: PropertyUse
  /// The place in the style's expression, set once by the parser.
  final var path = ExpressionPath()
  final var hasPath = false

  init(
    _ type: ValueType, _ children: [ExpressionNode] = [], dependencies: ExpressionDependencies = [],
    reading use: PropertyUse? = nil,
    depth: Int = 0
  ) {
    self.type = type
    let ownUse = use ?? (dependencies.contains(.feature) ? .other : .none)
    propertyUse = children.reduce(ownUse) { $0.joined(with: $1.propertyUse) }
    self.children = children
    self.dependencies = children.reduce(dependencies) { $0.union($1.dependencies) }
    self.depth = 1 + children.reduce(depth) { max($0, $1.depth) }
  }

  /// Returns the value of the expression.
  package func evaluate(_ context: inout EvaluationContext) throws(EvaluationError) -> StyleValue {
    throw failure(.stated("This expression has no value."))
  }

  /// Returns the value of an expression of type number.
  func number(_ context: inout EvaluationContext) throws(EvaluationError) -> Double {
    let value = try evaluate(&context)
    guard case .number(let number) = value else { throw failure(.wrongType(expected: .number, found: value)) }
    return number
  }

  /// Returns the value of an expression of type boolean.
  func boolean(_ context: inout EvaluationContext) throws(EvaluationError) -> Bool {
    let value = try evaluate(&context)
    guard case .boolean(let boolean) = value else { throw failure(.wrongType(expected: .boolean, found: value)) }
    return boolean
  }

  /// Returns the value of an expression of type string.
  final func string(_ context: inout EvaluationContext) throws(EvaluationError) -> String {
    let value = try evaluate(&context)
    guard case .string(let string) = value else { throw failure(.wrongType(expected: .string, found: value)) }
    return string
  }

  final func failure(_ reason: EvaluationError.Reason) -> EvaluationError { EvaluationError(reason, at: path) }

  /// The maximum size of a text that an expression makes, in bytes.
  private static var maximumByteCount: Int { 1 << 20 }

  /// Returns a text that is not too long. Nested variables can double a text at each level.
  final func bounded(_ text: String) throws(EvaluationError) -> String {
    guard text.utf8.count <= Self.maximumByteCount else {
      throw failure(.stated("The text is longer than \(Self.maximumByteCount) bytes."))
    }
    return text
  }

  /// The property that alone decides the value; nil if there is none, or something else matters too.
  final var soleProperty: PropertyKey? {
    if dependencies == .feature, case .one(let key) = propertyUse { key } else { nil }
  }

  /// Whether the parser may replace the node by its value.
  var isFoldable: Bool {
    type != .resolvedImage && type != .collator && dependencies.isEmpty
  }
}

/// An expression that yields a value which its parser knows.
package final class LiteralNode: ExpressionNode, @unchecked Sendable {
  let value: StyleValue

  init(_ value: StyleValue, type: ValueType? = nil) {
    self.value = value
    super.init(type ?? value.type)
  }

  package override func evaluate(_ context: inout EvaluationContext) throws(EvaluationError) -> StyleValue { value }

  override var isFoldable: Bool { false }
}
