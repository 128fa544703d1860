import CartoucheRaster
import CartoucheScene
import Testing

@Suite("A touch hits")
struct HitTests {
  let root = Layer(frame: Rect(x: 0, y: 0, width: 480, height: 320))

  func hit(_ x: Scalar, _ y: Scalar) -> Layer? { root.hitTest(Point(x: x, y: y)) }

  @Test("the frontmost of two layers, by order and z position")
  func front() {
    let (a, b) = (Layer(frame: Rect(x: 0, y: 0, width: 100, height: 100)), Layer(frame: Rect(x: 50, y: 0, width: 100, height: 100)))
    root.addSublayer(a)
    root.addSublayer(b)
    #expect(hit(75, 50) === b && hit(25, 50) === a && hit(125, 50) === b && hit(200, 50) === root && hit(500, 50) == nil)
    a.zPosition = 1
    #expect(hit(75, 50) === a)
  }

  @Test("no hidden or transparent layer and none of its sublayers")
  func hidden() {
    let a = Layer(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    a.addSublayer(Layer(frame: a.bounds))
    root.addSublayer(a)
    a.isHidden = true
    #expect(hit(50, 50) === root)
    a.isHidden = false
    a.opacity = 0
    #expect(hit(50, 50) === root)
  }

  @Test("a sublayer beyond its superlayer's bounds")
  func beyond() {
    let a = Layer(frame: Rect(x: 0, y: 0, width: 10, height: 10))
    let b = Layer(frame: Rect(x: 100, y: 100, width: 10, height: 10))
    root.addSublayer(a)
    a.addSublayer(b)
    #expect(hit(105, 105) === b)
  }

  @Test("half-open bounds")
  func edges() {
    let a = Layer(frame: Rect(x: 10, y: 10, width: 10, height: 10))
    root.addSublayer(a)
    #expect(hit(10, 10) === a && hit(20, 10) === root && hit(10, 20) === root)
  }

  @Test("the layer below one that overrides hit testing")
  func override() {
    final class PassThroughLayer: Layer {
      override func hitTest(_ point: Point) -> Layer? {
        let found = super.hitTest(point)
        return found === self ? nil : found
      }
    }
    let passThrough = PassThroughLayer(frame: root.bounds)
    root.addSublayer(passThrough)
    #expect(hit(5, 5) === root)
  }

  @Test("the visible card of a carousel", arguments: Array(stride(from: 0, to: 360, by: 24)))
  func cards(degrees: Int) {
    let ring = carousel(angle: .degrees(WideFixed(degrees)))
    root.addSublayer(ring)
    var counted = 0
    for y in stride(from: 5, to: 320, by: 17) {
      for x in stride(from: -200, to: 680, by: 19) {
        // Compute the point on every card's plane by the inverse formula; the nearest card that contains it
        // is visible.
        var nearest: (index: Int, z: Double)?
        var isClear = true
        for index in 0..<5 {
          guard let point = cardPoint(Double(x), Double(y), degrees: Double(degrees + 72 * index)) else { continue }
          let (dx, dy) = (125 - abs(point.x), 75 - abs(point.y))
          if min(abs(dx), abs(dy)) < 0.5 { isClear = false }
          if dx >= 0 && dy >= 0 {
            if let other = nearest, abs(other.z - point.z) < 0.5 { isClear = false }
            if nearest.map({ point.z > $0.z }) ?? true { nearest = (index, point.z) }
          }
        }
        guard isClear else { continue }
        counted += 1
        let found = ring.hitTest(Point(x: Scalar(x), y: Scalar(y)))
        #expect(found === nearest.map { ring.sublayers[$0.index] })
      }
    }
    #expect(counted > 500)
  }

  @Test("the back of a card only if it is double-sided")
  func behind() {
    let card = Layer(frame: Rect(x: 115, y: 65, width: 250, height: 150))
    root.addSublayer(card)
    card.transform = cardTransform(.degrees(180))
    #expect(hit(240, 140) === card)
    card.isDoubleSided = false
    #expect(hit(240, 140) === root)
    card.transform = cardTransform(.zero)
    #expect(hit(240, 140) === card)
  }

  @Test("a button on a rotated card")
  func button() {
    let ring = carousel(angle: .degrees(30))
    root.addSublayer(ring)
    let button = Layer(frame: Rect(x: 200, y: 10, width: 40, height: 20))
    ring.sublayers[0].addSublayer(button)
    let seen = projectedCardPoint(220 - 125, 20 - 75, degrees: 30)
    #expect(hit(Scalar(Int(seen.x)), Scalar(Int(seen.y))) === button)
  }
}

/// Returns the point of a card, from its center, that is visible at a screen point, and its depth; nil behind
/// the eye.
func cardPoint(_ x: Double, _ y: Double, degrees: Double) -> (x: Double, y: Double, z: Double)? {
  // In the plane y = 0, solve for the card's x, given the sine and cosine of its angle.
  let (a, b) = (projectedAxis(degrees), x - 240)
  // b (1 − (250c − us)/1000) = uc + 250s
  let u = (b * (1 - 250 * a.c / 1000) - 250 * a.s) / (a.c - b * a.s / 1000)
  let z = -u * a.s + 250 * a.c
  let w = 1 - z / 1000
  guard w > 0, u.isFinite else { return nil }
  return (u, (y - 140) * w, z / w)
}

private func projectedAxis(_ degrees: Double) -> (s: Double, c: Double) {
  // The card's center is at a distance of 250 in the direction of its normal, which gives sine and cosine.
  let center = projectedCardPoint(0, 0, degrees: degrees)
  let w = 1 / (1 + center.z / 1000)
  return ((center.x - 240) * w / 250, center.z * w / 250)
}
