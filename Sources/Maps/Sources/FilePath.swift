import Glibc

/// Questions about the files at paths.
enum FilePath {
  enum Kind {
    case absent, file, directory
    /// A device, a pipe, or a file whose kind cannot be read.
    case other
  }

  /// Returns the kind of the file at `path`. Symbolic links are followed.
  static func kind(of path: String) -> Kind {
    var status = stat()
    guard stat(path, &status) == 0 else { return errno == ENOENT || errno == ENOTDIR ? .absent : .other }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .directory
    default: return .other
    }
  }

  /// The operating system's message for the error of the last call.
  static var lastError: String { String(cString: strerror(errno)) }
}
