import CZlib

/// `bytes` as zlib data; no more than 64 KiB of them.
func deflated(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
  var length = compressBound(UInt(bytes.count))
  var output = [UInt8](repeating: 0, count: Int(length))
  let status = output.withUnsafeMutableBufferPointer { target in
    compress2(target.baseAddress, &length, bytes.bindMemory(to: UInt8.self).baseAddress, UInt(bytes.count), 6)
  }
  // The room that compressBound asks for is always enough.
  return status == Z_OK ? Array(output.prefix(Int(length))) : []
}

/// CRC-32, as gzip and PNG have it.
package func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
  UInt32(truncatingIfNeeded: crc32_z(0, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count))
}
