import Cartouche
import CartoucheTestSupport
import Foundation
import Testing

@Suite("Drawings that refer to files") struct LinkedDrawingTests {
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "linked-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder.appending(path: "inner/deep"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path)
  }

  private var red: [UInt8] {
    get throws {
      let size = PixelSize(width: 4, height: 4)
      let image = Image.drawn(size: size) { $0.fill(Path(rect: Rect(x: 0, y: 0, width: 4, height: 4)), with: .color(.red)) }
      return try PNG.encode(image)
    }
  }

  private func drawing(_ reference: String) -> [UInt8] {
    Array(
      "<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'><image width='8' height='8' href='\(reference)'/></svg>".utf8)
  }

  private func center(_ drawing: SVG) -> UInt32 {
    let image = drawing.image(size: PixelSize(width: 8, height: 8))
    return withExtendedLifetime(image) { image.storage.pixels[4 * 8 + 4] }
  }

  @Test("an image next to the drawing or in a folder inside is drawn", arguments: ["a.png", "./deep/b%20c.png", "deep/../a.png"])
  func near(reference: String) throws {
    try withFolder { folder in
      try FileIO.write(red, to: folder + "/inner/a.png")
      try FileIO.write(red, to: folder + "/inner/deep/b c.png")
      try FileIO.write(drawing(reference), to: folder + "/inner/d.svg")
      let drawing = try SVG(contentsOfFile: folder + "/inner/d.svg")
      if reference.contains("..") {
        #expect(center(drawing) == 0 && drawing.warnings.count == 1)
      } else {
        #expect(center(drawing) == 0xffff_0000 && drawing.warnings.isEmpty, "\(drawing.warnings)")
      }
    }
  }

  @Test("another drawing is drawn, and its own references are not followed")
  func drawings() throws {
    try withFolder { folder in
      try FileIO.write(red, to: folder + "/a.png")
      try FileIO.write(
        Array("<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'><rect width='8' height='8' fill='lime'/></svg>".utf8),
        to: folder + "/lime.svg")
      try FileIO.write(drawing("a.png"), to: folder + "/nested.svg")
      for (reference, color) in [("lime.svg", 0xff00_ff00), ("nested.svg", 0)] as [(String, UInt32)] {
        try FileIO.write(drawing(reference), to: folder + "/d.svg")
        let drawing = try SVG(contentsOfFile: folder + "/d.svg")
        #expect(center(drawing) == color)
        #expect(drawing.warnings.isEmpty == (color != 0))
      }
    }
  }

  @Test("files elsewhere are not read, and the warning names file and reason")
  func elsewhere() throws {
    try withFolder { folder in
      try FileIO.write(red, to: folder + "/secret.png")
      try FileManager.default.createSymbolicLink(atPath: folder + "/inner/link.png", withDestinationPath: folder + "/secret.png")
      try FileIO.write(Array("no image".utf8), to: folder + "/inner/text.png")
      for (reference, reason) in [
        ("../secret.png", "it is not in the drawing's folder"), ("%2e%2e/secret.png", "it is not in the drawing's folder"),
        ("\(folder)/secret.png", "only files in the drawing's folder are read"),
        ("file:///etc/passwd", "only files in the drawing's folder are read"),
        ("https://example.org/a.png", "only files in the drawing's folder are read"),
        ("link.png", "it is not in the drawing's folder"), ("none.png", "there is no such file"),
        ("deep", "it is not a regular file"),
      ] {
        try FileIO.write(drawing(reference), to: folder + "/inner/d.svg")
        let drawing = try SVG(contentsOfFile: folder + "/inner/d.svg")
        #expect(center(drawing) == 0)
        let message = try #require(drawing.warnings.first?.message)
        // A long reference is cut off.
        #expect(
          message.hasPrefix("its image \"\(reference.prefix(40))") && message.hasSuffix("\" is not drawn: \(reason)"), "\(message)")
      }
      try FileIO.write(drawing("text.png"), to: folder + "/inner/d.svg")
      #expect(
        try SVG(contentsOfFile: folder + "/inner/d.svg").warnings.first?.message.hasPrefix("its drawing is not drawn: ") == true)
    }
  }

  @Test("a drawing in bytes refers to no files")
  func bytes() throws {
    let drawing = try SVG(drawing("a.png"))
    #expect(drawing.warnings.map(\.message) == ["images outside of the file are not read; it is not drawn"])
  }
}
