import CartoucheMaps
import CartoucheTestSupport
import CartoucheText
import Testing

@Suite("Glyph files")
struct GlyphFileTests {
  private func reason(_ bytes: [UInt8]) -> String? {
    do throws(GlyphError) {
      _ = try GlyphFile.decode(bytes, range: 0, path: "f.pbf")
    } catch {
      if case .notGlyphs("f.pbf", let reason) = error { return reason }
    }
    return nil
  }

  @Test("a file's glyphs have their fields, in the order of their characters")
  func decoding() throws {
    let bytes = GlyphMaker.file([
      [GlyphMaker.glyph(66, level: 9), GlyphMaker.glyph(65), GlyphMaker.glyph(32, width: 0, height: 0)]
    ])
    let (file, errors) = try GlyphFile.decode(bytes, range: 0, path: "f.pbf")
    #expect(errors.isEmpty && file.name == "Invented Regular" && file.range == 0...255)
    #expect(file.glyphs.map(\.scalar) == [32, 65, 66])
    #expect(file.glyphs[0].field.isEmpty && file.glyphs[0].advance == 5)
    let glyph = file.glyphs[2]
    #expect((glyph.width, glyph.height, glyph.left, glyph.top) == (2, 3, -1, -8))
    #expect(glyph.field == [UInt8](repeating: 9, count: 72))
  }

  @Test("of several glyphs of a character, the first is taken")
  func severalFonts() throws {
    let bytes = GlyphMaker.file([
      [GlyphMaker.glyph(65, level: 1)], [GlyphMaker.glyph(65, level: 2), GlyphMaker.glyph(66, level: 3)],
    ])
    let (file, errors) = try GlyphFile.decode(bytes, range: 0, path: "f.pbf")
    #expect(errors.isEmpty && file.glyphs.map { $0.field[0] } == [1, 3])
  }

  @Test("a glyph without ink has no field, whether or not the file has its border")
  func spaces() throws {
    var space = GlyphMaker.glyph(32, width: 4, height: 0)
    space.bitmap = [UInt8](repeating: 0, count: 60)
    let (file, errors) = try GlyphFile.decode(GlyphMaker.file([[space]]), range: 0, path: "f.pbf")
    #expect(errors.isEmpty && file.glyphs.count == 1)
    #expect(file.glyphs[0].field.isEmpty && file.glyphs[0].width == 0)
  }

  @Test("glyphs with absurd numbers, short fields or other characters are left out and reported")
  func brokenGlyphs() throws {
    var short = GlyphMaker.glyph(66)
    short.bitmap?.removeLast()
    var far = GlyphMaker.glyph(67)
    far.left = .min
    var absent = GlyphMaker.glyph(68)
    absent.bitmap = nil
    let wide = GlyphMaker.glyph(69, advance: .max)
    let huge = GlyphMaker.glyph(70, width: .max, height: .max)
    let bytes = GlyphMaker.file([[short, far, absent, wide, huge, GlyphMaker.glyph(65), GlyphMaker.glyph(300)]])
    let (file, errors) = try GlyphFile.decode(bytes, range: 0, path: "f.pbf")
    #expect(file.glyphs.map(\.scalar) == [65])
    #expect(errors.count == 6)
    #expect(errors[0].description.hasPrefix("f.pbf: glyph U+0042: its field has 71 bytes; 72 are expected for 2 × 3 pixels."))
    #expect(errors[5].description.contains("U+012C") && errors[5].description.contains("the file is for U+0 "))
  }

  @Test("surrogates and numbers beyond the last character are no glyphs")
  func noCharacters() throws {
    let surrogate = try GlyphFile.decode(GlyphMaker.file([[GlyphMaker.glyph(0xd800)]]), range: 0xd8, path: "f.pbf")
    #expect(surrogate.file.glyphs.isEmpty && surrogate.errors.count == 1)
    for number in [-1, Int.min, 0x1100, Int.max] {
      let file = try GlyphFile.decode(GlyphMaker.file([[GlyphMaker.glyph(.max)]]), range: number, path: "f.pbf")
      #expect(file.file.glyphs.isEmpty && file.errors.count == 1)
    }
  }

  @Test("errors beyond a limit are counted")
  func manyErrors() throws {
    let glyphs = (0..<250).map { GlyphMaker.glyph($0 + 256) }
    let (file, errors) = try GlyphFile.decode(GlyphMaker.file([glyphs]), range: 0, path: "f.pbf")
    #expect(file.glyphs.isEmpty && errors.count == 101)
    #expect(errors.last == .moreErrors(file: "f.pbf", count: 150))
  }

  @Test("a file that is cut short anywhere, or is something else, is an error or has fewer glyphs")
  func brokenFiles() throws {
    let bytes = GlyphMaker.file([[GlyphMaker.glyph(65), GlyphMaker.glyph(66)]])
    for count in 1..<bytes.count { #expect(reason(Array(bytes.prefix(count))) != nil, "\(count) bytes") }
    #expect(try GlyphFile.decode([], range: 0, path: "f.pbf").file.glyphs.isEmpty)
    #expect(reason(Array(bytes.prefix(20))) == "it is cut short")
    #expect(reason([0x0a, 0]) == "a font has no name or no range, or a glyph has no character, size or offset")
    #expect(reason(Array("<!DOCTYPE html>".utf8)) == "it is not a file of glyphs")
    #expect(reason([UInt8](repeating: 0, count: GlyphFile.byteLimit + 1)) == "it is larger than 4 MiB")
  }

  @Test("any single changed byte is an error or leaves a readable file")
  func changedBytes() throws {
    let bytes = GlyphMaker.file([[GlyphMaker.glyph(65), GlyphMaker.glyph(66, width: 0, height: 0)]])
    var random = SplitMix64(seed: 7)
    for _ in 0..<2000 {
      var changed = bytes
      changed[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      guard let (file, errors) = try? GlyphFile.decode(changed, range: 0, path: "f.pbf") else { continue }
      for glyph in file.glyphs {
        #expect(glyph.field.isEmpty || glyph.field.count == (glyph.width + 6) * (glyph.height + 6))
      }
      #expect(file.glyphs.count + errors.count <= 2)
    }
  }
}
