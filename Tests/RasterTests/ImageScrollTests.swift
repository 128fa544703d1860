import CartoucheRaster
import CartoucheTestSupport
import Testing

@Suite("Scrolling an image")
struct ImageScrollTests {
  private static let size = PixelSize(width: 12, height: 10)

  /// Returns an image whose pixels are 1, 2, 3 and so on.
  private func numbered(spareCount: Int) -> Image {
    var image = Image(uninitialized: Self.size, spareCount: spareCount)
    image.withMutablePixels { pixels in
      for index in pixels.indices { pixels[index] = UInt32(index + 1) }
      return true
    }
    return image
  }

  private func pixels(of image: Image) -> [UInt32] {
    withExtendedLifetime(image) { Array(UnsafeBufferPointer(start: image.storage.pixels, count: image.storage.count)) }
  }

  @Test("a part moves as if each pixel was copied, with any spare memory", arguments: [0, 5, 60, 1000], [UInt64(1), 2, 3])
  func copies(spareCount: Int, seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    var image = numbered(spareCount: spareCount)
    var part = PixelRect(Self.size)
    for step in 0..<300 {
      if step % 9 == 0 {
        let value = UInt32(truncatingIfNeeded: generator.next())
        image.withMutablePixels { pixels in
          for index in pixels.indices { pixels[index] = value &+ UInt32(index) }
          return true
        }
        let (x, y) = (Int.random(in: -1...8, using: &generator), Int.random(in: -1...6, using: &generator))
        part = PixelRect(minX: x, minY: y, maxX: x + 9, maxY: y + 8)
      }
      let before = pixels(of: image)
      let delta = PixelPoint(x: Int.random(in: -3...3, using: &generator), y: Int.random(in: -3...3, using: &generator))
      let screen = PixelRect(Self.size)
      let expected = part.intersection(screen).moved(by: delta).intersection(screen)
      part = image.scroll(part, by: delta)
      #expect(part == expected)
      let after = pixels(of: image)
      var differing = 0
      for y in part.minY..<max(part.minY, part.maxY) {
        for x in part.minX..<max(part.minX, part.maxX) {
          let old = before[(y - delta.y) * Self.size.width + x - delta.x]
          if after[y * Self.size.width + x] != old { differing += 1 }
        }
      }
      #expect(differing == 0, "step \(step), moved by \(delta) to \(part)")
    }
  }

  @Test("a move copies nothing as long as the image's memory is large enough, in both directions")
  func copiesNothing() {
    // Spare memory of two and a half rows.
    var image = numbered(spareCount: 30)
    let start = image.storage.pixels
    // Content that moves down begins the image earlier, which is not possible yet.
    _ = image.scroll(PixelRect(Self.size), by: PixelPoint(x: 0, y: 1))
    #expect(image.storage.pixels == start + 30)
    for step in 1...2 {
      _ = image.scroll(PixelRect(Self.size), by: PixelPoint(x: 1, y: 1))
      #expect(image.storage.pixels == start + (30 - 13 * step))
    }
    _ = image.scroll(PixelRect(Self.size), by: PixelPoint(x: -2, y: -2))
    #expect(image.storage.pixels == start + 30)
    _ = image.scroll(PixelRect(Self.size), by: PixelPoint(x: -1, y: 0))
    #expect(image.storage.pixels == start)
  }

  @Test("a move leaves other images alone that share the memory")
  func sharedMemory() {
    var image = numbered(spareCount: 60)
    let copy = image
    let before = pixels(of: copy)
    let kept = image.scroll(PixelRect(Self.size), by: PixelPoint(x: 2, y: -3))
    #expect(kept == PixelRect(minX: 2, minY: 0, maxX: 12, maxY: 7))
    #expect(pixels(of: copy) == before)
    #expect(pixels(of: image)[2] == before[3 * Self.size.width])
  }

  @Test("a part that leaves the image is empty then")
  func leaves() {
    var image = numbered(spareCount: 60)
    let up = image.scroll(PixelRect(Self.size), by: PixelPoint(x: 0, y: -10))
    #expect(up.isEmpty)
    let right = image.scroll(PixelRect(minX: 4, minY: 0, maxX: 12, maxY: 10), by: PixelPoint(x: 8, y: 0))
    #expect(right.isEmpty)
  }
}
