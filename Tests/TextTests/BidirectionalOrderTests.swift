import CartoucheRaster
import CartoucheTestSupport
import CartoucheText
import Testing

@Suite("Order")
struct BidirectionalOrderTests {
  /// Texts of mixed direction, none of which ends in a blank.
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
    "characters are seen in the order that fribidi prints, whatever the paragraph's direction",
    .enabled(if: ReferenceProgram.orderer.isThere, "no fribidi"),
    arguments: [WritingDirection.leftToRight, .rightToLeft, .natural])
  func order(direction: WritingDirection) throws {
    let texts = Self.texts(seed: 3, count: 400)
    let option: [String] =
      switch direction {
      case .leftToRight: ["--ltr"]
      case .rightToLeft: ["--rtl"]
      case .natural: []
      }
    let printed = try ReferenceProgram.orderer.lines(
      ["--nopad", "--nobreak", "--charset", "UTF-8"] + option, input: texts.joined(separator: "\n") + "\n")
    #expect(printed.count == texts.count)
    let fonts = TestFonts.all()
    var paragraph = ParagraphStyle()
    paragraph.baseDirection = direction
    for (text, expected) in zip(texts, printed) {
      let layout = TextLayout(text, paragraph: paragraph, fonts: fonts)
      let scalars = Array(text.unicodeScalars)
      let seen = layout.glyphs.map { scalars[Int($0.scalarOffset)] }
      #expect(Self.plain(seen) == Self.plain(Array(expected.unicodeScalars)), "\(text.debugDescription)")
    }
  }

  /// Without invisible marks, and with brackets that open only: the program prints them mirrored, and here they are what they were.
  private static func plain(_ scalars: [Unicode.Scalar]) -> String {
    let closing: [Unicode.Scalar: Unicode.Scalar] = [")": "(", "]": "[", "}": "{", ">": "<"]
    var view = String.UnicodeScalarView()
    for scalar in scalars where !(0x200b...0x202e).contains(scalar.value) { view.append(closing[scalar] ?? scalar) }
    return String(view)
  }

  @Test("brackets are mirrored where they are written from right to left")
  func mirrored() {
    let fonts = TestFonts.all()
    var paragraph = ParagraphStyle()
    let left = TextLayout("(", paragraph: paragraph, fonts: fonts)
    paragraph.baseDirection = .rightToLeft
    let right = TextLayout(")", paragraph: paragraph, fonts: fonts)
    #expect(left.glyphs[0].glyph == right.glyphs[0].glyph)
  }

  @Test("a paragraph stands on the side where its writing begins")
  func natural() {
    let fonts = TestFonts.all()
    let layout = TextLayout("abc\nשלום abc\n123", fonts: fonts, width: 300)
    #expect(layout.lines.map(\.isRightToLeft) == [false, true, false])
    #expect(layout.lines[0].origin.x == 0 && layout.lines[1].origin.x == 300 - layout.lines[1].width)
  }
}
