import CartoucheRaster
import CartoucheTestSupport
import Testing

/// Returns a canvas into which `TargetWriter` wrote a block whose pixels are `value(x, y)`.
private func written(
  _ format: PixelFormat, width: Int, height: Int, _ orientation: PanelOrientation = .upright, _ value: (Int, Int) -> UInt32
) -> Canvas {
  let swaps = orientation.rotation.swapsAxes
  let canvas = Canvas(width: swaps ? height : width, height: swaps ? width : height, format: format, padding: 5)
  let block = (0..<width * height).map { value($0 % width, $0 / width) }
  TargetWriter(target: canvas.buffer, orientation: orientation)
    .write(block, stride: width, rect: PixelRect(minX: 0, minY: 0, maxX: width, maxY: height))
  return canvas
}

private let orientations = Rotation.allCases.flatMap { rotation in
  Mirroring.allCases.map { PanelOrientation(rotation: rotation, mirroring: $0) }
}

/// The levels of 5 and 6 bits, widened to 8 bits by repeating their upper bits.
private let widened5 = (0..<32).map { UInt32($0 << 3 | $0 >> 2) }
private let widened6 = (0..<64).map { UInt32($0 << 2 | $0 >> 4) }

/// The 16-bit formats.
private let shortFormats = [PixelFormat.rgb565, .bgr565, .xrgb1555, .xbgr1555, .rgbx5551]

/// The first bit and the levels of red, green and blue in a 16-bit format.
private func shortFields(_ format: PixelFormat) -> [(shift: UInt32, levels: [UInt32])] {
  switch format {
  case .rgb565: [(11, widened5), (5, widened6), (0, widened5)]
  case .bgr565: [(0, widened5), (5, widened6), (11, widened5)]
  case .xrgb1555: [(10, widened5), (5, widened5), (0, widened5)]
  case .xbgr1555: [(0, widened5), (5, widened5), (10, widened5)]
  case .rgbx5551: [(11, widened5), (6, widened5), (1, widened5)]
  default: []
  }
}

@Suite("Pixel formats")
struct PixelFormatTests {
  @Test("each orientation is the upright image mirrored, then rotated", arguments: orientations, PixelFormat.allCases)
  func turned(orientation: PanelOrientation, format: PixelFormat) {
    let list = DisplayList.random(seed: 7, width: 70, height: 41)
    let upright = Canvas(width: 70, height: 41, format: format)
    upright.draw(list)
    let swaps = orientation.rotation.swapsAxes
    let turned = Canvas(width: swaps ? 41 : 70, height: swaps ? 70 : 41, format: format, padding: 13, poison: 0x77)
    turned.draw(list, rotation: orientation.rotation, mirroring: orientation.mirroring)
    var targets: Set<PixelRect> = []
    for y in 0..<41 {
      for x in 0..<70 {
        let target = orientation.targetRect(for: PixelRect(minX: x, minY: y, maxX: x + 1, maxY: y + 1), in: turned.size)
        targets.insert(target)
        #expect(turned[target.minX, target.minY] == upright[x, y])
      }
    }
    #expect(targets.count == 70 * 41)
    let (bytes, used) = (turned.bytes, turned.size.width * format.bytesPerPixel)
    for y in 0..<turned.size.height {
      #expect(bytes[(y * turned.bytesPerRow + used)..<((y + 1) * turned.bytesPerRow)].allSatisfy { $0 == 0x77 })
    }
  }

  @Test("mirroring swaps left and right before the image is rotated") func mirrors() {
    func pixels(_ rotation: Rotation, _ mirroring: Mirroring) -> [[UInt32]] {
      let canvas = written(.argb8888, width: 2, height: 2, PanelOrientation(rotation: rotation, mirroring: mirroring)) { x, y in
        UInt32(1 + x + 2 * y)
      }
      return (0..<2).map { y in (0..<2).map { canvas[$0, y] } }
    }
    #expect(pixels(.none, .none) == [[1, 2], [3, 4]])
    #expect(pixels(.quarter, .none) == [[3, 1], [4, 2]])
    #expect(pixels(.half, .none) == [[4, 3], [2, 1]])
    #expect(pixels(.threeQuarters, .none) == [[2, 4], [1, 3]])
    #expect(pixels(.none, .horizontal) == [[2, 1], [4, 3]])
    #expect(pixels(.half, .horizontal) == [[3, 4], [1, 2]])
    #expect(pixels(.quarter, .horizontal) == [[4, 2], [3, 1]])
  }

  @Test("each format stores colors in its layout, 16-bit ones at one of the two nearest levels", arguments: PixelFormat.allCases)
  func layouts(format: PixelFormat) {
    var random = SplitMix64(seed: 21)
    let colors = (0..<37 * 5).map { _ in UInt32(truncatingIfNeeded: random.next()) }
    let canvas = written(format, width: 37, height: 5) { colors[$1 * 37 + $0] }
    for (index, color) in colors.enumerated() {
      let (alpha, red, green, blue) = (color >> 24, color >> 16 & 255, color >> 8 & 255, color & 255)
      let found = canvas[index % 37, index / 37]
      func ten(_ value: UInt32) -> UInt32 { value << 2 | value >> 6 }
      switch format {
      case .xrgb8888, .argb8888: #expect(found == color)
      case .xbgr8888: #expect(found == alpha << 24 | blue << 16 | green << 8 | red)
      case .rgb888: #expect(found == red << 16 | green << 8 | blue)
      case .xrgb2101010: #expect(found == 0xc000_0000 | ten(red) << 20 | ten(green) << 10 | ten(blue))
      case .rgbx8888: #expect(found == red << 24 | green << 16 | blue << 8 | alpha)
      case .bgrx8888: #expect(found == blue << 24 | green << 16 | red << 8 | alpha)
      case .bgr888: #expect(found == blue << 16 | green << 8 | red)
      case .rgb565, .bgr565, .xrgb1555, .xbgr1555, .rgbx5551:
        // Never farther from the color than the next level.
        for ((shift, levels), value) in zip(shortFields(format), [red, green, blue]) {
          let level = levels[Int(found >> shift) % levels.count]
          let (below, above) = (levels.last { $0 <= value }!, levels.first { $0 >= value }!)
          #expect(level == below || level == above)
        }
        switch format {
        case .xrgb1555, .xbgr1555: #expect(found & 0x8000 != 0)
        case .rgbx5551: #expect(found & 1 != 0)
        default: break
        }
      }
    }
  }

  @Test("colors that a format can represent are read back as written", arguments: PixelFormat.allCases)
  func reading(format: PixelFormat) {
    // Colors that the format can represent.
    let hasFiveBitGreen = [.xrgb1555, .xbgr1555, .rgbx5551].contains(format)
    let colors: [UInt32] = (0..<64).map {
      let green = hasFiveBitGreen ? widened5[$0 / 2] : widened6[$0]
      return 0xff00_0000 | widened5[$0 * 7 % 32] << 16 | green << 8 | widened5[$0 * 5 % 32]
    }
    let canvas = written(format, width: 16, height: 4) { colors[$1 * 16 + $0] }
    for (index, color) in colors.enumerated() {
      let pixel = canvas.buffer.baseAddress + index / 16 * canvas.bytesPerRow + index % 16 * format.bytesPerPixel
      #expect(format.color(at: pixel) == color)
    }
    #expect(PixelFormat(name: format.name) == format)
  }

  @Test("a block of one color is written from two rows as from all of its rows", arguments: orientations, PixelFormat.allCases)
  func fills(orientation: PanelOrientation, format: PixelFormat) {
    var random = SplitMix64(seed: 22)
    let swaps = orientation.rotation.swapsAxes
    for _ in 0..<20 {
      let color = UInt32(truncatingIfNeeded: random.next()) | 0xff00_0000
      let (x, y) = (Int.random(in: 0..<30, using: &random), Int.random(in: 0..<20, using: &random))
      let rect = PixelRect(
        minX: x, minY: y, maxX: Int.random(in: x + 1...47, using: &random), maxY: Int.random(in: y + 1...29, using: &random))
      let canvases = (0..<2).map { _ in Canvas(width: swaps ? 29 : 47, height: swaps ? 47 : 29, format: format, padding: 3) }
      TargetWriter(target: canvases[0].buffer, orientation: orientation)
        .write([UInt32](repeating: color, count: rect.width * min(rect.height, 2)), stride: 0, rect: rect)
      TargetWriter(target: canvases[1].buffer, orientation: orientation)
        .write([UInt32](repeating: color, count: rect.width * rect.height), stride: rect.width, rect: rect)
      #expect(canvases[0].bytes == canvases[1].bytes)
      #expect(canvases[0].bytes.contains { $0 != 0xa5 })
    }
  }

  @Test("redrawing any part gives the bits of the full frame", arguments: PixelFormat.allCases)
  func parts(format: PixelFormat) {
    var random = SplitMix64(seed: 23)
    let list = DisplayList.random(seed: 11, width: 90, height: 60)
    for rotation in Rotation.allCases {
      let (width, height) = rotation.swapsAxes ? (60, 90) : (90, 60)
      let whole = Canvas(width: width, height: height, format: format)
      let parts = Canvas(width: width, height: height, format: format)
      whole.draw(list, rotation: rotation)
      parts.draw(DisplayList(), over: .purple, rotation: rotation)
      for _ in 0..<30 {
        let (x, y) = (Int.random(in: 0..<90, using: &random), Int.random(in: 0..<60, using: &random))
        parts.draw(
          list, damage: [PixelRect(minX: x, minY: y, maxX: x + .random(in: 1...40, using: &random), maxY: y + 13)],
          rotation: rotation)
      }
      parts.draw(list, damage: [PixelRect(minX: 0, minY: 0, maxX: 90, maxY: 31)], rotation: rotation)
      parts.draw(list, damage: [PixelRect(minX: 0, minY: 31, maxX: 90, maxY: 60)], rotation: rotation)
      #expect(parts.bytes == whole.bytes)
    }
  }
}

@Suite("Dithering")
struct DitheringTests {
  /// Returns the components of a 16-bit pixel: red, green and blue, widened to 8 bits.
  private func components(_ pixel: UInt32, _ format: PixelFormat) -> [UInt32] {
    shortFields(format).map { shift, levels in levels[Int(pixel >> shift) % levels.count] }
  }

  @Test("the mean of any 8 × 8 pixels of a flat color is within 0.5 of the color", arguments: shortFormats)
  func averages(format: PixelFormat) {
    for value in 0..<256 as Range<UInt32> {
      // Three different components, to see that they do not mix.
      let color: [UInt32] = [value, 255 - value, value * 7 & 255]
      let canvas = written(format, width: 13, height: 13) { _, _ in 0xff00_0000 | color[0] << 16 | color[1] << 8 | color[2] }
      for (left, top) in [(0, 0), (5, 3)] {
        var sums: [UInt32] = [0, 0, 0]
        for y in top..<top + 8 {
          for x in left..<left + 8 {
            for (index, component) in components(canvas[x, y], format).enumerated() { sums[index] += component }
          }
        }
        for (sum, component) in zip(sums, color) { #expect(abs(Double(sum) / 64 - Double(component)) <= 0.5) }
      }
    }
  }

  @Test("colors that 16-bit formats can represent are not dithered", arguments: shortFormats)
  func exact(format: PixelFormat) {
    for level in 0..<64 {
      let greens = shortFields(format)[1].levels
      let (red, green, blue) = (widened5[level / 2], greens[level * greens.count / 64], widened5[31 - level / 2])
      let canvas = written(format, width: 8, height: 8) { _, _ in 0xff00_0000 | red << 16 | green << 8 | blue }
      for y in 0..<8 { for x in 0..<8 { #expect(components(canvas[x, y], format) == [red, green, blue]) } }
    }
  }

  @Test(
    "a slow gradient is close to its color in each 8 × 8 square and has no bands wider than 24 px",
    arguments: shortFormats)
  func gradients(format: PixelFormat) {
    // From black to a third of white over 640 px: a level of 5 bits would be 62 px wide.
    let width = 640
    let canvas = written(format, width: width, height: 8) { x, _ in
      let value = UInt32(x * 85 / width)
      return 0xff00_0000 | value << 16 | value << 8 | value
    }
    var widest = 0
    for component in 0..<3 {
      var (before, run) = (-1.0, 0)
      for left in stride(from: 0, to: width, by: 8) {
        var sum: UInt32 = 0
        for y in 0..<8 { for x in left..<left + 8 { sum += components(canvas[x, y], format)[component] } }
        let mean = Double(sum) / 64
        let expected = Double((left..<left + 8).reduce(0) { $0 + $1 * 85 / width }) / 8
        #expect(abs(mean - expected) < 0.8)
        run = abs(mean - before) < 0.01 ? run + 8 : 8
        widest = max(widest, run)
        before = mean
      }
    }
    // The gradient's own levels of 8 bits are 7.5 px wide.
    #expect(widest <= 24)
  }
}
