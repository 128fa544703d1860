import CartoucheRaster
import CartoucheText
import Testing

@Suite("Glyph cache")
struct GlyphCacheTests {
  /// Draws `text` at `size` points and discards the drawing.
  private func draw(_ text: String, size: Scalar = 16, fonts: FontCollection) {
    _ = TextDrawing(TextLayout(text, style: TextStyle(fontSize: size), fonts: fonts), fonts: fonts)
  }

  @Test("20 000 different glyphs never exceed the cache's byte limit")
  func limit() {
    let fonts = TestFonts.all(glyphCacheByteLimit: 1 << 20)
    var missCount = 0
    for page in 0..<100 {
      var view = String.UnicodeScalarView()
      for number in 0..<200 { view.append(Unicode.Scalar(UInt32(0x4e00 + page * 200 + number))!) }
      draw(String(view), fonts: fonts)
      #expect(fonts.glyphs.byteCount <= 1 << 20)
      missCount = fonts.glyphs.missCount
    }
    #expect(missCount == 20_000)
    #expect(fonts.glyphs.count > 100 && fonts.glyphs.count < 20_000)
    fonts.glyphs.byteLimit = 1 << 16
    #expect(fonts.glyphs.byteCount <= 1 << 16 && fonts.glyphs.count > 0)
    fonts.glyphs.removeAll()
    #expect(fonts.glyphs.byteCount == 0 && fonts.glyphs.count == 0)
    draw("a", fonts: fonts)
    #expect(fonts.glyphs.count == 1)
  }

  @Test("the least recently used glyph is evicted first")
  func leastRecentlyUsed() {
    let fonts = TestFonts.all()
    draw("abc", fonts: fonts)
    #expect(fonts.glyphs.missCount == 3)
    draw("a", fonts: fonts)
    #expect(fonts.glyphs.missCount == 3)
    fonts.glyphs.byteLimit = fonts.glyphs.byteCount - 1
    #expect(fonts.glyphs.count == 2)
    draw("ca", fonts: fonts)
    #expect(fonts.glyphs.missCount == 3, "b was the least recently used")
    fonts.glyphs.byteLimit = 1 << 20
    draw("b", fonts: fonts)
    #expect(fonts.glyphs.missCount == 4 && fonts.glyphs.count == 3)
  }

  @Test("sizes, halos and faces have separate entries; with a limit of 0 glyphs are still drawn")
  func keys() {
    let fonts = TestFonts.all()
    draw("a", size: 16, fonts: fonts)
    draw("a", size: 16.5, fonts: fonts)
    let layout = TextLayout("a", style: TextStyle(fontSize: 16), fonts: fonts)
    _ = TextDrawing(layout, fonts: fonts, halo: Halo(width: 1))
    _ = TextDrawing(layout, fonts: fonts, halo: Halo(width: 2))
    #expect(fonts.glyphs.count == 4 && fonts.glyphs.missCount == 4)
    let uncached = TestFonts.all(glyphCacheByteLimit: 0)
    let drawing = TextDrawing(TextLayout("abc", fonts: uncached), fonts: uncached)
    #expect(!drawing.bounds.isEmpty && uncached.glyphs.count == 0 && uncached.glyphs.byteCount == 0)
  }
}
