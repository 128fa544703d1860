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
  /// Memory of which the first `count` bytes are output. It is kept between calls of ``append(_:)``, because
  /// data may have many short frames.
  private var memory: [UInt8]
  private var count = 0
  private let limit: Int

  init(inputCount: Int, limit: Int) {
    self.limit = limit
    memory = [UInt8](repeating: 0, count: max(min(inputCount * 4, limit), min(4096, limit)))
  }

  var bytes: [UInt8] { Array(memory[..<count]) }

  /// Calls `body` with the free part of the output. `body` returns the number of bytes that it wrote.
  mutating func append(_ body: (UnsafeMutableBufferPointer<UInt8>) -> Int) {
    let start = count
    count += memory.withUnsafeMutableBufferPointer { body(UnsafeMutableBufferPointer(rebasing: $0[start...])) }
  }

  /// Doubles the output.
  mutating func grow() throws(InflateError) {
    guard memory.count < limit else { throw .tooLarge(limit: limit) }
    memory.append(contentsOf: repeatElement(0, count: min(memory.count, limit - memory.count)))
  }
}
