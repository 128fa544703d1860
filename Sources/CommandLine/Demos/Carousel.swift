import Cartouche

/// Five cards on a ring in perspective that a finger turns: half a degree a point.
@MainActor
final class Carousel {
  /// How far the ring is turned.
  private(set) var angle: Angle
  private let ring = TransformLayer()
  private static let count = 5

  /// Puts the ring onto `kiosk`, so that on a screen of 480 × 320 the cards' frame is (115, 65, 250, 150).
  init(on kiosk: Kiosk, angle: Angle) {
    self.angle = angle
    let screen = kiosk.root.bounds
    ring.frame = screen
    ring.autoresizingMask = .fill
    for _ in 0..<Self.count {
      let card = GradientLayer(frame: Rect(x: screen.center.x - 125, y: screen.center.y - 95, width: 250, height: 150))
      card.colors = [.purple, .red]
      card.cornerRadius = 10
      card.border = Border(width: 4, color: .white.withAlpha(0.3))
      ring.addSublayer(card)
    }
    kiosk.root.addSublayer(ring)
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
