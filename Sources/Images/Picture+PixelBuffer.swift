public import CartoucheRaster

extension Picture {
  /// A copy of what `buffer` holds, opaque unless its format has alpha; 16-bit components are widened by repeating their high bits.
  ///
  /// For buffers in ordinary memory. Scanout memory is not to be read.
  public init(copying buffer: PixelBuffer) {
    self.init(size: buffer.size) { (pixels: UnsafeMutableBufferPointer<UInt32>) in
      let width = buffer.size.width
      for y in 0..<buffer.size.height {
        let row = UnsafeRawPointer(buffer.baseAddress + y * buffer.bytesPerRow)
        switch buffer.format {
        case .xrgb8888:
          for x in 0..<width {
            pixels[y &* width &+ x] = row.loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self) | 0xff00_0000
          }
        case .argb8888:
          for x in 0..<width { pixels[y &* width &+ x] = row.loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self) }
        case .rgb565:
          for x in 0..<width {
            pixels[y &* width &+ x] = widened(row.loadUnaligned(fromByteOffset: x &* 2, as: UInt16.self))
          }
        }
      }
    }
  }
}

/// A 5-6-5 pixel as opaque `0xAARRGGBB`: 31 becomes 255, 0 stays 0.
private func widened(_ pixel: UInt16) -> UInt32 {
  let red = UInt32(pixel >> 11)
  let green = UInt32(pixel >> 5 & 63)
  let blue = UInt32(pixel & 31)
  return 0xff00_0000 | (red << 3 | red >> 2) << 16 | (green << 2 | green >> 4) << 8 | (blue << 3 | blue >> 2)
}
