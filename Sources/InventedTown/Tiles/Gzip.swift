internal import CZlib

/// gzip compression with fixed settings, so that one version of zlib gives the same bytes for the same input.
enum Gzip {
  /// Returns `bytes` as one gzip member without a file name or time.
  static func compress(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    // A window of 15 bits, +16 for gzip's framing. The fastest level, because each demo generates the
    // archive again.
    guard
      deflateInit2_(&stream, 1, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        == Z_OK
    else { preconditionFailure("zlib has no memory for a tile") }
    defer { deflateEnd(&stream) }
    let bound = Int(deflateBound(&stream, uLong(bytes.count)))
    var input = bytes
    return [UInt8](unsafeUninitializedCapacity: bound) { output, count in
      input.withUnsafeMutableBufferPointer { input in
        stream.next_in = input.baseAddress
        stream.avail_in = uInt(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = uInt(output.count)
        let status = deflate(&stream, Z_FINISH)
        precondition(status == Z_STREAM_END, "deflateBound leaves room for everything")
        count = output.count - Int(stream.avail_out)
      }
    }
  }
}
