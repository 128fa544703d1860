import CartoucheRaster
import CartoucheText
import Testing

@Suite("Texts with many spans")
struct ManySpansTests {
  private let fonts = TestFonts.all()

  @Test("twenty thousand spans in as many colors are laid out and drawn", .timeLimit(.minutes(1)))
  func spans() {
    let spans = (0..<20_000).map { number in
      TextSpan("ab ", style: TextStyle(color: Color(red: UInt8(number >> 8), green: UInt8(number & 255), blue: 7)))
    }
    let layout = TextLayout(spans, fonts: fonts, width: 400)
    #expect(layout.styles.count == 20_000 && layout.lines.last?.range.upperBound == 60_000)
    let visible = layout.glyphs.count
    let drawing = TextDrawing(layout, fonts: fonts)
    var list = DisplayList()
    drawing.draw(into: &list)
    #expect(list.count == 20_000 && visible >= 40_000)
    // In one color it is a single run.
    let plain = TextDrawing(TextLayout(spans.map { TextSpan($0.string) }, fonts: fonts, width: 400), fonts: fonts)
    var short = DisplayList()
    plain.draw(into: &short)
    #expect(short.count == 1 && plain.bounds == drawing.bounds)
  }

  @Test("a transparent color makes no glyph run and adds nothing to the bounds")
  func clear() {
    let spans = [
      TextSpan("ab", style: TextStyle(color: .clear)), TextSpan("c"), TextSpan("d", style: TextStyle(color: .red)), TextSpan("e"),
    ]
    let drawing = TextDrawing(TextLayout(spans, fonts: fonts), fonts: fonts)
    var list = DisplayList()
    drawing.draw(into: &list)
    #expect(list.count == 2 && drawing.bounds.minX > 10)
  }

  @Test("a character of a hundred thousand scalars that no font has is one box and is reported by its first scalars")
  func longCluster() throws {
    let text = "\u{20000}" + String(repeating: "\u{1e8d0}", count: 100_000)
    #expect(text.count == 1)
    let layout = TextLayout("a\(text)b", fonts: fonts, width: 300)
    #expect(layout.glyphs.count { $0.face == -1 && $0.glyph != 0 } <= 1 && layout.glyphs.contains { $0.face == -1 })
    #expect(layout.lines.last?.range.upperBound == 100_003)
    let missing = fonts.takeMissingCharacters()
    #expect(missing.count == 1 && missing[0].unicodeScalars.count == 16)
  }
}
