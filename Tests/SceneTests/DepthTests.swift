import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

/// A card's plane in floating point.
private struct Plane {
  let matrix: [[Double]]
  let size: (width: Double, height: Double)

  init(_ layer: Layer) {
    let t = layer.transform
    var m = [
      [t.m11, t.m12, t.m13, t.m14], [t.m21, t.m22, t.m23, t.m24], [t.m31, t.m32, t.m33, t.m34], [t.m41, t.m42, t.m43, t.m44],
    ]
    .map { $0.map(\.double) }
    let (width, height) = (layer.bounds.width.double, layer.bounds.height.double)
    for column in 0..<4 { m[3][column] -= width / 2 * m[0][column] + height / 2 * m[1][column] }
    let offset = [layer.position.x.double, layer.position.y.double, layer.zPosition.double]
    for row in 0..<4 { for column in 0..<3 { m[row][column] += m[row][3] * offset[column] } }
    matrix = m
    size = (width, height)
  }

  /// Returns the distance of a screen point from the card's edges (negative outside) and its depth; nil
  /// behind the eye.
  func sample(_ x: Double, _ y: Double) -> (inside: Double, depth: Double)? {
    // (u, v) with u·(m1 − x·w1) + v·(m2 − x·w2) = −(m4 − x·w4), and the same for y.
    let m = matrix
    let (a, b, c) = (m[0][0] - x * m[0][3], m[1][0] - x * m[1][3], -(m[3][0] - x * m[3][3]))
    let (d, e, f) = (m[0][1] - y * m[0][3], m[1][1] - y * m[1][3], -(m[3][1] - y * m[3][3]))
    let determinant = a * e - b * d
    let (u, v) = ((c * e - b * f) / determinant, (a * f - c * d) / determinant)
    let w = u * m[0][3] + v * m[1][3] + m[3][3]
    guard w > 0.001 else { return nil }
    return (min(u, v, size.width - u, size.height - v), (u * m[0][2] + v * m[1][2] + m[3][2]) / w)
  }
}

@Suite("A transform layer")
struct DepthTests {
  /// Compares, at a grid of points, the layer drawn last with the nearest layer; points where rounding
  /// decides are skipped.
  ///
  /// - Returns: The number of points where layers overlap, and the number of those where the wrong layer was
  ///   drawn last.
  func sample(at ring: TransformLayer, on stage: Stage) -> (compared: Int, wrong: Int) {
    for (index, card) in ring.sublayers.enumerated() { card.backgroundColor = Color(hex: UInt32(index)) }
    _ = stage.commit()
    let planes = ring.sublayers.map(Plane.init)
    var order: [Int] = []
    for item in stage.displayList.items {
      guard case .color(let color) = item.content.paint, color.alpha == 255 else { continue }  // skip the border
      order.append(Int(color.green) << 8 | Int(color.blue))
    }
    var compared = 0
    var wrong = 0
    for y in stride(from: 1.5, to: Double(stage.size.height), by: 7) {
      for x in stride(from: 1.5, to: Double(stage.size.width), by: 5) {
        var nearest: (index: Int, depth: Double)?
        var last: Int?
        var runnerUp = -Double.infinity
        for index in order {
          guard let seen = planes[index].sample(x, y), seen.inside > 0.25 else { continue }
          last = index
          if nearest.map({ seen.depth > $0.depth }) ?? true {
            runnerUp = nearest?.depth ?? runnerUp
            nearest = (index, seen.depth)
          } else {
            runnerUp = max(runnerUp, seen.depth)
          }
        }
        guard let nearest, runnerUp > -.infinity, nearest.depth - runnerUp > 0.25 else { continue }
        compared += 1
        if last != nearest.index { wrong += 1 }
      }
    }
    return (compared, wrong)
  }

  func stage(with ring: TransformLayer) -> Stage {
    let stage = Stage(size: PixelSize(width: 480, height: 320))
    stage.root.addSublayer(ring)
    return stage
  }

  @Test("K1: draws no back card over a front one, at any angle", arguments: Array(stride(from: -3, to: 363, by: 3)))
  func carouselAngles(degrees: Int) {
    let ring = carousel(angle: .degrees(WideFixed(degrees)))
    let seen = sample(at: ring, on: stage(with: ring))
    #expect(seen.compared > 500 && seen.wrong == 0)
  }

  @Test("draws no back card over a front one, with 3 to 60 cards", arguments: 3...60)
  func carouselSizes(cards: Int) {
    var compared = 0
    for degrees in [0, 1, 11, 45, 90, 179] {
      let ring = carousel(cards: cards, angle: .degrees(WideFixed(degrees)))
      for card in ring.sublayers { card.bounds.size.width = min(250, Scalar(1400 / cards)) }
      let seen = sample(at: ring, on: stage(with: ring))
      compared += seen.compared
      #expect(seen.wrong == 0)
    }
    #expect(compared > 500)
  }

  @Test("K1: draws cards that are tilted in any direction, without crossing, in depth order", arguments: 0..<30 as Range<UInt64>)
  func scattered(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let ring = TransformLayer()
    func angle() -> Angle { .degrees(WideFixed(Int.random(in: 0..<360, using: &random))) }
    // Each card rotates within a sphere of its own: 120 × 80 fits a radius of 73 in a grid of 150.
    for cell in 0..<40 where Bool.random(using: &random) {
      let card = Layer(frame: Rect(x: 0, y: 0, width: 120, height: 80))
      var transform = Transform3D.identity
      transform.m34 = -1.0 / 1000
      let (x, y, z) = (cell % 4 * 150 - 225, cell / 4 % 2 * 150 - 75, cell / 8 * 150 - 400)
      transform = transform.translated(x: WideFixed(x), y: WideFixed(y), z: WideFixed(z))
      card.transform = transform.rotated(by: angle(), axis: .x).rotated(by: angle(), axis: .y).rotated(by: angle(), axis: .z)
      card.position = Point(x: 240, y: 160)
      ring.insertSublayer(card, at: Int.random(in: 0...100, using: &random))
    }
    let seen = sample(at: ring, on: stage(with: ring))
    #expect(seen.compared > 100 && seen.wrong == 0)
  }

  /// The distance of the centers is irrelevant; the depths where two layers overlap count.
  @Test(
    "K1: draws a small card in front of a long one's far end and behind its near end, whichever center is nearer",
    arguments: [-60, 60], [true, false])
  func longAndSmall(degrees: Int, isLongFirst: Bool) {
    let ring = TransformLayer()
    let long = Layer(frame: Rect(x: 40, y: 60, width: 400, height: 200))
    // Positions where the long card is about fifty points farther, or nearer, than these.
    let far = Layer(frame: Rect(x: degrees < 0 ? 145 : 295, y: 140, width: 40, height: 40))
    let near = Layer(frame: Rect(x: degrees < 0 ? 310 : 130, y: 140, width: 40, height: 40))
    let rotated = Transform3D.identity.rotated(by: .degrees(WideFixed(degrees)), axis: .y)
    for (layer, z, rotation) in [(long, WideFixed<32>(0), rotated), (far, -60, .identity), (near, 60, .identity)] {
      layer.transform = rotation.concatenating(.translation(z: z))
      layer.transform = layer.transform.concatenating(perspective)
    }
    for layer in isLongFirst ? [long, far, near] : [near, far, long] { ring.addSublayer(layer) }
    let seen = sample(at: ring, on: stage(with: ring))
    #expect(seen.compared > 60 && seen.wrong == 0, "\(seen)")
  }

  private var perspective: Transform3D {
    var transform = Transform3D.identity
    transform.m34 = -1.0 / 1000
    return transform
  }

  @Test("draws coplanar layers in the order in which they were added")
  func coplanar() {
    let ring = TransformLayer()
    for index in 0..<6 {
      let layer = Layer(frame: Rect(x: Scalar(index * 7), y: 0, width: 50, height: 50))
      layer.backgroundColor = Color(hex: UInt32(index))
      // All layers are in one tilted plane. A layer rotates about its own center, so its depth is translated
      // too.
      layer.transform = Transform3D.identity.translated(z: WideFixed(index * 7)).rotated(by: .degrees(-45), axis: .y)
      ring.addSublayer(layer)
    }
    let stage = stage(with: ring)
    _ = stage.commit()
    #expect(stage.displayList.items.compactMap(\.content.paint) == (0..<6).map { Paint.color(Color(hex: UInt32($0))) })
  }

  @Test("damages a layer that another one passes, though it did not move")
  func passing() {
    let ring = TransformLayer()
    let (a, b) = (Layer(frame: Rect(x: 0, y: 0, width: 50, height: 50)), Layer(frame: Rect(x: 20, y: 0, width: 50, height: 50)))
    for layer in [a, b] {
      layer.backgroundColor = .red
      ring.addSublayer(layer)
    }
    let stage = stage(with: ring)
    _ = stage.commit()
    a.zPosition = 1
    #expect(stage.commit().reduce(PixelRect.empty) { $0.union($1) } == pixels(0, 0, 70, 50))
    #expect(stage.commit().isEmpty)
  }

  @Test("sorts the layers of nested transform layers together")
  func nested() {
    let outer = TransformLayer()
    let inner = TransformLayer()
    func add(_ color: Color, z: Scalar, to space: Layer) {
      let layer = Layer(frame: Rect(x: 0, y: 0, width: 50, height: 50))
      layer.backgroundColor = color
      layer.zPosition = z
      space.addSublayer(layer)
    }
    add(.red, z: 10, to: outer)
    outer.addSublayer(inner)
    add(.green, z: 20, to: inner)
    add(.blue, z: 5, to: inner)
    add(.white, z: 15, to: outer)
    inner.opacity = 0.5
    let stage = stage(with: outer)
    _ = stage.commit()
    #expect(stage.displayList.items.compactMap(\.content.paint) == [Color.blue, .red, .white, .green].map(Paint.color))
    #expect(stage.displayList.items.map(\.content.compositing?.opacity) == [128, 255, 255, 128])
    inner.isHidden = true
    #expect(stage.commit() == [pixels(0, 0, 50, 50)])
    #expect(stage.displayList.count == 2)
    inner.isHidden = false
    inner.removeFromSuperlayer()
    #expect(stage.commit().isEmpty)
  }

  @Test("draws a card's sublayers on the card, whatever their z position")
  func flattened() {
    let ring = TransformLayer()
    let card = Layer(frame: Rect(x: 0, y: 0, width: 50, height: 50))
    card.backgroundColor = .red
    let badge = Layer(frame: Rect(x: 0, y: 0, width: 50, height: 50))
    badge.backgroundColor = .green
    badge.zPosition = 500
    let other = Layer(frame: Rect(x: 0, y: 0, width: 50, height: 50))
    other.backgroundColor = .blue
    other.zPosition = 10
    card.addSublayer(badge)
    ring.addSublayer(other)
    ring.addSublayer(card)
    let stage = stage(with: ring)
    _ = stage.commit()
    #expect(stage.displayList.items.compactMap(\.content.paint) == [Color.red, .green, .blue].map(Paint.color))
  }

  @Test("draws layers that reach behind the eye, and sorts the others correctly")
  func throughTheEye() {
    let ring = carousel()
    let floor = Layer(frame: Rect(x: -1000, y: 290, width: 2480, height: 4000))
    floor.anchorPoint = Point(x: 0.5, y: 0)
    floor.position = Point(x: 240, y: 290)
    var transform = Transform3D.identity
    transform.m34 = -1.0 / 1000
    floor.transform = transform.translated(z: -1000).rotated(by: .degrees(90), axis: .x)
    ring.insertSublayer(floor, at: 0)
    let seen = sample(at: ring, on: stage(with: ring))
    #expect(seen.compared > 500 && seen.wrong == 0)
  }
}
