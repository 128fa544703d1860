/// Why a board could not be used.
public enum BoardError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No file of this name in any of the folders.
  case notFound(name: String, searched: [String])
  /// The file cannot be read; `reason` is the system's.
  case unreadable(file: String, reason: String)
  /// The file is no YAML, or not of a board's form.
  case malformed(file: String, line: Int, reason: String)
  /// A key that means nothing there.
  case unknownKey(file: String, line: Int, key: String, allowed: [String])
  /// A key's value is not one of those it may have.
  case invalidValue(file: String, line: Int, key: String, value: String, allowed: String)

  public var description: String {
    switch self {
    case .notFound(let name, let searched):
      "board \"\(name)\": no \(name).yaml in \(searched.joined(separator: ", ")); `cartouche boards` lists those there are"
    case .unreadable(let file, let reason):
      "\(file): the board file cannot be read (\(reason)); check the path and its permissions"
    case .malformed(let file, let line, let reason):
      "\(file):\(line): not a board file: \(reason)"
    case .unknownKey(let file, let line, let key, let allowed):
      "\(file):\(line): unknown key \"\(key)\"; the keys here are \(allowed.joined(separator: ", "))"
    case .invalidValue(let file, let line, let key, let value, let allowed):
      "\(file):\(line): \(key) cannot be \"\(value)\"; it is \(allowed)"
    }
  }
}
