/// The kind of a file, by the file's first bytes.
enum FileSignature: Hashable {
  case empty
  /// A PMTiles archive of any version.
  case pmtiles
  /// An SQLite database.
  case sqlite
  /// A JSON object, or a text that begins like one.
  case json
  case unknown

  /// Reads the first bytes of the file at `path`.
  ///
  /// - Throws: ``TileError/unreadable(file:reason:)``.
  init(path: String) throws(TileError) {
    let file = try MappedFile(path: path)
    let bytes = file.withBytes(offset: 0, count: UInt64(min(file.count, 64))) { Array($0) } ?? []
    self = Self.kind(of: bytes)
  }

  private static func kind(of bytes: [UInt8]) -> FileSignature {
    if bytes.isEmpty { return .empty }
    if bytes.starts(with: "SQLite format 3\0".utf8) { return .sqlite }
    if bytes.starts(with: "PM".utf8) { return .pmtiles }
    let text = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes.dropFirst(3) : bytes[...]
    let first = text.first { ![0x20, 0x09, 0x0a, 0x0d].contains($0) }
    return first == UInt8(ascii: "{") ? .json : .unknown
  }
}
