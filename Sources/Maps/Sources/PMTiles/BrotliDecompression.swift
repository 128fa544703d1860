import CBrotli

/// Returns the decompressed bytes of data in the Brotli format.
///
/// - Parameter limit: The maximum number of decompressed bytes.
/// - Throws: ``InflateError`` if the data is broken or has more decompressed bytes than the limit.
func brotliDecompressed(_ bytes: UnsafeRawBufferPointer, limit: Int) throws(InflateError) -> [UInt8] {
  guard let decoder = BrotliDecoderCreateInstance(nil, nil, nil) else { throw .broken("it does not start", format: "Brotli") }
  defer { BrotliDecoderDestroyInstance(decoder) }
  var remaining = bytes.count
  var next = bytes.bindMemory(to: UInt8.self).baseAddress
  var output = GrowingOutput(inputCount: bytes.count, limit: limit)
  while true {
    var result = BROTLI_DECODER_RESULT_ERROR
    output.append { free in
      var (place, room) = (free.baseAddress, free.count)
      result = BrotliDecoderDecompressStream(decoder, &remaining, &next, &room, &place, nil)
      return free.count - room
    }
    switch result {
    case BROTLI_DECODER_RESULT_SUCCESS: return output.bytes
    case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT: try output.grow()
    case BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT: throw .broken("cut short", format: "Brotli")
    default: throw .broken(String(cString: BrotliDecoderErrorString(BrotliDecoderGetErrorCode(decoder))), format: "Brotli")
    }
  }
}

/// The output of a decoder, which grows to a limit.
struct GrowingOutput {
  private(set) var bytes: [UInt8] = []
  private var capacity: Int
  private let limit: Int

  init(inputCount: Int, limit: Int) {
    self.limit = limit
    capacity = max(min(inputCount * 4, limit), min(4096, limit))
  }

  /// Calls `body` with the free part of the output. `body` returns the number of bytes that it wrote.
  mutating func append(_ body: (UnsafeMutableBufferPointer<UInt8>) -> Int) {
    let count = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: capacity - count))
    let added = bytes.withUnsafeMutableBufferPointer { body(UnsafeMutableBufferPointer(rebasing: $0[count...])) }
    bytes.removeSubrange((count + added)...)
  }

  /// Doubles the output.
  mutating func grow() throws(InflateError) {
    guard capacity < limit else { throw .tooLarge(limit: limit) }
    capacity = min(capacity * 2, limit)
  }
}
