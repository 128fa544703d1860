internal import CartoucheRaster
internal import Glibc

/// A frame in ordinary memory, from which changed pixels are copied to the scanout memory that a panel reads.
///
/// Frames are never composed in scanout memory, because on real boards that memory is write-combined: reading
/// it is ten times slower than writing. The changed pixels are copied row by row, in order, and each is
/// written once.
final class ShadowBuffer {
  let pixels: PixelBuffer
  private let byteCount: Int

  /// Allocates a frame of ordinary memory.
  ///
  /// - Returns: nil if there is not enough memory.
  init?(size: PixelSize, format: PixelFormat) {
    // Rows start on cache lines of 64 bytes.
    let bytesPerRow = (size.width * format.bytesPerPixel + 63) & ~63
    byteCount = bytesPerRow * size.height
    let mapped = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let mapped, mapped != MAP_FAILED else { return nil }
    pixels = PixelBuffer(baseAddress: mapped, size: size, bytesPerRow: bytesPerRow, format: format, isOrdinaryMemory: true)
  }

  deinit {
    munmap(pixels.baseAddress, byteCount)
  }

  /// Copies the pixels of `rect` to scanout memory.
  ///
  /// - Parameters:
  ///   - rect: The pixels to copy.
  ///   - target: The address of the frame's first pixel in scanout memory.
  ///   - bytesPerRow: The number of bytes from one row to the next in scanout memory.
  func copy(_ rect: PixelRect, to target: UnsafeMutableRawPointer, bytesPerRow: Int) {
    let rect = rect.intersection(PixelRect(pixels.size))
    guard !rect.isEmpty else { return }
    let bytesPerPixel = pixels.format.bytesPerPixel
    let (start, count) = (rect.minX * bytesPerPixel, rect.width * bytesPerPixel)
    for row in rect.minY..<rect.maxY {
      memcpy(target + row * bytesPerRow + start, pixels.baseAddress + row * pixels.bytesPerRow + start, count)
    }
  }
}
