import CartoucheRaster
import CartoucheTestSupport
import CartoucheText
import Testing

/// A glyph as printed by `hb-shape`: index, optional offsets, advance.
private struct PrintedGlyph: Hashable {
  var glyph: Int, x: Int, y: Int, advance: Int

  init(glyph: Int, x: Int, y: Int, advance: Int) {
    (self.glyph, self.x, self.y, self.advance) = (glyph, x, y, advance)
  }

  /// Parses `82@10,-5+1253`.
  init?(_ text: Substring) {
    let parts = text.split(separator: "+")
    guard parts.count == 2, let advance = Int(parts[1]) else { return nil }
    let halves = parts[0].split(separator: "@")
    guard let glyph = Int(halves[0]) else { return nil }
    let offsets = halves.count > 1 ? halves[1].split(separator: ",").compactMap { Int($0) } : [0, 0]
    guard offsets.count == 2 else { return nil }
    self.init(glyph: glyph, x: offsets[0], y: offsets[1], advance: advance)
  }
}

@Suite("Shaping")
struct ShapingTests {
  @Test(
    "glyphs, offsets and advances equal those of hb-shape in font units",
    .enabled(if: TextReferenceProgram.hbShape.isInstalled, "hb-shape is not installed"),
    arguments: [
      (TestFonts.sans, "en", "An office of fine affairs, AVATAR To Wa. Yo! fj ffi 1/2 — “quoted”"),
      (TestFonts.serif, "en", "An office of fine affairs, AVATAR To Wa. Yo! fj ffi 1/2"),
      (TestFonts.sans, "vi", "Tiếng Việt e\u{301}\u{323} o\u{302}\u{309} A\u{30a}"),
      (TestFonts.sans, "el", "Ο χάρτης δείχνει δρόμους, ποτάμια και πόλεις·"),
      (TestFonts.sans, "ru", "Карта показывает улицы, реки и города; её"),
      (TestFonts.sans, "ar", "تُظهر الخريطة الشوارع والأنهار والمدن؛ لا إله"),
      (TestFonts.sans, "ar", "مقروءًا في مكانه"),
      (TestFonts.sans, "he", "המפה מראה רחובות, שָׁלוֹם"),
      (TestFonts.devanagari, "hi", "नक्शा सड़कें, नदियाँ और शहर दिखाता है; उँगली उसे हिलाती है। क्षत्रिय ज्ञान र्क स्त्री"),
      (TestFonts.chinese, "zh", "地图上有街道、河流和城市；手指一动，。「」"),
      (TestFonts.chinese, "ja", "地図、カタカナ、ひらがな。"),
    ])
  func positions(font: String, language: String, text: String) throws {
    let fonts = try TestFonts.one(font)
    let units = fonts.faces[0].unitsPerEm
    var paragraph = ParagraphStyle()
    paragraph.language = language
    // Each word separately, because programs may split runs between words differently.
    let words = text.split(separator: " ").map(String.init) + [text]
    let expectedLines = try TextReferenceProgram.hbShape.lines(
      ["--no-glyph-names", "--no-clusters", "--language=\(language)", font], input: words.joined(separator: "\n") + "\n")
    #expect(expectedLines.count == words.count)
    for (word, line) in zip(words, expectedLines) {
      // The whole text may contain runs in the other direction, but `hb-shape` takes it as one run.
      if word == text && (language == "ar" || language == "he") { continue }
      let expected = line.dropFirst().dropLast().split(separator: "|").map { PrintedGlyph($0) }
      let layout = TextLayout(word, style: TextStyle(fontSize: Scalar(units)), paragraph: paragraph, fonts: fonts)
      let actual = layout.glyphs.enumerated().map { index, glyph -> PrintedGlyph? in
        let pen = layout.glyphs[..<index].reduce(Scalar(0)) { $0 + $1.advance }
        let (x, y) = (glyph.origin.x - pen, layout.lines[0].origin.y - glyph.origin.y)
        // At this size a point is a font unit, so nothing is rounded.
        guard x == Scalar(x.floor), y == Scalar(y.floor), glyph.advance == Scalar(glyph.advance.floor) else { return nil }
        return PrintedGlyph(glyph: Int(glyph.glyph), x: x.floor, y: y.floor, advance: glyph.advance.floor)
      }
      #expect(actual == expected, "\(word)")
      #expect(!actual.contains(nil))
    }
  }

  @Test("an advance at a size is the font's advance, rounded once to 1/65536 point")
  func rounding() throws {
    let fonts = try TestFonts.one(TestFonts.sans)
    let style = TextStyle(fontSize: 13.7)
    let layout = TextLayout("A", style: style, fonts: fonts)
    #expect(layout.glyphs[0].advance == Scalar(13.7) * 1401 / 2048)
    #expect(layout.size.width == layout.glyphs[0].advance)
  }

  @Test("letter spacing separates ligatures and widens each letter, and joined scripts stay joined")
  func letterSpacing() {
    let fonts = TestFonts.all()
    func layout(_ text: String, _ spacing: Scalar) -> TextLayout {
      TextLayout(text, style: TextStyle(fontSize: 20, letterSpacing: spacing), fonts: fonts)
    }
    #expect(layout("office", 0).glyphs.count == 4)
    #expect(layout("office", 3).glyphs.count == 6)
    #expect(layout("Haven", 3).size.width == layout("Haven", 0).size.width + 15)
    #expect(layout("שלום", 3).size.width == layout("שלום", 0).size.width + 12)
    #expect(layout("مرحبا", 3).glyphs.map(\.glyph) == layout("مرحبا", 0).glyphs.map(\.glyph))
    #expect(layout("مرحبا", 3).glyphs.map(\.advance) == layout("مرحبا", 0).glyphs.map(\.advance))
    #expect(layout("مرحبا", 3).size == layout("مرحبا", 0).size)
    #expect(layout("नमस्ते", 3).size == layout("नमस्ते", 0).size)
  }
}
