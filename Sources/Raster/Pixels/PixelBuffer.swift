/// A render target: memory that a panel scans out, or that holds an image.
///
/// The buffer does not own the memory, which must outlive every use of the value. The renderer only writes it
/// and never reads it, because scanout memory is slow to read.
public struct PixelBuffer {
  /// The first byte of the top row.
  public let baseAddress: UnsafeMutableRawPointer
  /// The size in pixels, in the panel's own orientation.
  public let size: PixelSize
  /// The number of bytes from one row to the next (the pitch), which may exceed the bytes of a row's pixels.
  public let bytesPerRow: Int
  public let format: PixelFormat

  /// Creates a render target.
  ///
  /// - Precondition: `size` is not empty and `bytesPerRow` ≥ width × bytes per pixel.
  public init(baseAddress: UnsafeMutableRawPointer, size: PixelSize, bytesPerRow: Int, format: PixelFormat) {
    precondition(size.width > 0 && size.height > 0 && bytesPerRow >= size.width * format.bytesPerPixel)
    self.baseAddress = baseAddress
    self.size = size
    self.bytesPerRow = bytesPerRow
    self.format = format
  }
}

extension PixelBuffer {
  /// Creates a render target of an image's pixels: premultiplied `0xAARRGGBB`, rows without gaps.
  ///
  /// - Parameters:
  ///   - pixels: `size.height` × `size.width` pixels, which must outlive every use of the buffer.
  ///   - size: The size in pixels.
  /// - Returns: nil if there are no pixels.
  package init?(_ pixels: UnsafeMutableBufferPointer<UInt32>, size: PixelSize) {
    guard let base = pixels.baseAddress, !pixels.isEmpty else { return nil }
    self.init(baseAddress: UnsafeMutableRawPointer(base), size: size, bytesPerRow: size.width * 4, format: .argb8888)
  }
}
