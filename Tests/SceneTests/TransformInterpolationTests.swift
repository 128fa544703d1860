import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("Transform interpolation")
struct TransformInterpolationTests {
  typealias Element = Transform3D.Element

  /// Returns the transform presented at `part` of an animation.
  private func shown(_ from: Transform3D, _ to: Transform3D, at part: Double = 0.5) -> Transform3D {
    let fixture = AnimationFixture()
    fixture.layer.add(BasicAnimation(.transform, from: .transform(from), to: .transform(to), duration: 1))
    _ = fixture.show(.transform, at: 0)
    guard case .transform(let shown)? = fixture.show(.transform, at: part) else { return .identity }
    return shown
  }

  @Test("rotates about one axis at constant speed, scales and translates linearly, and keeps the perspective")
  func parts() {
    var random = SplitMix64(seed: 3)
    var maximumError = 0.0
    for _ in 0..<500 {
      func value(_ low: Int, _ high: Int) -> Element {
        Element(rawValue: Int64.random(in: Int64(low) << 32...Int64(high) << 32, using: &random))
      }
      let axis = (value(-2, 2), value(-2, 2), value(-2, 2))
      let (startAngle, rotation) = (value(-180, 180), value(-179, 179))
      let scales = (value(1, 4), value(1, 4), value(1, 4), value(1, 4), value(1, 4), value(1, 4))
      let moves = (value(-300, 300), value(-300, 300), value(-300, 300), value(-300, 300))
      let (startM34, endM34) = (value(-1, 1) / 500, value(-1, 1) / 500)
      func interpolated(_ p: Element) -> Transform3D {
        func lerp(_ a: Element, _ b: Element) -> Element { a + (b - a) * p }
        var perspective = Transform3D.identity
        perspective.m34 = lerp(startM34, endM34)
        return Transform3D.scale(x: lerp(scales.0, scales.1), y: lerp(scales.2, scales.3), z: lerp(scales.4, scales.5))
          .concatenating(.rotation(by: .degrees(startAngle + rotation * p), x: axis.0, y: axis.1, z: axis.2))
          .concatenating(.translation(x: lerp(moves.0, moves.1), y: lerp(moves.2, moves.3), z: 40)).concatenating(perspective)
      }
      for (part, exact) in [(0.25, 0.25), (0.5, 0.5), (0.875, 0.875)] as [(Double, Element)] {
        maximumError = max(maximumError, distance(shown(interpolated(0), interpolated(1), at: part), interpolated(exact)))
      }
      #expect(shown(interpolated(0), interpolated(1), at: 0) == interpolated(0))
    }
    #expect(maximumError < 0x1p-18, "the worst is \(maximumError)")
  }

  @Test("rotates a carousel's card with its perspective")
  func card() {
    func expected(_ degrees: Element) -> Transform3D {
      var t = Transform3D.identity
      t.m34 = -1.0 / 1000
      return t.rotated(by: .degrees(degrees), axis: .y)
    }
    #expect(distance(shown(expected(0), expected(72)), expected(36)) < 0x1p-28)
    #expect(distance(shown(expected(170), expected(-170)), expected(180)) < 0x1p-28, "the shorter way")
  }

  @Test("is by element if nothing rotates or a transform cannot be decomposed")
  func plain() {
    let scaled = Transform3D.scale(x: 0, y: 1, z: 1)
    #expect(shown(scaled, .identity) == .scale(x: 0.5))
    #expect(
      shown(.identity, .scale(x: 3, y: 2).concatenating(.translation(x: 10)))
        == .scale(x: 2, y: 1.5).concatenating(.translation(x: 5)))
    var singular = Transform3D.identity
    (singular.m11, singular.m22, singular.m33, singular.m44) = (0, 0, 0, 0)
    #expect(shown(singular, .identity).m44 == 0.5)
  }

  @Test("reflects through zero on the reflected axis")
  func mirrors() {
    #expect(distance(shown(.identity, .scale(x: -1)), .scale(x: 0)) < 0x1p-30)
    #expect(distance(shown(.identity, .scale(y: -1)), .scale(y: 0)) < 0x1p-30)
    #expect(distance(shown(.identity, .scale(x: -3), at: 0.75), .scale(x: -2)) < 0x1p-29)
  }

  @Test("of one component leaves the others unchanged")
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
    // For any rotation about y alone, x and z stay zero.
    for degrees in stride(from: -350, through: 350, by: 35) {
      layer.transform = .rotation(by: .degrees(Element(degrees)), axis: .y)
      #expect(abs(angle(.rotationX)) < 1e-4 && abs(angle(.rotationZ)) < 1e-4, "\(degrees)")
      layer.setValue(.degrees(10), for: .rotationY)
      #expect(distance(layer.transform, .rotation(by: .degrees(10), axis: .y)) < 0x1p-20)
    }
  }
}
