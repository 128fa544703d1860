import CZlib
import CartoucheRaster

/// An error that says why compressed bytes cannot be decompressed.
enum InflateError: Error, Hashable {
  /// The bytes are not in the format, are cut short, or have a wrong checksum.
  case broken(String, format: String = "gzip")
  /// The decompressed bytes are more than the limit, which is in bytes.
  case tooLarge(limit: Int)

  var reason: String {
    switch self {
    case .broken(let what, let format): "broken \(format) (\(what))"
    case .tooLarge(let limit): "it inflates to more than \(limit >> 20) MiB"
    }
  }
}

/// Returns the decompressed bytes of gzip or zlib data.
///
/// - Parameter limit: The maximum number of decompressed bytes.
/// - Throws: ``InflateError`` if the data is broken or has more decompressed bytes than the limit.
func inflated(_ bytes: UnsafeRawBufferPointer, limit: Int) throws(InflateError) -> [UInt8] {
  guard let input = bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count <= Int(UInt32.max) else {
    throw .broken(bytes.isEmpty ? "it is empty" : "it is larger than 4 GiB")
  }
  var stream = z_stream()
  // 15 + 32: the largest window; gzip or zlib, by the header of the data.
  guard inflateInit2_(&stream, 15 + 32, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
    throw .broken("zlib does not start")
  }
  defer { inflateEnd(&stream) }
  stream.next_in = UnsafeMutablePointer(mutating: input)
  stream.avail_in = UInt32(bytes.count)
  var output: [UInt8] = []
  var capacity = (bytes.count * 4).clamped(from: 4096, to: limit)
  while true {
    let count = output.count
    var status: Int32 = Z_OK
    output.append(contentsOf: repeatElement(0, count: capacity - count))
    output.withUnsafeMutableBufferPointer { buffer in
      stream.next_out = buffer.baseAddress.map { $0 + count }
      stream.avail_out = UInt32(capacity - count)
      status = inflate(&stream, Z_NO_FLUSH)
    }
    let end = capacity - Int(stream.avail_out)
    output.removeSubrange(end..<output.count)
    switch status {
    case Z_STREAM_END:
      return output
    case Z_OK, Z_BUF_ERROR:
      guard stream.avail_out == 0 else { throw .broken("cut short") }
      guard capacity < limit else { throw .tooLarge(limit: limit) }
      capacity = min(capacity * 2, limit)
    default:
      throw .broken(stream.msg.map { String(cString: $0) } ?? "zlib's error \(status)")
    }
  }
}
