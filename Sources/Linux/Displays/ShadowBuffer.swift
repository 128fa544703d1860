internal import CartoucheRaster
internal import Glibc

/// A frame in ordinary memory, in front of memory that a panel reads.
///
/// A panel's memory is write-combined on real boards: reading it is ten times slower than writing, so nothing is ever composed there. What changed is copied
/// across row by row, in order, and written once.
final class ShadowBuffer {
  let pixels: PixelBuffer
  private let byteCount: Int

  init?(size: PixelSize, format: PixelFormat) {
    // Rows begin on cache lines.
    let bytesPerRow = (size.width * format.bytesPerPixel + 63) & ~63
    byteCount = bytesPerRow * size.height
    let mapped = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let mapped, mapped != MAP_FAILED else { return nil }
    pixels = PixelBuffer(baseAddress: mapped, size: size, bytesPerRow: bytesPerRow, format: format)
  }

  deinit {
    munmap(pixels.baseAddress, byteCount)
  }

  /// Writes the pixels of `rect` to `target`, whose first row and column are the frame's.
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
