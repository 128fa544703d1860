import Cartouche

/// Five cards on a ring in perspective that a finger turns: half a degree a point.
@MainActor
final class Carousel {
  /// How far the ring is turned.
  private(set) var angle: Angle
  private let ring = TransformLayer()
  private static let count = 5

  /// Puts the ring onto `kiosk`. It is made for 480 × 320 points, and grows or shrinks to fit another screen, in its middle.
  init(on kiosk: Kiosk, angle: Angle) {
    self.angle = angle
    let screen = kiosk.root.bounds
    let stage = Layer(frame: Rect(x: 0, y: 0, width: 480, height: 320))
    let scale = WideFixed<32>(rounding: min(screen.width / 480, screen.height / 320))
    stage.position = screen.center
    stage.transform = Transform3D.identity.scaled(x: scale, y: scale)
    kiosk.root.addSublayer(stage)
    ring.frame = stage.bounds
    stage.addSublayer(ring)
    for _ in 0..<Self.count {
      let card = GradientLayer(frame: Rect(x: 115, y: 65, width: 250, height: 150))
      card.colors = [.purple, .red]
      card.cornerRadius = 10
      card.border = Border(width: 4, color: .white.withAlpha(0.3))
      card.shadow = Shadow(color: .black, radius: 20)
      ring.addSublayer(card)
    }
    layOut()
    kiosk.onPan { [self] pan in
      self.angle += .degrees(0.5) * pan.delta.x
      layOut()
    }
  }

  private func layOut() {
    for (index, card) in ring.sublayers.enumerated() {
      var transform = Transform3D.identity
      transform.m34 = -1.0 / 1000
      card.transform = transform.rotated(by: angle + .degrees(360) * index / Self.count, axis: .y).translated(z: 250)
    }
  }
}
