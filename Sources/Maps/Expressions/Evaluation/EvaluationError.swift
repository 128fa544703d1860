/// The reason why an expression has no value for a feature. The property then takes its default.
///
/// An error is thrown for many features of a tile where a style expects a property that they lack. It is
/// therefore small, and its sentence is made only on demand.
package struct EvaluationError: Error, Sendable {
  package indirect enum Reason: Sendable {
    case wrongType(expected: ValueType, found: StyleValue)
    case notConvertible(StyleValue, to: ValueType)
    case notComparable(operation: String, StyleValue, StyleValue)
    case wrongArgument(position: String, expected: String, found: StyleValue)
    case indexOutOfBounds(Double, count: Int)
    case indexNotWhole(Double)
    case invalidColor([StyleValue], problem: String)
    case notANumber
    case differentLengths(Int, Int)
    case notAnOption(String, [String])
    case stated(String)
  }

  package let reason: Reason
  /// The place of the expression that failed, such as `[2][1]`.
  package let path: ExpressionPath

  package init(_ reason: Reason, at path: ExpressionPath) {
    (self.reason, self.path) = (reason, path)
  }
}

extension EvaluationError: CustomStringConvertible {
  /// The reason as a sentence.
  package var description: String {
    switch reason {
    case .wrongType(let expected, let found): "Expected value to be of type \(expected), but found \(found.type) instead."
    case .notConvertible(let value, .number): "The value \(value.json) is not convertible to a number."
    case .notConvertible(let value, let type): "The value '\(value.text)' is not a valid \(type)."
    case .notComparable(let operation, let a, let b):
      "\"\(operation)\" compares two strings or two numbers, but found \(a.type) and \(b.type)."
    case .wrongArgument(let position, let expected, let found):
      "Expected \(position) argument to be of type \(expected), but found \(found.type) instead."
    case .indexOutOfBounds(let index, let count): "The array index \(NumberText.text(index)) is not in 0 ..< \(count)."
    case .indexNotWhole(let index): "The array index \(NumberText.text(index)) is not a whole number."
    case .invalidColor(let components, let problem): "The color \(StyleValue.array(components).json) is invalid: \(problem)."
    case .notANumber: "The input is not a number."
    case .differentLengths(let a, let b): "Arrays of \(a) and of \(b) items cannot be interpolated."
    case .notAnOption(let value, let options): "Expected one of \(options.joined(separator: ", ")), but found \(value)."
    case .stated(let message): message
    }
  }
}

/// The place of an expression inside the expression that encloses all: indices of arguments.
package struct ExpressionPath: Hashable, Sendable {
  package private(set) var indices: [Int32] = []

  package init() {}

  package func appending(_ index: Int) -> ExpressionPath {
    var path = self
    path.indices.append(Int32(clamping: index))
    return path
  }

  /// Returns the last steps of the path.
  func last(_ count: Int) -> ExpressionPath {
    var path = ExpressionPath()
    path.indices = Array(indices.suffix(count))
    return path
  }
}

extension ExpressionPath: CustomStringConvertible {
  /// The path as `[2][1]`.
  package var description: String { indices.map { "[\($0)]" }.joined() }
}
