internal import Glibc

/// Functions that read and write entire files. A failed write leaves a regular file unchanged.
///
/// To write a regular file, ``write(_:to:)`` writes a temporary file in the same folder and flushes it to the
/// disk. The temporary file is then renamed to the destination's name and replaces the old file. A special
/// file (a pipe, a terminal, `/dev/null`) is written directly, without a temporary file.
public enum FileIO {
  /// Returns all bytes of the file at `path`.
  ///
  /// - Parameter limit: The largest allowed length of the file in bytes. A longer file is an error.
  /// - Throws: ``FileError/unreadable(path:reason:)`` if the file cannot be read or is too long.
  public static func read(_ path: String, limit: Int = 1 << 30) throws(FileError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(path: path, reason: message(ofError: errno)) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(path: path, reason: message(ofError: errno)) }
      if count == 0 { return bytes }
      guard bytes.count + count <= limit else { throw .unreadable(path: path, reason: "it is longer than \(limit) bytes") }
      bytes += chunk[..<count]
    }
  }

  /// The path of the process's working directory, or `.` if it has no path any more.
  public static var workingDirectory: String {
    guard let path = getcwd(nil, 0) else { return "." }
    defer { free(path) }
    return String(cString: path)
  }

  /// Checks that ``write(_:to:)`` can write a file at `path`. Nothing is written to the file.
  ///
  /// A program calls this function so that it can fail before it starts a long computation.
  ///
  /// - Throws: ``FileError/unwritable(path:reason:)`` if the file cannot be written.
  public static func checkWritable(_ path: String) throws(FileError) {
    let destination = try Destination(path)
    if destination.isSpecial { return }
    let file = try TemporaryFile(nextTo: destination.path, named: path)
    file.discard()
  }

  /// Writes `bytes` to the file at `path`, and replaces the previous content of a regular file.
  ///
  /// - Throws: ``FileError/unwritable(path:reason:)`` if the file cannot be written. After the error, an
  ///   existing regular file is unchanged. If there was no file, no file is created.
  public static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    let destination = try Destination(path)
    if destination.isSpecial {
      let descriptor = open(destination.path, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw .unwritable(path: path, reason: message(ofError: errno)) }
      defer { close(descriptor) }
      return try write(bytes, to: descriptor, named: path)
    }
    let file = try TemporaryFile(nextTo: destination.path, named: path)
    do throws(FileError) {
      try write(bytes, to: file.descriptor, named: path)
      guard fsync(file.descriptor) == 0, rename(file.path, destination.path) == 0 else {
        throw .unwritable(path: path, reason: message(ofError: errno))
      }
      close(file.descriptor)
    } catch {
      file.discard()
      throw error
    }
  }

  /// Writes `bytes` to the process's standard output.
  ///
  /// - Throws: ``FileError/unwritable(path:reason:)`` if not all bytes can be written. Examples of causes are
  ///   a closed pipe and a full disk.
  public static func writeToStandardOutput(_ bytes: [UInt8]) throws(FileError) {
    try write(bytes, to: STDOUT_FILENO, named: "standard output")
  }

  static func write(_ bytes: [UInt8], to descriptor: Int32, named name: String) throws(FileError) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress! + done, bytes.count - done) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw .unwritable(path: name, reason: message(ofError: count == 0 ? EIO : errno)) }
      done += count
    }
  }

  /// The file that a path leads to after symbolic links are followed.
  struct Destination {
    /// The path with symbolic links resolved. So writing replaces a link's target, and the link stays a link.
    let path: String
    /// Whether the file is a pipe, a terminal or a device, which is written directly.
    let isSpecial: Bool

    init(_ path: String) throws(FileError) {
      guard !path.isEmpty else { throw .unwritable(path: "\"\"", reason: "the path is empty") }
      var status = stat()
      guard stat(path, &status) == 0 else {
        self.path = path
        isSpecial = false
        return
      }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: throw .unwritable(path: path, reason: "it is a folder")
      case S_IFREG: isSpecial = false
      default: isSpecial = true
      }
      guard access(path, W_OK) == 0 else { throw .unwritable(path: path, reason: message(ofError: errno)) }
      let resolved = realpath(path, nil)
      self.path = resolved.map { String(cString: $0) } ?? path
      free(resolved)
    }
  }

  /// A new hidden file in the destination's folder.
  ///
  /// The file is in that folder so that its renaming to the destination's name is atomic.
  private struct TemporaryFile {
    let path: String
    let descriptor: Int32

    init(nextTo destination: String, named name: String) throws(FileError) {
      let slash = destination.utf8.lastIndex(of: UInt8(ascii: "/"))
      let folder = slash.map { String(destination[...$0]) } ?? ""
      let file = slash.map { String(destination[destination.index(after: $0)...]) } ?? destination
      var candidate = 0
      while true {
        let path = "\(folder).\(file.prefix(200)).\(getpid())-\(candidate)"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        if descriptor >= 0 {
          (self.path, self.descriptor) = (path, descriptor)
          return
        }
        guard errno == EEXIST, candidate < 100 else { throw .unwritable(path: name, reason: message(ofError: errno)) }
        candidate += 1
      }
    }

    func discard() {
      close(descriptor)
      unlink(path)
    }
  }
}
