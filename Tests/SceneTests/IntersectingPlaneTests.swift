import CAllocations
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

/// Cards that are rotated but not translated, so that they cross each other.
private func crossing(cards: Int, angle: Angle, shadows: Bool = true) -> TransformLayer {
  let ring = TransformLayer()
  for index in 0..<cards {
    let card = GradientLayer(frame: Rect(x: 115, y: 65, width: 250, height: 150))
    card.colors = [[.purple, .blue, .green][index % 3], [.red, .white, .yellow][index % 3]]
    card.border = Border(width: 4, color: .white.withAlpha(0.3))
    card.cornerRadius = 10
    if shadows { card.shadow = Shadow(radius: 12) }
    var transform = Transform3D.identity
    transform.m34 = -1.0 / 700
    card.transform = transform.rotated(by: .degrees(-24), axis: .x).rotated(by: angle + .degrees(180) * index / cards, axis: .y)
    ring.addSublayer(card)
  }
  return ring
}

@Suite("Crossing planes")
struct IntersectingPlaneTests {
  let size = PixelSize(width: 480, height: 320)

  func draw(_ layer: Layer) -> Image {
    let stage = Stage(size: size)
    stage.root.addSublayer(layer)
    _ = stage.commit()
    let panel = TestPanel(size: size, format: .xrgb8888)
    Renderer().draw(stage.displayList, into: panel.buffer, damage: [PixelRect(size)], workers: SerialWorkerPool())
    return panel.image
  }

  @Test("K9: are split where they cross", arguments: [2, 3, 5])
  func golden(cards: Int) throws {
    try expectFrame(draw(crossing(cards: cards, angle: .degrees(30))), matches: "crossing-\(cards)")
  }

  @Test("allocate nothing while they rotate")
  func allocations() {
    let stage = Stage(size: size)
    let ring = crossing(cards: 3, angle: .degrees(30))
    stage.root.addSublayer(ring)
    var maximum: UInt64 = 0
    // After a full rotation, growing buffers have reached their final size.
    for step in 0..<2900 {
      let before = cartouche_thread_allocations()
      for (index, card) in ring.sublayers.enumerated() {
        card.transform = card.transform.rotated(by: .degrees(index == 0 ? 0.25 : -0.25), axis: .y)
      }
      _ = stage.commit()
      if step > 1450 { maximum = max(maximum, cartouche_thread_allocations() - before) }
    }
    #expect(maximum == 0)
  }
}

@Suite("Small crossing planes")
struct SmallIntersectionTests {
  @Test("are split in their middle", arguments: [12, 16, 24, 32, 40, 64, 100])
  func small(side: Int) {
    let size = PixelSize(width: 120, height: 120)
    let stage = Stage(size: size)
    let space = TransformLayer(frame: stage.root.bounds)
    stage.root.addSublayer(space)
    for (index, color) in [Color.red, .blue].enumerated() {
      let card = Layer(frame: Rect(x: 60 - Scalar(side) / 2, y: 60 - Scalar(side) / 2, width: Scalar(side), height: Scalar(side)))
      card.backgroundColor = color
      card.transform = Transform3D.identity.rotated(by: .degrees(index == 0 ? 30 : -30), axis: .y)
      space.addSublayer(card)
    }
    _ = stage.commit()
    let panel = TestPanel(size: size, format: .xrgb8888)
    Renderer().draw(stage.displayList, into: panel.buffer, damage: [PixelRect(size)], workers: SerialWorkerPool())
    let image = panel.image
    func pixel(_ x: Int) -> UInt32 { image.storage.pixels[60 * 120 + x] }
    // The line is at x = 60; each card covers more than a third of its side on either side of it.
    let extent = side / 3
    let (left, right) = (Set((60 - extent..<60).map(pixel)), Set((60..<60 + extent).map(pixel)))
    #expect(left.count == 1 && right.count == 1 && left != right)
  }
}

@Suite("A layer with a blend mode that affects uncovered pixels")
struct UncoveredTests {
  @Test("affects its bounds only, and damages them", arguments: [false, true])
  func copies(rasterizes: Bool) {
    let size = PixelSize(width: 100, height: 100)
    let stage = Stage(size: size)
    stage.root.backgroundColor = .green
    let layer = Layer(frame: Rect(x: 10, y: 10, width: 40, height: 40))
    (layer.blendMode, layer.shouldRasterize) = (.copy, rasterizes)
    let inner = Layer(frame: Rect(x: 10, y: 10, width: 5, height: 5))
    inner.backgroundColor = .red
    layer.addSublayer(inner)
    stage.root.addSublayer(layer)
    _ = stage.commit()
    func pixels() -> [UInt32] {
      let panel = TestPanel(size: size, format: .argb8888)
      Renderer().draw(stage.displayList, into: panel.buffer, damage: [PixelRect(size)], workers: SerialWorkerPool())
      let image = panel.image
      return [(5, 5), (12, 12), (22, 22), (49, 49), (52, 52)].map { image.storage.pixels[$0.1 * 100 + $0.0] }
    }
    let green: UInt32 = 0xff00_ff00
    #expect(pixels() == [green, 0, 0xffff_0000, 0, green])
    layer.position.x += 50
    #expect(stage.commit().reduce(PixelRect.empty) { $0.union($1) } == PixelRect(minX: 10, minY: 10, maxX: 100, maxY: 50))
  }
}
