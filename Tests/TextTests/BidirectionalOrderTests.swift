import CartoucheRaster
import CartoucheTestSupport
import CartoucheText
import Testing

@Suite("Bidirectional order")
struct BidirectionalOrderTests {
  /// Returns texts of mixed direction, none of which ends in white space.
  static func texts(seed: UInt64, count: Int) -> [String] {
    let alphabet: [[Character]] = [
      Array("abcXYZ"), Array("אבגדהו"), Array("0123456789"), Array(".,:;-+!?/%$"), Array("()[]{}<>"), Array(" "),
      Array("\u{200e}\u{200f}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}"),
    ]
    var generator = SplitMix64(seed: seed)
    return (0..<count).map { _ in
      var text = ""
      while text.count < Int.random(in: 4...24, using: &generator) {
        // Invisible marks are rare.
        let kind = min(Int.random(in: 0...38, using: &generator) / 6, 6)
        for _ in 0..<Int.random(in: 1...4, using: &generator) { text.append(alphabet[kind].randomElement(using: &generator)!) }
      }
      return text + "x"
    }
  }

  @Test(
    "the visual order of characters equals that of fribidi, in each paragraph direction",
    .enabled(if: TextReferenceProgram.fribidi.isInstalled, "fribidi is not installed"),
    arguments: [WritingDirection.leftToRight, .rightToLeft, .natural])
  func order(direction: WritingDirection) throws {
    let texts = Self.texts(seed: 3, count: 400)
    let option: [String] =
      switch direction {
      case .leftToRight: ["--ltr"]
      case .rightToLeft: ["--rtl"]
      case .natural: []
      }
    let expectedLines = try TextReferenceProgram.fribidi.lines(
      ["--nopad", "--nobreak", "--charset", "UTF-8"] + option, input: texts.joined(separator: "\n") + "\n")
    #expect(expectedLines.count == texts.count)
    let fonts = TestFonts.all()
    var paragraph = ParagraphStyle()
    paragraph.baseDirection = direction
    for (text, expected) in zip(texts, expectedLines) {
      let layout = TextLayout(text, paragraph: paragraph, fonts: fonts)
      let scalars = Array(text.unicodeScalars)
      let visualOrder = layout.glyphs.map { scalars[Int($0.scalarOffset)] }
      #expect(Self.plain(visualOrder) == Self.plain(Array(expected.unicodeScalars)), "\(text.debugDescription)")
    }
  }

  /// Returns the scalars without invisible marks and with all brackets opening, because `fribidi` prints them
  /// mirrored.
  private static func plain(_ scalars: [Unicode.Scalar]) -> String {
    let closing: [Unicode.Scalar: Unicode.Scalar] = [")": "(", "]": "[", "}": "{", ">": "<"]
    var view = String.UnicodeScalarView()
    for scalar in scalars where !(0x200b...0x202e).contains(scalar.value) { view.append(closing[scalar] ?? scalar) }
    return String(view)
  }

  @Test("brackets are mirrored in right-to-left text")
  func mirrored() {
    let fonts = TestFonts.all()
    var paragraph = ParagraphStyle()
    let left = TextLayout("(", paragraph: paragraph, fonts: fonts)
    paragraph.baseDirection = .rightToLeft
    let right = TextLayout(")", paragraph: paragraph, fonts: fonts)
    #expect(left.glyphs[0].glyph == right.glyphs[0].glyph)
  }

  @Test("a paragraph is aligned to the side where its writing begins")
  func natural() {
    let fonts = TestFonts.all()
    let layout = TextLayout("abc\nשלום abc\n123", fonts: fonts, width: 300)
    #expect(layout.lines.map(\.isRightToLeft) == [false, true, false])
    #expect(layout.lines[0].origin.x == 0 && layout.lines[1].origin.x == 300 - layout.lines[1].width)
  }
}
