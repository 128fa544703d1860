import Glibc

/// The bytes of a JSON text, from a file or from memory.
protocol JSONSource {
  /// Copies bytes from `offset` on into `buffer`.
  ///
  /// - Returns: The number of bytes copied, 0 at the end of the text.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(JSONError) -> Int
}

extension JSONSource {
  /// Returns the position of the byte at `offset`.
  ///
  /// The text is read again from its start, because counting lines while there is no error would cost time.
  func location(of offset: Int) -> JSONLocation {
    var location = JSONLocation()
    var position = 0
    if offset >= JSONMark.utf8Count, case .utf8? = try? JSONMark(of: self) { position = JSONMark.utf8Count }
    withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 16) { buffer in
      while position < offset {
        guard let count = try? read(at: position, into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(offset - position))),
          count > 0
        else { break }
        location.advance(over: UnsafeRawBufferPointer(rebasing: buffer.prefix(count)))
        position += count
      }
    }
    return location
  }
}

/// A text in memory. The memory outlives the source.
struct JSONMemory: JSONSource {
  let bytes: UnsafeRawBufferPointer

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let piece = bytes.dropFirst(offset).prefix(buffer.count)
    buffer.copyBytes(from: piece)
    return piece.count
  }
}

/// A file that is read piece by piece. Unlike a mapped file, it adds nothing to the resident memory, and the
/// file may shrink meanwhile.
final class JSONFile: JSONSource {
  let count: Int
  private let descriptor: CInt

  init(path: String) throws(JSONError) {
    // O_NONBLOCK: opening a named pipe would wait for its writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Self.unreadable(errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let code = errno
      close(descriptor)
      throw Self.unreadable(code)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw JSONError(reason: "cannot be read (it is not a file). Check the path.", location: nil)
    }
    self.descriptor = descriptor
    count = Int(status.st_size)
  }

  deinit { close(descriptor) }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(JSONError) -> Int {
    while true {
      let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
      if count >= 0 { return count }
      if errno != EINTR { throw Self.unreadable(errno) }
    }
  }

  private static func unreadable(_ code: CInt) -> JSONError {
    JSONError(reason: "cannot be read (\(String(cString: strerror(code)))). Check the path and its permissions.", location: nil)
  }
}
