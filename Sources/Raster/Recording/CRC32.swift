/// The CRC-32 checksum of ISO 3309 and ITU-T V.42, as in PNG and gzip.
///
/// The checksum detects every change that is limited to 32 consecutive bits. Of all other changes, one in
/// 2^32 is not detected.
package struct CRC32 {
  private let table: [UInt32]

  package init() {
    table = (0..<256).map { index in
      var remainder = UInt32(index)
      for _ in 0..<8 { remainder = remainder & 1 == 1 ? 0xedb8_8320 ^ remainder >> 1 : remainder >> 1 }
      return remainder
    }
  }

  /// Returns the checksum of `bytes`.
  package func sum(of bytes: UnsafeRawBufferPointer) -> UInt32 {
    table.withUnsafeBufferPointer { table in
      var remainder: UInt32 = 0xffff_ffff
      for byte in bytes { remainder = table[Int((remainder ^ UInt32(byte)) & 255)] ^ remainder >> 8 }
      return ~remainder
    }
  }
}

extension DisplayListRecording {
  /// Writes the length of a recording into its bytes 4…7, and its checksum into its last four bytes.
  package static func seal(_ bytes: inout [UInt8]) {
    guard bytes.count >= 12 else { return }
    put(UInt32(clamping: bytes.count), at: 4, in: &bytes)
    let end = bytes.count &- 4
    let sum = bytes.withUnsafeBytes { CRC32().sum(of: UnsafeRawBufferPointer(rebasing: $0[..<end])) }
    put(sum, at: end, in: &bytes)
  }

  /// Overwrites the four bytes at `offset` with a little-endian word.
  static func put(_ value: UInt32, at offset: Int, in bytes: inout [UInt8]) {
    for index in 0..<4 { bytes[offset &+ index] = UInt8(truncatingIfNeeded: value >> UInt32(8 &* index)) }
  }
}
