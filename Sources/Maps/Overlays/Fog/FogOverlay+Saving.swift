import Glibc

extension FogOverlay {
  /// Returns the fog as bytes, in the format in which ``save(to:)`` writes a file.
  ///
  /// The bytes contain the rectangle, the resolution and the cleared area of the fog. The initializer
  /// ``init(decoding:name:memoryLimit:)`` decodes the bytes.
  public func encoded() -> [UInt8] { FogFile(rect: boundingMapRect, bitmap: bitmap).encoded() }

  /// Creates a fog overlay from the bytes that ``encoded()`` returned.
  ///
  /// - Parameters:
  ///   - name: A name that error messages show in place of a file name.
  ///   - memoryLimit: The largest number of bytes of memory that the cleared area may use. If the area needs
  ///     more, the initializer throws ``FogError/tooLarge(file:limit:)`` and does not exceed the limit.
  public convenience init(decoding bytes: [UInt8], name: String = "fog", memoryLimit: Int = defaultMemoryLimit) throws(FogError) {
    let read = bytes.withUnsafeBytes { bytes -> Result<FogFile, FogError> in
      do throws(FogError) {
        return .success(try FogFile(decoding: bytes, name: name, memoryLimit: memoryLimit))
      } catch {
        return .failure(error)
      }
    }
    let file = try read.get()
    self.init(over: file.rect, bitmap: file.bitmap)
  }

  /// Creates a fog overlay from a file that ``save(to:)`` wrote.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - memoryLimit: The largest number of bytes of memory that the cleared area may use.
  /// - Throws: ``FogError`` if the file cannot be read, is not a valid fog file, or needs more memory than
  ///   the limit.
  public convenience init(contentsOfFile path: String, memoryLimit: Int = defaultMemoryLimit) throws(FogError) {
    let file: MappedFile
    do throws(TileError) {
      file = try MappedFile(path: path)
    } catch {
      if case .unreadable(_, let reason) = error { throw .unreadable(file: path, reason: reason) }
      throw .unreadable(file: path, reason: "\(error)")
    }
    let read = file.withBytes(offset: 0, count: UInt64(file.count)) { bytes -> Result<FogFile, FogError> in
      do throws(FogError) {
        return .success(try FogFile(decoding: bytes, name: path, memoryLimit: memoryLimit))
      } catch {
        return .failure(error)
      }
    }
    switch read {
    case .success(let file): self.init(over: file.rect, bitmap: file.bitmap)
    case .failure(let error): throw error
    case nil: throw .unreadable(file: path, reason: "it changed while it was read")
    }
  }

  /// Saves the fog to a file at `path`.
  ///
  /// The file contains the rectangle, the resolution and the cleared area of the fog. The method writes a
  /// temporary file in the same folder, flushes it to disk, and then renames it to `path`. The file is
  /// therefore written completely or not at all.
  ///
  /// - Throws: ``FogError/unwritable(file:reason:)`` if the file cannot be written. A previous file at `path`
  ///   is then unchanged.
  public func save(to path: String) throws(FogError) {
    func failed() -> FogError { .unwritable(file: path, reason: String(cString: strerror(errno))) }
    let bytes = encoded()
    var name = Array((path + ".XXXXXX").utf8CString)
    let descriptor = name.withUnsafeMutableBufferPointer { buffer in buffer.baseAddress.map { mkstemp($0) } ?? -1 }
    guard descriptor >= 0 else { throw failed() }
    var error: FogError?
    var written = 0
    while error == nil, written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        buffer.baseAddress.map { write(descriptor, $0 + written, bytes.count - written) } ?? -1
      }
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { error = failed() } else { written += count }
    }
    // mkstemp creates files that only the owner can read.
    if error == nil, fchmod(descriptor, 0o644) != 0 || fsync(descriptor) != 0 { error = failed() }
    close(descriptor)
    if error == nil, rename(name, path) != 0 { error = failed() }
    if let error {
      unlink(name)
      throw error
    }
    // The directory is flushed too, or a power failure could lose the rename.
    var folder = path
    while let last = folder.utf8.last, last != 0x2f { folder.removeLast() }
    let opened = open(folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if opened >= 0 {
      fsync(opened)
      close(opened)
    }
  }
}
