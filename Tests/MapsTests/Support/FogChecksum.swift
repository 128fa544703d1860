import CartoucheMaps

extension [UInt8] {
  /// Updates the checksum at the end of a fog file's bytes, so that a test reaches the code behind the check.
  mutating func updateFogChecksum() {
    guard count >= 48 else { return }
    removeLast(4)
    let sum = withUnsafeBytes { checksum($0) }
    for shift: UInt32 in [0, 8, 16, 24] { append(UInt8(truncatingIfNeeded: sum >> shift)) }
  }
}
