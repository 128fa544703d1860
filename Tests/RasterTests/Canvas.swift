import CartoucheRaster
import CartoucheTestSupport

/// A pixel buffer for tests to draw into and to read back.
///
/// Its memory is first filled with the byte `poison`. Each row's pixels are followed by `padding` bytes.
final class Canvas {
  let size: PixelSize
  let format: PixelFormat
  let bytesPerRow: Int
  private let memory: UnsafeMutableRawPointer

  init(width: Int, height: Int, format: PixelFormat = .xrgb8888, padding: Int = 0, poison: UInt8 = 0xa5) {
    size = PixelSize(width: width, height: height)
    self.format = format
    bytesPerRow = width * format.bytesPerPixel + padding
    memory = .allocate(byteCount: bytesPerRow * height, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: poison, count: bytesPerRow * height)
  }

  deinit { memory.deallocate() }

  var buffer: PixelBuffer { PixelBuffer(baseAddress: memory, size: size, bytesPerRow: bytesPerRow, format: format) }

  var bytes: [UInt8] { Array(UnsafeRawBufferPointer(start: memory, count: bytesPerRow * size.height)) }

  subscript(x: Int, y: Int) -> UInt32 {
    let pixel = memory + y * bytesPerRow + x * format.bytesPerPixel
    var value: UInt32 = 0
    for byte in 0..<format.bytesPerPixel { value |= UInt32(pixel.load(fromByteOffset: byte, as: UInt8.self)) << UInt32(8 * byte) }
    return value
  }

  @discardableResult
  func draw(
    _ list: DisplayList, over background: Color = .white, damage: [PixelRect]? = nil, rotation: Rotation = .none,
    mirroring: Mirroring = .none, workers: any WorkerPool = SerialWorkerPool(), renderer: Renderer = Renderer()
  ) -> Renderer.Statistics {
    renderer.draw(
      list, over: background, into: buffer, damage: damage ?? [PixelRect(rotation.logicalSize(for: size))], rotation: rotation,
      mirroring: mirroring, workers: workers)
  }
}
