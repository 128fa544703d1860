import CartoucheMaps
import CartoucheRaster

/// Invented icons.
enum IconFixture {
  static func image(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> UInt32) -> Image {
    Image(size: PixelSize(width: width, height: height)) { (pixels: UnsafeMutableBufferPointer<UInt32>) in
      for index in pixels.indices { pixels[index] = pixel(index % width, index / width) }
    }
  }

  /// Returns an image whose rows are all the same.
  static func row(_ levels: [UInt32], height: Int = 2) -> Image {
    image(levels.count, height) { x, _ in 0xff00_0000 | levels[x] }
  }

  /// A distance field of a square of `side` pixels with a margin around it.
  static func square(_ side: Int, margin: Int = 6) -> Image {
    let size = side + 2 * margin
    return image(size, size) { x, y in
      // Twice the distance to the edge, positive inside. The maximum of the axes' distances is exact enough.
      let distance = min(
        min(2 * x + 1 - 2 * margin, 2 * (size - margin) - 2 * x - 1), min(2 * y + 1 - 2 * margin, 2 * (size - margin) - 2 * y - 1))
      return UInt32(UInt8(clamping: 191 + distance * 16)) << 24
    }
  }

  /// Returns the pixels of a display list on black, in rows, as XRGB.
  static func pixels(_ list: DisplayList, width: Int, height: Int) -> [UInt32] {
    var onBlack = DisplayList()
    onBlack.fill(Path(rect: Rect(x: 0, y: 0, width: Scalar(width), height: Scalar(height))), with: .color(.black))
    onBlack.append(list)
    var pixels = [UInt32](repeating: 0, count: width * height)
    pixels.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      let target = PixelBuffer(
        baseAddress: base, size: PixelSize(width: width, height: height), bytesPerRow: width * 4, format: .xrgb8888)
      Renderer().draw(
        onBlack, into: target, damage: [PixelRect(minX: 0, minY: 0, maxX: width, maxY: height)], rotation: .none,
        workers: SerialWorkerPool())
    }
    return pixels.map { $0 & 0xff_ffff }
  }
}
