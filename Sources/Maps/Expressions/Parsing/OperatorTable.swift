/// The operators of expressions, by name.
package struct OperatorTable: Sendable {
  package typealias Parse = @Sendable (ExpressionCall, inout ExpressionParser) throws(ExpressionError) -> ExpressionNode

  private var parsers: [String: Parse] = [:]

  package init() {}

  package subscript(name: String) -> Parse? {
    get { parsers[name] }
    set { parsers[name] = newValue }
  }
}

/// An operator with its arguments as JSON, and the type that the surrounding expression expects.
package struct ExpressionCall {
  package let name: String
  /// The operator's name at index 0, and the arguments after it.
  package let items: [JSONNode]
  /// The expected type; nil if anything will do.
  package let expected: ValueType?
  package let offset: Int

  package var argumentCount: Int { items.count - 1 }

  /// The expected type, unless that is any value.
  var specificType: ValueType? { expected == .value ? nil : expected }
}

/// The types of an operator's parameters and of its result.
struct Signature: Sendable {
  var parameters: [ValueType]
  /// The type of any number of further arguments; nil if there can be none.
  var rest: ValueType?
  var result: ValueType

  init(_ parameters: [ValueType], _ result: ValueType) {
    (self.parameters, self.result) = (parameters, result)
  }

  /// Creates the signature of an operator with any number of arguments of one type.
  init(any rest: ValueType, _ result: ValueType) {
    (parameters, self.rest, self.result) = ([], rest, result)
  }

  func accepts(count: Int) -> Bool { rest != nil || count == parameters.count }
}
