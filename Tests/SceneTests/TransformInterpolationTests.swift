import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("Transforms between two others")
struct TransformInterpolationTests {
  typealias Element = Transform3D.Element

  /// What an animation shows half way, or at another part of its way.
  private func shown(_ from: Transform3D, _ to: Transform3D, at part: Double = 0.5) -> Transform3D {
    let rig = AnimationFixture()
    rig.layer.add(BasicAnimation(.transform, from: .transform(from), to: .transform(to), duration: 1))
    _ = rig.show(.transform, at: 0)
    guard case .transform(let shown)? = rig.show(.transform, at: part) else { return .identity }
    return shown
  }

  @Test("turn about one axis at an even speed, scale and move straight, and keep their perspective")
  func parts() {
    var random = SplitMix64(seed: 3)
    var worst = 0.0
    for _ in 0..<500 {
      func value(_ low: Int, _ high: Int) -> Element {
        Element(rawValue: Int64.random(in: Int64(low) << 32...Int64(high) << 32, using: &random))
      }
      let axis = (value(-2, 2), value(-2, 2), value(-2, 2))
      let (first, way) = (value(-180, 180), value(-179, 179))
      let scales = (value(1, 4), value(1, 4), value(1, 4), value(1, 4), value(1, 4), value(1, 4))
      let moves = (value(-300, 300), value(-300, 300), value(-300, 300), value(-300, 300))
      let (eye, otherEye) = (value(-1, 1) / 500, value(-1, 1) / 500)
      func made(_ p: Element) -> Transform3D {
        func mix(_ a: Element, _ b: Element) -> Element { a + (b - a) * p }
        var perspective = Transform3D.identity
        perspective.m34 = mix(eye, otherEye)
        return Transform3D.scale(x: mix(scales.0, scales.1), y: mix(scales.2, scales.3), z: mix(scales.4, scales.5))
          .concatenating(.rotation(by: .degrees(first + way * p), x: axis.0, y: axis.1, z: axis.2))
          .concatenating(.translation(x: mix(moves.0, moves.1), y: mix(moves.2, moves.3), z: 40)).concatenating(perspective)
      }
      for (part, exact) in [(0.25, 0.25), (0.5, 0.5), (0.875, 0.875)] as [(Double, Element)] {
        worst = max(worst, distance(shown(made(0), made(1), at: part), made(exact)))
      }
      #expect(shown(made(0), made(1), at: 0) == made(0))
    }
    #expect(worst < 0x1p-18, "the worst is \(worst)")
  }

  @Test("a card of the carousel turns with its perspective")
  func card() {
    func expected(_ degrees: Element) -> Transform3D {
      var t = Transform3D.identity
      t.m34 = -1.0 / 1000
      return t.rotated(by: .degrees(degrees), axis: .y)
    }
    #expect(distance(shown(expected(0), expected(72)), expected(36)) < 0x1p-28)
    #expect(distance(shown(expected(170), expected(-170)), expected(180)) < 0x1p-28, "the shorter way")
  }

  @Test("are plain numbers where nothing turns, and where one does not come apart")
  func plain() {
    let flat = Transform3D.scale(x: 0, y: 1, z: 1)
    #expect(shown(flat, .identity) == .scale(x: 0.5))
    #expect(
      shown(.identity, .scale(x: 3, y: 2).concatenating(.translation(x: 10)))
        == .scale(x: 2, y: 1.5).concatenating(.translation(x: 5)))
    var nothing = Transform3D.identity
    (nothing.m11, nothing.m22, nothing.m33, nothing.m44) = (0, 0, 0, 0)
    #expect(shown(nothing, .identity).m44 == 0.5)
  }

  @Test("a mirror flips by way of nothing, on its own axis")
  func mirrors() {
    #expect(distance(shown(.identity, .scale(x: -1)), .scale(x: 0)) < 0x1p-30)
    #expect(distance(shown(.identity, .scale(y: -1)), .scale(y: 0)) < 0x1p-30)
    #expect(distance(shown(.identity, .scale(x: -3), at: 0.75), .scale(x: -2)) < 0x1p-29)
  }

  @Test("one part at a time leaves the others as they are")
  func single() {
    let layer = Layer()
    let start = Transform3D.scale(x: 2, y: 3).concatenating(.rotation(by: .degrees(20), axis: .x))
      .concatenating(.rotation(by: .degrees(-40), axis: .y)).concatenating(.rotation(by: .degrees(70), axis: .z))
      .concatenating(.translation(x: 5, y: 6, z: 7))
    layer.transform = start
    func angle(_ property: AnimatableProperty) -> Double {
      guard case .angle(let angle)? = layer.value(for: property) else { return .nan }
      return number(angle.degrees)
    }
    func scalar(_ property: AnimatableProperty) -> Double {
      guard case .scalar(let value)? = layer.value(for: property) else { return .nan }
      return number(value)
    }
    let properties: [AnimatableProperty] = [.rotationX, .rotationY, .rotationZ]
    #expect(zip(properties.map(angle), [20, -40, 70]).allSatisfy { abs($0 - $1) < 1e-6 })
    #expect(
      zip([.scaleX, .scaleY, .scaleZ, .translationX, .translationZ].map(scalar), [2, 3, 1, 5, 7]).allSatisfy { abs($0 - $1) < 1e-4 }
    )
    layer.setValue(.degrees(0), for: .rotationY)
    layer.setValue(8, for: .translationX)
    let expected = Transform3D.scale(x: 2, y: 3).concatenating(.rotation(by: .degrees(20), axis: .x))
      .concatenating(.rotation(by: .degrees(70), axis: .z)).concatenating(.translation(x: 8, y: 6, z: 7))
    #expect(distance(layer.transform, expected) < 0x1p-26)
    // However far it turns about y alone, x and z stay at zero.
    for degrees in stride(from: -350, through: 350, by: 35) {
      layer.transform = .rotation(by: .degrees(Element(degrees)), axis: .y)
      #expect(abs(angle(.rotationX)) < 1e-4 && abs(angle(.rotationZ)) < 1e-4, "\(degrees)")
      layer.setValue(.degrees(10), for: .rotationY)
      #expect(distance(layer.transform, .rotation(by: .degrees(10), axis: .y)) < 0x1p-20)
    }
  }
}
