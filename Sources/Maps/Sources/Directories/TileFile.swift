/// A file with one tile.
enum TileFile {
  /// Returns the bytes of a file without compression by gzip, or nil if there is no such file.
  ///
  /// - Parameter source: The name of the tile's source, for messages.
  /// - Throws: ``TileError`` if the file cannot be read.
  static func bytes(path: String, tile id: TileID, source: String) throws(TileError) -> [UInt8]? {
    guard FilePath.kind(of: path) != .absent else { return nil }
    func broken(_ reason: String) -> TileError { .brokenTile(file: source, tile: id, reason: reason) }
    let file: MappedFile
    do throws(TileError) {
      file = try MappedFile(path: path)
    } catch {
      guard case .unreadable(_, let reason) = error else { throw error }
      throw broken("its file cannot be read (\(reason))")
    }
    guard file.count <= TileCompression.maximumByteCount else {
      throw broken(InflateError.tooLarge(limit: TileCompression.maximumByteCount).reason)
    }
    let bytes = file.withBytes(offset: 0, count: UInt64(file.count)) { Array($0) } ?? []
    do throws(InflateError) {
      return try TileCompression.unpacked(bytes)
    } catch {
      throw broken(error.reason)
    }
  }
}
