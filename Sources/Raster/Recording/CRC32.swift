/// CRC-32 of ISO 3309 and ITU-T V.42, as in PNG and gzip: every change of up to 32 bits in a row is found, and all but one in 2^32 of the others.
package struct CRC32 {
  private let table: [UInt32]

  package init() {
    table = (0..<256).map { index in
      var remainder = UInt32(index)
      for _ in 0..<8 { remainder = remainder & 1 == 1 ? 0xedb8_8320 ^ remainder >> 1 : remainder >> 1 }
      return remainder
    }
  }

  package func sum(of bytes: UnsafeRawBufferPointer) -> UInt32 {
    table.withUnsafeBufferPointer { table in
      var remainder: UInt32 = 0xffff_ffff
      for byte in bytes { remainder = table[Int((remainder ^ UInt32(byte)) & 255)] ^ remainder >> 8 }
      return ~remainder
    }
  }
}

extension DisplayListRecording {
  /// Makes the length and the checksum in `bytes` those of the other bytes, of which the last four are none.
  package static func seal(_ bytes: inout [UInt8]) {
    guard bytes.count >= 12 else { return }
    put(UInt32(clamping: bytes.count), at: 4, in: &bytes)
    let end = bytes.count &- 4
    let sum = bytes.withUnsafeBytes { CRC32().sum(of: UnsafeRawBufferPointer(rebasing: $0[..<end])) }
    put(sum, at: end, in: &bytes)
  }

  /// Writes a little-endian word over what is at `place`.
  static func put(_ value: UInt32, at place: Int, in bytes: inout [UInt8]) {
    for index in 0..<4 { bytes[place &+ index] = UInt8(truncatingIfNeeded: value >> UInt32(8 &* index)) }
  }
}
