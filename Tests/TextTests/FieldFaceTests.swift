import CartoucheRaster
import CartoucheText
import Synchronization
import Testing

@Suite("Faces made of distance fields")
struct FieldFaceTests {
  private let invented = FontDescriptor(family: "Invented Regular")

  /// Returns the style of a label in the invented family, at twice the size of its fields.
  private func style(_ size: Scalar = 48) -> TextStyle {
    var style = TextStyle(fontSize: size)
    style.fallbackFonts = [invented]
    return style
  }

  /// Returns the standard fonts and a face with discs for `o`, א and ב, bars for `l` and a space.
  private func fonts(asked: @escaping @Sendable (Int) -> Void = { _ in }) -> FontCollection {
    let fonts = TestFonts.all()
    fonts.addFieldFace(family: invented.family) { range in
      asked(range)
      switch range {
      case 0: return [TestFields.disc("o"), TestFields.bar("l"), TestFields.space()]
      case 5: return [TestFields.disc("א"), TestFields.disc("ב", diameter: 8, advance: 10)]
      default: return []
      }
    }
    return fonts
  }

  @Test("a text is laid out with the advances of the fields, and other characters come from other fonts")
  func layout() throws {
    let fonts = fonts()
    let face = try #require(fonts.face(matching: invented))
    #expect(face.descriptor == invented && face === fonts.faces.last)
    let layout = TextLayout("lo x", style: style(), fonts: fonts)
    #expect(layout.glyphs.map(\.glyph).prefix(3) == [0x6c, 0x6f, 0x20])
    #expect(
      layout.glyphs.map { fonts.faces[Int($0.face)].descriptor.family } == Array(repeating: invented.family, count: 3) + [
        "DejaVu Sans"
      ])
    #expect(layout.glyphs.prefix(3).map(\.advance) == [16, 28, 12])
    #expect(layout.glyphs.map(\.origin.x) == [0, 16, 44, 56])
    #expect(fonts.takeMissingFamilies().isEmpty && fonts.takeMissingCharacters().isEmpty)
  }

  @Test("right-to-left text in such a face is reordered, and its line height is the face's")
  func bidirectional() {
    let layout = TextLayout("אב", style: style(24), fonts: fonts())
    #expect(layout.glyphs.map(\.glyph) == [0x5d1, 0x5d0] && layout.lines[0].isRightToLeft)
    #expect(layout.size == Size(width: 24, height: 33) && layout.firstBaseline == 26)
  }

  @Test("each range of characters is asked for once, and only when a text needs it")
  func ranges() {
    let asked = Mutex<[Int]>([])
    let fonts = fonts { range in asked.withLock { $0.append(range) } }
    _ = TextLayout("plain", fonts: fonts)
    #expect(asked.withLock { $0.isEmpty })
    for text in ["lo", "ol x", "אלו", "地", "地地"] { _ = TextLayout(text, style: style(), fonts: fonts) }
    #expect(asked.withLock { $0 } == [0, 5, 0x57])
  }

  @Test("the face never stands in for another family")
  func onlyByName() {
    let fonts = FontCollection()
    fonts.addFieldFace(family: "Invented Regular") { _ in [TestFields.disc("o")] }
    #expect(fonts.familyNames.isEmpty && fonts.face(matching: .system()) == nil)
    #expect(TextLayout("o", fonts: fonts).glyphs.map(\.face) == [-1])
    #expect(TextLayout("o", style: style(), fonts: fonts).glyphs.map(\.face) == [0])
  }

  @Test("glyphs stand on the baseline and scale with the font size")
  func outlines() throws {
    let face = try #require(fonts().faces.last)
    for size in [12, 24, 48, 500] as [Scalar] {
      let bounds = try #require(face.outline(of: 0x6c, size: size).bounds)
      let expected = Rect(x: size / 12, y: size * -2 / 3, width: size / 6, height: size * 2 / 3)
      let tolerance = size / 1000
      #expect((bounds.minX - expected.minX).magnitude < tolerance && (bounds.maxX - expected.maxX).magnitude < tolerance)
      #expect((bounds.minY - expected.minY).magnitude < tolerance && (bounds.maxY - expected.maxY).magnitude < tolerance)
    }
    #expect(face.outline(of: 0x20, size: 24).isEmpty && face.outline(of: 0x78, size: 24).isEmpty)
    #expect(face.outline(of: 0x6c, size: 0).isEmpty && face.outline(of: .max, size: 24).isEmpty)
  }

  @Test("a halo widens a glyph on all sides, both where the field states it and where it is stroked", arguments: [1, 2, 2.5, 8])
  func halo(width: Scalar) throws {
    let fonts = fonts()
    let layout = TextLayout("o", style: style(24), fonts: fonts)
    let plain = TextDrawing(layout, fonts: fonts).bounds
    let wide = TextDrawing(layout, fonts: fonts, halo: Halo(width: width)).bounds
    #expect((wide.minX - plain.minX + width).magnitude < 0.05 && (wide.maxX - plain.maxX - width).magnitude < 0.05)
    #expect((wide.minY - plain.minY + width).magnitude < 0.05 && (wide.maxY - plain.maxY - width).magnitude < 0.05)
  }

  @Test("glyphs whose numbers make no sense are dropped, and their characters come from other fonts")
  func malformed() {
    let field = [UInt8](repeating: 255, count: 81)
    @Sendable func glyph(
      _ scalar: UInt32, width: Int = 3, height: Int = 3, left: Int = 0, top: Int = 0, advance: Int = 5, field: [UInt8]? = nil
    ) -> FieldGlyph {
      FieldGlyph(
        scalar: scalar, width: width, height: height, left: left, top: top, advance: advance,
        field: field ?? [UInt8](repeating: 255, count: 81))
    }
    let fonts = TestFonts.all()
    fonts.addFieldFace(family: invented.family) { range in
      range > 0
        ? [glyph(.max), glyph(0x61)]
        : [
          glyph(0x61, width: 4), glyph(0x62, width: -6), glyph(0x63, height: .max), glyph(0x64, width: .min),
          glyph(0x65, left: .max), glyph(0x66, top: .min), glyph(0x67, advance: -1), glyph(0x68, advance: .max),
          glyph(0x69, field: Array(field.dropLast())), glyph(0x6a, width: 75, height: -5), glyph(0x5d0), glyph(0), glyph(0x7a),
        ]
    }
    let layout = TextLayout("abcdefghijאz", style: style(), fonts: fonts)
    let families = layout.glyphs.map { fonts.faces[Int($0.face)].descriptor.family }
    #expect(families.filter { $0 == "DejaVu Sans" }.count == 11 && families.filter { $0 == invented.family }.count == 1)
    _ = TextDrawing(layout, fonts: fonts, halo: Halo(width: 2))
  }

  @Test("marks, joined letters and spaced letters of such a face do not trap")
  func shaping() {
    let fonts = TestFonts.all()
    fonts.addFieldFace(family: invented.family) { range in
      (0..<256).compactMap { Unicode.Scalar(UInt32(range * 256 + $0)) }.map { TestFields.disc($0, diameter: 6) }
    }
    var spaced = style(20)
    spaced.letterSpacing = 3
    for text in ["a\u{301}\u{302}b", "سلام عليكم", "नक्शा", "แผนที่", "한국", "\u{200d}\u{200b}", "\u{10ffff}", "\u{301}"] {
      for style in [style(20), spaced] {
        let layout = TextLayout(text, style: style, fonts: fonts, width: 60)
        #expect(layout.lines.last?.range.upperBound == text.unicodeScalars.count, "\(text)")
        _ = TextDrawing(layout, fonts: fonts, halo: Halo(width: 1))
      }
    }
  }
}
