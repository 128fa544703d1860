import CartoucheRaster
import CartoucheScene
import Testing

func isNear(_ a: Point?, _ x: Double, _ y: Double, within tolerance: Double = 0.01) -> Bool {
  guard let a else { return false }
  return abs(a.x.double - x) <= tolerance && abs(a.y.double - y) <= tolerance
}

func isNear(_ a: Rect, _ x: Double, _ y: Double, _ width: Double, _ height: Double, within tolerance: Double = 0.01) -> Bool {
  isNear(a.origin, x, y, within: tolerance) && abs(a.width.double - width) <= tolerance
    && abs(a.height.double - height) <= tolerance
}

@Suite("A layer's frame")
struct FrameTests {
  @Test("sets position and bounds about the anchor point")
  func sets() {
    let layer = Layer(frame: Rect(x: 10, y: 20, width: 100, height: 50))
    #expect(layer.position == Point(x: 60, y: 45))
    #expect(layer.bounds == Rect(x: 0, y: 0, width: 100, height: 50))
    #expect(layer.frame == Rect(x: 10, y: 20, width: 100, height: 50))
    layer.anchorPoint = Point(x: 0, y: 1)
    #expect(layer.frame == Rect(x: 60, y: -5, width: 100, height: 50))
    layer.frame = Rect(x: 1, y: 2, width: 3, height: 4)
    #expect(layer.position == Point(x: 1, y: 6))
  }

  @Test("keeps the origin of bounds")
  func origin() {
    let layer = Layer()
    layer.bounds = Rect(x: 30, y: 40, width: 10, height: 10)
    layer.frame = Rect(x: 0, y: 0, width: 20, height: 20)
    #expect(layer.bounds == Rect(x: 30, y: 40, width: 20, height: 20))
    #expect(layer.frame == Rect(x: 0, y: 0, width: 20, height: 20))
  }

  @Test("is the bounding box of a rotated layer")
  func rotated() {
    let layer = Layer(frame: Rect(x: 0, y: 0, width: 100, height: 50))
    layer.transform = Transform3D.identity.rotated(by: .degrees(90), axis: .z)
    #expect(isNear(layer.frame, 25, -25, 50, 100))
    layer.transform = Transform3D.identity.rotated(by: .degrees(45), axis: .z)
    #expect(isNear(layer.frame, 50 - 53.033, 25 - 53.033, 106.066, 106.066))
    layer.transform = Transform3D.identity.scaled(x: 2, y: 3)
    #expect(isNear(layer.frame, -50, -50, 200, 150))
  }

  @Test("is a third larger for the carousel's front card, and a fifth smaller for its farthest")
  func perspective() {
    let layer = Layer(frame: Rect(x: 115, y: 65, width: 250, height: 150))
    layer.transform = cardTransform(.zero)
    #expect(isNear(layer.frame, 240 - 166.667, 140 - 100, 333.333, 200))
    layer.transform = cardTransform(.degrees(180))
    #expect(isNear(layer.frame, 240 - 100, 140 - 60, 200, 120))
  }

  @Test("is empty behind the eye, and never negative")
  func behind() {
    let layer = Layer(frame: Rect(x: 0, y: 0, width: 10, height: 10))
    layer.transform = cardTransform(.zero).translated(z: 2000)
    #expect(layer.frame == Rect(origin: layer.position, size: .zero))
    layer.frame = Rect(x: .min, y: .max, width: .max, height: .min)
    layer.transform = Transform3D.identity.scaled(x: .max, y: .min)
    #expect(layer.frame.width > 0 && layer.frame.height > 0)
  }
}

@Suite("Converting a point")
struct ConversionTests {
  @Test("between siblings or to a superlayer goes through frames and bounds")
  func flat() {
    let root = Layer(frame: Rect(x: 0, y: 0, width: 300, height: 300))
    let a = Layer(frame: Rect(x: 10, y: 10, width: 100, height: 100))
    let b = Layer(frame: Rect(x: 200, y: 100, width: 50, height: 50))
    b.bounds.origin = Point(x: 1000, y: 1000)
    root.addSublayer(a)
    root.addSublayer(b)
    #expect(a.convert(Point(x: 5, y: 5), to: root) == Point(x: 15, y: 15))
    #expect(a.convert(Point(x: 195, y: 95), to: b) == Point(x: 1005, y: 1005))
    #expect(a.convert(Point(x: 1005, y: 1005), from: b) == Point(x: 195, y: 95))
    #expect(a.convert(Point(x: 1, y: 2), to: a) == Point(x: 1, y: 2))
    #expect(a.convert(.zero, to: Layer()) == nil)
  }

  @Test("rotates about the anchor point, clockwise for positive angles")
  func rotated() {
    let root = Layer(frame: Rect(x: 0, y: 0, width: 300, height: 300))
    let layer = Layer(frame: Rect(x: 100, y: 100, width: 100, height: 100))
    layer.anchorPoint = .zero
    layer.position = Point(x: 100, y: 100)
    layer.transform = Transform3D.identity.rotated(by: .degrees(90), axis: .z)
    root.addSublayer(layer)
    #expect(isNear(layer.convert(Point(x: 10, y: 0), to: root), 100, 110))
    #expect(isNear(root.convert(Point(x: 100, y: 110), to: layer), 10, 0))
  }

  @Test("applies the superlayer's sublayer transform about its anchor point")
  func sublayerTransform() {
    let root = Layer(frame: Rect(x: 0, y: 0, width: 200, height: 100))
    let layer = Layer(frame: Rect(x: 0, y: 0, width: 200, height: 100))
    root.addSublayer(layer)
    root.sublayerTransform = Transform3D.identity.scaled(x: 2, y: 2)
    #expect(isNear(layer.convert(Point(x: 0, y: 0), to: root), -100, -50))
    #expect(isNear(layer.convert(Point(x: 100, y: 50), to: root), 100, 50))
    root.sublayerTransform.m34 = -1.0 / 100
    layer.zPosition = 50
    #expect(isNear(layer.convert(Point(x: 200, y: 50), to: root), 500, 50))
  }

  @Test("to a carousel's card agrees with the formula at every angle", arguments: Array(stride(from: -180, through: 540, by: 12)))
  func cards(degrees: Int) {
    let root = Layer(frame: Rect(x: 0, y: 0, width: 480, height: 320))
    let ring = carousel(angle: .degrees(WideFixed(degrees)))
    root.addSublayer(ring)
    for (index, card) in ring.sublayers.enumerated() {
      for (x, y) in [(0.0, 0.0), (250, 0), (250, 150), (0, 150), (60, 30)] {
        let seen = projectedCardPoint(x - 125, y - 75, degrees: Double(degrees + 72 * index))
        let point = Point(x: Scalar(Int(x)), y: Scalar(Int(y)))
        #expect(isNear(card.convert(point, to: root), seen.x, seen.y))
        if let projected = card.convert(point, to: root) {
          // Nearly edge-on, one step on the screen is many on the card.
          let steepness = abs(((Double(degrees + 72 * index) - 90) / 180).remainder(dividingBy: 1))
          if steepness > 0.05 { #expect(isNear(root.convert(projected, to: card), x, y, within: 0.02)) }
        }
      }
    }
  }

  @Test("through nested transform layers applies all their transforms at once")
  func nested() {
    let root = Layer(frame: Rect(x: 0, y: 0, width: 480, height: 320))
    let outer = TransformLayer()
    let inner = TransformLayer()
    let card = Layer(frame: Rect(x: 115, y: 65, width: 250, height: 150))
    root.addSublayer(outer)
    outer.addSublayer(inner)
    inner.addSublayer(card)
    outer.position = Point(x: 240, y: 140)
    inner.position = Point(x: -240, y: -140)
    // Perspective above, rotation below: if flattened in between, the card would lose its depth.
    outer.transform.m34 = -1.0 / 1000
    card.transform = Transform3D.identity.rotated(by: .degrees(20), axis: .y).translated(z: 250)
    let seen = projectedCardPoint(125, 75, degrees: 20)
    #expect(isNear(card.convert(Point(x: 250, y: 150), to: root), seen.x, seen.y))
  }

  @Test("from behind the eye returns nil")
  func behind() {
    let root = Layer(frame: Rect(x: 0, y: 0, width: 480, height: 320))
    let card = Layer(frame: Rect(x: 115, y: 65, width: 250, height: 150))
    root.addSublayer(card)
    card.transform = cardTransform(.zero).translated(z: 1000)
    #expect(card.convert(.zero, to: root) == nil)
    #expect(root.convert(.zero, to: card) == nil)
  }

  @Test("to a layer seen edge-on returns nil")
  func edgeOn() {
    let root = Layer(frame: Rect(x: 0, y: 0, width: 480, height: 320))
    let card = Layer(frame: Rect(x: 115, y: 65, width: 250, height: 150))
    root.addSublayer(card)
    card.transform = Transform3D.identity.rotated(by: .degrees(90), axis: .y)
    #expect(root.convert(Point(x: 240, y: 100), to: card) == nil)
  }
}
