/// The reason why an expression cannot be compiled.
package struct ExpressionError: Error, Sendable {
  package var reason: String
  /// The place inside the expression, such as `[2][1]`.
  package var path: ExpressionPath
  /// The position in the JSON text, in bytes.
  package var offset: Int
  /// Whether an argument is valid but of a wrong type.
  var isTypeMismatch = false

  package init(_ reason: String, at path: ExpressionPath = ExpressionPath(), offset: Int = 0) {
    (self.reason, self.path, self.offset) = (reason, path, offset)
  }

  /// The place as the style specification's tests write it: `[2][1]`, or nothing for the whole expression.
  package var key: String { path.description }
}

extension ExpressionError: CustomStringConvertible {
  package var description: String {
    // The last steps say most, and a thousand would hide the reason.
    let start = path.indices.count > 16 ? "…" : ""
    return key.isEmpty ? reason : "\(start)\(path.last(16)): \(reason)"
  }
}
