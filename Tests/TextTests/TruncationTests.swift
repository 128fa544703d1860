import CartoucheRaster
import CartoucheText
import Testing

@Suite("Truncation and fallback")
struct TruncationTests {
  /// Returns the characters that a line of one direction shows, with `…` where it is truncated.
  private func visibleText(_ text: String, _ layout: TextLayout, line: Int, fonts: FontCollection) -> String {
    let scalars = Array(text.unicodeScalars)
    var scalarsShown = String.UnicodeScalarView()
    for glyph in layout.glyphs[layout.lines[line].glyphs] {
      let isEllipsis = glyph.face >= 0 && fonts.faces[Int(glyph.face)].glyph(for: 0x2026) == glyph.glyph
      scalarsShown.append(isEllipsis ? "…" : scalars[Int(glyph.scalarOffset)])
    }
    return String(scalarsShown)
  }

  @Test("a line is truncated at its start, middle or end and keeps as much as fits")
  func modes() {
    let fonts = TestFonts.all()
    let text = "abcdefghijklmnopqrstuvwxyz"
    for (mode, begin, end) in [(TextTruncation.start, "…", "z"), (.middle, "a", "z"), (.end, "a", "…")] {
      var paragraph = ParagraphStyle()
      (paragraph.truncation, paragraph.isWrapped) = (mode, false)
      let layout = TextLayout(text, paragraph: paragraph, fonts: fonts, width: 120)
      let line = visibleText(text, layout, line: 0, fonts: fonts)
      #expect(line.hasPrefix(begin) && line.hasSuffix(end) && line.count(where: { $0 == "…" }) == 1, "\(line)")
      #expect(layout.isTruncated && layout.size.width <= 120 && layout.size.width > 100)
      #expect(!TextLayout("abc", paragraph: paragraph, fonts: fonts, width: 120).isTruncated)
      // If not even the ellipsis fits, it is shown alone.
      #expect(visibleText(text, TextLayout(text, paragraph: paragraph, fonts: fonts, width: 3), line: 0, fonts: fonts) == "…")
    }
  }

  @Test("no white space precedes the ellipsis, and only the last line is truncated")
  func words() {
    let fonts = TestFonts.all()
    let text = "one two three four five six seven"
    var paragraph = ParagraphStyle()
    (paragraph.truncation, paragraph.lineLimit) = (.end, 2)
    for width in 60..<130 {
      let layout = TextLayout(text, paragraph: paragraph, fonts: fonts, width: Scalar(width))
      #expect(layout.lines.count == 2)
      let last = visibleText(text, layout, line: 1, fonts: fonts)
      #expect(last.hasSuffix("…") && !last.hasSuffix(" …"), "\(last)")
    }
  }

  @Test("as many lines are shown as fit the height, at least one")
  func height() {
    let fonts = TestFonts.all()
    var paragraph = ParagraphStyle()
    paragraph.truncation = .end
    let text = "one two three four five six seven eight nine ten eleven twelve"
    let line = TextLayout("x", fonts: fonts).size.height
    for count in 1...4 {
      let layout = TextLayout(text, paragraph: paragraph, fonts: fonts, width: 80, height: line * count + 3)
      #expect(layout.lines.count == count && layout.isTruncated)
    }
    #expect(TextLayout(text, paragraph: paragraph, fonts: fonts, width: 80, height: 1).lines.count == 1)
  }

  @Test("a text that continues in another paragraph ends with an ellipsis too")
  func paragraphs() {
    let fonts = TestFonts.all()
    var paragraph = ParagraphStyle()
    (paragraph.truncation, paragraph.lineLimit) = (.end, 1)
    let layout = TextLayout("ab\ncd", paragraph: paragraph, fonts: fonts, width: 200)
    #expect(visibleText("ab\ncd", layout, line: 0, fonts: fonts) == "ab…" && layout.isTruncated)
  }

  @Test("a mark uses the font of its base, and each script uses a font that has it")
  func fallback() {
    let fonts = TestFonts.all()
    let text = "aя\u{301}Ωبשन你"
    let layout = TextLayout(text, fonts: fonts)
    let names = Set(layout.glyphs.map { fonts.faces[Int($0.face)].descriptor.family })
    #expect(names == ["DejaVu Sans", "Lohit Devanagari", "WenQuanYi Micro Hei"])
    // Base letters with a mark that only the last font has stay together.
    for text in ["x\u{301}", "न\u{301}", "你\u{301}"] {
      let faces = Set(TextLayout(text, fonts: fonts).glyphs.filter { $0.face >= 0 }.map(\.face))
      #expect(faces.count == 1, "\(text)")
    }
  }

  @Test("a character that no font has is one box and is reported once")
  func missing() {
    let fonts = TestFonts.all()
    let layout = TextLayout("a👍🏽b\u{20000}👍🏽", fonts: fonts)
    #expect(layout.glyphs.map(\.face) == [0, -1, 0, -1, -1])
    #expect(fonts.takeMissingCharacters() == ["👍🏽", "\u{20000}"])
    _ = TextLayout("👍🏽", fonts: fonts)
    #expect(fonts.takeMissingCharacters().isEmpty)
    let drawing = TextDrawing(layout, fonts: fonts)
    #expect(!drawing.bounds.isEmpty)
  }

  @Test("without fonts all letters are boxes, but not white space and invisible characters")
  func noFonts() {
    let fonts = FontCollection()
    let layout = TextLayout("ab c\u{200d}\t\u{7}\nשל", fonts: fonts, width: 60)
    #expect(layout.lines.count == 2 && layout.glyphs.allSatisfy { $0.face == -1 })
    #expect(Set(fonts.takeMissingCharacters()).isSuperset(of: ["a", "b", "ש", "ל"]))
    #expect(!TextDrawing(layout, fonts: fonts, halo: Halo(width: 2)).bounds.isEmpty)
  }
}

@Suite("Truncation where the next line does not fit")
struct LastLineTests {
  private let fonts = TestFonts.all()

  /// Returns whether a line ends with `…`.
  private func endsWithEllipsis(_ layout: TextLayout, line: Int) -> Bool {
    guard let last = layout.glyphs[layout.lines[line].glyphs].last, last.face >= 0 else { return false }
    return fonts.faces[Int(last.face)].glyph(for: 0x2026) == last.glyph
  }

  private func paragraphStyle(_ mode: TextTruncation, lineLimit: Int = 0) -> ParagraphStyle {
    var paragraph = ParagraphStyle()
    (paragraph.truncation, paragraph.lineLimit) = (mode, lineLimit)
    return paragraph
  }

  @Test("a line ends with an ellipsis if the higher next line does not fit", arguments: [" ", "\n"], [8, 40, 60] as [Scalar])
  func higher(separator: String, size: Scalar) {
    let small = TextStyle(fontSize: 10)
    let spans = [
      TextSpan("one two three\(separator)", style: small), TextSpan("X\(separator)", style: TextStyle(fontSize: size)),
      TextSpan("four five six", style: small),
    ]
    let line = TextLayout("x", style: small, fonts: fonts).size.height
    let width = TextLayout("one two three…", style: small, fonts: fonts).size.width + 1
    for height in [line * 2, line * 2 + 5, line * 3] {
      let layout = TextLayout(spans, paragraph: paragraphStyle(.end), fonts: fonts, width: width, height: height)
      #expect(layout.lines.last?.range.upperBound == spans.reduce(0) { $0 + $1.string.unicodeScalars.count })
      #expect(layout.size.height <= height && layout.lines.allSatisfy { $0.width <= width })
      #expect(layout.isTruncated || size < 10)
      #expect(endsWithEllipsis(layout, line: layout.lines.count - 1) == layout.isTruncated, "\(height)")
      // Only the last line has an ellipsis.
      for index in layout.lines.indices.dropLast() { #expect(!endsWithEllipsis(layout, line: index)) }
    }
  }

  @Test("a higher fallback font counts as well")
  func fallback() {
    let text = "abc def ghi\nनक्शा 地图\njkl"
    let line = TextLayout("abc", fonts: fonts).size.height
    let high = TextLayout("नक्शा 地图", fonts: fonts).size.height
    #expect(high > line)
    let layout = TextLayout(text, paragraph: paragraphStyle(.end), fonts: fonts, width: 300, height: line * 2)
    #expect(layout.lines.count == 1 && layout.isTruncated && endsWithEllipsis(layout, line: 0))
  }

  @Test("an empty paragraph that is the last visible line is an ellipsis", arguments: [TextTruncation.start, .middle, .end])
  func empty(mode: TextTruncation) {
    for text in ["ab\n\ncd", "ab\n\n\n\ncd", "\n\ncd"] {
      let layout = TextLayout(
        text, paragraph: paragraphStyle(mode, lineLimit: text.hasPrefix("a") ? 2 : 1), fonts: fonts, width: 200)
      let last = layout.lines.count - 1
      #expect(endsWithEllipsis(layout, line: last) && layout.lines[last].glyphs.count == 1 && layout.isTruncated)
      #expect(layout.glyphs.last.map { layout.lines[last].range.contains(Int($0.scalarOffset)) } == true)
      #expect(layout.lines[last].range.upperBound == text.unicodeScalars.count)
    }
    // Nothing follows, so there is no ellipsis.
    #expect(!TextLayout("ab\n\n", paragraph: paragraphStyle(mode, lineLimit: 2), fonts: fonts, width: 200).isTruncated)
  }

  @Test("a line with an ellipsis in the middle gets no second one")
  func middle() {
    let text = String(repeating: "word ", count: 40) + "\nmore"
    let layout = TextLayout(text, paragraph: paragraphStyle(.middle, lineLimit: 1), fonts: fonts, width: 150)
    let ellipses = layout.glyphs.filter { $0.face >= 0 && fonts.faces[Int($0.face)].glyph(for: 0x2026) == $0.glyph }
    #expect(ellipses.count == 1 && layout.lines.count == 1)
  }
}
