import Synchronization

/// A tile source that reads vector or image tiles from a PMTiles version 3 archive. The archive's file is
/// mapped into memory.
///
/// The archive has a root directory and leaf directories, which list the positions of tiles in the file. A
/// leaf directory is read and cached when one of its tiles is first requested. Tiles are not cached: each
/// request reads the tile again. An archive may be used from any thread.
///
/// - Source: PMTiles Version 3 Specification, https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md
public final class PMTilesArchive: TileSource {
  let file: MappedFile
  let header: PMTilesHeader
  let root: PMTilesDirectory
  private let leaves = Mutex<[UInt64: Result<PMTilesDirectory, TileError>]>([:])
  /// The metadata and the area of the tiles, after they were first asked for.
  let knownMetadata = Mutex<TileSetMetadata?>(nil)
  let knownTileBounds = Mutex<MapRect??>(nil)

  /// The maximum decompressed size of a tile, in bytes.
  private static let maximumTileByteCount = TileCompression.maximumByteCount
  private static let maximumDirectoryByteCount = 64 << 20
  /// The maximum number of cached leaf directories. Each leaf directory has about 4,000 entries.
  private static let maximumLeafCount = 64

  /// Opens the PMTiles archive in the file at `path`. The initializer reads the archive's header and root
  /// directory.
  ///
  /// - Throws: ``TileError`` if the file cannot be read, is not a PMTiles version 3 archive of vector
  ///   or image tiles, or has a broken root directory.
  public init(path: String) throws(TileError) {
    file = try MappedFile(path: path)
    header = try PMTilesHeader(file)
    root = try Self.directory(in: file, header, header.root)
  }

  /// The path of the archive's file, which error messages show.
  public var name: String { file.path }

  /// The format of the archive's tiles.
  public var tileFormat: TileFormat { header.tileFormat }

  /// The range of zooms for which the archive has tiles.
  public var zoomRange: ClosedRange<Int> { header.zoomRange }

  /// Reads a tile from the archive, and returns the tile's decompressed bytes. If the archive has no such
  /// tile, the method returns nil.
  ///
  /// - Throws: ``TileError`` if the tile or one of the archive's directories is broken.
  public func tile(_ id: TileID) throws(TileError) -> [UInt8]? {
    guard header.zoomRange.contains(id.zoom) else { return nil }
    let number = id.hilbertIndex
    var entry = root.entry(for: number)
    // The specification allows three levels of leaf directories; a fourth can only be a loop or a broken
    // file.
    for _ in 0..<3 {
      guard let leafEntry = entry, leafEntry.run == 0 else { break }
      entry = try leaf(leafEntry).entry(for: number)
    }
    guard let entry else { return nil }
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
    case .failure(let error): throw broken(error.reason)
    case nil: throw broken("it is not within the file")
    }
  }

  func leaf(_ entry: PMTilesDirectory.Entry) throws(TileError) -> PMTilesDirectory {
    if let known = leaves.withLock({ $0[entry.offset] }) { return try known.get() }
    let result: Result<PMTilesDirectory, TileError>
    if entry.offset <= header.leaves.length, UInt64(entry.length) <= header.leaves.length - entry.offset {
      let section = PMTilesHeader.Section(offset: header.leaves.offset + entry.offset, length: UInt64(entry.length))
      do throws(TileError) {
        result = .success(try Self.directory(in: file, header, section))
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
    in file: MappedFile, _ header: PMTilesHeader, _ section: PMTilesHeader.Section
  ) throws(TileError) -> PMTilesDirectory {
    func broken(_ reason: String) -> TileError {
      .brokenArchive(file: file.path, offset: section.offset, reason: "a directory cannot be read: \(reason)")
    }
    let unpacked = file.withBytes(offset: section.offset, count: section.length) {
      decompressed($0, header.internalCompression, limit: maximumDirectoryByteCount)
    }
    switch unpacked {
    case .success(let bytes):
      do throws(PMTilesDirectory.ParsingError) {
        return try PMTilesDirectory(bytes)
      } catch {
        throw broken(error.reason)
      }
    case .failure(let error): throw broken(error.reason)
    case nil: throw broken("it is not within the file")
    }
  }

  static func decompressed(
    _ bytes: UnsafeRawBufferPointer, _ compression: PMTilesHeader.Compression, limit: Int
  ) -> Result<[UInt8], InflateError> {
    Result { () throws(InflateError) in
      switch compression {
      case .none:
        guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
        return Array(bytes)
      case .gzip: return try inflated(bytes, limit: limit)
      case .brotli: return try brotliDecompressed(bytes, limit: limit)
      case .zstandard: return try zstandardDecompressed(bytes, limit: limit)
      }
    }
  }
}
