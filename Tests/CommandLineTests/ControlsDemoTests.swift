import CartoucheImages
import CartoucheTestSupport
import Foundation
import Testing

@Suite("Demo of controls")
struct ControlsDemoTests {
  @Test("the page of controls matches its golden frame by day and by night", arguments: [false, true])
  func page(isDark: Bool) throws {
    try withScratchFolder { folder in
      let options = ["--size", "800x480", "--dump-frame", "page.png"] + (isDark ? ["--dark"] : [])
      let outcome = try cartouche(["demo", "controls"] + options, in: folder)
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
      let bytes = [UInt8](try Data(contentsOf: folder.appending(path: "page.png")))
      try expectFrame(try PNG.decode(bytes), matches: isDark ? "controls-page-dark" : "controls-page-light")
    }
  }

  @Test("the page needs no second frame at rest")
  func rest() throws {
    try withScratchFolder { folder in
      let outcome = try cartouche(
        ["demo", "controls", "--stats", "stats.txt", "--at", "1", "--dump-frame", "page.png"], in: folder)
      #expect(outcome.status == 0)
      let frames = try String(contentsOf: folder.appending(path: "stats.txt"), encoding: .utf8).split(separator: "\n")
      #expect(frames.count == 1, "\(frames)")
    }
  }
}
