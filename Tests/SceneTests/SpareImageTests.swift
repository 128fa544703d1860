import CartoucheRaster
import CartoucheScene
import Testing

@Suite("Spare images")
struct SpareImageTests {
  private let size = PixelSize(width: 10, height: 8)

  /// An image that nothing else shares, of 320 bytes.
  private func image(_ size: PixelSize = PixelSize(width: 10, height: 8), color: UInt32 = 0) -> Image {
    Image(size: size) { $0.update(repeating: color) }
  }

  /// The first pixels of all images of a size, which are removed.
  private func takeAll(_ size: PixelSize, from images: inout SpareImages) -> [UInt32] {
    var pixels: [UInt32] = []
    while let image = images.take(size, hasMipmaps: false) { pixels.append(image.storage.pixels[0]) }
    return pixels
  }

  @Test("are found by size and mip levels, the newest first, and only once")
  func take() {
    var images = SpareImages()
    images.add(image(color: 1), at: 0, limit: 10_000)
    images.add(image(PixelSize(width: 8, height: 10), color: 2), at: 0, limit: 10_000)
    images.add(image(color: 3).withMipmaps(), at: 0, limit: 10_000)
    images.add(image(color: 4), at: 0, limit: 10_000)
    // The mip levels have 5 × 4, 2 × 2 and 1 × 1 pixels.
    #expect(images.bytes == 4 * 320 + 25 * 4)
    #expect(images.take(PixelSize(width: 9, height: 8), hasMipmaps: false) == nil)
    #expect(takeAll(size, from: &images) == [4, 1])
    #expect(images.take(size, hasMipmaps: true)?.hasMipmaps == true && images.take(size, hasMipmaps: true) == nil)
    #expect(images.bytes == 320 && !images.isEmpty)
  }

  @Test("that something else still shows are not found until it is gone")
  func shared() {
    var images = SpareImages()
    var list = DisplayList()
    do {
      let shown = image(color: 1)
      list.draw(shown, transform: .identity, filter: .nearest)
      images.add(shown, at: 0, limit: 10_000)
    }
    #expect(images.take(size, hasMipmaps: false) == nil)
    list.removeAll()
    #expect(images.take(size, hasMipmaps: false) != nil)
  }

  @Test("above the limit of bytes, of eight, or of 600 walks are removed, the oldest first")
  func limits() {
    func filled(_ count: Int, limit: Int = 10_000) -> SpareImages {
      var images = SpareImages()
      for index in 0..<count { images.add(image(color: UInt32(index)), at: index * 100, limit: limit) }
      return images
    }
    var images = filled(12)
    #expect(images.bytes == 8 * 320 && takeAll(size, from: &images) == [11, 10, 9, 8, 7, 6, 5, 4])
    images = filled(6, limit: 3 * 320 + 319)
    #expect(images.bytes == 3 * 320 && takeAll(size, from: &images) == [5, 4, 3])
    images = filled(3)
    images.add(image(PixelSize(width: 100, height: 100)), at: 300, limit: 10_000)
    #expect(images.bytes == 3 * 320)
    images.trim(to: 640)
    #expect(takeAll(size, from: &images) == [2, 1])
    images = filled(4)
    images.removeUnused(at: 700)
    #expect(images.bytes == 3 * 320)
    images.removeUnused(at: 801)
    #expect(takeAll(size, from: &images) == [3])
    images.trim(to: -1)
    #expect(images.isEmpty && images.bytes == 0)
  }
}
