public import CartoucheRaster

/// Memory that stands for a panel's: every byte is poisoned before it is drawn into, and each row ends in a gap that nobody may touch.
public final class TestPanel {
  /// What is drawn into.
  public let buffer: PixelBuffer
  private let memory: UnsafeMutableRawBufferPointer
  private static let poison: UInt8 = 0xa5

  /// - Parameter gap: bytes after each row's pixels; a real panel's pitch is seldom just its width.
  public init(size: PixelSize, format: PixelFormat, gap: Int = 12) {
    let bytesPerRow = size.width * format.bytesPerPixel + gap
    memory = .allocate(byteCount: bytesPerRow * size.height, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: Self.poison)
    buffer = PixelBuffer(baseAddress: memory.baseAddress!, size: size, bytesPerRow: bytesPerRow, format: format)
  }

  deinit { memory.deallocate() }

  /// Whether the gaps after the rows are as they were.
  public var gapsAreUntouched: Bool {
    let width = buffer.size.width * buffer.format.bytesPerPixel
    for y in 0..<buffer.size.height {
      let row = memory[(y * buffer.bytesPerRow)..<((y + 1) * buffer.bytesPerRow)]
      if !row.dropFirst(width).allSatisfy({ $0 == Self.poison }) { return false }
    }
    return true
  }

  /// The bytes of the pixels, without the gaps: what two equal frames have in common.
  public var pixelBytes: [UInt8] {
    let width = buffer.size.width * buffer.format.bytesPerPixel
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * buffer.size.height)
    for y in 0..<buffer.size.height {
      bytes += memory[(y * buffer.bytesPerRow)..<(y * buffer.bytesPerRow + width)]
    }
    return bytes
  }

  /// What a person sees: opaque pixels, those of fewer bits widened by repeating their upper bits.
  public var picture: Picture {
    Picture(size: buffer.size) { pixels in
      for y in 0..<buffer.size.height {
        for x in 0..<buffer.size.width {
          let offset = y * buffer.bytesPerRow + x * buffer.format.bytesPerPixel
          pixels[y * buffer.size.width + x] =
            switch buffer.format {
            case .xrgb8888: memory.loadUnaligned(fromByteOffset: offset, as: UInt32.self) | 0xff00_0000
            case .argb8888: memory.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            case .rgb565: widened(memory.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
            }
        }
      }
    }
  }

  private func widened(_ pixel: UInt16) -> UInt32 {
    let red = UInt32(pixel >> 11)
    let green = UInt32(pixel >> 5) & 0x3f
    let blue = UInt32(pixel) & 0x1f
    return 0xff00_0000 | (red << 3 | red >> 2) << 16 | (green << 2 | green >> 4) << 8 | (blue << 3 | blue >> 2)
  }
}
