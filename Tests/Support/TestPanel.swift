public import CartoucheRaster

/// A render target in memory that simulates a panel's scanout buffer.
///
/// Every byte is poisoned before drawing, and each row is followed by a gap that must not be written.
public final class TestPanel {
  /// The buffer to draw into.
  public let buffer: PixelBuffer
  private let memory: UnsafeMutableRawBufferPointer
  private static let poison: UInt8 = 0xa5

  /// - Parameter gap: The bytes after each row's pixels. Real panels often have a pitch beyond their width.
  public init(size: PixelSize, format: PixelFormat, gap: Int = 12) {
    let bytesPerRow = size.width * format.bytesPerPixel + gap
    memory = .allocate(byteCount: bytesPerRow * size.height, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: Self.poison)
    buffer = PixelBuffer(baseAddress: memory.baseAddress!, size: size, bytesPerRow: bytesPerRow, format: format)
  }

  deinit { memory.deallocate() }

  /// Whether no gap after a row was written.
  public var gapsAreUntouched: Bool {
    let width = buffer.size.width * buffer.format.bytesPerPixel
    for y in 0..<buffer.size.height {
      let row = memory[(y * buffer.bytesPerRow)..<((y + 1) * buffer.bytesPerRow)]
      if !row.dropFirst(width).allSatisfy({ $0 == Self.poison }) { return false }
    }
    return true
  }

  /// The bytes of the pixels without the gaps; equal for equal frames.
  public var pixelBytes: [UInt8] {
    let width = buffer.size.width * buffer.format.bytesPerPixel
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * buffer.size.height)
    for y in 0..<buffer.size.height {
      bytes += memory[(y * buffer.bytesPerRow)..<(y * buffer.bytesPerRow + width)]
    }
    return bytes
  }

  /// The displayed image. Components of fewer than 8 bits are widened by repeating their upper bits.
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
    /// Returns the component of `bits` bits from bit `low` on, converted to 8 bits.
    func component(_ low: Int, _ bits: Int) -> UInt32 {
      var value: UInt64 = 0
      for byte in 0..<buffer.format.bytesPerPixel { value |= UInt64(memory[offset + byte]) << (8 * byte) }
      let component = UInt32(value >> low) & (1 << bits - 1)
      return bits >= 8 ? component >> (bits - 8) : component << (8 - bits) | component >> (2 * bits - 8)
    }
    let (red, green, blue) =
      switch buffer.format {
      case .xrgb8888, .argb8888, .rgb888: (component(16, 8), component(8, 8), component(0, 8))
      case .xbgr8888: (component(0, 8), component(8, 8), component(16, 8))
      case .rgb565: (component(11, 5), component(5, 6), component(0, 5))
      case .bgr565: (component(0, 5), component(5, 6), component(11, 5))
      case .rgbx8888: (component(24, 8), component(16, 8), component(8, 8))
      case .bgrx8888: (component(8, 8), component(16, 8), component(24, 8))
      case .bgr888: (component(0, 8), component(8, 8), component(16, 8))
      case .xrgb1555: (component(10, 5), component(5, 5), component(0, 5))
      case .xbgr1555: (component(0, 5), component(5, 5), component(10, 5))
      case .rgbx5551: (component(11, 5), component(6, 5), component(1, 5))
      case .xrgb2101010: (component(20, 10), component(10, 10), component(0, 10))
      }
    let alpha = buffer.format == .argb8888 ? component(24, 8) : 255
    return alpha << 24 | red << 16 | green << 8 | blue
  }
}
