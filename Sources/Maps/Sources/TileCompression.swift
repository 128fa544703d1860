/// The decompression of tiles whose compression no header tells.
enum TileCompression {
  /// The maximum decompressed size of a tile, in bytes.
  static let maximumByteCount = 32 << 20

  /// Returns the bytes of a tile without compression by gzip or zlib. Other bytes are returned unchanged.
  ///
  /// A vector tile and an image never begin like compressed data. The first byte of a vector tile is the key
  /// of its first layer, 0x1a.
  ///
  /// - Throws: An error with the reason if the data is broken or too large.
  static func unpacked(_ bytes: [UInt8]) throws(InflateError) -> [UInt8] {
    guard isCompressed(bytes) else {
      guard bytes.count <= maximumByteCount else { throw .tooLarge(limit: maximumByteCount) }
      return bytes
    }
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(InflateError) in try inflated(bytes, limit: maximumByteCount) }
    }
    return try result.get()
  }

  private static func isCompressed(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 2 else { return false }
    // The two bytes of a zlib header, as one number, are a multiple of 31.
    let isZlib = bytes[0] == 0x78 && (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0
    return isZlib || (bytes[0] == 0x1f && bytes[1] == 0x8b)
  }
}
