import CartoucheRaster
import CartoucheScene

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Returns a carousel: cards in a ring, each with the perspective in its own transform.
func carousel(cards: Int = 5, angle: Angle = .zero) -> TransformLayer {
  let ring = TransformLayer()
  for index in 0..<cards {
    let card = GradientLayer(frame: Rect(x: 115, y: 65, width: 250, height: 150))
    card.colors = [.purple, .red]
    card.border = Border(width: 4, color: .white.withAlpha(0.3))
    card.transform = cardTransform(angle + .degrees(360) * index / cards)
    ring.addSublayer(card)
  }
  return ring
}

/// Returns the same carousel with rounded corners and shadows.
func decoratedCarousel(cards: Int = 5, angle: Angle = .zero) -> TransformLayer {
  let ring = carousel(cards: cards, angle: angle)
  for card in ring.sublayers {
    card.cornerRadius = 10
    card.shadow = Shadow(color: .black, radius: 20)
  }
  return ring
}

func cardTransform(_ angle: Angle) -> Transform3D {
  var transform = Transform3D.identity
  transform.m34 = -1.0 / 1000
  return transform.rotated(by: angle, axis: .y).translated(z: 250)
}

/// The projection of a card's point, x and y from the card's center, by the formula.
///
/// The card is rotated about y at a radius of 250 and seen from a distance of 1000.
func projectedCardPoint(_ x: Double, _ y: Double, degrees: Double) -> (x: Double, y: Double, z: Double) {
  let (s, c) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
  let (rotatedX, rotatedZ) = (x * c + 250 * s, -x * s + 250 * c)
  let w = 1 - rotatedZ / 1000
  return (240 + rotatedX / w, 140 + y / w, rotatedZ / w)
}

extension WideFixed {
  /// The number as a Double, for comparison with a formula.
  var double: Double { Double(rawValue) / Double(1 << fractionBits) }
}
