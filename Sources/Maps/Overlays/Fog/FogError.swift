/// An error in reading or writing a fog file. A fog file stores the cleared area of a ``FogOverlay``.
public enum FogError: Error, Hashable, Sendable {
  /// The fog file cannot be opened or read. `reason` is the operating system's message.
  case unreadable(file: String, reason: String)
  /// The file is not a fog file that this program can read. `reason` names the format found and the supported
  /// format.
  case notFog(file: String, reason: String)
  /// The fog file is damaged. `offset` is the offset of the damage from the start of the file, in bytes.
  /// `reason` describes the damage.
  case broken(file: String, offset: Int, reason: String)
  /// The cleared area in the fog file needs more memory than the fog may use. `limit` is the number of bytes
  /// that the fog may use.
  case tooLarge(file: String, limit: Int)
  /// The fog file cannot be written. If a previous file exists at the path, that file is unchanged.
  case unwritable(file: String, reason: String)
}

extension FogError: CustomStringConvertible {
  /// The error message, which names the file, the cause of the error and a remedy.
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
      "\(file): cannot be written (\(reason)); the old file is unchanged. Check the folder's permissions and free space."
    }
  }
}
