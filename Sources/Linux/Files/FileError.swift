/// The reason why a file could not be read or written.
///
/// The error's `description` is a sentence for the user.
public enum FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file at `path` cannot be opened or read, or is longer than the limit that the caller of
  /// ``FileIO/read(_:limit:)`` gave.
  case unreadable(path: String, reason: String)
  /// The file at `path` cannot be created, written, flushed to the disk or renamed.
  case unwritable(path: String, reason: String)

  /// The operating system's message, or another description of the cause.
  public var reason: String {
    switch self {
    case .unreadable(_, let reason), .unwritable(_, let reason): reason
    }
  }

  public var description: String {
    switch self {
    case .unreadable(let path, let reason): "\(path): cannot be read (\(reason)). Check the path and its permissions."
    case .unwritable(let path, let reason):
      "\(path): cannot be written (\(reason)). Check the folder, its permissions and the disk's space."
    }
  }
}
