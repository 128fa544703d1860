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
        part = step % 2 == 0 ? PixelRect(Self.size) : PixelRect(minX: x, minY: y, maxX: x + 9, maxY: y + 8)
      }
      let before = pixels(of: image)
      let reach = step % 9 == 0 ? 11 : 2
      let delta = PixelPoint(
        x: Int.random(in: -reach...reach, using: &generator), y: Int.random(in: -reach...reach, using: &generator))
      let screen = PixelRect(Self.size)
      let visible = part.intersection(screen)
      let expected = visible.isEmpty ? visible : visible.moved(by: delta).intersection(screen)
      part = image.scroll(part, by: delta)
      #expect(part == expected || part.isEmpty && expected.isEmpty)
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

  @Test("a move copies nothing as long as the image's memory is large enough, and neither does a move back")
  func copiesNothing() {
    // Spare memory of four rows, in the middle of which the image begins.
    var image = numbered(spareCount: 48)
    let start = image.storage.pixels - 24
    /// Returns where the image begins after a move.
    func scroll(_ x: Int, _ y: Int) -> Int {
      _ = image.scroll(PixelRect(Self.size), by: PixelPoint(x: x, y: y))
      return start.distance(to: image.storage.pixels)
    }
    // Content that moves down or right begins the image earlier.
    #expect(scroll(1, 1) == 11)
    #expect(scroll(11, 0) == 0)
    // There is no memory before that. The image begins near the end, one row before it.
    #expect(scroll(0, 1) == 36)
    #expect(scroll(0, -1) == 48)
    #expect(scroll(0, 1) == 36)
    // A quarter of the spare memory, one row, is kept for the way back.
    #expect(scroll(-5, -1) == 12)
    #expect(scroll(0, -3) == 48)
    #expect(scroll(0, -9) == 12)
    #expect(image.byteCount == (120 + 48) * 4)
  }

  @Test("memory that is given back leaves the pixels as they are")
  func givesBackMemory() {
    var image = numbered(spareCount: 48)
    let kept = image.scroll(PixelRect(Self.size), by: PixelPoint(x: 3, y: 1))
    let before = pixels(of: image)
    image.removeSpareMemory()
    #expect(image.byteCount == 120 * 4)
    for y in kept.minY..<kept.maxY {
      let row = (y * Self.size.width + kept.minX)..<(y * Self.size.width + kept.maxX)
      #expect(pixels(of: image)[row] == before[row])
    }
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
    #expect(image.byteCount == copy.byteCount)
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
