import CZlib

/// Returns `bytes`, at most 64 KiB, compressed as zlib data.
func deflated(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
  var length = compressBound(UInt(bytes.count))
  var output = [UInt8](repeating: 0, count: Int(length))
  let status = output.withUnsafeMutableBufferPointer { target in
    compress2(target.baseAddress, &length, bytes.bindMemory(to: UInt8.self).baseAddress, UInt(bytes.count), 6)
  }
  // compressBound's estimate is always sufficient.
  return status == Z_OK ? Array(output.prefix(Int(length))) : []
}

/// Returns the CRC-32 checksum of `bytes`, as defined by gzip and PNG.
package func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
  UInt32(truncatingIfNeeded: crc32_z(0, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count))
}
