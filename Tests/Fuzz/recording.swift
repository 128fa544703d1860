import CartoucheRaster

/// Any bytes as a recording: refused, or drawn, and then written as they were.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let given = UnsafeRawBufferPointer(start: start, count: count)
  _ = try? DisplayListRecording(decoding: given)
  // The checksum would keep the fuzzer out: length and sum are made right.
  guard count >= 32 else { return 0 }
  var bytes = [UInt8](given)
  bytes[0..<4] = [0x43, 0x44, 0x4c, DisplayListRecording.version]
  DisplayListRecording.seal(&bytes)
  guard let recording = try? DisplayListRecording(decoding: bytes) else { return 0 }
  let written = try? recording.encoded()
  precondition(written == bytes, "what was read is not written as it was")
  drawTwice(recording.list)
  return 0
}
