import CZlib

/// Unpacks files that are compressed with gzip, such as `.svgz` files.
enum Gzip {
  /// The largest allowed length of an unpacked file, in bytes.
  static let limit = 1 << 26

  /// Whether the bytes begin as a gzip file does.
  ///
  /// - Source: RFC 1952, section 2.3.1.
  static func isCompressed(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1f, 0x8b]) }

  /// Returns the unpacked bytes.
  ///
  /// - Throws: ``SVGError/compressed(reason:)`` if the bytes are damaged or unpack to more than ``limit``.
  static func inflated(_ bytes: [UInt8]) throws(SVGError) -> [UInt8] {
    guard bytes.count <= limit else { throw .compressed(reason: tooLarge) }
    var stream = z_stream()
    // 15 + 16: the largest window, and gzip only.
    guard inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw .compressed(reason: "zlib does not start")
    }
    defer { inflateEnd(&stream) }
    var input = bytes
    var output: [UInt8] = []
    var status: Int32 = Z_OK
    input.withUnsafeMutableBufferPointer { input in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(input.count)  // ≤ 2^26
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      repeat {
        let count = chunk.withUnsafeMutableBufferPointer { chunk in
          stream.next_out = chunk.baseAddress
          stream.avail_out = UInt32(chunk.count)
          status = inflate(&stream, Z_NO_FLUSH)
          return chunk.count - Int(stream.avail_out)
        }
        output += chunk[..<count]
      } while status == Z_OK && output.count <= limit
    }
    if output.count > limit { throw .compressed(reason: tooLarge) }
    // zlib has no message for a file that ends too early.
    guard status == Z_STREAM_END else {
      throw .compressed(reason: stream.msg.map { String(cString: $0) } ?? "it is cut short")
    }
    return output
  }

  private static var tooLarge: String { "it unpacks to more than \(limit >> 20) MiB" }
}
