import CartoucheRaster
import CartoucheTestSupport
import Glibc
import Testing

@Suite("Images")
struct ImageTests {
  static let seeds: [UInt64] = Array(1...10)

  private func noise(_ width: Int, _ height: Int, seed: UInt64, opaque: Bool = false) -> Image {
    var generator = SplitMix64(seed: seed)
    return Image(size: PixelSize(width: width, height: height)) { pixels in
      for index in pixels.indices { pixels[index] = generator.color(opaque: opaque).premultiplied }
    }
  }

  /// An image whose color changes by a few levels a pixel, so that errors of position hardly matter.
  private func smooth(_ width: Int, _ height: Int) -> Image {
    Image(size: PixelSize(width: width, height: height)) { pixels in
      for index in pixels.indices {
        let (x, y) = (index % width, index / width)
        pixels[index] = 0xff00_0000 | UInt32(x * 255 / max(width - 1, 1)) << 16 | UInt32(y * 255 / max(height - 1, 1)) << 8 | 77
      }
    }
  }

  private func drawn(_ list: DisplayList, width: Int, height: Int) -> Canvas {
    let canvas = Canvas(width: width, height: height, format: .argb8888)
    let damage = [PixelRect(PixelSize(width: width, height: height))]
    Renderer().draw(list, over: .clear, into: canvas.buffer, damage: damage, workers: SerialWorkerPool())
    return canvas
  }

  private func values(_ pixel: UInt32) -> [Double] { [UInt32(24), 16, 8, 0].map { Double(pixel >> $0 & 255) } }

  private func distance(_ pixel: UInt32, _ color: [Double]) -> Double { zip(values(pixel), color).map { abs($0 - $1) }.max() ?? 0 }

  /// A path that covers the canvas.
  private func screen(_ width: Int, _ height: Int) -> Path {
    Path(rect: Rect(x: 0, y: 0, width: Scalar(width), height: Scalar(height)))
  }

  private func affine(_ generator: inout SplitMix64, scale: ClosedRange<Double>) -> AffineTransform {
    AffineTransform.translation(
      x: WideFixed<32>(rounding: generator.scalar(-20...60)), y: WideFixed<32>(rounding: generator.scalar(-20...40))
    )
    .rotated(by: .degrees(1) * [0, 0, 90, 10, 123, 271].randomElement(using: &generator)!)
    .scaled(
      x: WideFixed<32>(rounding: generator.scalar(scale)) * (Bool.random(using: &generator) ? 1 : -1),
      y: WideFixed<32>(rounding: generator.scalar(scale)))
  }

  @Test(
    "an icon pixel for pixel is composited by the formula where it is opaque, transparent or neither, also with an opacity",
    arguments: seeds, [nil, 0...255] as [ClosedRange<UInt8>?])
  func icon(seed: UInt64, opacities: ClosedRange<UInt8>?) {
    var generator = SplitMix64(seed: seed)
    let opacity = opacities.map { UInt8.random(in: $0, using: &generator) } ?? 255
    let (width, height) = (Int.random(in: 1...40, using: &generator), Int.random(in: 1...12, using: &generator))
    let below = generator.color(opaque: false).premultiplied
    var colors: [UInt32] = []
    while colors.count < width * height {
      // Runs, as in the corners and the middle of an icon.
      let color = [0, generator.color(opaque: true).premultiplied, generator.color(opaque: false).premultiplied]
        .randomElement(using: &generator)!
      colors += [UInt32](repeating: color, count: Int.random(in: 1...9, using: &generator))
    }
    let icon = Image(size: PixelSize(width: width, height: height)) { pixels in
      for index in pixels.indices { pixels[index] = colors[index] }
    }
    let back = Image(size: PixelSize(width: 1, height: 1)) { $0[0] = below }
    let (left, top) = (Int.random(in: -6...40, using: &generator), Int.random(in: -4...14, using: &generator))
    var list = DisplayList()
    list.fill(screen(48, 20), with: .image(ImagePattern(back, horizontalTiling: .clamp, verticalTiling: .clamp)))
    list.draw(icon, transform: .translation(x: Scalar(left), y: Scalar(top)), opacity: opacity)
    let canvas = drawn(list, width: 48, height: 20)
    func product(_ channel: UInt32, _ factor: UInt32) -> UInt32 { UInt32((Double(channel) * Double(factor) / 255).rounded()) }
    for y in 0..<20 {
      for x in 0..<48 {
        let (column, row) = (x - left, y - top)
        var expected = below
        if (0..<width).contains(column), (0..<height).contains(row) {
          let above = colors[row * width + column]
          let rest = 255 - product(above >> 24, UInt32(opacity))
          expected = 0
          for shift in [UInt32(0), 8, 16, 24] {
            expected |= (product((above >> shift) & 255, UInt32(opacity)) + product((below >> shift) & 255, rest)) << shift
          }
        }
        #expect(canvas[x, y] == expected, "(\(x), \(y)) of an icon at (\(left), \(top))")
        if canvas[x, y] != expected { return }
      }
    }
  }

  @Test("bilinear filtering of noise is within 1 of 255 of the oracle, for each tiling, size and angle", arguments: seeds)
  func bilinear(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let image = noise(Int.random(in: 1...24, using: &generator), Int.random(in: 1...20, using: &generator), seed: seed)
    for across in ImageTiling.allCases {
      for down in [ImageTiling.clamp, .repeat, .reflect, .none] {
        let own = affine(&generator, scale: 0.7...5)
        let inverse = try #require(Homography(own).inverse)
        var list = DisplayList()
        let pattern = ImagePattern(image, transform: own, horizontalTiling: across, verticalTiling: down)
        list.fill(screen(90, 50), with: .image(pattern))
        let canvas = drawn(list, width: 90, height: 50)
        var oracle = FloatImage(image)
        (oracle.horizontalTiling, oracle.verticalTiling) = (across, down)
        var worst = 0.0
        for y in 0..<50 {
          for x in 0..<90 {
            let point = FloatPoint(try #require(inverse.project(Point(x: Scalar(x) + 0.5, y: Scalar(y) + 0.5))))
            worst = max(worst, distance(canvas[x, y], oracle.bilinear(point.x, point.y)))
          }
        }
        #expect(worst <= 1, "\(across), \(down)")
      }
    }
  }

  @Test("nearest filtering takes the image pixel at each pixel's center, for each tiling", arguments: seeds)
  func nearest(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let image = noise(Int.random(in: 1...24, using: &generator), Int.random(in: 1...20, using: &generator), seed: seed)
    for tiling in ImageTiling.allCases {
      let own = affine(&generator, scale: 0.3...5)
      let inverse = try #require(Homography(own).inverse)
      var list = DisplayList()
      list.fill(screen(90, 50), with: .image(ImagePattern(image, transform: own, tiling: tiling, filter: .nearest)))
      let canvas = drawn(list, width: 90, height: 50)
      var oracle = FloatImage(image)
      (oracle.horizontalTiling, oracle.verticalTiling) = (tiling, tiling)
      for y in 0..<50 {
        for x in 0..<90 {
          let point = FloatPoint(try #require(inverse.project(Point(x: Scalar(x) + 0.5, y: Scalar(y) + 0.5))))
          // At the border between two pixels, either is right.
          let near = [-0.001, 0.001].flatMap { dx in [-0.001, 0.001].map { oracle.nearest(point.x + dx, point.y + $0) } }
          #expect(near.contains { distance(canvas[x, y], $0) == 0 })
        }
      }
    }
  }

  @Test("a pattern moved by whole pixels is copied exactly, for each filter and distance")
  func whole() {
    let image = noise(9, 7, seed: 3)
    for filter in ImageFilter.allCases {
      for offset in [0, 3, -5, 90_000] {
        var list = DisplayList()
        list.fill(
          screen(40, 30),
          with: .image(
            ImagePattern(image.withMipmaps(), transform: .translation(x: WideFixed<32>(offset), y: -4), filter: filter)))
        let canvas = drawn(list, width: 40, height: 30)
        for y in 0..<30 {
          for x in 0..<40 {
            let column = (((x - offset) % 9) + 9) % 9
            #expect(canvas[x, y] == image.storage.pixels[(y + 4) % 7 * 9 + column])
          }
        }
      }
    }
  }

  @Test("bilinear filtering in perspective is within 2 of 255 of the oracle")
  func perspective() throws {
    let image = smooth(64, 48)
    var transform = Transform3D.identity
    transform.m34 = -1.0 / 300
    transform = transform.translated(x: 60, y: 60, z: 0).rotated(by: .degrees(48), axis: .y).rotated(by: .degrees(20), axis: .x)
      .scaled(x: 1.5, y: 1.5, z: 1).translated(x: -32, y: -24, z: 0)
    let map = Homography(transform)
    let inverse = try #require(map.inverse)
    var list = DisplayList()
    list.draw(image, transform: map)
    let canvas = drawn(list, width: 120, height: 120)
    let oracle = FloatImage(image)
    var inside = 0
    var worst = 0.0
    for y in 0..<120 {
      for x in 0..<120 {
        let point = FloatPoint(try #require(inverse.project(Point(x: Scalar(x) + 0.5, y: Scalar(y) + 0.5))))
        guard point.x > 2, point.x < 62, point.y > 2, point.y < 46 else { continue }
        inside += 1
        worst = max(worst, distance(canvas[x, y], oracle.bilinear(point.x, point.y)))
      }
    }
    #expect(inside > 2000)
    #expect(worst <= 2)
  }

  @Test(
    "trilinear filtering interpolates between the two mip levels nearest in size", arguments: [0.9, 0.5, 0.37, 0.25, 0.11, 0.02])
  func trilinear(scale: Double) throws {
    let image = noise(61, 48, seed: 4).withMipmaps()
    let step = WideFixed<32>(rounding: Scalar(rawValue: Int64(scale * 65536)))
    let own = AffineTransform.translation(x: 3.3, y: 2.7).rotated(by: .degrees(30)).scaled(x: step, y: step)
    let inverse = try #require(Homography(own).inverse)
    var list = DisplayList()
    list.fill(screen(60, 40), with: .image(ImagePattern(image, transform: own, tiling: .reflect, filter: .trilinear)))
    let canvas = drawn(list, width: 60, height: 40)
    var levels = [FloatImage(image)]
    while let last = levels.last, last.width > 1 || last.height > 1 { levels.append(last.nextMipLevel) }
    for index in levels.indices { (levels[index].horizontalTiling, levels[index].verticalTiling) = (.reflect, .reflect) }
    let level = min(max(-log2(scale), 0), Double(levels.count - 1))
    let (lower, part) = (Int(level), level - Double(Int(level)))
    var worst = 0.0
    for y in 0..<40 {
      for x in 0..<60 {
        let point = FloatPoint(try #require(inverse.project(Point(x: Scalar(x) + 0.5, y: Scalar(y) + 0.5))))
        func color(_ index: Int) -> [Double] {
          let level = levels[min(index, levels.count - 1)]
          return level.bilinear(point.x * Double(level.width) / 61, point.y * Double(level.height) / 48)
        }
        worst = max(worst, distance(canvas[x, y], zip(color(lower), color(lower + 1)).map { $0 + ($1 - $0) * part }))
      }
    }
    // Three roundings, and an error of at most 4/256 in the level.
    #expect(worst <= 4.5)
  }

  @Test("trilinear filtering in perspective blurs distant stripes and keeps near ones sharp")
  func tilted() {
    let image = Image(size: PixelSize(width: 256, height: 256)) { pixels in
      for index in pixels.indices { pixels[index] = index % 2 == 0 ? 0xffff_ffff : 0xff00_0000 }
    }.withMipmaps()
    var transform = Transform3D.identity
    transform.m34 = -1.0 / 200
    transform = transform.rotated(by: .degrees(-65), axis: .x).translated(x: -128, y: -128, z: 0)
    let map = Homography(transform).concatenating(.translation(x: 60, y: 60))
    var list = DisplayList()
    list.draw(image, transform: map, filter: .trilinear)
    let canvas = drawn(list, width: 120, height: 200)
    func contrast(_ y: Int) -> Double {
      let row = (40..<80).map { values(canvas[$0, y])[1] }
      return (row.max() ?? 0) - (row.min() ?? 0)
    }
    // Stripes one pixel wide: gray far away, sharp close to the eye.
    let covered = (0..<200).filter { canvas[40, $0] >> 24 == 255 && canvas[79, $0] >> 24 == 255 }
    let (near, far) = (covered.first ?? 0, covered.last ?? 0)
    #expect(covered.count > 20)
    #expect(contrast(far) < 60)
    #expect(contrast(near) > 150)
  }

  @Test("a nine-patch at its own size equals the image; a stretched one keeps its corners and has no seams")
  func ninePatch() {
    let image = noise(12, 10, seed: 8, opaque: true)
    let insets = EdgeInsets(top: 3, left: 4, bottom: 2, right: 5)
    var list = DisplayList()
    list.draw(image, insets: insets, over: Rect(x: 2, y: 3, width: 12, height: 10))
    var canvas = drawn(list, width: 20, height: 20)
    for y in 0..<10 { for x in 0..<12 { #expect(canvas[x + 2, y + 3] == image.storage.pixels[y * 12 + x]) } }
    list.removeAll()
    list.draw(image, insets: insets, over: Rect(x: 1, y: 2, width: 50, height: 30))
    canvas = drawn(list, width: 60, height: 40)
    for y in 0..<30 {
      for x in 0..<50 {
        // The image's column and row in the corners; −1 where it is stretched.
        let column = x < 5 ? x : x >= 44 ? x - 38 : -1
        let row = y < 4 ? y : y >= 27 ? y - 20 : -1
        if column >= 0 && row >= 0 { #expect(canvas[x + 1, y + 2] == image.storage.pixels[row * 12 + column]) }
      }
    }
    // The middle spans three columns: equal steps from the center of the first to the center of the last.
    let oracle = FloatImage(image)
    for x in 5..<44 {
      let u = 4.5 + (Double(x) + 0.5 - 4.5) * 2 / (44.5 - 4.5)
      #expect(distance(canvas[x + 1, 2], oracle.bilinear(u, 0.5)) <= 1)
    }
  }

  @Test("corners of a nine-patch that do not fit are scaled down by the same factor")
  func tightNinePatch() {
    let image = smooth(40, 40)
    let insets = EdgeInsets(top: 20, left: 20, bottom: 20, right: 20)
    var list = DisplayList()
    list.draw(image, insets: insets, over: Rect(x: 0, y: 0, width: 20, height: 10))
    let canvas = drawn(list, width: 20, height: 10)
    let oracle = FloatImage(image)
    for y in 0..<10 {
      // A quarter of the size in both directions, from each side. The columns between are stretched.
      for x in 0..<5 {
        let v = y < 5 ? (Double(y) + 0.5) * 4 : 40 - (9.5 - Double(y)) * 4
        #expect(distance(canvas[x, y], oracle.bilinear((Double(x) + 0.5) * 4, v)) <= 1)
        #expect(distance(canvas[19 - x, y], oracle.bilinear(40 - (Double(x) + 0.5) * 4, v)) <= 1)
      }
    }
  }

  @Test("empty images and singular transforms draw nothing, and numbers at the ends of the range draw the same whole and in parts")
  func extremes() {
    let canvas = Canvas(width: 30, height: 20)
    let empty = Image(size: PixelSize(width: 0, height: 5)) { #expect($0.isEmpty) }
    #expect(empty.isEmpty && empty.withMipmaps() == empty)
    let negative = Image(size: PixelSize(width: -3, height: .max)) { #expect($0.isEmpty) }
    #expect(negative.isEmpty)
    let image = noise(5, 4, seed: 1, opaque: true).withMipmaps()
    let flat = AffineTransform.scale(x: 0, y: 1)
    var list = DisplayList()
    list.draw(empty)
    list.fill(screen(30, 20), with: .image(ImagePattern(empty)))
    list.draw(empty, insets: EdgeInsets(top: 1, left: 1, bottom: 1, right: 1), over: Rect(x: 0, y: 0, width: 9, height: 9))
    list.fill(screen(30, 20), with: .image(ImagePattern(image, transform: flat)))
    list.draw(image, insets: EdgeInsets(top: 1, left: 1, bottom: 1, right: 1), over: Rect(x: 3, y: 3, width: 0, height: 9))
    canvas.draw(list)
    for y in 0..<20 { for x in 0..<30 { #expect(canvas[x, y] == 0xffff_ffff) } }
    let wild: [WideFixed<32>] = [.init(rawValue: .max), .init(rawValue: .min), .init(rawValue: 1), 1, 40_000]
    let far: [Scalar] = [.init(rawValue: .max), .init(rawValue: .min), -7, 0, 12]
    let (parts, renderer) = (Canvas(width: 30, height: 20), Renderer())
    func expectSameInParts(_ comment: Comment) {
      canvas.draw(list, renderer: renderer)
      parts.draw(list, damage: [PixelRect(minX: 0, minY: 0, maxX: 11, maxY: 20)], renderer: renderer)
      parts.draw(list, damage: [PixelRect(minX: 11, minY: 0, maxX: 30, maxY: 20)], renderer: renderer)
      #expect(parts.bytes == canvas.bytes, comment)
    }
    for a in wild {
      for b in wild {
        let transform = AffineTransform(a: a, b: 0, c: b, d: 1, tx: b, ty: a)
        for filter in ImageFilter.allCases {
          for tiling in ImageTiling.allCases {
            list.removeAll()
            list.fill(screen(30, 20), with: .image(ImagePattern(image, transform: transform, tiling: tiling, filter: filter)))
            expectSameInParts("\(transform), \(filter), \(tiling)")
          }
        }
      }
    }
    for a in far {
      for b in far {
        list.removeAll()
        list.draw(
          image, insets: EdgeInsets(top: a, left: b, bottom: b, right: a), over: Rect(x: a, y: b, width: 20, height: max(a, b)))
        expectSameInParts("\(a), \(b)")
      }
    }
  }
}
