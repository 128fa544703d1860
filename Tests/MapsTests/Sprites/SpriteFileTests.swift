import CartoucheMaps
import CartoucheRaster
import CartoucheTestSupport
import Foundation
import Testing

@Suite("Files of sprite sheets, and their names in styles")
struct SpriteFileTests {
  /// Writes sheets with one image each, whose width tells the sheets apart, and calls `body` with the folder.
  private func withSheets(_ sheets: [(name: String, width: Int)], _ body: (String) throws -> Void) throws {
    try withScratchFolder { folder in
      for (name, width) in sheets {
        let index = #"{"icon": {"x": 0, "y": 0, "width": \#(width), "height": 3}}"#
        try Data(index.utf8).write(to: folder.appending(path: name + ".json"))
        try Data(SpriteFixture.sheet(width: width, height: 3)).write(to: folder.appending(path: name + ".png"))
      }
      try body(folder.path)
    }
  }

  private func width(_ path: String, _ pixelRatio: Scalar) throws -> Int? {
    try SpriteSheet.read(path, pixelRatio: pixelRatio).sheet["icon"]?.image.size.width
  }

  @Test("@2x is read for a pixel ratio above 1, and each pair of files stands in for the other")
  func ratios() throws {
    try withSheets([("both", 1), ("both@2x", 2), ("one", 3), ("two@2x", 4)]) { folder in
      #expect(try width(folder + "/both", 1) == 1)
      #expect(try width(folder + "/both", 1.5) == 2)
      #expect(try width(folder + "/both", 0) == 1)
      #expect(try width(folder + "/one", 2) == 3)
      #expect(try width(folder + "/two", 1) == 4)
      try FileManager.default.removeItem(atPath: folder + "/both@2x.png")
      #expect(try width(folder + "/both", 2) == 1)
    }
  }

  @Test("a broken pair of files is reported, and the other pair is read")
  func brokenPair() throws {
    try withSheets([("icons", 1), ("icons@2x", 2)]) { folder in
      try Data("{".utf8).write(to: URL(filePath: folder + "/icons@2x.json"))
      let (sheet, errors) = try SpriteSheet.read(folder + "/icons", pixelRatio: 2)
      #expect(sheet["icon"]?.image.size.width == 1)
      #expect(errors.count == 1 && errors.first?.description.contains("icons@2x.json") == true)
    }
  }

  @Test("a missing file is named")
  func missing() throws {
    try withSheets([("a", 1), ("b@2x", 1), ("c", 1)]) { folder in
      for (name, file) in [("a", "a.png"), ("b", "b@2x.png")] {
        try FileManager.default.removeItem(atPath: "\(folder)/\(file)")
        let error = #expect(throws: SpriteError.self) { try SpriteSheet.read("\(folder)/\(name)") }
        #expect(try #require(error).description.hasPrefix("\(folder)/\(file): cannot be read"))
      }
      let error = #expect(throws: SpriteError.self) { try SpriteSheet.read("\(folder)/none", pixelRatio: 2) }
      #expect(error == .unreadable(file: "\(folder)/none.json", reason: "there is no such file"))
      try FileManager.default.removeItem(atPath: "\(folder)/c.png")
      try FileManager.default.createDirectory(atPath: "\(folder)/c.png", withIntermediateDirectories: false)
      #expect(throws: SpriteError.self) { try SpriteSheet.read("\(folder)/c") }
    }
  }

  @Test("a style names one sheet or several; images of the sheet \"default\" have no prefix")
  func severalSheets() throws {
    try withSheets([("base", 1), ("shops", 2)]) { folder in
      let property = try JSONNode(
        parsing: """
          [{"id": "default", "url": "base"}, {"id": "shop", "url": "file://\(folder)/shops"}, {"id": "gone", "url": "gone"},
           {"id": "far", "url": "https://example.org/s"}, {"id": "shop", "url": "base"}, {"id": 3}, "base"]
          """)
      let style = folder + "/style.json"
      let (references, problems) = SpriteReference.references(in: property, style: style)
      #expect(references.map(\.id) == ["default", "shop", "gone", "far"] && problems.count == 3)
      let (sheet, errors) = SpriteSheet.read(references, pixelRatio: 1) { (reference) throws(SpriteError) in
        try reference.path(style: style)
      }
      #expect(Set(sheet.images.keys) == ["icon", "shop:icon"])
      #expect(sheet["shop:icon"]?.image.size.width == 2)
      #expect(sheet.byteCount == (1 + 2) * 3 * 4)
      #expect(
        errors == [
          .unreadable(file: "\(folder)/gone.json", reason: "there is no such file"),
          .notLocal(style: style, url: "https://example.org/s"),
        ])
    }
  }

  @Test("the path of a sheet begins at the directory of the style")
  func paths() throws {
    func path(_ url: String, _ style: String = "maps/style.json") throws -> String {
      try SpriteReference(url: url).path(style: style)
    }
    #expect(try path("sprites/a") == "maps/sprites/a")
    #expect(try path("sprites/a", "style.json") == "sprites/a")
    #expect(try path("/srv/a") == "/srv/a")
    #expect(try path("file:///srv/a") == "/srv/a")
    for url in ["", "https://example.org/a", "mapbox://sprites/a", "file://"] {
      #expect(throws: SpriteError.notLocal(style: "maps/style.json", url: url)) { try path(url) }
    }
    #expect(SpriteReference.references(in: try JSONNode(parsing: "\"a\""), style: "s").references == [SpriteReference(url: "a")])
    #expect(SpriteReference.references(in: try JSONNode(parsing: "7"), style: "s").errors.count == 1)
  }
}
