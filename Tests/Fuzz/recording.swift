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
  // A file may ask for 2^31 steps. Under the sanitizer that takes half a minute: one of sixteen may ask for
  // two seconds, the others for little.
  let steps: Int64 = count % 16 == 0 ? 1 << 27 : 1 << 20
  guard let recording = bytes.withUnsafeBytes({ try? DisplayListRecording(decoding: $0, steps: steps) }) else { return 0 }
  let written = try? recording.encoded()
  precondition(written == bytes, "what was read is not written as it was")
  drawTwice(recording.list)
  return 0
}
