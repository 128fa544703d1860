import CartoucheRaster
import CartoucheTestSupport
import CartoucheText
import Testing

@Suite("Malformed text")
struct MalformedTextTests {
  @Test("a megabyte is laid out", arguments: ["letterswithoutany", "العربية ", "שלום(abc)12 "])
  func megabyte(unit: String) {
    let fonts = TestFonts.all()
    let text = String(repeating: unit, count: (1 << 20) / unit.utf8.count)
    let layout = TextLayout(text, fonts: fonts, width: 300)
    #expect(layout.lines.last?.range.upperBound == text.unicodeScalars.count)
    #expect(layout.lines.allSatisfy { $0.width <= 300 })
  }

  @Test("only the visible line of a megabyte of text is shaped", arguments: [TextTruncation.end, .middle])
  func label(truncation: TextTruncation) {
    let fonts = TestFonts.all()
    let text = String(repeating: "letters ", count: 1 << 17)
    var paragraph = ParagraphStyle()
    (paragraph.truncation, paragraph.lineLimit) = (truncation, 1)
    let layout = TextLayout(text, paragraph: paragraph, fonts: fonts, width: 300)
    #expect(layout.lines.count == 1 && layout.glyphs.count < 100)
    #expect(layout.lines[0].range == 0..<text.unicodeScalars.count)
  }

  @Test("invalid UTF-8 and lone surrogates are replaced and drawn")
  func invalid() {
    let fonts = TestFonts.all()
    let bytes: [UInt8] = [0x41, 0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0x80, 0xf8, 0x42, 0xe2]
    let units: [UInt16] = [0x41, 0xd800, 0x42, 0xdc00, 0xdc00, 0xd83d]
    for text in [String(decoding: bytes, as: UTF8.self), String(decoding: units, as: UTF16.self)] {
      let layout = TextLayout(text, fonts: fonts)
      #expect(layout.lines.count == 1 && layout.size.width > 0)
    }
  }

  @Test("control characters are neither visible nor reported as missing")
  func controls() {
    let fonts = TestFonts.all()
    let text = String(
      String.UnicodeScalarView(
        (0..<32).map { Unicode.Scalar($0 as UInt8) } + [0x7f, 0x80, 0x9f].map { Unicode.Scalar($0 as UInt8) }))
    let layout = TextLayout("a" + text + "b", fonts: fonts, width: 500)
    #expect(fonts.takeMissingCharacters().isEmpty)
    #expect(layout.lines.last?.range.upperBound == text.unicodeScalars.count + 2)
    let plain = TextLayout("a\u{1}\u{2}\u{200b}b", fonts: fonts)
    #expect(plain.size.width == TextLayout("a", fonts: fonts).size.width + TextLayout("b", fonts: fonts).size.width)
  }

  @Test(
    "zero, tiny, negative and huge sizes and widths are laid out and drawn",
    arguments: [Scalar.min, -1, 0, 0.01, 1, 300, 5000, 1_000_000, .max])
  func sizes(number: Scalar) {
    let fonts = TestFonts.all()
    for alignment in TextAlignment.allCases {
      for truncation in TextTruncation.allCases {
        var paragraph = ParagraphStyle()
        (paragraph.alignment, paragraph.truncation, paragraph.lineSpacing) = (alignment, truncation, number)
        paragraph.lineHeight = truncation == .none ? number : nil
        paragraph.tabInterval = number
        for style in [TextStyle(fontSize: number), TextStyle(letterSpacing: number)] {
          for (width, height) in [(number, nil), (200, number), (nil, number)] as [(Scalar?, Scalar?)] {
            let layout = TextLayout(
              "ab שלום\tनमस्ते 你", style: style, paragraph: paragraph, fonts: fonts, width: width, height: height)
            #expect(layout.lines.last?.range.upperBound == 16)
            if truncation == .none && number < 6000 { _ = TextDrawing(layout, fonts: fonts, halo: Halo(width: number)) }
          }
        }
      }
    }
  }

  @Test("characters that libunibreak cannot handle are laid out: halves of flags and U+FFFF")
  func unknownToLineBreaking() {
    let fonts = TestFonts.all()
    let text = "🇩🇪🇱🇮a\u{1f1e6} \u{ffff} x\u{ffff}\u{1f1e6}"
    for width in [1, 30, 500] as [Scalar] {
      let layout = TextLayout(text, fonts: fonts, width: width)
      #expect(layout.lines.last?.range.upperBound == text.unicodeScalars.count)
    }
  }

  @Test("random characters of all kinds are laid out, each in one line")
  func randomCharacters() {
    let fonts = TestFonts.all()
    var generator = SplitMix64(seed: 17)
    let blocks: [ClosedRange<UInt32>] = [
      0...0x7f, 0x300...0x36f, 0x590...0x6ff, 0x900...0x97f, 0x1100...0x11ff, 0x2000...0x206f, 0x4e00...0x4e20, 0xac00...0xac20,
      0xfe00...0xfe0f, 0x1f1e6...0x1f1ff, 0x1f468...0x1f469, 0xe0000...0xe007f, 0x0...0x10ffff,
    ]
    for _ in 0..<150 {
      var view = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 1...80, using: &generator) {
        let block = blocks.randomElement(using: &generator)!
        if let scalar = Unicode.Scalar(UInt32.random(in: block, using: &generator)) { view.append(scalar) }
      }
      var paragraph = ParagraphStyle()
      paragraph.alignment = TextAlignment.allCases.randomElement(using: &generator)!
      paragraph.truncation = TextTruncation.allCases.randomElement(using: &generator)!
      paragraph.lineLimit = .random(in: 0...3, using: &generator)
      paragraph.isWrapped = .random(using: &generator)
      let width = Scalar(Int.random(in: 0...300, using: &generator))
      let layout = TextLayout(String(view), paragraph: paragraph, fonts: fonts, width: width)
      #expect(layout.lines.last?.range.upperBound == view.count)
      _ = TextDrawing(layout, fonts: fonts, halo: Halo(width: 1))
    }
  }
}
