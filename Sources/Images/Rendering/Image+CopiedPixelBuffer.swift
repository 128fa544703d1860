public import CartoucheRaster

extension Image {
  /// Creates an image by copying the pixels of a buffer in ordinary memory.
  ///
  /// If the buffer's format is `argb8888`, the image has the buffer's alpha. If the buffer has any other
  /// format, the image is opaque. Components with fewer than 8 bits are extended to 8 bits by repeating their
  /// high bits. If a component has more than 8 bits, its 8 high bits are copied.
  ///
  /// Do not copy from scanout memory, which the display hardware shows on the screen. The processor reads
  /// scanout memory slowly.
  public init(copying buffer: PixelBuffer) {
    self.init(size: buffer.size) { (pixels: UnsafeMutableBufferPointer<UInt32>) in
      let (width, format) = (buffer.size.width, buffer.format)
      for y in 0..<buffer.size.height {
        let row = UnsafeRawPointer(buffer.baseAddress + y * buffer.bytesPerRow)
        for x in 0..<width { pixels[y &* width &+ x] = format.color(at: row + x &* format.bytesPerPixel) }
      }
    }
  }
}
