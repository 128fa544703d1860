import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("Animation values")
struct AnimationValueTests {
  /// The presented x at the start and in the middle of an animation of one second.
  private func ends(
    _ from: AnimatableValue?, _ to: AnimatableValue?, _ by: AnimatableValue?, additive: Bool = false
  ) -> [Double] {
    let fixture = AnimationFixture()
    var animation = BasicAnimation(.positionX, from: from, to: to, by: by, duration: 1)
    animation.isAdditive = additive
    fixture.layer.add(animation)
    return [fixture.number(at: 0), fixture.number(at: 0.5)]
  }

  @Test("combine from, to and by as Core Animation does")
  func combinations() {
    #expect(ends(10, 20, nil) == [10, 15])
    #expect(ends(10, nil, 40) == [10, 30])
    #expect(ends(nil, 20, 8) == [12, 16])
    #expect(ends(10, nil, nil) == [10, 55], "to the model value, 100")
    #expect(ends(nil, 20, nil) == [100, 60])
    #expect(ends(nil, nil, 8) == [100, 104])
    #expect(ends(nil, nil, nil) == [100, 100])
    #expect(ends(nil, nil, 8, additive: true) == [100, 104])
    #expect(ends(-8, 0, nil, additive: true) == [92, 96])
  }

  @Test("start from the value presented by another animation, even one that is replaced")
  func current() {
    let fixture = AnimationFixture()
    fixture.layer.add(BasicAnimation(.positionX, from: 0, to: 40, duration: 1), forKey: "x")
    #expect(fixture.number(at: 0) == 0 && fixture.number(at: 0.5) == 20)
    fixture.layer.add(BasicAnimation(.positionX, to: 60, duration: 1), forKey: "x")
    #expect(fixture.number(at: 0.5) == 20 && fixture.number(at: 1) == 40 && fixture.number(at: 1.25) == 50)
    #expect(fixture.layer.animationKeys == ["x"])
  }

  @Test("an offset in whole points leaves a layer on its fraction of a point")
  func wholePoints() {
    let fixture = AnimationFixture()
    fixture.layer.position.x = 20.25
    var animation = BasicAnimation(.position, from: .point(x: 3, y: 0), to: .point(x: 0, y: 0), duration: 1)
    (animation.isAdditive, animation.roundsToWholePoints) = (true, true)
    fixture.layer.add(animation)
    #expect([0, 0.1, 0.2, 0.49, 0.51, 0.9, 1].map { fixture.number(at: $0) } == [23.25, 23.25, 22.25, 22.25, 21.25, 20.25, 20.25])
  }

  @Test("end at the current model value without to or by")
  func live() {
    let fixture = AnimationFixture()
    fixture.layer.add(BasicAnimation(.positionX, from: 0, duration: 1))
    #expect(fixture.number(at: 0) == 0)
    fixture.layer.position.x = 20
    #expect(fixture.number(at: 0.5) == 10)
  }

  @Test("combine: the last animation of a property applies, components apply side by side")
  func several() {
    let fixture = AnimationFixture()
    fixture.layer.add(BasicAnimation(.position, from: .point(x: 0, y: 0), to: .point(x: 10, y: 10), duration: 1))
    fixture.layer.add(BasicAnimation(.positionY, from: 50, to: 60, duration: 1))
    _ = fixture.show(.position, at: 0)
    #expect(fixture.show(.position, at: 0.5) == .point(x: 5, y: 55))
    fixture.layer.add(
      BasicAnimation(.boundsSize, from: .size(width: 10, height: 10), to: .size(width: 20, height: 10), duration: 1))
    fixture.layer.add(BasicAnimation(.rotationZ, from: .degrees(0), to: .degrees(90), duration: 1))
    fixture.layer.add(BasicAnimation(.scale, from: 1, to: 3, duration: 1))
    fixture.layer.add(BasicAnimation(.translationX, from: 0, to: 8, duration: 1))
    _ = fixture.show(.transform, at: 0.5)
    #expect(fixture.show(.bounds, at: 0.75) == .rect(Rect(x: 0, y: 0, width: 12.5, height: 10)))
    guard case .transform(let found)? = fixture.show(.transform, at: 1) else {
      Issue.record("no transform is shown")
      return
    }
    let expected = Transform3D.scale(x: 2, y: 2, z: 2).concatenating(.rotation(by: .degrees(45), axis: .z))
      .concatenating(.translation(x: 4))
    #expect(distance(found, expected) < 0x1p-28)
    #expect(fixture.layer.transform == .identity && fixture.layer.bounds.size == Size(width: 100, height: 60))
  }

  @Test("of every kind are interpolated, and exact at both ends")
  func kinds() {
    let small = Path(rect: Rect(x: 0, y: 0, width: 10, height: 10))
    let large = Path(rect: Rect(x: 2, y: 4, width: 20, height: 30))
    let cases: [(Layer, AnimatableProperty, AnimatableValue, AnimatableValue, AnimatableValue)] = [
      (Layer(), .position, .point(x: 1, y: 2), .point(x: 3, y: 6), .point(x: 2, y: 4)),
      (Layer(), .zPosition, 1, 4, 2.5),
      (Layer(), .anchorPoint, .point(x: 0, y: 0), .point(x: 1, y: 0.5), .point(x: 0.5, y: 0.25)),
      (
        Layer(), .bounds, .rect(Rect(x: 0, y: 0, width: 4, height: 4)), .rect(Rect(x: 2, y: 4, width: 8, height: 0)),
        .rect(Rect(x: 1, y: 2, width: 6, height: 2))
      ),
      (Layer(), .boundsOrigin, .point(x: 0, y: 0), .point(x: 2, y: 4), .point(x: 1, y: 2)),
      (Layer(), .opacity, 0, 0.5, 0.25),
      (Layer(), .cornerRadius, 8, 0, 4),
      (Layer(), .isHidden, .bool(false), .bool(true), .bool(true)),
      (Layer(), .backgroundColor, .color(.black), .color(.white), .color(Color(hex: 0x808080))),
      (Layer(), .backgroundColor, .nothing, .color(.red), .color(Color(red: 255, green: 0, blue: 0, alpha: 128))),
      (Layer(), .backgroundColor, .color(.clear), .color(.red), .color(Color(red: 255, green: 0, blue: 0, alpha: 128))),
      (
        Layer(), .border, .nothing, .border(Border(width: 4, color: .red)), .border(Border(width: 2, color: .red))
      ),
      (Layer(), .borderWidth, 2, 4, 3),
      (Layer(), .borderColor, .color(.red), .color(.blue), .color(Color(red: 128, green: 0, blue: 128))),
      (Layer(), .sublayerTransform, .transform(.scale(x: 1)), .transform(.scale(x: 3)), .transform(.scale(x: 2))),
      (GradientLayer(), .colors, .colors([.black, .red]), .colors([.white, .red]), .colors([Color(hex: 0x808080), .red])),
      (GradientLayer(), .colors, .colors([.black]), .colors([.white, .red]), .colors([.white, .red])),
      (GradientLayer(), .locations, .scalars([0, 1]), .scalars([0.5, 1]), .scalars([0.25, 1])),
      (GradientLayer(), .startPoint, .point(x: 0, y: 0), .point(x: 1, y: 1), .point(x: 0.5, y: 0.5)),
      (GradientLayer(), .endPoint, .point(x: 0, y: 0), .point(x: 1, y: 1), .point(x: 0.5, y: 0.5)),
      (
        OutlineLayer(), .custom(1), .path(small), .path(large),
        .path(Path(rect: Rect(x: 1, y: 2, width: 15, height: 20)))
      ),
      (OutlineLayer(), .custom(1), .path(small), .path(Path(ellipseIn: .zero)), .path(Path(ellipseIn: .zero))),
    ]
    for (layer, property, from, to, middle) in cases {
      let fixture = AnimationFixture()
      fixture.stage.root.addSublayer(layer)
      var animation = BasicAnimation(property, from: from, to: to, duration: 2)
      (animation.fillMode, animation.isRemovedOnCompletion) = (.forwards, false)
      let before = layer.value(for: property)
      layer.add(animation)
      func shown(_ time: Double) -> AnimatableValue? {
        _ = fixture.stage.commit(at: seconds(3 + time))
        return layer.presentationValue(for: property)
      }
      #expect(shown(0) == from, "\(property)")
      #expect(shown(1) == middle, "\(property)")
      #expect(shown(2) == to, "\(property)")
      layer.removeAllAnimations()
      #expect(shown(2) == before && layer.value(for: property) == before, "\(property) is restored")
      #expect(fixture.stage.takeDiagnostics() == [])
    }
  }

  @Test("of another kind, or of a property that the layer lacks, have no effect and are reported once")
  func diagnostics() {
    let fixture = AnimationFixture()
    for _ in 0..<3 {
      fixture.layer.add(BasicAnimation(.opacity, from: .point(x: 0, y: 0), to: .color(.red)))
      fixture.layer.add(BasicAnimation(.strokeEnd, from: 0, to: 1))
      fixture.layer.add(KeyframeAnimation(.rotationX, values: [1, 2]))
      fixture.layer.add(KeyframeAnimation(.opacity, values: [1, .color(.red)]))
      _ = fixture.show(.opacity, at: 0.1)
    }
    #expect(fixture.show(.opacity, at: 0.1) == 1)
    let diagnostics = fixture.stage.takeDiagnostics()
    #expect(
      Set(diagnostics) == [
        AnimationDiagnostic(property: .opacity, problem: .typeMismatch),
        AnimationDiagnostic(property: .strokeEnd, problem: .noSuchProperty),
        AnimationDiagnostic(property: .rotationX, problem: .typeMismatch),
      ])
    #expect(diagnostics.count == 3 && fixture.stage.takeDiagnostics() == [])
    #expect(diagnostics.allSatisfy { $0.description.contains("does nothing") })
  }
}

/// A layer with a property of its own.
final class OutlineLayer: Layer {
  var outlinePath = Path() { didSet { setNeedsDisplay() } }

  override func value(for property: AnimatableProperty) -> AnimatableValue? {
    property == .custom(1) ? .path(outlinePath) : super.value(for: property)
  }

  override func setValue(_ value: AnimatableValue, for property: AnimatableProperty) {
    if property == .custom(1), case .path(let path) = value { outlinePath = path } else { super.setValue(value, for: property) }
  }
}

/// The largest difference between two transforms' elements.
func distance(_ a: Transform3D, _ b: Transform3D) -> Double {
  func numbers(_ m: Transform3D) -> [WideFixed<32>] {
    [m.m11, m.m12, m.m13, m.m14, m.m21, m.m22, m.m23, m.m24, m.m31, m.m32, m.m33, m.m34, m.m41, m.m42, m.m43, m.m44]
  }
  return zip(numbers(a), numbers(b)).map { abs(number($0) - number($1)) }.max() ?? 0
}
