import CAllocations
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("A kept picture")
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
      guard case .image(let image, _) = item.shape else { return nil }
      return image.size
    }
  }

  @Test("beside the screen damages nothing while its shadow reaches in and nothing moves", arguments: [false, true])
  func beside(isInPerspective: Bool) {
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
    let lamp = layer(100, 60, 10, 10)
    stage.root.addSublayer(card)
    stage.root.addSublayer(lamp)
    _ = stage.commit()
    #expect(images(stage).isEmpty && draw(stage)[30 * 120] != 0xffff_ffff)
    for step in 0..<4 {
      lamp.backgroundColor = step % 2 == 0 ? .green : .blue
      let damage = stage.commit()
      #expect(damage.count == 1 && damage.allSatisfy { $0.minX > 90 })
    }
    card.shadow?.color = .red
    #expect(stage.commit().contains { $0.minX == 0 })
    // What changes in it beside the screen is not seen, and is there when it comes back.
    card.sublayers[0].backgroundColor = .green
    #expect(stage.commit().isEmpty)
    card.position.x += 80
    _ = stage.commit()
    #expect(images(stage).count == 1 && draw(stage).contains(0xff00_ff00))
    card.position.x -= 80
    #expect(!stage.commit().isEmpty && images(stage).isEmpty)
  }

  @Test("beside the screen costs no memory while others move", arguments: 0..<4)
  func besideAllocates(variant: Int) {
    let stage = Stage(size: size)
    let card = layer(-60, 10, 50, 40)
    (card.shouldRasterize, card.shadow) = (variant & 1 == 0, variant & 2 == 0 ? Shadow(radius: 8) : nil)
    card.addSublayer(layer(5, 5, 10, 10, .red))
    let lamp = layer(100, 60, 10, 10)
    stage.root.addSublayer(card)
    stage.root.addSublayer(lamp)
    var most: UInt64 = 0
    for step in 0..<60 {
      let before = cartouche_thread_allocations()
      lamp.position = Point(x: Scalar(100 + step % 8), y: 65)
      _ = stage.commit()
      if step > 10 { most = max(most, cartouche_thread_allocations() - before) }
    }
    #expect(most == 0)
  }

  @Test("of no whole number of pixels is as sharp as what it is of")
  func fractions() {
    func pixels(isKept: Bool) -> [UInt32] {
      let stage = Stage(size: size)
      let card = layer(10, 8, 61.25, 50.5, .white)
      for index in 0..<12 { card.addSublayer(layer(Scalar(index) * 5, 4, 1, 40, .black)) }
      card.addSublayer(layer(-3.25, 2, 8, 8.5, .green))
      card.shouldRasterize = isKept
      stage.root.backgroundColor = .red
      stage.root.addSublayer(card)
      _ = stage.commit()
      return draw(stage)
    }
    let (kept, direct) = (pixels(isKept: true), pixels(isKept: false))
    #expect((9..<58).allSatisfy { kept[$0 * 120 + 7..<$0 * 120 + 71] == direct[$0 * 120 + 7..<$0 * 120 + 71] })
    #expect(kept[20 * 120 + 9] == 0xffff_0000 && kept[20 * 120 + 72] == 0xffff_0000)
  }

  @Test("counts with those in it in every frame, so that no other changes its size for that")
  func inner() {
    let stage = Stage(size: size)
    let (outer, inner, other) = (layer(0, 0, 40, 40), layer(0, 0, 40, 40, .red), layer(60, 0, 40, 40, .green))
    let lamp = layer(100, 60, 10, 10)
    for layer in [outer, inner, other] { layer.shouldRasterize = true }
    outer.addSublayer(inner)
    for layer in [outer, other, lamp] { stage.root.addSublayer(layer) }
    stage.rasterCacheLimit = 20_000
    _ = stage.commit()
    let first = images(stage)
    #expect(first.count == 2 && first[0] == PixelSize(width: 40, height: 40) && first[1].width < 30)
    for _ in 0..<3 {
      lamp.position.y -= 2
      let damage = stage.commit()
      #expect(images(stage) == first && damage.allSatisfy { $0.minX >= 100 })
    }
  }

  @Test("of one size and another takes turns without new memory for who draws them")
  func renderer() {
    let stage = Stage(size: size)
    stage.root.addSublayer(layer(0, 0, 40, 40))
    _ = stage.commit()
    let renderer = Renderer()
    let screens = [ScreenBuffer(PixelSize(width: 30, height: 20), format: .xrgb8888), ScreenBuffer(size, format: .xrgb8888)]
    let damages = screens.map { [PixelRect($0.size)] }
    let workers = SerialWorkerPool()
    var most: UInt64 = 0
    for step in 0..<60 {
      let before = cartouche_thread_allocations()
      for (screen, damage) in zip(screens, damages) {
        renderer.draw(stage.displayList, into: screen.buffer, damage: damage, workers: workers)
      }
      if step > 4 { most = max(most, cartouche_thread_allocations() - before) }
    }
    #expect(most == 0)
    #expect(
      screens[0].bytes
        == {
          let alone = ScreenBuffer(screens[0].size, format: .xrgb8888)
          Renderer().draw(stage.displayList, into: alone.buffer, damage: [PixelRect(alone.size)], workers: SerialWorkerPool())
          return alone.bytes
        }())
  }

  /// Where a card that is kept stands.
  enum Standing: CaseIterable {
    case alone, inAnother, inOneThatIsCut
  }

  @Test("is as fine as it is seen once it is at rest, whatever the way it came", arguments: Standing.allCases)
  func rest(standing: Standing) {
    func frames(through way: [Transform3D]) -> (rest: [UInt32], onTheWay: [UInt32], more: Int) {
      let stage = Stage(size: size)
      let card = layer(20, 10, 40, 30)
      for index in 0..<6 { card.addSublayer(layer(Scalar(index) * 6, 3, 2, 24, .white)) }
      card.shouldRasterize = true
      let around = layer(0, 0, 120, 80, .white)
      around.addSublayer(card)
      around.shouldRasterize = standing != .alone
      let space = TransformLayer(frame: stage.root.bounds)
      space.addSublayer(around)
      if standing == .inOneThatIsCut {
        let across = layer(55, 0, 10, 80, .orange)
        across.transform = Transform3D.identity.rotated(by: .degrees(60), axis: .y)
        space.addSublayer(across)
      }
      stage.root.addSublayer(space)
      for transform in way {
        card.transform = transform
        _ = stage.commit()
      }
      let onTheWay = draw(stage)
      var more = 0
      while stage.needsCommit, more < 9 {
        _ = stage.commit()
        more += 1
      }
      #expect(stage.commit().isEmpty)
      return (draw(stage), onTheWay, more)
    }
    func scaled(_ scale: WideFixed<32>) -> Transform3D { Transform3D.identity.scaled(x: scale, y: scale) }
    let direct = frames(through: [scaled(1.55)])
    #expect(direct.more == 0)
    for way in [[scaled(1.42)], [scaled(2.6)], [scaled(0.2), scaled(1.4), scaled(1.48)]] {
      let moved = frames(through: way + [scaled(1.55)])
      #expect(moved.more > 0 && moved.more < 4 && moved.onTheWay != moved.rest)
      #expect(moved.rest == direct.rest)
    }
    // In perspective it has mip levels, by which it is blurred where it lies flat.
    var eye = Transform3D.identity
    eye.m34 = -1.0 / 300
    let turned = eye.rotated(by: .degrees(30), axis: .y).scaled(x: 1.55, y: 1.55)
    #expect(frames(through: [turned, scaled(1.55)]).rest == direct.rest)
  }
}
