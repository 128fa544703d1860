import CartoucheRaster
import CartoucheText
import Testing

@Suite("Stacks of fonts")
struct FontStackTests {
  @Test(
    "a font's full name is split into family, weight, slant and width",
    arguments: [
      ("Open Sans Semibold Italic", FontDescriptor(family: "Open Sans", weight: .semibold, slant: .italic)),
      ("Noto Sans Bold", FontDescriptor(family: "Noto Sans", weight: .bold)),
      ("Noto Sans Regular", FontDescriptor(family: "Noto Sans")),
      ("Metropolis Semi Bold", FontDescriptor(family: "Metropolis", weight: .semibold)),
      ("Roboto Condensed Light Oblique", FontDescriptor(family: "Roboto", weight: .light, slant: .oblique, width: .condensed)),
      ("Arial Unicode MS Regular", FontDescriptor(family: "Arial Unicode MS")),
      ("NotoSans-BoldItalic", FontDescriptor(family: "NotoSans", weight: .bold, slant: .italic)),
      ("roboto medium", FontDescriptor(family: "roboto", weight: .medium)),
      ("Klokantech Noto Sans CJK Extra Light", FontDescriptor(family: "Klokantech Noto Sans CJK", weight: .ultraLight)),
      ("Bold", FontDescriptor(family: "Bold")), ("Bold Italic", FontDescriptor(family: "Bold", slant: .italic)),
      ("Sans Alitalic", FontDescriptor(family: "Sans Alitalic")), ("", FontDescriptor()), (" - ", FontDescriptor()),
    ])
  func styleNames(name: String, expected: FontDescriptor) {
    #expect(FontDescriptor(styleName: name) == expected)
  }

  /// Returns the file and weight of each glyph's face.
  private func faces(_ text: String, _ stack: [String], in fonts: FontCollection) -> [FontDescriptor] {
    var style = TextStyle()
    style.fallbackFonts = stack.map(FontDescriptor.init(styleName:))
    return TextLayout(text, style: style, fonts: fonts).glyphs.map { fonts.faces[Int($0.face)].descriptor }
  }

  @Test("the fonts of a stack are tried in order, character by character, and then all others")
  func order() {
    let fonts = TestFonts.all()
    let found = faces("aश地", ["Lohit Devanagari Regular", "DejaVu Serif Bold"], in: fonts)
    #expect(found.map(\.family) == ["Lohit Devanagari", "Lohit Devanagari", "WenQuanYi Micro Hei"])
    #expect(faces("Гa", ["DejaVu Serif Bold", "DejaVu Sans Mono"], in: fonts).map(\.family) == ["DejaVu Serif", "DejaVu Serif"])
    #expect(fonts.takeMissingFamilies().isEmpty)
  }

  @Test("a missing family is reported once, and its weight still holds")
  func missing() {
    let fonts = TestFonts.all()
    for _ in 0..<3 {
      #expect(faces("a", ["Noto Sans Bold", "Arial Unicode MS Regular"], in: fonts).map(\.weight) == [.bold])
      #expect(faces("a", ["Noto Sans Regular"], in: fonts).map(\.weight) == [.regular])
    }
    #expect(fonts.takeMissingFamilies() == ["Noto Sans", "Arial Unicode MS"])
    #expect(faces("a", ["noto sans Semibold"], in: fonts).map(\.weight) == [.bold])
    _ = TextLayout("a", style: TextStyle(font: FontDescriptor(family: "Helvetica")), fonts: fonts)
    #expect(fonts.takeMissingFamilies().isEmpty)
    for number in 0..<1000 { _ = faces("a", ["Family \(number)"], in: fonts) }
    #expect(fonts.takeMissingFamilies().count < 256)
  }

  @Test("styles that differ only in their stacks are different styles of a layout")
  func styles() {
    var serif = TextStyle()
    serif.fallbackFonts = [FontDescriptor(family: "DejaVu Serif")]
    let fonts = TestFonts.all()
    let layout = TextLayout([TextSpan("a"), TextSpan("a", style: serif)], fonts: fonts)
    #expect(layout.styles.count == 2)
    #expect(layout.glyphs.map { fonts.faces[Int($0.face)].descriptor.family } == ["DejaVu Sans", "DejaVu Serif"])
  }
}
