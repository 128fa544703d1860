import CZstd

/// Returns the decompressed bytes of data in the Zstandard format.
///
/// - Parameter limit: The maximum number of decompressed bytes.
/// - Throws: ``InflateError`` if the data is broken or has more decompressed bytes than the limit.
func zstandardDecompressed(_ bytes: UnsafeRawBufferPointer, limit: Int) throws(InflateError) -> [UInt8] {
  guard let stream = ZSTD_createDStream() else { throw .broken("it does not start", format: "Zstandard") }
  defer { ZSTD_freeDStream(stream) }
  // log₂ of the memory that broken data can ask for: 32 MiB, which is the limit of a tile.
  ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, 25)
  var input = ZSTD_inBuffer(src: bytes.baseAddress, size: bytes.count, pos: 0)
  var output = GrowingOutput(inputCount: bytes.count, limit: limit)
  while true {
    var result = 0
    var isFull = false
    output.append { free in
      var target = ZSTD_outBuffer(dst: free.baseAddress, size: free.count, pos: 0)
      result = ZSTD_decompressStream(stream, &target, &input)
      isFull = target.pos == target.size
      return target.pos
    }
    guard ZSTD_isError(result) == 0 else { throw .broken(String(cString: ZSTD_getErrorName(result)), format: "Zstandard") }
    // 0: a frame is complete. Data may have several frames.
    if result == 0, input.pos == input.size { return output.bytes }
    if isFull {
      try output.grow()
    } else if input.pos == input.size {
      throw .broken("cut short", format: "Zstandard")
    }
  }
}
