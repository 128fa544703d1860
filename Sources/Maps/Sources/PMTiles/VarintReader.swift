/// A reader of consecutive varints, the numbers of protocol buffers in little-endian base 128.
struct VarintReader {
  let bytes: [UInt8]
  private(set) var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Returns the next number. If the bytes end within the number, or the number does not fit in 64 bits, the
  /// method returns nil.
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
