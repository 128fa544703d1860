/// The error that is thrown when a board file cannot be found, read or parsed. A board file describes a
/// machine's display, touch panel, memory and threads.
///
/// The error's `description` is a sentence for the user. The associated value `file` is the path of the board
/// file. The associated value `line` is the number of the wrong line, counted from 1.
public enum BoardError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No board file has this name. `searched` lists the folders that were searched. `known` lists the names of
  /// the boards that the library has.
  case notFound(name: String, searched: [String], known: [String])
  /// The board file cannot be read. `reason` is the operating system's message.
  case unreadable(file: String, reason: String)
  /// The board file's text is not YAML, or is not a mapping of keys to values. `reason` describes the error.
  case malformed(file: String, line: Int, reason: String)
  /// The board file has an unknown key. `allowed` lists the keys that are allowed at this place in the file.
  case unknownKey(file: String, line: Int, key: String, allowed: [String])
  /// A key of the board file has the value `value`, which is not allowed. `allowed` describes the allowed
  /// values.
  case invalidValue(file: String, line: Int, key: String, value: String, allowed: String)
  /// The text of the board file has a form in which the program cannot replace the calibration.
  /// `calibration` is the matrix as in a board file.
  case calibrationNotWritable(file: String, calibration: String)

  public var description: String {
    switch self {
    case .notFound(let name, let searched, let known):
      "board \"\(name)\": no \(name).yaml\(Self.list(searched, after: " in ")); \(Self.hint(known))"
    case .unreadable(let file, let reason):
      "\(file): the board file cannot be read (\(reason)); check the path and its permissions"
    case .malformed(let file, let line, let reason):
      "\(file):\(line): not a board file: \(reason)"
    case .unknownKey(let file, let line, let key, let allowed):
      "\(file):\(line): unknown key \"\(key)\"; allowed here: \(allowed.joined(separator: ", "))"
    case .invalidValue(let file, let line, let key, let value, let allowed):
      "\(file):\(line): \(key) cannot be \"\(value)\"; allowed: \(allowed)"
    case .calibrationNotWritable(let file, let calibration):
      "\(file): the calibration cannot be replaced in this file. Write \"calibration: \(calibration)\" under \"touch:\" yourself."
    }
  }

  private static func list(_ names: [String], after text: String) -> String {
    names.isEmpty ? "" : text + names.joined(separator: ", ")
  }

  private static func hint(_ known: [String]) -> String {
    known.isEmpty
      ? "name the folder of your board files in the environment variable CARTOUCHE_BOARDS, or give the file's path"
      : "the known boards are \(known.joined(separator: ", ")); CARTOUCHE_BOARDS may name more folders of board files"
  }
}
