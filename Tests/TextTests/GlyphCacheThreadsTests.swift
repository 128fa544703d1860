import CartoucheRaster
import CartoucheTestSupport
import CartoucheText
import Dispatch
import Testing

@Suite("A glyph cache that several threads use")
struct GlyphCacheThreadsTests {
  /// Glyphs upright and turned, with and without a halo, each several times.
  private static let keys: [GlyphKey] = (0..<600).map { (number: Int) -> GlyphKey in
    let direction = UInt8(number / 20 % 8 * 16)
    let halo = Int64(number / 10 % 2) << 16
    let pose = GlyphPose(direction: direction, quarterX: 2)
    return GlyphKey(face: 0, glyph: UInt32(36 + number % 10), size: 14 << 16, halo: halo, pose: pose)
  }

  /// The shapes of all keys, in order, from one thread.
  private func expected() -> (shapes: [GlyphShape], fonts: FontCollection) {
    let fonts = TestFonts.all()
    return (Self.keys.map { fonts.shape($0) }, fonts)
  }

  /// The pixels of shapes that are drawn with their masks, one after the other.
  private func pixels(_ shapes: [GlyphShape]) -> [UInt32] {
    let size = PixelSize(width: 24 * 32, height: 24 * (shapes.count / 32 + 1))
    var list = DisplayList()
    let placements = shapes.indices.map { index in
      GlyphRun.Placement(
        shape: Int32(index), origin: Point(x: Scalar(index % 32 * 24 + 10), y: Scalar(index / 32 * 24 + 16)))
    }
    list.draw(GlyphRun(shapes: shapes, placements: placements), with: .color(.black))
    let panel = TestPanel(size: size, format: .xrgb8888, gap: 0)
    Renderer().draw(list, over: .white, into: panel.buffer, damage: [PixelRect(size)], workers: SerialWorkerPool())
    let image = panel.image
    return (0..<size.width * size.height).map { image.storage.pixels[$0] }
  }

  /// Gets all shapes on each of eight threads, in eight orders, and returns what each thread got.
  private func shapes(_ fonts: FontCollection) -> [[GlyphShape]] {
    let empty = Array(repeating: GlyphShape(outline: Path()), count: Self.keys.count)
    nonisolated(unsafe) var found = Array(repeating: empty, count: 8)
    found.withUnsafeMutableBufferPointer { found in
      nonisolated(unsafe) let found = found
      DispatchQueue.concurrentPerform(iterations: 8) { thread in
        var own = empty
        for number in Self.keys.indices {
          let index = (number * 7 + thread * 75) % Self.keys.count
          own[index] = fonts.shape(Self.keys[index])
        }
        found[thread] = own
      }
    }
    return found
  }

  @Test("threads that make shapes at the same time get those of one thread, and the cache counts them once")
  func threads() {
    let (shapes, alone) = expected()
    let fonts = TestFonts.all()
    let found = self.shapes(fonts)
    let expected = pixels(shapes)
    for thread in found {
      let isSame = thread == shapes && pixels(thread) == expected
      #expect(isSame)
    }
    #expect(fonts.glyphs.count == alone.glyphs.count && fonts.glyphs.byteCount == alone.glyphs.byteCount)
    fonts.glyphs.byteLimit = 0
    #expect(fonts.glyphs.byteCount == 0 && fonts.glyphs.count == 0)
  }

  @Test("a small cache keeps its limit while threads evict each other's shapes")
  func limit() {
    let fonts = TestFonts.all()
    fonts.glyphs.byteLimit = 20_000
    let (found, expected) = (shapes(fonts), pixels(expected().shapes))
    for thread in found {
      let isSame = pixels(thread) == expected
      #expect(isSame)
    }
    #expect(fonts.glyphs.byteCount <= 20_000 && fonts.glyphs.count > 0)
    fonts.glyphs.byteLimit = 0
    #expect(fonts.glyphs.byteCount == 0)
  }

  @Test("shapes that workers find together are those found one by one, and each is made once", arguments: [1, 4])
  func together(count: Int) {
    let keys = Array(Set(Self.keys)).sorted { ($0.glyph, $0.halo, $0.pose.direction) < ($1.glyph, $1.halo, $1.pose.direction) }
    let alone = TestFonts.all()
    let shapes = keys.map { alone.shape($0) }
    let fonts = TestFonts.all()
    let pool = ConcurrentWorkerPool(count: count)
    for _ in 0..<2 {
      var found = Array(repeating: GlyphShape(outline: Path()), count: keys.count)
      var wanted = keys
      found.withUnsafeMutableBufferPointer { fonts.findShapes(&wanted, into: $0, pool) }
      let different = keys.indices.filter { found[$0] != shapes[$0] }.map { keys[$0] }
      #expect(different.isEmpty)
      let isSame = pixels(found) == pixels(shapes)
      #expect(isSame)
    }
    #expect(fonts.glyphs.count == alone.glyphs.count && fonts.glyphs.byteCount == alone.glyphs.byteCount)
    #expect(fonts.glyphs.missCount == alone.glyphs.missCount)
  }
}

extension FontCollection {
  fileprivate func shape(_ key: GlyphKey) -> GlyphShape {
    shape(
      face: key.face, glyph: key.glyph, size: Scalar(rawValue: key.size), halo: Scalar(rawValue: key.halo),
      blur: Scalar(rawValue: key.blur), pose: key.pose)
  }
}
