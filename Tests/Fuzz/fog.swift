import CartoucheMaps

/// Any bytes as a file of fog: refused, or read, and then written as something that is read as the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let given = [UInt8](UnsafeBufferPointer(start: start, count: count))
  _ = try? FogOverlay(decoding: given)
  // The checksum would keep the fuzzer out: the beginning and the sum are made right.
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
    preconditionFailure("what was written is not read")
  }
  precondition(again.encoded() == written && again.byteCount == fog.byteCount, "what was read is not written as it was")
  // What is read can be cleared further.
  let place = Coordinate(latitude: Double(bytes[20]) / 2, longitude: Double(bytes[21]))
  fog.clear(along: [place, Coordinate(latitude: place.latitude + 0.01, longitude: place.longitude)], radius: Double(bytes[22]) / 4)
  precondition(fog.byteCount <= 1 << 20, "more memory than allowed after clearing")
  return 0
}
