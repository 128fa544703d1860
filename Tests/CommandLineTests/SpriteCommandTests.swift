import Cartouche
import CartoucheRaster
import CartoucheTestSupport
import Foundation
import Testing

@Suite struct SpriteCommandTests {
  private static func square(_ side: Int, _ color: String) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" width="\(side)" height="\(side)"><rect width="\(side)" height="\(side)" fill="\(color)"/></svg>
    """
  }

  private func withDrawings(_ drawings: [(path: String, text: String)], _ body: (URL) throws -> Void) throws {
    try withScratchFolder { folder in
      for (path, text) in drawings {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
      }
      try body(folder)
    }
  }

  private func firstPixel(_ image: StyleImage?) throws -> UInt32 {
    let image = try #require(image).image
    return withExtendedLifetime(image) { image.storage.pixels[0] }
  }

  @Test("sprite makes sheets with one and two pixels per point, with the drawings of subdirectories")
  func sheets() throws {
    let drawings = [("in/a.svg", Self.square(4, "#ff0000")), ("in/shop/b.svg", Self.square(3, "#0000ff")), ("in/c.txt", "no")]
    try withDrawings(drawings) { folder in
      // A directory that contains itself, and a pipe, which would never end.
      try FileManager.default.createSymbolicLink(
        at: folder.appending(path: "in/shop/up"), withDestinationURL: folder.appending(path: "in"))
      #expect(mkfifo(folder.path + "/in/pipe.svg", 0o600) == 0)
      let outcome = try cartouche(["sprite", "in", "sheet"], in: folder)
      #expect(outcome.status == 0 && outcome.errors.isEmpty && outcome.output.isEmpty)
      #expect(try names(in: folder) == ["in", "sheet.json", "sheet.png", "sheet@2x.json", "sheet@2x.png"])
      for ratio in [1, 2] {
        let (sheet, errors) = try SpriteSheet.read(folder.path + "/sheet", pixelRatio: Scalar(ratio))
        #expect(errors.isEmpty && Set(sheet.images.keys) == ["a", "shop/b"])
        #expect(sheet["a"]?.image.size == PixelSize(width: 4 * ratio, height: 4 * ratio))
        #expect(sheet["a"]?.size == Size(width: 4, height: 4))
        #expect(try firstPixel(sheet["a"]) == 0xffff_0000 && firstPixel(sheet["shop/b"]) == 0xff00_00ff)
      }
    }
  }

  @Test("--sdf makes distance fields, and --ratio names the sheets")
  func distanceFields() throws {
    try withDrawings([("in/a.svg", Self.square(8, "#ff0000"))]) { folder in
      let outcome = try cartouche(["sprite", "in", "sheet", "--sdf", "--ratio", "3"], in: folder)
      #expect(outcome.status == 0)
      #expect(try names(in: folder) == ["in", "sheet@3x.json", "sheet@3x.png"])
      let png = try PNG.decode(Array(Data(contentsOf: folder.appending(path: "sheet@3x.png"))))
      let index = try Array(Data(contentsOf: folder.appending(path: "sheet@3x.json")))
      let (sheet, _) = try SpriteSheet.decode(index: index, png: PNG.encode(png), name: "sheet@3x")
      let image = try #require(sheet["a"])
      #expect(image.isSDF && image.pixelRatio == 3 && image.size == Size(width: 14, height: 14))
    }
  }

  @Test("a broken drawing is left out, with a sentence and status 1")
  func brokenDrawing() throws {
    try withDrawings([("in/a.svg", Self.square(4, "#ff0000")), ("in/b.svg", "<svg"), ("in/c.svg", Self.square(9999, "#000"))]) {
      folder in
      let outcome = try cartouche(["sprite", "in", "sheet"], in: folder)
      #expect(outcome.status == 1 && outcome.sentences.count == 3)
      #expect(outcome.errors.contains("in/b.svg: ") && outcome.errors.contains("in/c.svg: is 9999 x 9999 points"))
      #expect(outcome.errors.contains("2 of 3 drawings"))
      #expect(try Set(SpriteSheet.read(folder.path + "/sheet").sheet.images.keys) == ["a"])
    }
  }

  @Test("a directory without drawings, and invalid arguments, write nothing")
  func invalid() throws {
    try withDrawings([("in/a.txt", "")]) { folder in
      for directory in ["in", "absent", "in/a.txt"] {
        let outcome = try cartouche(["sprite", directory, "sheet"], in: folder)
        #expect(outcome.status == 1 && outcome.sentences.count == 1 && outcome.errors.hasPrefix(directory + ": "))
      }
      for arguments in [["in", "sheet.png"], ["in", "sheet", "--ratio", "0"], ["in"]] {
        #expect(try cartouche(["sprite"] + arguments, in: folder).status == 2)
      }
      #expect(try names(in: folder) == ["in"])
    }
  }
}
