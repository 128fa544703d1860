/// What can be wrong with a file of fog.
public enum FogError: Error, Hashable, Sendable {
  /// The file cannot be opened or read; `reason` is the system's.
  case unreadable(file: String, reason: String)
  /// No fog that this program reads: `reason` says what is there and what is wanted.
  case notFog(file: String, reason: String)
  /// The file is broken at `offset` bytes into it.
  case broken(file: String, offset: Int, reason: String)
  /// What is cleared takes more memory than is allowed.
  case tooLarge(file: String, limit: Int)
  /// The file cannot be written; what was there is there still.
  case unwritable(file: String, reason: String)
}

extension FogError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unreadable(let file, let reason):
      "\(file): cannot be read (\(reason)). Check the path and its permissions."
    case .notFog(let file, let reason):
      "\(file): \(reason). Give a file that a fog was saved in."
    case .broken(let file, let offset, let reason):
      "\(file): broken at byte \(offset): \(reason). Begin with a new fog, or take an older copy of the file."
    case .tooLarge(let file, let limit):
      "\(file): what is cleared takes more than the \(limit) bytes that are allowed. Allow more, or begin with a new fog."
    case .unwritable(let file, let reason):
      "\(file): cannot be written (\(reason)); what was there is there still. Check the folder's permissions and free space."
    }
  }
}
