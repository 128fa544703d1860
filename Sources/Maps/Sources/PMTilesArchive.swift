import Synchronization

/// A PMTiles version 3 archive of vector tiles, mapped into memory.
///
/// Directories are read when a tile in them is first asked for; tiles each time they are asked for. May be asked from any thread.
///
/// - Source: PMTiles Version 3 Specification, https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md
public final class PMTilesArchive: TileSource {
  private let file: MappedFile
  let header: PMTilesHeader
  private let root: PMTilesDirectory
  private let leaves = Mutex<[UInt64: Result<PMTilesDirectory, TileError>]>([:])

  /// What a tile may inflate to, and a directory.
  private static let maximumTileByteCount = 32 << 20
  private static let maximumDirectoryByteCount = 64 << 20
  /// How many leaf directories are kept; each holds some 4 thousand entries.
  private static let maximumLeafCount = 64

  /// Opens the archive at `path` and reads its header and root directory.
  ///
  /// - Throws: ``TileError`` when the file cannot be read, is no such archive, or its root directory is broken.
  public init(path: String) throws(TileError) {
    file = try MappedFile(path: path)
    header = try PMTilesHeader(file)
    root = try Self.directory(in: file, header, header.root)
  }

  public var name: String { file.path }

  public var zoomRange: ClosedRange<Int> { header.zoomRange }

  public func tile(_ id: TileID) throws(TileError) -> [UInt8]? {
    guard header.zoomRange.contains(id.zoom) else { return nil }
    let number = id.hilbertIndex
    var found = root.entry(for: number)
    // The specification allows a leaf in a leaf in a leaf; a fourth level can only be a loop or a broken file.
    for _ in 0..<3 {
      guard let entry = found, entry.run == 0 else { break }
      found = try leaf(entry).entry(for: number)
    }
    guard let entry = found else { return nil }
    func broken(_ reason: String) -> TileError { .brokenTile(file: file.path, tile: id, reason: reason) }
    guard entry.run > 0 else { throw broken("its directories lead from one to the next more than three times") }
    guard entry.offset <= header.data.length, UInt64(entry.length) <= header.data.length - entry.offset else {
      throw broken(
        "its \(entry.length) bytes at \(entry.offset) are not within the archive's \(header.data.length) bytes of tiles")
    }
    let bytes = file.withBytes(offset: header.data.offset + entry.offset, count: UInt64(entry.length)) { bytes in
      Self.decompressed(bytes, header.tileCompression, limit: Self.maximumTileByteCount)
    }
    switch bytes {
    case .success(let bytes): return bytes
    case .failure(let flaw): throw broken(flaw.reason)
    case nil: throw broken("it is not within the file")
    }
  }

  private func leaf(_ entry: PMTilesDirectory.Entry) throws(TileError) -> PMTilesDirectory {
    if let known = leaves.withLock({ $0[entry.offset] }) { return try known.get() }
    let result: Result<PMTilesDirectory, TileError>
    if entry.offset <= header.leaves.length, UInt64(entry.length) <= header.leaves.length - entry.offset {
      let part = PMTilesHeader.Section(offset: header.leaves.offset + entry.offset, length: UInt64(entry.length))
      do throws(TileError) {
        result = .success(try Self.directory(in: file, header, part))
      } catch {
        result = .failure(error)
      }
    } else {
      result = .failure(
        .brokenArchive(
          file: file.path, offset: header.leaves.offset,
          reason: "a leaf directory (\(entry.length) bytes at \(entry.offset)) is not within the leaf directories"))
    }
    leaves.withLock {
      if $0.count >= Self.maximumLeafCount { $0.removeAll() }
      $0[entry.offset] = result
    }
    return try result.get()
  }

  private static func directory(
    in file: MappedFile, _ header: PMTilesHeader, _ part: PMTilesHeader.Section
  ) throws(TileError) -> PMTilesDirectory {
    func broken(_ reason: String) -> TileError {
      .brokenArchive(file: file.path, offset: part.offset, reason: "a directory cannot be read: \(reason)")
    }
    let unpacked = file.withBytes(offset: part.offset, count: part.length) {
      decompressed($0, header.internalCompression, limit: maximumDirectoryByteCount)
    }
    switch unpacked {
    case .success(let bytes):
      do throws(PMTilesDirectory.ParsingError) {
        return try PMTilesDirectory(bytes)
      } catch {
        throw broken(error.reason)
      }
    case .failure(let flaw): throw broken(flaw.reason)
    case nil: throw broken("it is not within the file")
    }
  }

  private static func decompressed(
    _ bytes: UnsafeRawBufferPointer, _ compression: PMTilesHeader.Compression, limit: Int
  ) -> Result<[UInt8], InflateError> {
    switch compression {
    case .none:
      return bytes.count <= limit ? .success(Array(bytes)) : .failure(.tooLarge(limit: limit))
    case .gzip:
      do throws(InflateError) {
        return .success(try inflated(bytes, limit: limit))
      } catch {
        return .failure(error)
      }
    }
  }
}
