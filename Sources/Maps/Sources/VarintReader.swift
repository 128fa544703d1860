/// Reads little-endian base-128 numbers, as protocol buffers write them, one after the other.
struct VarintReader {
  let bytes: [UInt8]
  private(set) var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { position >= bytes.count }

  /// The next number; nil where the bytes end inside it or it does not fit into 64 bits.
  mutating func next() -> UInt64? {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if shift == 63, byte > 1 { return nil }
      value |= UInt64(byte & 0x7f) << shift
      if byte & 0x80 == 0 { return value }
      shift += 7
      if shift > 63 { return nil }
    }
    return nil
  }
}
