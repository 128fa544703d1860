import CartoucheMaps
import CartoucheRaster
import Testing

@Suite("Drawing of icons")
struct IconDrawingTests {
  /// Returns the pixels of an icon whose top left corner is at a point.
  private func pixels(
    _ icon: IconDrawing, at x: Scalar = 0, _ y: Scalar = 0, width: Int = 32, height: Int = 32, opacity: UInt8 = 255,
    cache: IconCache = IconCache()
  ) -> [UInt32] {
    var list = DisplayList()
    icon.draw(into: &list, transform: .translation(x: x, y: y), opacity: opacity, cache: cache)
    return IconFixture.pixels(list, width: width, height: height)
  }

  @Test("an icon on whole pixels has its image's pixels")
  func exact() {
    let image = IconFixture.image(4, 3) { x, y in 0xff00_0000 | UInt32(x * 40 + y) }
    let drawn = pixels(IconDrawing(StyleImage(image)), at: 2, 1, width: 8, height: 5)
    for y in 0..<5 {
      for x in 0..<8 {
        let isInside = (2..<6).contains(x) && (1..<4).contains(y)
        #expect(drawn[y * 8 + x] == (isInside ? UInt32((x - 2) * 40 + y - 1) : 0))
      }
    }
  }

  @Test("an icon is scaled, and for two pixels per point has half of its pixels as its size")
  func scales() {
    let image = IconFixture.image(8, 8) { _, _ in 0xffff_ffff }
    func area(_ icon: IconDrawing) -> Int { pixels(icon).count { $0 == 0xff_ffff } }
    #expect(area(IconDrawing(StyleImage(image))) == 64)
    #expect(area(IconDrawing(StyleImage(image), scale: 2)) == 256)
    #expect(area(IconDrawing(StyleImage(image, pixelRatio: 2))) == 16)
    #expect(area(IconDrawing(StyleImage(image), stretchedTo: Size(width: 20, height: 4))) == 80)
    #expect(area(IconDrawing(StyleImage(image), stretchedTo: Size(width: 20, height: 4), scale: 2)) == 80)
  }

  @Test("a distance field is a shape in its color, with a halo around it")
  func fields() {
    var icon = IconDrawing(StyleImage(IconFixture.square(8), isSDF: true))
    icon.color = Color(hex: 0x0000ff)
    let plain = pixels(icon)
    #expect(plain[10 * 32 + 10] == 0xff && plain[3 * 32 + 3] == 0)
    #expect((60...68).contains(plain.count { $0 >= 0x80 }))
    icon.haloColor = Color(hex: 0xff0000)
    icon.haloWidth = 2
    let haloed = pixels(icon)
    #expect(haloed[10 * 32 + 10] == 0xff && haloed[10 * 32 + 5] == 0xff_0000 && haloed[10 * 32 + 2] == 0)
    // The square with its halo has 12 pixels along each axis.
    let count = haloed.count { $0 != 0 }
    #expect((120...172).contains(count))
    icon.haloWidth = .max
    #expect(pixels(icon).count { $0 != 0 } > count)
  }

  @Test("a field's fixed parts keep their size when it is stretched")
  func stretchedField() {
    var image = StyleImage(IconFixture.square(8), isSDF: true)
    (image.stretchX, image.stretchY) = ([9...11], [9...11])
    var icon = IconDrawing(image, stretchedTo: Size(width: 30, height: 20))
    icon.color = .white
    let drawn = pixels(icon)
    // The margin of 6 pixels is not stretched: the shape is 18 × 8 pixels.
    let row = (0..<32).filter { drawn[10 * 32 + $0] == 0xff_ffff }
    #expect(row.first.map { (5...7).contains($0) } == true && row.last.map { (22...24).contains($0) } == true)
  }

  @Test("opacity applies to images and shapes")
  func opacity() {
    let image = IconFixture.image(8, 8) { _, _ in 0xffff_ffff }
    #expect((0x7f...0x81).contains(pixels(IconDrawing(StyleImage(image)), opacity: 128)[0] & 0xff))
    #expect(pixels(IconDrawing(StyleImage(image)), opacity: 0)[0] == 0)
  }

  @Test("an image that is much reduced is averaged")
  func reduced() {
    let image = IconFixture.image(64, 64) { x, y in (x + y).isMultiple(of: 2) ? 0xffff_ffff : 0xff00_0000 }
    let drawn = pixels(IconDrawing(StyleImage(image, pixelRatio: 8)))
    #expect((0x70...0x90).contains(drawn[3 * 32 + 3] & 0xff))
  }

  @Test("icons without pixels or size draw nothing, and large ones end at a limit")
  func extremes() {
    let cache = IconCache(byteLimit: 1000)
    let empty = StyleImage(IconFixture.image(0, 0) { _, _ in 0 })
    let large = IconFixture.image(4096, 4096) { x, y in UInt32((x * 7 + y * 13) & 0xff) << 24 }
    let square = IconFixture.square(8)
    #expect(IconDrawing(empty).isEmpty && IconDrawing(StyleImage(square), scale: -1).isEmpty)
    for isSDF in [false, true] {
      for image in [empty.image, large, square] {
        for value: Scalar in [.min, -1, 0, Scalar(rawValue: 1), 1, .max] {
          let style = StyleImage(image, pixelRatio: value, isSDF: isSDF)
          if image != large || value == 1 {
            var icon = IconDrawing(style, stretchedTo: Size(width: value, height: value), scale: 1)
            (icon.haloColor, icon.haloWidth) = (.white, value)
            _ = pixels(icon, width: 8, height: 8, cache: cache)
            _ = pixels(IconDrawing(style, scale: value), at: value, width: 8, height: 8, cache: cache)
          }
        }
      }
    }
  }

  @Test("a cache gives the same pixels as none")
  func cached() {
    let cache = IconCache(byteLimit: 4000)
    for side in [4, 6, 8, 4, 6, 8] {
      for isSDF in [false, true] {
        let icon = IconDrawing(StyleImage(IconFixture.square(side), isSDF: isSDF), stretchedTo: Size(width: 24, height: 22))
        #expect(pixels(icon, cache: cache) == pixels(icon))
        #expect(pixels(icon, cache: cache) == pixels(icon))
      }
    }
  }
}
