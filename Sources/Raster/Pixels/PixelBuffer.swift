/// Memory that a panel shows, or a picture is kept in: where the renderer's one write goes.
///
/// The memory belongs to somebody else and must outlive every use of the value. The renderer only writes it, never reads.
public struct PixelBuffer {
  /// The first byte of the top row.
  public let baseAddress: UnsafeMutableRawPointer
  /// The memory's size in pixels, before any rotation.
  public let size: PixelSize
  /// From one row to the next, in bytes: the pitch, which may be more than the pixels need.
  public let bytesPerRow: Int
  public let format: PixelFormat

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
  /// The pixels of an image as a render target: `0xAARRGGBB`, premultiplied, rows without gaps.
  ///
  /// - Parameter pixels: `size.height` × `size.width` pixels, which must outlive every use of the buffer.
  /// - Returns: nil where there are no pixels.
  package init?(_ pixels: UnsafeMutableBufferPointer<UInt32>, size: PixelSize) {
    guard let base = pixels.baseAddress, !pixels.isEmpty else { return nil }
    self.init(baseAddress: UnsafeMutableRawPointer(base), size: size, bytesPerRow: size.width * 4, format: .argb8888)
  }
}
