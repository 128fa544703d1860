import CartoucheImages
import CartoucheMaps
import CartoucheRaster
import CartoucheTestSupport
import Testing

@Suite("Making sprite sheets")
struct SpriteEncodingTests {
  private static func image(_ width: Int, _ height: Int, _ color: UInt32) -> Image {
    Image(size: PixelSize(width: width, height: height)) { (pixels: UnsafeMutableBufferPointer<UInt32>) in
      for index in pixels.indices { pixels[index] = color }
    }
  }

  @Test("an encoded sheet is read as the same images")
  func roundTrip() throws {
    var nine = StyleImage(Self.image(9, 7, 0xff33_6699), pixelRatio: 2)
    (nine.stretchX, nine.stretchY) = ([1...2.5, 4...8], [0...7])
    nine.content = Rect(x: 1.5, y: 2, width: 6, height: 4)
    (nine.textFitWidth, nine.textFitHeight) = (.proportional, .stretchOnly)
    let images: [(name: String, image: StyleImage)] = [
      ("shop/bakery \"é\"", nine), ("dot", StyleImage(Self.image(1, 1, 0x8000_0000), isSDF: true)),
      ("bar", StyleImage(Self.image(20, 3, 0xffff_0000), pixelRatio: 1.5)),
    ]
    let (index, png) = try SpriteSheet.encode(images)
    let (sheet, errors) = try SpriteSheet.decode(index: index, png: png, name: "s")
    #expect(errors.isEmpty && sheet.images.count == 3)
    for (name, image) in images {
      let read = try #require(sheet[name])
      #expect(SpriteFixture.pixels(of: read.image) == SpriteFixture.pixels(of: image.image) && read.size == image.size)
      #expect(read.isSDF == image.isSDF && read.stretchX == image.stretchX && read.stretchY == image.stretchY)
      #expect(read.content == image.content && read.textFitWidth == image.textFitWidth && read.textFitHeight == image.textFitHeight)
    }
    let again = try SpriteSheet.encode(images.reversed())
    #expect(again.index == index && again.png == png)
  }

  @Test("images with equal pixels are in the sheet once")
  func uniqueImages() throws {
    let images = (0..<50).map { (name: "\($0)", image: StyleImage(Self.image(8, 8, 0xff00_00ff + UInt32($0 % 2)))) }
    let (index, png) = try SpriteSheet.encode(images, padding: 2)
    let (sheet, errors) = try SpriteSheet.decode(index: index, png: png, name: "s")
    #expect(errors.isEmpty && sheet.images.count == 50 && sheet.byteCount == 2 * 8 * 8 * 4)
    let whole = try PNG.decode(png).size
    #expect(min(whole.width, whole.height) == 12 && max(whole.width, whole.height) == 22)
    #expect(
      try SpriteSheet.decode(index: SpriteSheet.encode(images).index, png: SpriteSheet.encode(images).png, name: "s").errors.isEmpty
    )
  }

  @Test("images do not overlap, have their padding, and fill most of the sheet", arguments: [0, 1, 2])
  func packing(padding: Int) {
    var random = SplitMix64(seed: 11 + UInt64(padding))
    for count in [1, 2, 7, 60, 300] {
      let sizes = (0..<count).map { _ in
        PixelSize(width: Int(random.next() % 40) + 1, height: Int(random.next() % 40) + 1)
      }
      let packing = SpritePacking(sizes, padding: padding)
      var used = [Bool](repeating: false, count: packing.size.width * packing.size.height)
      var isApart = true
      for (size, origin) in zip(sizes, packing.origins) {
        #expect(origin.x >= padding && origin.x + size.width + padding <= packing.size.width)
        #expect(origin.y >= padding && origin.y + size.height + padding <= packing.size.height)
        // With the padding on its left and upper side, because neighbors share their padding.
        for y in origin.y - padding..<origin.y + size.height {
          for x in origin.x - padding..<origin.x + size.width {
            isApart = isApart && !used[y * packing.size.width + x]
            used[y * packing.size.width + x] = true
          }
        }
      }
      #expect(isApart)
      if count >= 60 { #expect(used.count { $0 } * 100 > 80 * used.count) }
      if count >= 60 { #expect(max(packing.size.width, packing.size.height) < 2 * min(packing.size.width, packing.size.height)) }
    }
  }

  @Test("the alpha of a distance field falls by 32 a pixel, from 191 at the edge of the shape")
  func distanceField() {
    let scale = SignedDistanceField.oversampling
    // A square of 12 pixels.
    let field = SignedDistanceField.image(of: Self.image(12 * scale, 12 * scale, 0xffff_ffff), margin: 8)
    #expect(field.size == PixelSize(width: 28, height: 28))
    let pixels = SpriteFixture.pixels(of: field)
    func alpha(_ x: Int, _ y: Int) -> Int { Int(pixels[y * 28 + x] >> 24) }
    // The centers of pixels are half a pixel and a whole number of pixels away from the edge.
    #expect((0..<11).map { alpha($0, 14) } == [0, 0, 16, 48, 80, 112, 143, 175, 207, 239, 255])
    // The center of the pixel beside the corner is half a pixel's diagonal away from it.
    #expect((167...170).contains(alpha(7, 7)))
    #expect(alpha(0, 0) == 0 && alpha(14, 14) == 255)
    for index in 0..<28 { #expect(alpha(index, 14) == alpha(14, index) && alpha(index, 14) == alpha(27 - index, 13)) }
    #expect(SignedDistanceField.image(of: Self.image(0, 0, 0), margin: 3).isEmpty)
  }
}
