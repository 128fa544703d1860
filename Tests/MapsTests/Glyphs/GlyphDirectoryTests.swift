import CartoucheMaps
import CartoucheTestSupport
import CartoucheText
import Foundation
import Testing

@Suite("Directories of glyphs")
struct GlyphDirectoryTests {
  /// Writes files, and calls `body` with the folder.
  private func withFiles(_ files: [String: [UInt8]], _ body: (String) throws -> Void) throws {
    try withScratchFolder { folder in
      for (name, bytes) in files {
        let url = folder.appending(path: name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
      }
      try body(folder.path)
    }
  }

  private func levels(_ glyphs: [FieldGlyph]) -> [UInt8] { glyphs.map { $0.field[0] } }

  @Test("a stack's own directory comes first, then each font's, character by character")
  func stacks() throws {
    let (first, second) = ([GlyphMaker.glyph(65, level: 1)], [GlyphMaker.glyph(65, level: 2), GlyphMaker.glyph(66, level: 2)])
    try withFiles([
      "A Bold/0-255.pbf": GlyphMaker.file([first]), "B/0-255.pbf": GlyphMaker.file([second]),
      "B,C/0-255.pbf": GlyphMaker.file([[GlyphMaker.glyph(65, level: 3)]]),
    ]) { folder in
      let directory = GlyphDirectory(GlyphPattern(directory: folder))
      #expect(levels(directory.glyphs(font: "A Bold", range: 0)) == [1])
      #expect(levels(directory.glyphs(font: "A Bold,B", range: 0)) == [1, 2])
      #expect(levels(directory.glyphs(font: "Missing, B , A Bold", range: 0)) == [2, 2])
      #expect(levels(directory.glyphs(font: "B,C", range: 0)) == [3])
      #expect(directory.glyphs(font: "A Bold", range: 1).isEmpty)
      #expect(directory.glyphs(font: "A Bold", range: -1).isEmpty && directory.glyphs(font: "A Bold", range: .max).isEmpty)
      #expect(directory.takeErrors().isEmpty)
    }
  }

  @Test("missing fonts and broken files are reported once")
  func errors() throws {
    try withFiles(["A/0-255.pbf": [0x0a, 0x20], "A/256-511.pbf": [UInt8](repeating: 0, count: GlyphFile.byteLimit + 1)]) { folder in
      let directory = GlyphDirectory(GlyphPattern(directory: folder + "/"))
      for _ in 0..<2 {
        for range in 0..<3 { #expect(directory.glyphs(font: "A", range: range).isEmpty) }
        #expect(directory.glyphs(font: "None", range: 0).isEmpty)
        #expect(directory.glyphs(font: "../A", range: 0).isEmpty)
      }
      let errors = directory.takeErrors()
      #expect(
        errors == [
          .notGlyphs(file: folder + "/A/0-255.pbf", reason: "it is cut short"),
          .unreadable(file: folder + "/A/256-511.pbf", reason: "it is larger than 4 MiB"),
          .missingFont(font: "None", pattern: directory.pattern.text), .missingFont(font: "../A", pattern: directory.pattern.text),
        ])
      #expect(errors.allSatisfy { $0.description.hasPrefix(folder) })
      #expect(directory.takeErrors().isEmpty)
    }
  }

  @Test("compressed files are read")
  func compressed() throws {
    // The file of a space with an advance of 5, after gzip -9 -n.
    let bytes: [UInt8] = [
      0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xe3, 0x92, 0xe0, 0x62, 0x74, 0x14,
      0x62, 0x35, 0xd0, 0x35, 0x32, 0x35, 0x95, 0xe2, 0xe1, 0x50, 0x90, 0x60, 0x50, 0x60, 0xd0, 0x60,
      0x30, 0x60, 0xb0, 0x60, 0x05, 0x00, 0x1f, 0x46, 0x1f, 0x4f, 0x1a, 0x00, 0x00, 0x00,
    ]
    try withFiles(["A/0-255.pbf": bytes]) { folder in
      let directory = GlyphDirectory(GlyphPattern(directory: folder))
      #expect(directory.glyphs(font: "A", range: 0).map(\.advance) == [5])
      #expect(directory.takeErrors().isEmpty)
    }
  }

  @Test("a style's pattern begins at its file, and remote ones are refused")
  func patterns() throws {
    func text(_ url: String) throws -> String { try GlyphPattern(url: url, style: "/maps/dark/style.json").text }
    #expect(try text("f/{fontstack}/{range}.pbf") == "/maps/dark/f/{fontstack}/{range}.pbf")
    #expect(try text("/f/{fontstack}/{range}.pbf") == "/f/{fontstack}/{range}.pbf")
    #expect(try text("file:///f%20g/{fontstack}/{range}.pbf") == "/f g/{fontstack}/{range}.pbf")
    #expect(try text("file:///f%7/%zz/{fontstack}/{range}.pbf%") == "/f%7/%zz/{fontstack}/{range}.pbf%")
    #expect(GlyphPattern(directory: "fonts").text == "fonts/{fontstack}/{range}.pbf")
    for url in ["https://a.org/{fontstack}/{range}.pbf", "mapbox://fonts/{fontstack}/{range}.pbf", ""] {
      #expect(throws: GlyphError.notLocal(style: "s", url: url)) { try GlyphPattern(url: url, style: "s") }
    }
    for url in ["fonts/{range}.pbf", "fonts/{fontstack}.pbf"] {
      let error = #expect(throws: GlyphError.self) { try GlyphPattern(url: url, style: "s") }
      #expect(try #require(error).description.hasPrefix("s: glyphs: "))
    }
  }
}
