/// A render target: the pixels of a panel or of an image in memory.
///
/// The buffer does not own the memory. The memory must outlive every use of this value. The renderer writes
/// each pixel once, in the order of the memory, and reads none, because reading a panel's memory is slow. In
/// ordinary memory, frames may be composed in place, so pixels are read and written several times.
public struct PixelBuffer {
  /// The address of the first byte of the buffer's top row.
  public let baseAddress: UnsafeMutableRawPointer
  /// The buffer's size in pixels: the panel's own columns and rows, even if the frame is rotated.
  public let size: PixelSize
  /// The distance in bytes from the start of one row to the start of the next (the pitch).
  ///
  /// The pitch may exceed the number of bytes in a row's pixels.
  public let bytesPerRow: Int
  /// The format in which the renderer writes the buffer's pixels.
  public let format: PixelFormat
  /// Whether the memory is quick to read, and nobody else reads it while a frame is drawn.
  ///
  /// Then whole rows of an upright frame with 32 bits a pixel are composed in the memory. Rows must have no
  /// gaps between them, a multiple of four pixels, and an address that is a multiple of 16. The pixels of a
  /// drawn frame are the same either way.
  public let isOrdinaryMemory: Bool

  /// Creates a render target from memory that the caller owns.
  ///
  /// - Parameter isOrdinaryMemory: Whether the memory may be read, and may have parts of a frame while it is
  ///   drawn. False for the memory that a panel shows.
  /// - Precondition: `size` is not empty, and `bytesPerRow` is at least `size.width` ×
  ///   ``PixelFormat/bytesPerPixel``.
  public init(
    baseAddress: UnsafeMutableRawPointer, size: PixelSize, bytesPerRow: Int, format: PixelFormat, isOrdinaryMemory: Bool = false
  ) {
    precondition(size.width > 0 && size.height > 0 && bytesPerRow >= size.width * format.bytesPerPixel)
    self.baseAddress = baseAddress
    self.size = size
    self.bytesPerRow = bytesPerRow
    self.format = format
    self.isOrdinaryMemory = isOrdinaryMemory
  }
}

extension PixelBuffer {
  /// Creates a render target from an image's pixels: premultiplied `0xAARRGGBB`, without gaps between rows.
  ///
  /// - Parameters:
  ///   - pixels: `size.height` × `size.width` pixels, which must outlive every use of the buffer.
  ///   - size: The size in pixels.
  /// - Returns: nil if there are no pixels.
  package init?(_ pixels: UnsafeMutableBufferPointer<UInt32>, size: PixelSize) {
    guard let base = pixels.baseAddress, !pixels.isEmpty else { return nil }
    self.init(
      baseAddress: UnsafeMutableRawPointer(base), size: size, bytesPerRow: size.width * 4, format: .argb8888,
      isOrdinaryMemory: true)
  }
}
