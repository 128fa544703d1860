import Glibc

extension FogOverlay {
  /// What is cleared, as bytes to keep.
  public func encoded() -> [UInt8] { FogFile(rect: boundingMapRect, bitmap: bitmap).encoded() }

  /// A fog from the bytes that ``encoded()`` gave.
  ///
  /// - Parameters:
  ///   - name: what an error is to call them.
  ///   - memoryLimit: see ``memoryLimit``; what takes more is an error before it is taken.
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

  /// A fog from a file that ``save(to:)`` wrote.
  ///
  /// - Throws: ``FogError``; an application says it on standard error, and begins with a new fog.
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

  /// Writes what is cleared into the file at `path`, whole or not at all: made beside its place, flushed to the disk, and moved there.
  ///
  /// - Throws: ``FogError/unwritable(file:reason:)``; what was there is there still.
  public func save(to path: String) throws(FogError) {
    func failed() -> FogError { .unwritable(file: path, reason: String(cString: strerror(errno))) }
    let bytes = encoded()
    var name = Array((path + ".XXXXXX").utf8CString)
    let descriptor = name.withUnsafeMutableBufferPointer { buffer in buffer.baseAddress.map { mkstemp($0) } ?? -1 }
    guard descriptor >= 0 else { throw failed() }
    var problem: FogError?
    var done = 0
    while problem == nil, done < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        buffer.baseAddress.map { write(descriptor, $0 + done, bytes.count - done) } ?? -1
      }
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { problem = failed() } else { done += count }
    }
    // What mkstemp makes is the owner's alone.
    if problem == nil, fchmod(descriptor, 0o644) != 0 || fsync(descriptor) != 0 { problem = failed() }
    close(descriptor)
    if problem == nil, rename(name, path) != 0 { problem = failed() }
    if let problem {
      unlink(name)
      throw problem
    }
    // The folder too, or the new name may be lost with the power.
    var folder = path
    while let last = folder.utf8.last, last != 0x2f { folder.removeLast() }
    let opened = open(folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if opened >= 0 {
      fsync(opened)
      close(opened)
    }
  }
}
