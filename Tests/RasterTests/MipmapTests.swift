import CartoucheRaster
import CartoucheTestSupport
import Testing

@Suite("Mip levels")
struct MipmapTests {
  private func noise(_ width: Int, _ height: Int, seed: UInt64) -> Image {
    var generator = SplitMix64(seed: seed)
    return Image(size: PixelSize(width: width, height: height)) { pixels in
      for index in pixels.indices { pixels[index] = generator.color(opaque: false).premultiplied }
    }
  }

  private func values(_ pixel: UInt32) -> [Double] { [UInt32(24), 16, 8, 0].map { Double(pixel >> $0 & 255) } }

  private func distance(_ pixel: UInt32, _ color: [Double]) -> Double { zip(values(pixel), color).map { abs($0 - $1) }.max() ?? 0 }

  @Test(
    "of an image are each the area-weighted mean of the level above, odd sizes included",
    arguments: [(16, 8), (7, 5), (1, 9), (13, 1), (1, 1), (31, 20)])
  func mipLevels(width: Int, height: Int) throws {
    let image = noise(width, height, seed: UInt64(width)).withMipmaps()
    var level = FloatImage(image)
    guard width > 1 || height > 1 else {
      #expect(image.mipLevels == nil)
      return
    }
    let mipLevels = try #require(image.mipLevels)
    var index = 0
    while level.width > 1 || level.height > 1 {
      level = level.nextMipLevel
      for offset in 0..<level.pixels.count {
        let pixel = mipLevels.pixels[index + offset]
        #expect(distance(pixel, level.pixels[offset]) <= 0.5001)
        // The next level is computed from rounded values.
        level.pixels[offset] = values(pixel)
      }
      index += level.pixels.count
    }
    #expect(index == mipLevels.count)
  }

  @Test("of every size are exact means, rounded to nearest with halves upward")
  func exactMipLevels() throws {
    /// The pixels of a line that pixel `index` of a line of `half` pixels covers, and their weights.
    func taps(_ index: Int, _ whole: Int, _ half: Int) -> [(pixel: Int, weight: Int)] {
      (max(index * 2 - 1, 0)..<min(index * 2 + 4, whole)).compactMap { pixel in
        let shared = min((pixel + 1) * half, (index + 1) * whole) - max(pixel * half, index * whole)
        return shared > 0 ? (pixel, shared) : nil
      }
    }
    // The long ones are at the ends of the numbers that fit: the longest side, and one more.
    let long = [(9, 65_535), (65_535, 8), (8, 65_535), (65_535, 9), (9, 65_537), (65_537, 8)]
    let short = [1, 2, 3, 4, 5, 8, 9, 13, 26, 31].flatMap { width in [1, 2, 3, 6, 7, 10, 11].map { (width, $0) } }
    let usual = [(151, 121), (152, 121), (151, 122)]
    for (width, height) in short + usual + long where width > 1 || height > 1 {
      let image = noise(width, height, seed: UInt64(width * 100 + height)).withMipmaps()
      let level = try #require(image.mipLevels)
      let half = PixelSize(width: max(width / 2, 1), height: max(height / 2, 1))
      for y in stride(from: half.height - 1, through: 0, by: half.height > 1000 ? -97 : -1) {
        for x in stride(from: half.width - 1, through: 0, by: half.width > 1000 ? -97 : -1) {
          var sums = [0, 0, 0, 0]
          for (row, rowWeight) in taps(y, height, half.height) {
            for (column, weight) in taps(x, width, half.width) {
              let pixel = Int(image.storage.pixels[row * width + column])
              for channel in 0..<4 { sums[channel] += (pixel >> (channel * 8) & 255) * weight * rowWeight }
            }
          }
          let means = sums.map { ($0 + width * height / 2) / (width * height) }
          let expected = means.enumerated().reduce(0) { $0 | $1.element << ($1.offset * 8) }
          #expect(Int(level.pixels[y * half.width + x]) == expected, "\(width) × \(height): \(x), \(y)")
        }
      }
    }
  }

  @Test("of a white image are white at the limit of the pixels whose weights fit")
  func whiteMipLevels() throws {
    // 2^23, and 2^24 for those that are made one by one.
    for size in [
      PixelSize(width: 2895, height: 2897), PixelSize(width: 129, height: 65_027), PixelSize(width: 2897, height: 2897),
      PixelSize(width: 4095, height: 4097),
    ] {
      let image = Image(size: size) { $0.update(repeating: 0xffff_ffff) }.withMipmaps()
      let levels = try #require(image.mipLevels)
      let darkest = UnsafeBufferPointer(start: levels.pixels, count: levels.count).min()
      #expect(darkest == 0xffff_ffff, "\(size)")
    }
  }
}
