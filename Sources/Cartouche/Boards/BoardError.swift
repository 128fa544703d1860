/// The reason why a board file could not be used. A board file describes a machine's display and touch panel.
///
/// Its `description` is a sentence for the user.
public enum BoardError: Error, Hashable, Sendable, CustomStringConvertible {
  /// None of the searched folders has a board file of this name.
  case notFound(name: String, searched: [String])
  /// The board file cannot be read; `reason` is the system's message.
  case unreadable(file: String, reason: String)
  /// The board file's text is not YAML, or not a mapping of keys to values.
  case malformed(file: String, line: Int, reason: String)
  /// A section of the board file has this key, which is not one of the `allowed` keys.
  case unknownKey(file: String, line: Int, key: String, allowed: [String])
  /// A key of the board file has a value that is not allowed; `allowed` describes the allowed values.
  case invalidValue(file: String, line: Int, key: String, value: String, allowed: String)

  public var description: String {
    switch self {
    case .notFound(let name, let searched):
      "board \"\(name)\": no \(name).yaml in \(searched.joined(separator: ", ")); `cartouche boards` lists the boards"
    case .unreadable(let file, let reason):
      "\(file): the board file cannot be read (\(reason)); check the path and its permissions"
    case .malformed(let file, let line, let reason):
      "\(file):\(line): not a board file: \(reason)"
    case .unknownKey(let file, let line, let key, let allowed):
      "\(file):\(line): unknown key \"\(key)\"; allowed here: \(allowed.joined(separator: ", "))"
    case .invalidValue(let file, let line, let key, let value, let allowed):
      "\(file):\(line): \(key) cannot be \"\(value)\"; allowed: \(allowed)"
    }
  }
}
