import CartoucheRaster
import CartoucheScene
import Testing

@Suite("A touch finds")
struct HitTests {
  let root = Layer(frame: Rect(x: 0, y: 0, width: 480, height: 320))

  func hit(_ x: Scalar, _ y: Scalar) -> Layer? { root.hitTest(Point(x: x, y: y)) }

  @Test("the front one of two, by order and by z position")
  func front() {
    let (a, b) = (Layer(frame: Rect(x: 0, y: 0, width: 100, height: 100)), Layer(frame: Rect(x: 50, y: 0, width: 100, height: 100)))
    root.addSublayer(a)
    root.addSublayer(b)
    #expect(hit(75, 50) === b && hit(25, 50) === a && hit(125, 50) === b && hit(200, 50) === root && hit(500, 50) == nil)
    a.zPosition = 1
    #expect(hit(75, 50) === a)
  }

  @Test("nothing that is hidden or invisible, nor what is in it")
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

  @Test("a sublayer beyond its superlayer's edge")
  func beyond() {
    let a = Layer(frame: Rect(x: 0, y: 0, width: 10, height: 10))
    let b = Layer(frame: Rect(x: 100, y: 100, width: 10, height: 10))
    root.addSublayer(a)
    a.addSublayer(b)
    #expect(hit(105, 105) === b)
  }

  @Test("half-open edges")
  func edges() {
    let a = Layer(frame: Rect(x: 10, y: 10, width: 10, height: 10))
    root.addSublayer(a)
    #expect(hit(10, 10) === a && hit(20, 10) === root && hit(10, 20) === root)
  }

  @Test("what an overriding layer lets through")
  func override() {
    final class Glass: Layer {
      override func hitTest(_ point: Point) -> Layer? {
        let found = super.hitTest(point)
        return found === self ? nil : found
      }
    }
    let glass = Glass(frame: root.bounds)
    root.addSublayer(glass)
    #expect(hit(5, 5) === root)
  }

  @Test("the card that is seen at each place of a carousel", arguments: Array(stride(from: 0, to: 360, by: 24)))
  func cards(degrees: Int) {
    let ring = carousel(angle: .degrees(WideFixed(degrees)))
    root.addSublayer(ring)
    var counted = 0
    for y in stride(from: 5, to: 320, by: 17) {
      for x in stride(from: -200, to: 680, by: 19) {
        // Every card's plane at this place, by the formula turned round: the nearest within its card is the one seen.
        var nearest: (index: Int, z: Double)?
        var isClear = true
        for index in 0..<5 {
          guard let place = cardPoint(Double(x), Double(y), degrees: Double(degrees + 72 * index)) else { continue }
          let (dx, dy) = (125 - abs(place.x), 75 - abs(place.y))
          if min(abs(dx), abs(dy)) < 0.5 { isClear = false }
          if dx >= 0 && dy >= 0 {
            if let other = nearest, abs(other.z - place.z) < 0.5 { isClear = false }
            if nearest.map({ place.z > $0.z }) ?? true { nearest = (index, place.z) }
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

  @Test("no card from behind that is not double-sided")
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

  @Test("a button on a card that is turned")
  func button() {
    let ring = carousel(angle: .degrees(30))
    root.addSublayer(ring)
    let button = Layer(frame: Rect(x: 200, y: 10, width: 40, height: 20))
    ring.sublayers[0].addSublayer(button)
    let seen = projectedCardPoint(220 - 125, 20 - 75, degrees: 30)
    #expect(hit(Scalar(Int(seen.x)), Scalar(Int(seen.y))) === button)
  }
}

/// Where on a card, from its middle, a place of the screen is seen, and how near that is; nil behind the eye.
func cardPoint(_ x: Double, _ y: Double, degrees: Double) -> (x: Double, y: Double, z: Double)? {
  // Two corners of the card's axis give the line on which the ray's plane y = 0 meets the card: solve for the card's x.
  let (a, b) = (seenAxis(degrees), x - 240)
  // b (1 − (250c − us)/1000) = uc + 250s
  let u = (b * (1 - 250 * a.c / 1000) - 250 * a.s) / (a.c - b * a.s / 1000)
  let z = -u * a.s + 250 * a.c
  let w = 1 - z / 1000
  guard w > 0, u.isFinite else { return nil }
  return (u, (y - 140) * w, z / w)
}

private func seenAxis(_ degrees: Double) -> (s: Double, c: Double) {
  // The middle of a card stands 250 out in the direction it faces; that gives its sine and cosine.
  let middle = projectedCardPoint(0, 0, degrees: degrees)
  let w = 1 / (1 + middle.z / 1000)
  return ((middle.x - 240) * w / 250, middle.z * w / 250)
}
