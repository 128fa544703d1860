import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("A cached scroll layer")
struct CachedScrollLayerTests {
  /// Checkered content with discs, drawn wherever it is visible.
  final class ScrollContent {
    let layer: CachedScrollLayer
    var tint: UInt32 = 0xd0c8b0 { didSet { layer.setNeedsDisplay() } }
    /// The origin of the drawing in the layer.
    var origin = PixelPoint(x: 0, y: 0)
    private(set) var drawnPixels = 0
    /// The parts that were drawn, in pixels from the origin of the drawing.
    var drawnParts: [PixelRect] = []

    init(frame: Rect) {
      layer = CachedScrollLayer(frame: frame)
      layer.drawing = { [unowned self] rect, list, transform in draw(rect, &list, transform) }
    }

    private func draw(_ rect: Rect, _ list: inout DisplayList, _ transform: Homography) {
      drawnPixels += rect.width.floor * rect.height.floor
      drawnParts.append(PixelRect(covering: rect).moved(by: PixelPoint(x: 0 - origin.x, y: 0 - origin.y)))
      list.fill(Path(rect: rect.union(layer.bounds)), with: .color(Color(hex: tint)), transform: transform)
      let side = 16
      // A zigzag line that crosses every edge of the screen.
      var zigzag = Path()
      zigzag.move(to: Point(x: Scalar(origin.x - 900), y: Scalar(origin.y - 311)))
      for index in 1..<40 {
        zigzag.addLine(to: Point(x: Scalar(origin.x - 900 + index * 47), y: Scalar(origin.y - 311 + index * index % 17 * 40)))
      }
      list.stroke(zigzag, style: StrokeStyle(width: 2.5), with: .color(.white), transform: transform)
      for row in (rect.minY.floor - origin.y - 4) / side - 1...(rect.maxY.ceiling - origin.y + 4) / side + 1 {
        for column in (rect.minX.floor - origin.x - 4) / side - 1...(rect.maxX.ceiling - origin.x + 4) / side + 1 {
          let corner = Point(x: Scalar(origin.x + column * side), y: Scalar(origin.y + row * side))
          let disc = Path(ellipseIn: Rect(x: corner.x - 3.3, y: corner.y - 2, width: 9, height: 5))
          list.fill(disc, with: .color(Color(hex: UInt32((row & 3) * 0x305010 + (column & 3) * 0x20ff))), transform: transform)
        }
      }
    }

    func scroll(_ x: Int, _ y: Int) {
      origin = PixelPoint(x: origin.x + x, y: origin.y + y)
      for layer in layer.sublayers { layer.position = Point(x: layer.position.x + Scalar(x), y: layer.position.y + Scalar(y)) }
      layer.contentOffset = PixelPoint(x: -origin.x, y: -origin.y)
    }
  }

  /// A random scene with such content.
  struct ScrollScene {
    var randomScene: RepaintTests.RandomScene
    let content: ScrollContent

    init(seed: UInt64, size: PixelSize, isDeep: Bool, usesCache: Bool) {
      randomScene = RepaintTests.RandomScene(seed: seed, size: size)
      randomScene.isDeep = isDeep
      content = ScrollContent(frame: Rect(x: 10, y: 5, width: Scalar(size.width) - 15, height: Scalar(size.height) - 7))
      content.layer.cachesPixels = usesCache
      content.layer.overscan = Int(seed % 3) * 13
      randomScene.stage.root.addSublayer(content.layer)
      randomScene.content = content.layer
    }

    var stage: Stage { randomScene.stage }
  }

  /// Two stages with the same changes. The second redraws its content in every frame, with or without a
  /// cache.
  struct ScenePair {
    var first: ScrollScene
    var second: ScrollScene
    let screen: ScreenBuffer
    let renderer = Renderer()

    init(seed: UInt64, size: PixelSize, isDeep: Bool, otherUsesCache: Bool = true) {
      first = ScrollScene(seed: seed, size: size, isDeep: isDeep, usesCache: true)
      second = ScrollScene(seed: seed, size: size, isDeep: isDeep, usesCache: otherUsesCache)
      screen = ScreenBuffer(size, format: .xrgb8888)
    }

    mutating func applyToBoth(_ body: (inout ScrollScene) -> Void) {
      body(&first)
      body(&second)
    }

    /// Compares the first stage's damage, drawn over poisoned pixels, with the second stage drawn in full.
    ///
    /// - Returns: The first pixel that differs, the largest difference of a component, and the number of
    ///   differences above 6.
    func compare() -> (pixel: PixelPoint?, maximum: Int, count: Int) {
      // Commit twice: after a movement, the second frame is drawn as at rest.
      for _ in 0..<2 {
        let damage = first.stage.commit()
        screen.poison(damage)
        renderer.draw(first.stage.displayList, into: screen.buffer, damage: damage, workers: SerialWorkerPool())
        second.content.layer.setNeedsDisplay()
        _ = second.stage.commit()
      }
      let reference = ScreenBuffer(second.stage.size, format: .xrgb8888)
      renderer.draw(
        second.stage.displayList, into: reference.buffer, damage: [PixelRect(reference.size)], workers: SerialWorkerPool())
      let differences = zip(screen.bytes, reference.bytes).map { abs(Int($0) - Int($1)) }
      return (screen.firstDifference(from: reference), differences.max() ?? 0, differences.count { $0 > 6 })
    }
  }

  @Test(
    "shows the same pixels as a full redraw at every offset, while layers on it are added, removed and changed",
    arguments: 0..<40 as Range<UInt64>)
  func carrying(seed: UInt64) {
    var scenes = ScenePair(seed: seed, size: PixelSize(width: 130, height: 100), isDeep: false)
    var random = SplitMix64(seed: seed &+ 77)
    for step in 0..<80 {
      let (x, y) =
        step % 3 == 0 ? (0, 0) : (Int.random(in: -9...9, using: &random), Int.random(in: -140...140, using: &random) / 10)
      let changes = Bool.random(using: &random) ? Int.random(in: 0..<4, using: &random) : 0
      let scrollsFirst = Bool.random(using: &random)
      scenes.applyToBoth { scene in
        if scrollsFirst { scene.content.scroll(x, y) }
        for _ in 0..<changes { scene.randomScene.change() }
        if !scrollsFirst { scene.content.scroll(x, y) }
        if step == 40 { scene.content.tint = 0xa0d0e0 }
      }
      let (pixel, maximum, _) = scenes.compare()
      // With overscan, content is drawn elsewhere in the image, and the sums of a gradient are rounded there.
      if let pixel, maximum > (scenes.first.content.layer.overscan > 0 ? 1 : 0) {
        Issue.record("step \(step), scrolled by \(x), \(y): pixel \(pixel) differs by \(maximum)")
        return
      }
    }
  }

  @Test(
    "shows the same pixels in space and in raster caches as without a cache, while it does not scroll",
    arguments: 0..<24 as Range<UInt64>)
  func staying(seed: UInt64) {
    var scenes = ScenePair(seed: seed, size: PixelSize(width: 130, height: 100), isDeep: true)
    for step in 0..<80 {
      scenes.applyToBoth { scene in
        for _ in 0..<Int.random(in: 0..<4, using: &scene.randomScene.random) { scene.randomScene.change() }
      }
      if let pixel = scenes.compare().pixel {
        Issue.record("step \(step): pixel \(pixel) differs")
        return
      }
    }
  }

  @Test("shows the same pixels as an ordinary layer", arguments: 0..<24 as Range<UInt64>)
  func cached(seed: UInt64) {
    // Cached images in space are resampled at every offset with slightly different results, so the content
    // does not scroll there.
    let isDeep = seed % 2 == 0
    var scenes = ScenePair(seed: seed, size: PixelSize(width: 130, height: 100), isDeep: isDeep, otherUsesCache: false)
    var random = SplitMix64(seed: seed &+ 7)
    for step in 0..<60 {
      let (x, y) = (Int.random(in: -9...9, using: &random), Int.random(in: -9...9, using: &random))
      scenes.applyToBoth { scene in
        if step % 4 == 0 && !isDeep { scene.content.scroll(x, y) }
        for _ in 0..<Int.random(in: 0..<4, using: &scene.randomScene.random) { scene.randomScene.change() }
      }
      let (_, maximum, count) = scenes.compare()
      // In perspective, a cached image's edge may be sampled differently if its layer moved while it was
      // off-screen.
      if isDeep ? count > 390 : maximum > 0 {
        Issue.record("step \(step): \(count) components differ by at most \(maximum)")
        return
      }
    }
  }

  @Test("draws only the strips that come into view")
  func strips() {
    let stage = Stage(size: PixelSize(width: 200, height: 100))
    let content = ScrollContent(frame: Rect(x: 0, y: 0, width: 200, height: 100))
    let badge = Layer(frame: Rect(x: 50, y: 40, width: 20, height: 10))
    badge.backgroundColor = .black
    content.layer.addSublayer(badge)
    stage.root.addSublayer(content.layer)
    #expect(stage.commit() == [PixelRect(stage.size)])
    #expect(content.drawnPixels == 20_000)
    content.scroll(8, -4)
    #expect(stage.commit() == [PixelRect(stage.size)])
    #expect(content.drawnPixels == 20_000 + 8 * 96 + 200 * 4)
    // A change on the content costs only the area it covers.
    badge.backgroundColor = .white
    #expect(stage.commit() == [PixelRect(minX: 58, minY: 36, maxX: 78, maxY: 46)])
    #expect(content.drawnPixels == 20_000 + 8 * 96 + 200 * 4 + 200)
    // Without a change, nothing is drawn.
    #expect(stage.commit() == [])
    content.scroll(300, 0)
    #expect(stage.commit() == [PixelRect(stage.size)])
    #expect(content.drawnPixels == 20_000 + 8 * 96 + 200 * 4 + 200 + 20_000)
  }

  @Test("draws wider strips in fewer frames, and moves no pixels in the others")
  func overscan() {
    let stage = Stage(size: PixelSize(width: 200, height: 100))
    let content = ScrollContent(frame: Rect(x: 0, y: 0, width: 200, height: 100))
    content.layer.overscan = 30
    stage.root.addSublayer(content.layer)
    _ = stage.commit()
    var drawn: [Int] = []
    func scroll(_ x: Int, _ y: Int) {
      let before = content.drawnPixels
      content.scroll(x, y)
      #expect(stage.commit() == [PixelRect(stage.size)])
      drawn.append(content.drawnPixels - before)
    }
    // The window begins at the image's corner, so all of the overscan is ahead of content that moves left.
    for _ in 0..<6 { scroll(-10, 0) }
    // At the image's edge, the pixels are moved. Each strip is as wide as the overscan.
    #expect(drawn == [30 * 100, 0, 0, 30 * 100, 0, 0])
    // The next strip begins where the last one ends, and content counts from the first frame.
    #expect(content.layer.nextStrips.horizontal == PixelRect(minX: 260, minY: 0, maxX: 290, maxY: 100))
    #expect(content.layer.nextStrips.vertical.isEmpty)
    drawn = []
    // The other way, three steps were drawn before.
    for _ in 0..<4 { scroll(10, 0) }
    #expect(drawn == [0, 0, 0, 30 * 100])
    #expect(content.layer.nextStrips.horizontal == PixelRect(minX: -30, minY: 0, maxX: 0, maxY: 100))
    // A change beside the window is drawn before it comes into view.
    content.layer.setContentNeedsDisplay(in: Rect(x: -5, y: 0, width: 5, height: 100))
    let before = content.drawnPixels
    #expect(stage.commit() == [])
    #expect(content.drawnPixels == before + 5 * 100)
  }

  @Test("says in each frame which strips follow, in all directions", arguments: 0..<8 as Range<UInt64>)
  func nextStrips(seed: UInt64) {
    let stage = Stage(size: PixelSize(width: 200, height: 100))
    let content = ScrollContent(frame: Rect(x: 0, y: 0, width: 200, height: 100))
    content.layer.overscan = 30
    stage.root.addSublayer(content.layer)
    _ = stage.commit()
    var random = SplitMix64(seed: seed)
    var counts = (horizontal: 0, vertical: 0)
    for _ in 0..<12 {
      let (x, y) = (Int.random(in: -9...9, using: &random), Int.random(in: -9...9, using: &random))
      for frame in 0..<10 {
        let next = content.layer.nextStrips
        content.drawnParts.removeAll()
        content.scroll(x, y)
        _ = stage.commit()
        // In the first frame of a direction, other strips were expected.
        for part in content.drawnParts where frame > 0 {
          if part.width < part.height {
            #expect(part.minX == next.horizontal.minX && part.maxX == next.horizontal.maxX && part.width == 30)
            counts.horizontal += 1
          } else {
            #expect(part.minY == next.vertical.minY && part.maxY == next.vertical.maxY && part.height == 30)
            counts.vertical += 1
          }
        }
      }
    }
    #expect(counts.horizontal > 4 && counts.vertical > 4)
  }

  @Test("an image that is too large with its overscan has none")
  func overscanMemory() {
    let stage = Stage(size: PixelSize(width: 200, height: 100))
    stage.rasterCacheLimit = 200 * 100 * 4
    let content = ScrollContent(frame: Rect(x: 0, y: 0, width: 200, height: 100))
    content.layer.overscan = 30
    stage.root.addSublayer(content.layer)
    _ = stage.commit()
    let before = content.drawnPixels
    content.scroll(8, 0)
    _ = stage.commit()
    #expect(content.drawnPixels - before == 8 * 100)
  }

  @Test("the image gives its spare memory to an image that is drawn before it, without drawing its content again")
  func spareMemory() {
    let (stage, other) = (Stage(size: PixelSize(width: 200, height: 100)), Stage(size: PixelSize(width: 200, height: 100)))
    let contents = [stage, other].map { stage in
      let content = ScrollContent(frame: Rect(x: 0, y: 0, width: 200, height: 100))
      // A cached scroll layer is drawn before its siblings. In a container, it is drawn after another layer.
      let container = Layer(frame: Rect(x: 0, y: 0, width: 200, height: 100))
      container.addSublayer(content.layer)
      stage.root.addSublayer(container)
      return content
    }
    // The pixels take 80 kB, and with spare memory 120.
    stage.rasterCacheLimit = 460_000
    other.usesScrollCache = false
    func commit(_ name: String) {
      for content in contents { content.scroll(3, -7) }
      _ = (stage.commit(), other.commit())
      let images = [stage, other].map { stage in
        let buffer = ScreenBuffer(stage.size, format: .xrgb8888)
        Renderer().draw(stage.displayList, into: buffer.buffer, damage: [PixelRect(stage.size)], workers: SerialWorkerPool())
        return buffer.bytes
      }
      let differing = zip(images[0], images[1]).count { $0 != $1 }
      #expect(differing == 0, "\(name)")
    }
    commit("alone")
    commit("alone, scrolled")
    let before = contents[0].drawnPixels
    // An image below the content, which counts 361 kB with mip levels, is too much for the spare memory.
    let large = Layer(frame: Rect(x: 0, y: 0, width: 260, height: 260))
    (large.backgroundColor, large.shouldRasterize) = (.red, true)
    stage.root.insertSublayer(large, at: 0)
    for step in 0..<4 { commit("with another image, step \(step)") }
    let images = stage.displayList.items.compactMap { item in
      if case .image(let image, _, _) = item.content { image.byteCount } else { nil }
    }
    #expect(images == [270_400, 80_000])
    large.removeFromSuperlayer()
    for step in 0..<40 { commit("alone again, step \(step)") }
    // Each step draws a strip of 7 rows, and one of 3 columns beside it.
    #expect(contents[0].drawnPixels == before + 44 * (7 * 200 + 3 * 93))
  }

  @Test(
    "keeps no cache while rotated, translucent, between pixels or too large, and draws as an ordinary layer"
  )
  func elsewhere() {
    let changes: [(String, (Layer, Stage) -> Void)] = [
      ("turned", { content, _ in content.transform = Transform3D.identity.rotated(by: .degrees(3), axis: .z) }),
      ("translucent", { content, _ in content.opacity = 0.5 }), ("between pixels", { content, _ in content.position.x += 0.5 }),
      ("memory", { _, stage in stage.rasterCacheLimit = 1000 }), ("hidden", { content, _ in content.isHidden = true }),
      ("off-screen", { content, _ in content.position.x += 2000 }),
    ]
    for (name, change) in changes {
      var scenes = ScenePair(seed: 5, size: PixelSize(width: 130, height: 100), isDeep: false, otherUsesCache: false)
      for _ in 0..<6 { scenes.applyToBoth { $0.randomScene.change() } }
      #expect(scenes.compare().maximum == 0)
      for (x, y) in [(0, 0), (7, -3), (0, 0)] {
        scenes.applyToBoth { scene in
          scene.content.scroll(x, y)
          if (x, y) != (0, 0) { return }
          change(scene.content.layer, scene.stage)
          scene.randomScene.change()
        }
        #expect(scenes.compare().maximum == 0, "\(name)")
      }
    }
  }

  @Test("scrolls by distances that overflow")
  func farAway() {
    let content = CachedScrollLayer(frame: Rect(x: 0, y: 0, width: 20, height: 20))
    let stage = Stage(size: PixelSize(width: 20, height: 20))
    stage.root.addSublayer(content)
    var drawn = 0
    content.drawing = { rect, list, transform in
      drawn += rect.width.floor
      list.fill(Path(rect: rect), with: .color(.black), transform: transform)
    }
    for x in [Int.max, Int.min, 1 << 41, 3000, 2999, -1 << 19, Int.min] {
      content.contentOffset = PixelPoint(x: x, y: 1)
      #expect(stage.commit() == [PixelRect(stage.size)])
    }
    // Every step redraws all 20 columns, except two steps of one point: from the maximum to the minimum is
    // one.
    #expect(drawn == 20 * 5 + 2)
  }
}
