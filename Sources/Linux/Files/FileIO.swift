internal import Glibc

/// A file that is written whole or not at all: made beside its place, flushed to the disk, and moved there.
///
/// What is no ordinary file (a pipe, a terminal, `/dev/null`) is written straight into.
public enum FileIO {
  /// Finds out, before the work is done, whether ``write(_:to:)`` will be able to.
  ///
  /// - Throws: ``FileError/unwritable(path:reason:)``.
  public static func checkWritable(_ path: String) throws(FileError) {
    let place = try Destination(path)
    if place.isSpecial { return }
    let file = try TemporaryFile(nextTo: place.path, named: path)
    file.discard()
  }

  /// Puts `bytes` into the file at `path`, in place of what was there.
  ///
  /// - Throws: ``FileError/unwritable(path:reason:)``; the file is then as it was, or is still not there.
  public static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    let place = try Destination(path)
    if place.isSpecial {
      let descriptor = open(place.path, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw .unwritable(path: path, reason: message(ofError: errno)) }
      defer { close(descriptor) }
      return try write(bytes, to: descriptor, named: path)
    }
    let file = try TemporaryFile(nextTo: place.path, named: path)
    do throws(FileError) {
      try write(bytes, to: file.descriptor, named: path)
      guard fsync(file.descriptor) == 0, rename(file.path, place.path) == 0 else {
        throw .unwritable(path: path, reason: message(ofError: errno))
      }
      close(file.descriptor)
    } catch {
      file.discard()
      throw error
    }
  }

  /// Writes `bytes` to standard output.
  ///
  /// - Throws: ``FileError/unwritable(path:reason:)`` when nobody reads it any more or its disk is full.
  public static func writeToStandardOutput(_ bytes: [UInt8]) throws(FileError) {
    try write(bytes, to: STDOUT_FILENO, named: "standard output")
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32, named name: String) throws(FileError) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress! + done, bytes.count - done) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw .unwritable(path: name, reason: message(ofError: count == 0 ? EIO : errno)) }
      done += count
    }
  }

  /// Where a path leads.
  private struct Destination {
    /// With symbolic links followed, so that the link stays one.
    let path: String
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

  /// A new file in the same folder, so that moving it is one step.
  private struct TemporaryFile {
    let path: String
    let descriptor: Int32

    init(nextTo place: String, named name: String) throws(FileError) {
      let slash = place.utf8.lastIndex(of: UInt8(ascii: "/"))
      let folder = slash.map { String(place[...$0]) } ?? ""
      let file = slash.map { String(place[place.index(after: $0)...]) } ?? place
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

/// Why a file could not be read or written.
public enum FileError: Error, Hashable, Sendable, CustomStringConvertible {
  case unreadable(path: String, reason: String)
  case unwritable(path: String, reason: String)

  public var description: String {
    switch self {
    case .unreadable(let path, let reason): "\(path): cannot be read (\(reason)). Check the path and its permissions."
    case .unwritable(let path, let reason):
      "\(path): cannot be written (\(reason)). Check the folder, its permissions and the disk's space."
    }
  }
}

extension FileIO {
  /// All bytes of the file at `path`.
  ///
  /// - Parameter limit: a longer file is refused.
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
}
