import CartoucheMaps
import CartoucheRaster
import Testing

@Suite("Stretched icons")
struct IconStretchingTests {
  private func levels(_ icon: StyleImage) -> [UInt32] {
    (0..<icon.image.size.width).map { icon.image.storage.pixels[$0] & 0xff }
  }

  private func icon(_ row: [UInt32], _ ranges: [ClosedRange<Scalar>], pixelRatio: Scalar = 1) -> StyleImage {
    var icon = StyleImage(IconFixture.row(row), pixelRatio: pixelRatio)
    icon.stretchX = ranges
    return icon
  }

  @Test("fixed parts keep their pixels, and several stretched parts share the rest in proportion")
  func parts() {
    // The stretched parts are 1 and 2 pixels of one color each; they get 3 and 6.
    let stretched = icon([10, 20, 20, 20, 30, 40, 40, 40, 40, 50], [2...3, 6...8]).stretched(to: Size(width: 16, height: 2))
    #expect(levels(stretched) == [10, 20, 20, 20, 20, 20, 30, 40, 40, 40, 40, 40, 40, 40, 40, 50])
    #expect(stretched.size == Size(width: 16, height: 2) && stretched.image.isOpaque)
  }

  @Test("an image that becomes smaller loses its stretched parts first")
  func shrinking() {
    let image = icon([10, 20, 20, 20, 20, 30], [2...4])
    #expect(levels(image.stretched(to: Size(width: 5, height: 2))) == [10, 20, 20, 20, 30])
    #expect(levels(image.stretched(to: Size(width: 4, height: 2))) == [10, 20, 20, 30])
    #expect(levels(image.stretched(to: Size(width: 2, height: 2))) == [15, 25])
  }

  @Test("without ranges the whole image is stretched, with colors between those of its pixels")
  func whole() {
    #expect(levels(icon([0, 64], []).stretched(to: Size(width: 4, height: 2))) == [0, 16, 48, 64])
    #expect(levels(icon([0, 64], [1...1]).stretched(to: Size(width: 4, height: 2))) == [0, 16, 48, 64])
    // Of images for two pixels per point, sizes are in points.
    #expect(levels(icon([0, 64], [], pixelRatio: 2).stretched(to: Size(width: 2, height: 1))) == [0, 16, 48, 64])
  }

  @Test("rows are stretched like columns, and alpha like colors")
  func rows() {
    var image = StyleImage(IconFixture.image(1, 3) { _, y in [0x8040_0000, 0, 0xff00_00ff][y] }, isSDF: true)
    image.stretchY = [1...2]
    let stretched = image.stretched(to: Size(width: 1, height: 5))
    let pixels = (0..<5).map { stretched.image.storage.pixels[$0] }
    #expect(stretched.isSDF && pixels[0] == 0x8040_0000 && pixels[4] == 0xff00_00ff && pixels[2] == 0)
    #expect(pixels[1] == 0x2b15_0000)
  }

  @Test("an image of the same size shares its pixels")
  func sameSize() {
    let image = icon([1, 2, 3], [1...2])
    #expect(image.stretched(to: image.size).image == image.image)
  }

  @Test("empty, negative and huge sizes are clamped")
  func extremes() {
    let image = icon([1, 2, 3], [1...2])
    #expect(image.stretched(to: Size(width: 0, height: 3)).image.isEmpty)
    #expect(image.stretched(to: Size(width: -5, height: .min)).image.isEmpty)
    #expect(image.stretched(to: Size(width: 0.1, height: 0.1)).image.size == PixelSize(width: 1, height: 1))
    #expect(image.stretched(to: Size(width: .max, height: .max)).image.size == PixelSize(width: 4096, height: 256))
    let empty = StyleImage(IconFixture.image(0, 0) { _, _ in 0 })
    #expect(empty.stretched(to: Size(width: 3, height: 3)).image.isEmpty)
    let large = StyleImage(IconFixture.image(4096, 4096) { _, _ in .max })
    #expect(large.stretched(to: Size(width: 2, height: 2)).image.size == PixelSize(width: 2, height: 2))
  }
}
