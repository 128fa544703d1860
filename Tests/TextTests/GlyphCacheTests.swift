import CartoucheRaster
import CartoucheText
import Testing

@Suite("Glyph cache")
struct GlyphCacheTests {
  /// Draws `text` in `size` points, and lets go of it.
  private func draw(_ text: String, size: Scalar = 16, fonts: FontCollection) {
    _ = TextDrawing(TextLayout(text, style: TextStyle(fontSize: size), fonts: fonts), fonts: fonts)
  }

  @Test("20 000 different glyphs pass through it, and it never holds more bytes than it may")
  func limit() {
    let fonts = TestFonts.all(glyphCacheByteLimit: 1 << 20)
    var made = 0
    for page in 0..<100 {
      var view = String.UnicodeScalarView()
      for number in 0..<200 { view.append(Unicode.Scalar(UInt32(0x4e00 + page * 200 + number))!) }
      draw(String(view), fonts: fonts)
      #expect(fonts.glyphs.byteCount <= 1 << 20)
      made = fonts.glyphs.missCount
    }
    #expect(made == 20_000)
    #expect(fonts.glyphs.count > 100 && fonts.glyphs.count < 20_000)
    fonts.glyphs.byteLimit = 1 << 16
    #expect(fonts.glyphs.byteCount <= 1 << 16 && fonts.glyphs.count > 0)
    fonts.glyphs.removeAll()
    #expect(fonts.glyphs.byteCount == 0 && fonts.glyphs.count == 0)
    draw("a", fonts: fonts)
    #expect(fonts.glyphs.count == 1)
  }

  @Test("what was asked for last stays, and what was not the longest goes first")
  func leastRecentlyUsed() {
    let fonts = TestFonts.all()
    draw("abc", fonts: fonts)
    #expect(fonts.glyphs.missCount == 3)
    draw("a", fonts: fonts)
    #expect(fonts.glyphs.missCount == 3)
    fonts.glyphs.byteLimit = fonts.glyphs.byteCount - 1
    #expect(fonts.glyphs.count == 2)
    draw("ca", fonts: fonts)
    #expect(fonts.glyphs.missCount == 3, "b was not asked for the longest")
    fonts.glyphs.byteLimit = 1 << 20
    draw("b", fonts: fonts)
    #expect(fonts.glyphs.missCount == 4 && fonts.glyphs.count == 3)
  }

  @Test("sizes, halos and faces are kept apart; a limit of nothing draws all the same")
  func keys() {
    let fonts = TestFonts.all()
    draw("a", size: 16, fonts: fonts)
    draw("a", size: 16.5, fonts: fonts)
    let layout = TextLayout("a", style: TextStyle(fontSize: 16), fonts: fonts)
    _ = TextDrawing(layout, fonts: fonts, halo: Halo(width: 1))
    _ = TextDrawing(layout, fonts: fonts, halo: Halo(width: 2))
    #expect(fonts.glyphs.count == 4 && fonts.glyphs.missCount == 4)
    let none = TestFonts.all(glyphCacheByteLimit: 0)
    let drawing = TextDrawing(TextLayout("abc", fonts: none), fonts: none)
    #expect(!drawing.bounds.isEmpty && none.glyphs.count == 0 && none.glyphs.byteCount == 0)
  }
}
