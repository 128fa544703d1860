import CartoucheRaster
import CartoucheTestSupport
import CartoucheText
import Foundation
import Testing

@Suite("Fonts")
struct FontTests {
  @Test("the standard fonts are installed and describe themselves correctly")
  func standard() {
    let fonts = TestFonts.all()
    #expect(fonts.takeErrors().isEmpty)
    #expect(
      fonts.familyNames == [
        "DejaVu Sans", "DejaVu Serif", "DejaVu Sans Mono", "Lohit Devanagari", "WenQuanYi Micro Hei", "WenQuanYi Micro Hei Mono",
        "Waree",
      ])
    #expect(fonts.faces.map(\.descriptor.weight.rawValue) == [400, 700, 400, 700, 400, 700, 400, 400, 400, 400, 700])
    // The file of WenQuanYi is a collection of two faces.
    #expect(fonts.faces.map(\.index) == [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0])
    #expect(fonts.faces.map(\.unitsPerEm) == [2048, 2048, 2048, 2048, 2048, 2048, 1024, 2048, 2048, 2048, 2048])
  }

  @Test("a font file that was added before is not added again")
  func twice() throws {
    let fonts = try TestFonts.one(TestFonts.sans)
    #expect(try fonts.add(contentsOf: TestFonts.sans).isEmpty)
    #expect(fonts.faces.count == 1)
  }

  @Test("a face is found by family, weight and slant, ignoring case; an unknown family gives the first one's")
  func matching() {
    let fonts = TestFonts.all()
    func file(_ descriptor: FontDescriptor) -> String? { fonts.face(matching: descriptor)?.file.components(separatedBy: "/").last }
    #expect(file(.system()) == "DejaVuSans.ttf")
    #expect(file(.system(.bold)) == "DejaVuSans-Bold.ttf")
    #expect(file(FontDescriptor(family: "dejavu SERIF", weight: .semibold)) == "DejaVuSerif-Bold.ttf")
    #expect(file(FontDescriptor(family: "Helvetica", weight: .medium)) == "DejaVuSans.ttf")
    #expect(file(FontDescriptor(family: "DejaVu Sans Mono", slant: .italic)) == "DejaVuSansMono.ttf")
    #expect(FontCollection().face(matching: .system()) == nil)
  }

  @Test(
    "the weight is chosen as in CSS",
    arguments: [
      // Requested weight, available weights, expected match.
      (400, [300, 500, 700], 500), (500, [400, 600], 400), (450, [400, 500, 600], 500), (450, [400, 600], 400),
      (300, [100, 200, 400], 200), (300, [400, 500], 400), (600, [400, 500, 900], 900), (600, [400, 500], 500),
      (500, [600, 900], 600), (1000, [100], 100),
    ])
  func weights(requested: Int, available: [Int], expected: Int) {
    let candidates = available.map { FontDescriptor(weight: FontWeight(rawValue: $0)) }
    let best = FontDescriptor(weight: FontWeight(rawValue: requested)).indexOfBestMatch(in: candidates)
    #expect(best.map { available[$0] } == expected)
  }

  @Test("weights and widths have OpenType's numbers and are clamped to their ranges")
  func numbers() {
    let weights: [FontWeight] = [.thin, .ultraLight, .light, .regular, .medium, .semibold, .bold, .heavy, .black]
    #expect(weights.map(\.rawValue) == Array(stride(from: 100, through: 900, by: 100)) && weights == weights.sorted())
    #expect(FontWeight(rawValue: 0).rawValue == 1 && FontWeight(rawValue: 2000).rawValue == 1000)
    let widths: [FontWidth] = [.condensed, .semiCondensed, .normal, .semiExpanded, .expanded]
    #expect(widths.map(\.rawValue) == [3, 4, 5, 6, 7] && widths == widths.sorted())
    #expect(FontWidth(rawValue: 0).rawValue == 1 && FontWidth(rawValue: 12).rawValue == 9)
  }

  @Test("width comes before slant and slant before weight")
  func precedence() {
    let requested = FontDescriptor(weight: .bold, slant: .italic, width: .condensed)
    let faces = [
      FontDescriptor(weight: .bold, slant: .italic), FontDescriptor(weight: .bold, width: .condensed),
      FontDescriptor(slant: .oblique, width: .condensed), FontDescriptor(slant: .oblique, width: .semiCondensed),
    ]
    #expect(requested.indexOfBestMatch(in: faces) == 2)
    #expect(requested.indexOfBestMatch(in: []) == nil)
    #expect(FontDescriptor(slant: .oblique).indexOfBestMatch(in: [FontDescriptor(), FontDescriptor(slant: .italic)]) == 1)
  }

  @Test("a file that is not a font is refused with an error that names it, and the other files are added")
  func refused() throws {
    let fonts = FontCollection(files: ["/no/such/font.ttf", "/etc/passwd", "/usr/share", TestFonts.sans])
    #expect(fonts.faces.count == 1)
    let problems = fonts.takeErrors()
    #expect(problems.count == 3)
    #expect(problems[0] == .unreadable(file: "/no/such/font.ttf"))
    #expect("\(problems[1])".contains("/etc/passwd") && "\(problems[1])".contains("not a readable font"))
    #expect(fonts.takeErrors().isEmpty)
    #expect(throws: FontError.self) { try fonts.add([], name: "nothing") }
    #expect(throws: FontError.unreadable(file: "a\0b")) { try fonts.add(contentsOf: "a\0b") }
  }

  @Test("a file with one unusable face can be added again, and its other faces are added once")
  func partly() throws {
    // A collection of two faces. The table directory of the second is beyond the end of the file.
    let original = [UInt8](try Data(contentsOf: URL(filePath: TestFonts.sans)))
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - $0 * 8)) } }
    let header = Array("ttcf".utf8) + number(0x10000) + number(2)
    let tables = Int(original[4]) << 8 | Int(original[5])
    var first = original
    for table in 0..<tables {
      let offset = 12 + table * 16 + 8
      first.replaceSubrange(offset..<offset + 4, with: number(first[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } + 20))
    }
    func file(second: Int) -> Data { Data(header + number(20) + number(second) + first) }
    let path = FileManager.default.temporaryDirectory.appending(path: "partly-\(UUID().uuidString).ttc")
    defer { try? FileManager.default.removeItem(at: path) }
    try file(second: original.count + 4000).write(to: path)
    let fonts = FontCollection()
    for _ in 0..<2 {
      #expect(throws: FontError.self) { try fonts.add(contentsOf: path.path) }
      #expect(fonts.faces.map(\.index) == [0])
    }
    // Repair the font by renaming a new file over it.
    try file(second: 20).write(to: path, options: .atomic)
    #expect(try fonts.add(contentsOf: path.path).map(\.index) == [1])
    #expect(try fonts.add(contentsOf: path.path).isEmpty && fonts.faces.count == 2)
  }

  @Test("a font with truncated, changed or inconsistent tables is refused or drawn, and never traps")
  func damaged() throws {
    let original = [UInt8](try Data(contentsOf: URL(filePath: TestFonts.devanagari)))
    var generator = SplitMix64(seed: 11)
    var usableCount = 0
    for round in 0..<60 {
      var bytes = original
      if round % 3 == 0 { bytes.removeLast(Int.random(in: 1..<bytes.count, using: &generator)) }
      // Change bytes in the table directory and the first tables.
      for _ in 0..<(round % 5) where !bytes.isEmpty {
        bytes[Int.random(in: 0..<min(bytes.count, 4096), using: &generator)] = .random(in: 0...255, using: &generator)
      }
      let fonts = FontCollection()
      guard (try? fonts.add(bytes, name: "damaged")) != nil else { continue }
      usableCount += 1
      var paragraph = ParagraphStyle()
      paragraph.alignment = .justified
      let layout = TextLayout("नक्शा सड़कें office", paragraph: paragraph, fonts: fonts, width: 80)
      _ = TextDrawing(layout, fonts: fonts, halo: Halo(width: 1))
    }
    #expect(usableCount > 5)
  }

  @Test("an outline differs only in scale between sizes, and above 1024 points it is enlarged")
  func outlines() throws {
    let face = try #require(try TestFonts.one(TestFonts.sans).faces.first)
    let glyph = try #require(face.glyph(for: 0x52))
    let (small, large) = (
      try #require(face.outline(of: glyph, size: 1024).bounds), try #require(face.outline(of: glyph, size: 4096).bounds)
    )
    #expect(large.width == small.width * 4 && large.minY == small.minY * 4)
    let tiny = try #require(face.outline(of: glyph, size: 0.25).bounds)
    #expect((tiny.width * 4096 - small.width).magnitude < 40)
    #expect(face.outline(of: glyph, size: 0).isEmpty && face.outline(of: glyph, size: -3).isEmpty)
    #expect(face.outline(of: 0xffff_ffff, size: 20).isEmpty)
    #expect(face.glyph(for: 0x4e00) == nil)
  }
}
