import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

/// Cards that are turned and not pushed out: they cross one another.
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

@Suite("Planes that cross")
struct CrossingTests {
  let size = PixelSize(width: 480, height: 320)

  func draw(_ layer: Layer) -> Picture {
    let stage = Stage(size: size)
    stage.root.addSublayer(layer)
    _ = stage.settle()
    let panel = TestPanel(size: size, format: .xrgb8888)
    Renderer().draw(stage.displayList, into: panel.buffer, damage: [PixelRect(size)], workers: SerialWorkers())
    return panel.picture
  }

  @Test("are split where they do", arguments: [2, 3, 5])
  func golden(cards: Int) throws {
    try expectFrame(draw(crossing(cards: cards, angle: .degrees(30))), matches: "crossing-\(cards)")
  }
}
