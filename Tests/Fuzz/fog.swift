import CartoucheMaps

/// Reads any bytes as a fog file. They are rejected, or encoded as a file that is decoded as the same fog.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let given = [UInt8](UnsafeBufferPointer(start: start, count: count))
  _ = try? FogOverlay(decoding: given)
  // The checksum would stop the fuzzer, so set a valid header and checksum.
  guard count >= 48 else { return 0 }
  var bytes = given
  bytes[0..<5] = [0x43, 0x46, 0x4f, 0x47, 1]
  bytes.removeLast(4)
  let sum = bytes.withUnsafeBytes { checksum($0) }
  for shift: UInt32 in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: sum >> shift)) }
  guard let fog = try? FogOverlay(decoding: bytes, memoryLimit: 1 << 20) else { return 0 }
  precondition(fog.byteCount <= 1 << 20, "more memory than allowed")
  let written = fog.encoded()
  guard let again = try? FogOverlay(decoding: written, memoryLimit: 1 << 20) else {
    preconditionFailure("an encoded fog file is rejected")
  }
  precondition(again.encoded() == written && again.byteCount == fog.byteCount, "a decoded fog file is encoded differently")
  // More of a decoded fog can be cleared.
  let start = Coordinate(latitude: Double(bytes[20]) / 2, longitude: Double(bytes[21]))
  fog.clear(along: [start, Coordinate(latitude: start.latitude + 0.01, longitude: start.longitude)], radius: Double(bytes[22]) / 4)
  precondition(fog.byteCount <= 1 << 20, "more memory than allowed after clearing")
  return 0
}
