import Glibc

/// A file that is mapped read-only into memory.
///
/// Every read is checked against the file's length when the file was opened. If another program then
/// truncates the file, a read beyond the new end makes the kernel kill this program. Handling that case is
/// out of scope.
final class MappedFile: @unchecked Sendable {
  let path: String
  let count: Int
  private let base: UnsafeRawPointer?

  /// Maps the file at `path` into memory.
  ///
  /// - Throws: ``TileError/unreadable(file:reason:)``.
  init(path: String) throws(TileError) {
    func reason() -> String { String(cString: strerror(errno)) }
    // O_NONBLOCK: opening a named pipe would wait for its writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .unreadable(file: path, reason: reason()) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(file: path, reason: reason()) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .unreadable(file: path, reason: "it is not a file") }
    self.path = path
    count = Int(status.st_size)
    if count == 0 {
      base = nil  // mmap refuses a length of 0
    } else {
      guard let start = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED else {
        throw .unreadable(file: path, reason: reason())
      }
      base = UnsafeRawPointer(start)
    }
  }

  deinit {
    if let base { munmap(UnsafeMutableRawPointer(mutating: base), count) }
  }

  /// Calls `body` with a range of the file's bytes, and returns the result of `body`. If the range is not
  /// within the file, the method returns nil.
  func withBytes<Result>(offset: UInt64, count length: UInt64, _ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
    guard offset <= UInt64(count), length <= UInt64(count) - offset else { return nil }
    return body(UnsafeRawBufferPointer(start: base.map { $0 + Int(offset) }, count: Int(length)))
  }
}
