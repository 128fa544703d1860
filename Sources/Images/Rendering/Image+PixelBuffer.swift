public import CartoucheRaster

extension Image {
  /// A copy of what `buffer` holds: opaque, but of `argb8888`. Components of fewer than 8 bits are widened by repeating their high bits, those
  /// of more are shortened.
  ///
  /// For buffers in ordinary memory. Scanout memory is not to be read.
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
