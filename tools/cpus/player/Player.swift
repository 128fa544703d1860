import CartoucheRaster

/// Receives the bytes of a frame: rows from the top, without gaps.
typealias FrameSink = @convention(c) (UnsafeRawPointer, Int) -> Void

/// Draws a recorded display list `frames` times and passes the last frame to `sink`.
///
/// The list is copied again for each frame, as `cartouche bench` does, so that instructions can be counted.
///
/// - Returns: 0; 1 if the bytes are not a recording; 2 if encoding the decoded list gives other bytes.
@_cdecl("play_recording")
func playRecording(
  _ bytes: UnsafeRawPointer, _ count: Int, _ format: Int32, _ frames: Int32, _ sink: FrameSink
) -> Int32 {
  let memory = UnsafeRawBufferPointer(start: bytes, count: count)
  do throws(DisplayListRecordingError) {
    let recording = try DisplayListRecording(decoding: memory)
    let panel = Panel(size: recording.size, format: format)
    let renderer = Renderer()
    let workers = SerialWorkerPool()
    let damage = [PixelRect(recording.size)]
    var list = DisplayList()
    for _ in 0..<frames {
      list.removeAll()
      list.append(recording.list)
      renderer.draw(list, over: recording.background, into: panel.buffer, damage: damage, workers: workers)
    }
    panel.send(to: sink)
    // Encoding must reproduce the bytes on this processor too.
    let written = try recording.encoded()
    guard written.count == count else { return 2 }
    for index in 0..<count where written[index] != memory[index] { return 2 }
    return 0
  } catch {
    return 1
  }
}

/// Memory in place of a panel's.
final class Panel {
  let buffer: PixelBuffer
  private let byteCount: Int

  /// - Parameter format: Bits per pixel: 16 is RGB565, everything else XRGB8888.
  init(size: PixelSize, format: Int32) {
    let format: PixelFormat = format == 16 ? .rgb565 : .xrgb8888
    let bytesPerRow = size.width * format.bytesPerPixel
    byteCount = bytesPerRow * size.height
    let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0xa5, count: byteCount)
    buffer = PixelBuffer(
      baseAddress: memory, size: size, bytesPerRow: bytesPerRow, format: format, isOrdinaryMemory: true)
  }

  deinit { buffer.baseAddress.deallocate() }

  func send(to sink: FrameSink) {
    sink(UnsafeRawPointer(buffer.baseAddress), byteCount)
  }
}
