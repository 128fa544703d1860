import CartoucheMaps

extension [UInt8] {
  /// Makes the checksum at the end of a fog file's bytes right, so that a test reaches the code behind it.
  mutating func updateFogChecksum() {
    guard count >= 48 else { return }
    removeLast(4)
    let sum = withUnsafeBytes { checksum($0) }
    for shift: UInt32 in [0, 8, 16, 24] { append(UInt8(truncatingIfNeeded: sum >> shift)) }
  }
}
