import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("A layer whose contents are carried")
struct CachedScrollLayerTests {
  /// A chequered ground with discs on it, wherever it is seen.
  final class ScrollContent {
    let layer: CachedScrollLayer
    var tint: UInt32 = 0xd0c8b0 { didSet { layer.setNeedsDisplay() } }
    /// Where the drawing's origin is in the layer.
    var place = PixelPoint(x: 0, y: 0)
    private(set) var drawnPixels = 0

    init(frame: Rect) {
      layer = CachedScrollLayer(frame: frame)
      layer.drawing = { [unowned self] rect, list, transform in draw(rect, &list, transform) }
    }

    private func draw(_ rect: Rect, _ list: inout DisplayList, _ transform: Homography) {
      drawnPixels += rect.width.floor * rect.height.floor
      list.fill(Path(rect: layer.bounds), with: .color(Color(hex: tint)), transform: transform)
      let side = 16
      // A bow that is cut off at every edge of the screen.
      var bow = Path()
      bow.move(to: Point(x: Scalar(place.x - 900), y: Scalar(place.y - 311)))
      for index in 1..<40 {
        bow.addLine(to: Point(x: Scalar(place.x - 900 + index * 47), y: Scalar(place.y - 311 + index * index % 17 * 40)))
      }
      list.stroke(bow, style: StrokeStyle(width: 2.5), with: .color(.white), transform: transform)
      for row in (rect.minY.floor - place.y - 4) / side - 1...(rect.maxY.ceiling - place.y + 4) / side + 1 {
        for column in (rect.minX.floor - place.x - 4) / side - 1...(rect.maxX.ceiling - place.x + 4) / side + 1 {
          let corner = Point(x: Scalar(place.x + column * side), y: Scalar(place.y + row * side))
          let disc = Path(ellipseIn: Rect(x: corner.x - 3.3, y: corner.y - 2, width: 9, height: 5))
          list.fill(disc, with: .color(Color(hex: UInt32((row & 3) * 0x305010 + (column & 3) * 0x20ff))), transform: transform)
        }
      }
    }

    func carry(_ x: Int, _ y: Int) {
      place = PixelPoint(x: place.x + x, y: place.y + y)
      for layer in layer.sublayers { layer.position = Point(x: layer.position.x + Scalar(x), y: layer.position.y + Scalar(y)) }
      layer.contentOffset = PixelPoint(x: -place.x, y: -place.y)
    }
  }

  /// A stage with such a ground.
  struct ScrollScene {
    var garden: RepaintTests.RandomScene
    let ground: ScrollContent

    init(seed: UInt64, size: PixelSize, isDeep: Bool, isKept: Bool) {
      garden = RepaintTests.RandomScene(seed: seed, size: size)
      garden.isDeep = isDeep
      ground = ScrollContent(frame: Rect(x: 10, y: 5, width: Scalar(size.width) - 15, height: Scalar(size.height) - 7))
      ground.layer.cachesPixels = isKept
      garden.stage.root.addSublayer(ground.layer)
      garden.ground = ground.layer
    }

    var stage: Stage { garden.stage }
  }

  /// Two stages on which the same happens; on one, the ground is drawn anew in every frame: in a picture too, or as any layer.
  struct ScenePair {
    var one: ScrollScene
    var other: ScrollScene
    let screen: ScreenBuffer
    let renderer = Renderer()

    init(seed: UInt64, size: PixelSize, isDeep: Bool, isOtherKept: Bool = true) {
      one = ScrollScene(seed: seed, size: size, isDeep: isDeep, isKept: true)
      other = ScrollScene(seed: seed, size: size, isDeep: isDeep, isKept: isOtherKept)
      screen = ScreenBuffer(size, format: .xrgb8888)
    }

    mutating func both(_ body: (inout ScrollScene) -> Void) {
      body(&one)
      body(&other)
    }

    /// Draws what is damaged on the first, all of the second; answers where they differ, by how much at most, and how many of the numbers by more than 6.
    func compare() -> (pixel: PixelPoint?, most: Int, many: Int) {
      // Twice: what moved is seen as it is at rest.
      for _ in 0..<2 {
        let damage = one.stage.commit()
        screen.poison(damage)
        renderer.draw(one.stage.displayList, into: screen.buffer, damage: damage, workers: SerialWorkerPool())
        other.ground.layer.setNeedsDisplay()
        _ = other.stage.commit()
      }
      let whole = ScreenBuffer(other.stage.size, format: .xrgb8888)
      renderer.draw(other.stage.displayList, into: whole.buffer, damage: [PixelRect(whole.size)], workers: SerialWorkerPool())
      let differences = zip(screen.bytes, whole.bytes).map { abs(Int($0) - Int($1)) }
      return (screen.firstDifference(from: whole), differences.max() ?? 0, differences.count { $0 > 6 })
    }
  }

  @Test("shows what is drawn anew at every place, while layers on it come, go and change", arguments: 0..<40 as Range<UInt64>)
  func carrying(seed: UInt64) {
    var twins = ScenePair(seed: seed, size: PixelSize(width: 130, height: 100), isDeep: false)
    var dice = SplitMix64(seed: seed &+ 77)
    for step in 0..<80 {
      let (x, y) = step % 3 == 0 ? (0, 0) : (Int.random(in: -9...9, using: &dice), Int.random(in: -140...140, using: &dice) / 10)
      let changes = Bool.random(using: &dice) ? Int.random(in: 0..<4, using: &dice) : 0
      let carriesFirst = Bool.random(using: &dice)
      twins.both { meadow in
        if carriesFirst { meadow.ground.carry(x, y) }
        for _ in 0..<changes { meadow.garden.change() }
        if !carriesFirst { meadow.ground.carry(x, y) }
        if step == 40 { meadow.ground.tint = 0xa0d0e0 }
      }
      if let pixel = twins.compare().pixel {
        Issue.record("step \(step), carried by \(x), \(y): pixel \(pixel) differs")
        return
      }
    }
  }

  @Test("shows in space and as pictures what it shows without one, as long as it stays", arguments: 0..<24 as Range<UInt64>)
  func staying(seed: UInt64) {
    var twins = ScenePair(seed: seed, size: PixelSize(width: 130, height: 100), isDeep: true)
    for step in 0..<80 {
      twins.both { meadow in
        for _ in 0..<Int.random(in: 0..<4, using: &meadow.garden.random) { meadow.garden.change() }
      }
      if let pixel = twins.compare().pixel {
        Issue.record("step \(step): pixel \(pixel) differs")
        return
      }
    }
  }

  @Test("shows what any layer would", arguments: 0..<24 as Range<UInt64>)
  func kept(seed: UInt64) {
    // Pictures in space are sampled a little otherwise wherever they stand: they stay.
    let isDeep = seed % 2 == 0
    var twins = ScenePair(seed: seed, size: PixelSize(width: 130, height: 100), isDeep: isDeep, isOtherKept: false)
    var dice = SplitMix64(seed: seed &+ 7)
    for step in 0..<60 {
      let (x, y) = (Int.random(in: -9...9, using: &dice), Int.random(in: -9...9, using: &dice))
      twins.both { meadow in
        if step % 4 == 0 && !isDeep { meadow.ground.carry(x, y) }
        for _ in 0..<Int.random(in: 0..<4, using: &meadow.garden.random) { meadow.garden.change() }
      }
      let (_, most, many) = twins.compare()
      // In perspective the rim of a picture may be sampled otherwise where its layer moved while it was beside the screen.
      if isDeep ? many > 390 : most > 0 {
        Issue.record("step \(step): \(many) numbers of pixels differ by \(most) at most")
        return
      }
    }
  }

  @Test("draws the strips that come into view, and nothing of what was there")
  func strips() {
    let stage = Stage(size: PixelSize(width: 200, height: 100))
    let ground = ScrollContent(frame: Rect(x: 0, y: 0, width: 200, height: 100))
    let badge = Layer(frame: Rect(x: 50, y: 40, width: 20, height: 10))
    badge.backgroundColor = .black
    ground.layer.addSublayer(badge)
    stage.root.addSublayer(ground.layer)
    #expect(stage.commit() == [PixelRect(stage.size)])
    #expect(ground.drawnPixels == 20_000)
    ground.carry(8, -4)
    #expect(stage.commit() == [PixelRect(stage.size)])
    #expect(ground.drawnPixels == 20_000 + 8 * 96 + 200 * 4)
    // What changes on it costs what it covers.
    badge.backgroundColor = .white
    #expect(stage.commit() == [PixelRect(minX: 58, minY: 36, maxX: 78, maxY: 46)])
    #expect(ground.drawnPixels == 20_000 + 8 * 96 + 200 * 4 + 200)
    // Nothing changes, nothing is drawn.
    #expect(stage.commit() == [])
    ground.carry(300, 0)
    #expect(stage.commit() == [PixelRect(stage.size)])
    #expect(ground.drawnPixels == 20_000 + 8 * 96 + 200 * 4 + 200 + 20_000)
  }

  @Test(
    "keeps no picture where it is turned, translucent, between pixels, or larger than memory allows, and is drawn then as any other"
  )
  func elsewhere() {
    let changes: [(String, (Layer, Stage) -> Void)] = [
      ("turned", { ground, _ in ground.transform = Transform3D.identity.rotated(by: .degrees(3), axis: .z) }),
      ("translucent", { ground, _ in ground.opacity = 0.5 }), ("between pixels", { ground, _ in ground.position.x += 0.5 }),
      ("memory", { _, stage in stage.rasterCacheLimit = 1000 }), ("hidden", { ground, _ in ground.isHidden = true }),
      ("beside the screen", { ground, _ in ground.position.x += 2000 }),
    ]
    for (name, change) in changes {
      var twins = ScenePair(seed: 5, size: PixelSize(width: 130, height: 100), isDeep: false, isOtherKept: false)
      for _ in 0..<6 { twins.both { $0.garden.change() } }
      #expect(twins.compare().most == 0)
      for (x, y) in [(0, 0), (7, -3), (0, 0)] {
        twins.both { meadow in
          meadow.ground.carry(x, y)
          if (x, y) != (0, 0) { return }
          change(meadow.ground.layer, meadow.stage)
          meadow.garden.change()
        }
        #expect(twins.compare().most == 0, "\(name)")
      }
    }
  }

  @Test("carries on where sums would overflow")
  func farAway() {
    let ground = CachedScrollLayer(frame: Rect(x: 0, y: 0, width: 20, height: 20))
    let stage = Stage(size: PixelSize(width: 20, height: 20))
    stage.root.addSublayer(ground)
    var drawn = 0
    ground.drawing = { rect, list, transform in
      drawn += rect.width.floor
      list.fill(Path(rect: rect), with: .color(.black), transform: transform)
    }
    for x in [Int.max, Int.min, 1 << 41, 3000, 2999, -1 << 19, Int.min] {
      ground.contentOffset = PixelPoint(x: x, y: 1)
      #expect(stage.commit() == [PixelRect(stage.size)])
    }
    // All of it each time, but for two steps that are one point long: from the greatest number to the least is one.
    #expect(drawn == 20 * 5 + 2)
  }
}
