public import CartoucheRaster

/// Memory in place of a panel's. Every byte is initially poisoned, and each row ends in a gap that must
/// stay untouched.
public final class TestPanel {
  /// The buffer to draw into.
  public let buffer: PixelBuffer
  private let memory: UnsafeMutableRawBufferPointer
  private static let poison: UInt8 = 0xa5

  /// - Parameter gap: The number of bytes after each row's pixels. A real panel's rows are seldom contiguous.
  public init(size: PixelSize, format: PixelFormat, gap: Int = 12) {
    let bytesPerRow = size.width * format.bytesPerPixel + gap
    memory = .allocate(byteCount: bytesPerRow * size.height, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: Self.poison)
    buffer = PixelBuffer(baseAddress: memory.baseAddress!, size: size, bytesPerRow: bytesPerRow, format: format)
  }

  deinit { memory.deallocate() }

  /// Whether the gaps after the rows are untouched.
  public var gapsAreUntouched: Bool {
    let width = buffer.size.width * buffer.format.bytesPerPixel
    for y in 0..<buffer.size.height {
      let row = memory[(y * buffer.bytesPerRow)..<((y + 1) * buffer.bytesPerRow)]
      if !row.dropFirst(width).allSatisfy({ $0 == Self.poison }) { return false }
    }
    return true
  }

  /// The bytes of the pixels, without the gaps.
  public var pixelBytes: [UInt8] {
    let width = buffer.size.width * buffer.format.bytesPerPixel
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * buffer.size.height)
    for y in 0..<buffer.size.height {
      bytes += memory[(y * buffer.bytesPerRow)..<(y * buffer.bytesPerRow + width)]
    }
    return bytes
  }

  /// The visible image. It is opaque, and components of fewer than 8 bits are widened by repeating their
  /// upper bits.
  public var image: Image {
    Image(size: buffer.size) { pixels in
      for y in 0..<buffer.size.height {
        for x in 0..<buffer.size.width {
          pixels[y * buffer.size.width + x] = color(x: x, y: y)
        }
      }
    }
  }

  private func color(x: Int, y: Int) -> UInt32 {
    let offset = y * buffer.bytesPerRow + x * buffer.format.bytesPerPixel
    /// Returns the 8-bit value of a component of `bits` bits from bit `low` on.
    func component(_ low: Int, _ bits: Int) -> UInt32 {
      var value: UInt64 = 0
      for byte in 0..<buffer.format.bytesPerPixel { value |= UInt64(memory[offset + byte]) << (8 * byte) }
      let found = UInt32(value >> low) & (1 << bits - 1)
      return bits >= 8 ? found >> (bits - 8) : found << (8 - bits) | found >> (2 * bits - 8)
    }
    let (red, green, blue) =
      switch buffer.format {
      case .xrgb8888, .argb8888, .rgb888: (component(16, 8), component(8, 8), component(0, 8))
      case .xbgr8888: (component(0, 8), component(8, 8), component(16, 8))
      case .rgb565: (component(11, 5), component(5, 6), component(0, 5))
      case .bgr565: (component(0, 5), component(5, 6), component(11, 5))
      case .xrgb2101010: (component(20, 10), component(10, 10), component(0, 10))
      }
    let alpha = buffer.format == .argb8888 ? component(24, 8) : 255
    return alpha << 24 | red << 16 | green << 8 | blue
  }
}
