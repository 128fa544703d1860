public import CartoucheRaster

extension Image {
  /// Copies a pixel buffer in ordinary memory. The image is opaque unless the format is `argb8888`.
  ///
  /// Components with fewer than 8 bits are widened by repeating their high bits; longer ones are truncated.
  /// Do not copy scanout memory, which is slow to read.
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
