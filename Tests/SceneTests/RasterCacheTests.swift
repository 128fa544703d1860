import CAllocations
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("A raster cache entry")
struct RasterCacheTests {
  private let size = PixelSize(width: 120, height: 80)

  private func layer(_ x: Scalar, _ y: Scalar, _ width: Scalar, _ height: Scalar, _ color: Color = .blue) -> Layer {
    let layer = Layer(frame: Rect(x: x, y: y, width: width, height: height))
    layer.backgroundColor = color
    return layer
  }

  private func draw(_ stage: Stage) -> [UInt32] {
    let panel = TestPanel(size: size, format: .xrgb8888)
    Renderer().draw(stage.displayList, into: panel.buffer, damage: [PixelRect(size)], workers: SerialWorkerPool())
    let image = panel.image
    return Array(UnsafeBufferPointer(start: image.storage.pixels, count: image.storage.count))
  }

  private func images(_ stage: Stage) -> [PixelSize] {
    stage.displayList.items.compactMap { item in
      guard case .image(let image, _, _) = item.content else { return nil }
      return image.size
    }
  }

  @Test("of an off-screen layer causes no damage while only other layers change", arguments: [false, true])
  func offscreen(isInPerspective: Bool) {
    let stage = Stage(size: size)
    let card = layer(-60, 10, 50, 40)
    card.addSublayer(layer(5, 5, 10, 10, .red))
    card.shadow = Shadow(radius: 8)
    if isInPerspective {
      stage.root.sublayerTransform.m34 = -1.0 / 500
      card.transform = Transform3D.identity.rotated(by: .degrees(20), axis: .y)
    } else {
      card.shouldRasterize = true
    }
    let indicator = layer(100, 60, 10, 10)
    stage.root.addSublayer(card)
    stage.root.addSublayer(indicator)
    _ = stage.commit()
    #expect(images(stage).isEmpty && draw(stage)[30 * 120] != 0xffff_ffff)
    for step in 0..<4 {
      indicator.backgroundColor = step % 2 == 0 ? .green : .blue
      let damage = stage.commit()
      #expect(damage.count == 1 && damage.allSatisfy { $0.minX > 90 })
    }
    card.shadow?.color = .red
    #expect(stage.commit().contains { $0.minX == 0 })
    // A change of the off-screen layer causes no damage, and is visible when the layer returns.
    card.sublayers[0].backgroundColor = .green
    #expect(stage.commit().isEmpty)
    card.position.x += 80
    _ = stage.commit()
    #expect(images(stage).count == 1 && draw(stage).contains(0xff00_ff00))
    card.position.x -= 80
    #expect(!stage.commit().isEmpty && images(stage).isEmpty)
  }

  @Test("of an off-screen layer allocates nothing while other layers move", arguments: 0..<4)
  func offscreenAllocations(variant: Int) {
    let stage = Stage(size: size)
    let card = layer(-60, 10, 50, 40)
    (card.shouldRasterize, card.shadow) = (variant & 1 == 0, variant & 2 == 0 ? Shadow(radius: 8) : nil)
    card.addSublayer(layer(5, 5, 10, 10, .red))
    let indicator = layer(100, 60, 10, 10)
    stage.root.addSublayer(card)
    stage.root.addSublayer(indicator)
    var maximum: UInt64 = 0
    for step in 0..<60 {
      let before = cartouche_thread_allocations()
      indicator.position = Point(x: Scalar(100 + step % 8), y: 65)
      _ = stage.commit()
      if step > 10 { maximum = max(maximum, cartouche_thread_allocations() - before) }
    }
    #expect(maximum == 0)
  }

  /// How a card comes and goes.
  enum Disappearance: CaseIterable {
    case moved, movedInPerspective, turnedEdgeOn, hidden, hiddenSuperlayer, insideImage
  }

  @Test("that was used before shows only its layer, and allocates nothing", arguments: Disappearance.allCases)
  func reuse(disappearance: Disappearance) {
    /// Shows the cards whose indices are in `shown`, one after the other, and returns the last frame.
    func frame(showing shown: [Int], allocations: inout UInt64) -> [UInt32] {
      let stage = Stage(size: size)
      var perspective = Transform3D.identity
      if disappearance == .movedInPerspective || disappearance == .turnedEdgeOn { perspective.m34 = -1.0 / 500 }
      let cards = [Color.red, .green, .blue].map { color in
        let card = layer(20, 10, 50, 40, color.withAlpha(0.5))
        card.addSublayer(layer(5, 5, 10, 10, color))
        // In perspective, layers with sublayers are drawn as images, but not edge-on.
        card.shouldRasterize = disappearance != .movedInPerspective && disappearance != .turnedEdgeOn
        let container = layer(0, 0, 120, 80, .clear)
        container.sublayerTransform = perspective
        container.addSublayer(card)
        // An image inside an image.
        container.shouldRasterize = disappearance == .insideImage
        stage.root.addSublayer(container)
        return card
      }
      // The others differ in what only they draw.
      cards[1].addSublayer(layer(20, 20, 12, 12, .white))
      cards[2].cornerRadius = 12
      for (step, current) in shown.enumerated() {
        for (index, card) in cards.enumerated() {
          let isShown = index == current
          switch disappearance {
          case .moved: card.position.x = isShown ? 50 : -200
          case .movedInPerspective:
            card.position.x = isShown ? 50 : -200
            card.transform = Transform3D.identity.rotated(by: .degrees(20), axis: .y)
          case .turnedEdgeOn: card.transform = Transform3D.identity.rotated(by: .degrees(isShown ? 20 : 89.9), axis: .y)
          case .hidden, .insideImage: card.isHidden = !isShown
          case .hiddenSuperlayer: card.superlayer?.isHidden = !isShown
          }
        }
        let before = cartouche_thread_allocations()
        _ = stage.commit()
        // The next commit draws images whose layers have come to rest.
        _ = stage.commit()
        if step > 30 { allocations = max(allocations, cartouche_thread_allocations() - before) }
        #expect(images(stage).count == (disappearance == .insideImage ? 3 : 1))
      }
      return draw(stage)
    }
    var allocations: UInt64 = 0
    for last in 0..<3 {
      let alone = frame(showing: [last], allocations: &allocations)
      #expect(frame(showing: (1...60).map { ($0 + last) % 3 }, allocations: &allocations) == alone)
    }
    #expect(allocations == 0)
  }

  @Test("is not made coarser by the images of layers that were shown before")
  func memoryOfSpareImages() {
    let stage = Stage(size: PixelSize(width: 400, height: 40))
    // Seven images of 40 × 40 pixels fit, and one of them into an eighth.
    stage.rasterCacheLimit = 60_000
    let cards = (0..<14).map { layer(Scalar($0 % 7) * 50, 0, 40, 40) }
    for card in cards {
      card.shouldRasterize = true
      stage.root.addSublayer(card)
    }
    for step in 0..<12 {
      for (index, card) in cards.enumerated() { card.isHidden = (index < 7) != (step % 2 == 0) }
      _ = stage.commit()
      #expect(images(stage) == Array(repeating: PixelSize(width: 40, height: 40), count: 7))
    }
  }

  @Test("of fractional size is as sharp as its layer")
  func fractions() {
    func pixels(rasterizes: Bool) -> [UInt32] {
      let stage = Stage(size: size)
      let card = layer(10, 8, 61.25, 50.5, .white)
      for index in 0..<12 { card.addSublayer(layer(Scalar(index) * 5, 4, 1, 40, .black)) }
      card.addSublayer(layer(-3.25, 2, 8, 8.5, .green))
      card.shouldRasterize = rasterizes
      stage.root.backgroundColor = .red
      stage.root.addSublayer(card)
      _ = stage.commit()
      return draw(stage)
    }
    let (cached, direct) = (pixels(rasterizes: true), pixels(rasterizes: false))
    #expect((9..<58).allSatisfy { cached[$0 * 120 + 7..<$0 * 120 + 71] == direct[$0 * 120 + 7..<$0 * 120 + 71] })
    #expect(cached[20 * 120 + 9] == 0xffff_0000 && cached[20 * 120 + 72] == 0xffff_0000)
  }

  @Test("is counted with the entries that it contains, so that other entries keep their size")
  func inner() {
    let stage = Stage(size: size)
    let (outer, inner, other) = (layer(0, 0, 40, 40), layer(0, 0, 40, 40, .red), layer(60, 0, 40, 40, .green))
    let indicator = layer(100, 60, 10, 10)
    for layer in [outer, inner, other] { layer.shouldRasterize = true }
    outer.addSublayer(inner)
    for layer in [outer, other, indicator] { stage.root.addSublayer(layer) }
    stage.rasterCacheLimit = 20_000
    _ = stage.commit()
    let first = images(stage)
    #expect(first.count == 2 && first[0] == PixelSize(width: 40, height: 40) && first[1].width < 30)
    for _ in 0..<3 {
      indicator.position.y -= 2
      let damage = stage.commit()
      #expect(images(stage) == first && damage.allSatisfy { $0.minX >= 100 })
    }
  }

  @Test("of alternating render target sizes causes no allocations in the renderer")
  func renderer() {
    let stage = Stage(size: size)
    stage.root.addSublayer(layer(0, 0, 40, 40))
    _ = stage.commit()
    let renderer = Renderer()
    let screens = [ScreenBuffer(PixelSize(width: 30, height: 20), format: .xrgb8888), ScreenBuffer(size, format: .xrgb8888)]
    let damages = screens.map { [PixelRect($0.size)] }
    let workers = SerialWorkerPool()
    var maximum: UInt64 = 0
    for step in 0..<60 {
      let before = cartouche_thread_allocations()
      for (screen, damage) in zip(screens, damages) {
        renderer.draw(stage.displayList, into: screen.buffer, damage: damage, workers: workers)
      }
      if step > 4 { maximum = max(maximum, cartouche_thread_allocations() - before) }
    }
    #expect(maximum == 0)
    #expect(
      screens[0].bytes
        == {
          let alone = ScreenBuffer(screens[0].size, format: .xrgb8888)
          Renderer().draw(stage.displayList, into: alone.buffer, damage: [PixelRect(alone.size)], workers: SerialWorkerPool())
          return alone.bytes
        }())
  }

  /// Where the cached card is in the tree.
  enum Placement: CaseIterable {
    case alone, inCachedLayer, inSplitLayer
  }

  @Test("is as sharp at rest as without a movement, whatever its path", arguments: Placement.allCases)
  func rest(placement: Placement) {
    func frames(through path: [Transform3D]) -> (rest: [UInt32], moving: [UInt32], extraFrames: Int) {
      let stage = Stage(size: size)
      let card = layer(20, 10, 40, 30)
      for index in 0..<6 { card.addSublayer(layer(Scalar(index) * 6, 3, 2, 24, .white)) }
      card.shouldRasterize = true
      let container = layer(0, 0, 120, 80, .white)
      container.addSublayer(card)
      container.shouldRasterize = placement != .alone
      let space = TransformLayer(frame: stage.root.bounds)
      space.addSublayer(container)
      if placement == .inSplitLayer {
        let crossing = layer(55, 0, 10, 80, .orange)
        crossing.transform = Transform3D.identity.rotated(by: .degrees(60), axis: .y)
        space.addSublayer(crossing)
      }
      stage.root.addSublayer(space)
      for transform in path {
        card.transform = transform
        _ = stage.commit()
      }
      let moving = draw(stage)
      var extraFrames = 0
      while stage.needsCommit, extraFrames < 9 {
        _ = stage.commit()
        extraFrames += 1
      }
      #expect(stage.commit().isEmpty)
      return (draw(stage), moving, extraFrames)
    }
    func scaled(_ scale: WideFixed<32>) -> Transform3D { Transform3D.identity.scaled(x: scale, y: scale) }
    let direct = frames(through: [scaled(1.55)])
    #expect(direct.extraFrames == 0)
    for path in [[scaled(1.42)], [scaled(2.6)], [scaled(0.2), scaled(1.4), scaled(1.48)]] {
      let moved = frames(through: path + [scaled(1.55)])
      #expect(moved.extraFrames > 0 && moved.extraFrames < 4 && moved.moving != moved.rest)
      #expect(moved.rest == direct.rest)
    }
    // In perspective, the image has mip levels, which blur it where it is flat.
    var perspective = Transform3D.identity
    perspective.m34 = -1.0 / 300
    let rotated = perspective.rotated(by: .degrees(30), axis: .y).scaled(x: 1.55, y: 1.55)
    #expect(frames(through: [rotated, scaled(1.55)]).rest == direct.rest)
  }
}
