import CartoucheImages
import CartoucheTestSupport
import Foundation
import Testing

@Suite struct TextDemoTests {
  @Test("the page of text matches its golden frame, at two sizes", arguments: ["480x320", "1024x600"])
  func page(size: String) throws {
    try withScratchFolder { folder in
      let outcome = try cartouche(["demo", "text", "--size", size, "--dump-frame", "page.png"], in: folder)
      #expect(outcome.status == 0 && outcome.errors.isEmpty)
      let bytes = [UInt8](try Data(contentsOf: folder.appending(path: "page.png")))
      try expectFrame(try PNG.decode(bytes), matches: "text-page-\(size)")
    }
  }

  @Test("the page drawn from its recorded display list is the same")
  func recorded() throws {
    try withScratchFolder { folder in
      let page = try cartouche(["demo", "text", "--size", "480x320", "--record-list", "page.cdl", "--dump-frame", "-"], in: folder)
      let drawn = try cartouche(["draw", "page.cdl", "--dump-frame", "-"], in: folder)
      #expect(page.status == 0 && drawn.status == 0 && page.output == drawn.output)
    }
  }

  @Test("the text of a file is shown, and a character that no font has is reported once on standard error")
  func file() throws {
    try withScratchFolder { folder in
      try Data("Thumbs up: 👍🏽, and again: 👍🏽.\n\u{7}".utf8 + [0xff, 0xfe]).write(to: folder.appending(path: "words.txt"))
      let outcome = try cartouche(["demo", "text", "--file", "words.txt", "--size", "200x100", "--dump-frame", "-"], in: folder)
      #expect(outcome.status == 0 && outcome.output.count > 60_000)
      #expect(outcome.sentences.count == 1 && outcome.errors.contains("👍🏽") && outcome.errors.contains("U+1F44D U+1F3FD"))
    }
  }

  @Test("--font reports a file that is not a font and uses the others; a folder adds all its fonts")
  func fonts() throws {
    try withScratchFolder { folder in
      try Data("no font".utf8).write(to: folder.appending(path: "bad.ttf"))
      let bad = try cartouche(["demo", "text", "--font", ".", "--size", "480x320", "--dump-frame", "-"], in: folder)
      #expect(bad.status == 0 && bad.sentences.count == 1 && bad.errors.contains("bad.ttf"))
      let plain = try cartouche(["demo", "text", "--size", "480x320", "--dump-frame", "-"], in: folder)
      #expect(plain.output == bad.output)
      let serif = try cartouche(
        ["demo", "text", "--font", "/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf", "--size", "480x320", "--dump-frame", "-"],
        in: folder)
      #expect(serif.status == 0 && serif.output != plain.output)
    }
  }
}
