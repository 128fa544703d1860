import CartoucheRaster

/// Reads any bytes as a recording. They are rejected, or drawn and encoded as the same bytes.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let given = UnsafeRawBufferPointer(start: start, count: count)
  _ = try? DisplayListRecording(decoding: given)
  // The checksum would stop the fuzzer, so set a valid header and checksum.
  guard count >= 32 else { return 0 }
  var bytes = [UInt8](given)
  bytes[0..<4] = [0x43, 0x44, 0x4c, DisplayListRecording.version]
  DisplayListRecording.seal(&bytes)
  // A file may take 2^31 steps, half a minute under the sanitizer. Allow one file of 16 about two seconds,
  // and the others much less.
  let steps: Int64 = count % 16 == 0 ? 1 << 27 : 1 << 20
  guard let recording = bytes.withUnsafeBytes({ try? DisplayListRecording(decoding: $0, steps: steps) }) else { return 0 }
  let written = try? recording.encoded()
  precondition(written == bytes, "a decoded recording is encoded differently")
  drawTwice(recording.list)
  return 0
}
