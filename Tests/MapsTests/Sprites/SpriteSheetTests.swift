import CartoucheImages
import CartoucheMaps
import CartoucheRaster
import Testing

/// Sheets that tests make.
enum SpriteFixture {
  /// The pixel at a column and a row of a sheet: opaque, and different at each position.
  static func pixel(_ x: Int, _ y: Int) -> UInt32 { 0xff00_0000 | UInt32(x) << 8 | UInt32(y) }

  static func sheet(width: Int, height: Int) throws -> [UInt8] {
    try PNG.encode(
      Image(size: PixelSize(width: width, height: height)) { (pixels: UnsafeMutableBufferPointer<UInt32>) in
        for index in pixels.indices { pixels[index] = pixel(index % width, index / width) }
      })
  }

  /// Decodes an index for a sheet of 32 × 16 pixels.
  static func decode(_ index: String) throws -> (sheet: SpriteSheet, errors: [SpriteError]) {
    try SpriteSheet.decode(index: Array(index.utf8), png: sheet(width: 32, height: 16), name: "maps/icons")
  }

  static func pixels(of image: Image) -> [UInt32] {
    (0..<image.storage.count).map { image.storage.pixels[$0] }
  }
}

@Suite("Sprite sheets")
struct SpriteSheetTests {
  @Test("an image has the pixels of its area and the properties of the index")
  func properties() throws {
    let (sheet, errors) = try SpriteFixture.decode(
      """
      {"ferry": {"x": 3, "y": 2, "width": 5, "height": 4, "pixelRatio": 2, "sdf": true, "stretchX": [[0, 1], [2.5, 4]],
        "stretchY": [[1, 3]], "content": [1, 1, 4.5, 3], "textFitWidth": "stretchOnly", "textFitHeight": "proportional"}}
      """)
    let image = try #require(sheet["ferry"])
    #expect(errors.isEmpty && sheet.images.count == 1)
    #expect(image.image.size == PixelSize(width: 5, height: 4))
    let expected = (2..<6).flatMap { y in (3..<8).map { x in SpriteFixture.pixel(x, y) } }
    #expect(SpriteFixture.pixels(of: image.image) == expected)
    #expect(image.size == Size(width: 2.5, height: 2) && image.isSDF)
    #expect(image.stretchX == [0...1, 2.5...4] && image.stretchY == [1...3])
    #expect(image.content == Rect(x: 1, y: 1, width: 3.5, height: 2))
    #expect(image.textFitWidth == .stretchOnly && image.textFitHeight == .proportional)
  }

  @Test("pixel ratio, position and the other properties have defaults")
  func defaults() throws {
    let (sheet, errors) = try SpriteFixture.decode(#"{"dot": {"width": 2, "height": 1}}"#)
    let image = try #require(sheet["dot"])
    #expect(errors.isEmpty)
    #expect(SpriteFixture.pixels(of: image.image) == [SpriteFixture.pixel(0, 0), SpriteFixture.pixel(1, 0)])
    #expect(image == StyleImage(image.image))
    #expect(image.pixelRatio == 1 && !image.isSDF && image.content == nil && image.stretchX.isEmpty)
    #expect(StyleImage(image.image, pixelRatio: -3).pixelRatio == 1)
  }

  @Test("images of one area share their pixels, and bytes are counted once")
  func sharedPixels() throws {
    let (sheet, _) = try SpriteFixture.decode(
      """
      {"a": {"x": 0, "y": 0, "width": 8, "height": 8}, "b": {"x": 0, "y": 0, "width": 8, "height": 8, "sdf": true},
       "c": {"x": 8, "y": 0, "width": 8, "height": 8}}
      """)
    #expect(sheet["a"]?.image == sheet["b"]?.image && sheet["a"]?.image != sheet["c"]?.image)
    #expect(sheet.byteCount == 2 * 8 * 8 * 4)
  }

  @Test(
    "an image that cannot be drawn is left out, with a sentence that names file, image and reason",
    arguments: [
      (#"7"#, "object"),
      (#"{"x": 0, "y": 0, "height": 4}"#, "no width"),
      (#"{"x": 0, "y": 0, "width": 0, "height": 4}"#, "0 × 4"),
      (#"{"x": 0, "y": 0, "width": -2, "height": 4}"#, "-2 × 4"),
      (#"{"x": -1, "y": 0, "width": 2, "height": 4}"#, "not inside"),
      (#"{"x": 31, "y": 0, "width": 2, "height": 4}"#, "not inside"),
      (#"{"x": 0, "y": 13, "width": 2, "height": 4}"#, "not inside"),
      (#"{"x": 2147483647, "y": 0, "width": 2147483647, "height": 4}"#, "not inside"),
      (#"{"x": 1e300, "y": 0, "width": 2, "height": 4}"#, "whole number"),
      (#"{"x": 0.5, "y": 0, "width": 2, "height": 4}"#, "whole number"),
      (#"{"x": 0, "y": 0, "width": "2", "height": 4}"#, "not a number but string"),
      (#"{"x": 0, "y": 0, "width": 2, "height": 4, "pixelRatio": 0}"#, "pixelRatio"),
      (#"{"x": 0, "y": 0, "width": 2, "height": 4, "pixelRatio": 1e9}"#, "pixelRatio"),
      (#"{"x": 0, "y": 0, "width": 2, "height": 4, "pixelRatio": null}"#, "pixelRatio"),
    ])
  func brokenImage(description: String, reason: String) throws {
    let (sheet, errors) = try SpriteFixture.decode(#"{"bad": \#(description), "good": {"x": 1, "y": 1, "width": 2, "height": 2}}"#)
    #expect(sheet["bad"] == nil && sheet["good"] != nil)
    let text = try #require(errors.first).description
    #expect(errors.count == 1 && text.hasPrefix("maps/icons.json: image \"bad\": ") && text.contains(reason))
  }

  @Test(
    "a property that is not valid is left out, and the image is kept",
    arguments: [
      ("stretchX", "[[4, 2]]"), ("stretchX", "[[0, 3], [2, 4]]"), ("stretchX", "[[0, 9]]"), ("stretchX", "[[-1, 2]]"),
      ("stretchX", "[1, 2]"), ("stretchX", "true"), ("stretchY", "[[0, 5]]"), ("content", "[0, 0, 9, 4]"),
      ("content", "[3, 0, 2, 4]"),
      ("content", "[0, 0, 4]"), ("content", "[0, 0, 4, 4, \"4\"]"), ("sdf", "1"), ("textFitWidth", "\"wide\""),
      ("textFitHeight", "2"),
    ])
  func brokenProperty(property: String, value: String) throws {
    let (sheet, errors) = try SpriteFixture.decode(
      #"{"icon": {"x": 0, "y": 0, "width": 8, "height": 4, "\#(property)": \#(value)}}"#)
    let image = try #require(sheet["icon"])
    #expect(image == StyleImage(image.image))
    #expect(errors.count == 1 && errors.first?.description.contains("\"icon\", \(property): ") == true)
  }

  @Test("more errors than a person reads are counted")
  func manyErrors() throws {
    let entries = (0..<5000).map { "\"\($0)\": 0" }.joined(separator: ", ")
    let (sheet, errors) = try SpriteFixture.decode("{\(entries)}")
    #expect(sheet.images.isEmpty && errors.count == 101)
    #expect(errors.last == .moreErrors(file: "maps/icons.json", count: 4900))
  }

  @Test("images that overlap more than a sheet needs are left out, so that memory is bounded")
  func overlaps() throws {
    let entries = (0..<256).map { "\"\($0)\": {\"x\": \($0 % 16), \"y\": 0, \"width\": \(1 + $0 / 16), \"height\": 16}" }
    let (sheet, errors) = try SpriteFixture.decode("{\(entries.joined(separator: ", "))}")
    #expect(sheet.byteCount <= 4 * 32 * 16 * 4 && !errors.isEmpty)
    #expect(errors.first?.description.contains("overlap") == true)
  }

  @Test("an index or a PNG that cannot be read is an error of the whole sheet")
  func brokenFiles() throws {
    let png = try SpriteFixture.sheet(width: 4, height: 4)
    func message(_ index: String, _ png: [UInt8], maximumPixels: Int = 1 << 20) throws -> String {
      let error = #expect(throws: SpriteError.self) {
        try SpriteSheet.decode(index: Array(index.utf8), png: png, name: "s", maximumPixels: maximumPixels)
      }
      return try #require(error).description
    }
    #expect(try message("{\"a\": \n nan}", png).contains("s.json: not the index of a sprite sheet: line 2, column 2"))
    #expect(try message("[]", png).contains("not array"))
    #expect(try message("", png).hasPrefix("s.json: "))
    #expect(try message(String(repeating: "[", count: 5000), png).hasPrefix("s.json: "))
    #expect(try message("{}", Array(png.prefix(40))).hasPrefix("s.png: "))
    #expect(try message("{}", []).hasPrefix("s.png: "))
    #expect(try message("{}", png, maximumPixels: 15).contains("limit is 15"))
  }

  @Test("a name of the index is shortened in messages")
  func longName() throws {
    let name = String(repeating: "x", count: 100_000)
    let (_, errors) = try SpriteFixture.decode("{\"\(name)\": 0}")
    #expect(try #require(errors.first).description.count < 300)
  }
}
