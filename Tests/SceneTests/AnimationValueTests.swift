import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("An animation's values")
struct AnimationValueTests {
  /// What is shown of x at the begin and in the middle of an animation of a second.
  private func ends(
    _ from: AnimatableValue?, _ to: AnimatableValue?, _ by: AnimatableValue?, additive: Bool = false
  ) -> [Double] {
    let rig = AnimationFixture()
    var animation = BasicAnimation(.positionX, from: from, to: to, by: by, duration: 1)
    animation.isAdditive = additive
    rig.layer.add(animation)
    return [rig.number(at: 0), rig.number(at: 0.5)]
  }

  @Test("go where from, to and by say, as Core Animation combines them")
  func combinations() {
    #expect(ends(10, 20, nil) == [10, 15])
    #expect(ends(10, nil, 40) == [10, 30])
    #expect(ends(nil, 20, 8) == [12, 16])
    #expect(ends(10, nil, nil) == [10, 55], "to what the layer is: 100")
    #expect(ends(nil, 20, nil) == [100, 60])
    #expect(ends(nil, nil, 8) == [100, 104])
    #expect(ends(nil, nil, nil) == [100, 100])
    #expect(ends(nil, nil, 8, additive: true) == [100, 104])
    #expect(ends(-8, 0, nil, additive: true) == [92, 96])
  }

  @Test("that begin with what is shown begin with what another animation shows, even where it takes its place")
  func current() {
    let rig = AnimationFixture()
    rig.layer.add(BasicAnimation(.positionX, from: 0, to: 40, duration: 1), forKey: "x")
    #expect(rig.number(at: 0) == 0 && rig.number(at: 0.5) == 20)
    rig.layer.add(BasicAnimation(.positionX, to: 60, duration: 1), forKey: "x")
    #expect(rig.number(at: 0.5) == 20 && rig.number(at: 1) == 40 && rig.number(at: 1.25) == 50)
    #expect(rig.layer.animationKeys == ["x"])
  }

  @Test("without from or to end where the layer is at every moment")
  func live() {
    let rig = AnimationFixture()
    rig.layer.add(BasicAnimation(.positionX, from: 0, duration: 1))
    #expect(rig.number(at: 0) == 0)
    rig.layer.position.x = 20
    #expect(rig.number(at: 0.5) == 10)
  }

  @Test("of several animations: the last counts, parts stand beside one another")
  func several() {
    let rig = AnimationFixture()
    rig.layer.add(BasicAnimation(.position, from: .point(x: 0, y: 0), to: .point(x: 10, y: 10), duration: 1))
    rig.layer.add(BasicAnimation(.positionY, from: 50, to: 60, duration: 1))
    _ = rig.show(.position, at: 0)
    #expect(rig.show(.position, at: 0.5) == .point(x: 5, y: 55))
    rig.layer.add(BasicAnimation(.boundsSize, from: .size(width: 10, height: 10), to: .size(width: 20, height: 10), duration: 1))
    rig.layer.add(BasicAnimation(.rotationZ, from: .degrees(0), to: .degrees(90), duration: 1))
    rig.layer.add(BasicAnimation(.scale, from: 1, to: 3, duration: 1))
    rig.layer.add(BasicAnimation(.translationX, from: 0, to: 8, duration: 1))
    _ = rig.show(.transform, at: 0.5)
    #expect(rig.show(.bounds, at: 0.75) == .rect(Rect(x: 0, y: 0, width: 12.5, height: 10)))
    guard case .transform(let found)? = rig.show(.transform, at: 1) else {
      Issue.record("no transform is shown")
      return
    }
    let expected = Transform3D.scale(x: 2, y: 2, z: 2).concatenating(.rotation(by: .degrees(45), axis: .z))
      .concatenating(.translation(x: 4))
    #expect(distance(found, expected) < 0x1p-28)
    #expect(rig.layer.transform == .identity && rig.layer.bounds.size == Size(width: 100, height: 60))
  }

  @Test("of every kind go between, and are exact at both ends")
  func kinds() {
    let line = Path(rect: Rect(x: 0, y: 0, width: 10, height: 10))
    let larger = Path(rect: Rect(x: 2, y: 4, width: 20, height: 30))
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
        OutlineLayer(), .custom(1), .path(line), .path(larger),
        .path(Path(rect: Rect(x: 1, y: 2, width: 15, height: 20)))
      ),
      (OutlineLayer(), .custom(1), .path(line), .path(Path(ellipseIn: .zero)), .path(Path(ellipseIn: .zero))),
    ]
    for (layer, property, from, to, middle) in cases {
      let rig = AnimationFixture()
      rig.stage.root.addSublayer(layer)
      var animation = BasicAnimation(property, from: from, to: to, duration: 2)
      (animation.fillMode, animation.isRemovedOnCompletion) = (.forwards, false)
      let before = layer.value(for: property)
      layer.add(animation)
      func shown(_ time: Double) -> AnimatableValue? {
        _ = rig.stage.commit(at: seconds(3 + time))
        return layer.presentationValue(for: property)
      }
      #expect(shown(0) == from, "\(property)")
      #expect(shown(1) == middle, "\(property)")
      #expect(shown(2) == to, "\(property)")
      layer.removeAllAnimations()
      #expect(shown(2) == before && layer.value(for: property) == before, "\(property) is as it was")
      #expect(rig.stage.takeDiagnostics() == [])
    }
  }

  @Test("of another kind, or of no property of the layer, do nothing and are told once")
  func remarks() {
    let rig = AnimationFixture()
    for _ in 0..<3 {
      rig.layer.add(BasicAnimation(.opacity, from: .point(x: 0, y: 0), to: .color(.red)))
      rig.layer.add(BasicAnimation(.strokeEnd, from: 0, to: 1))
      rig.layer.add(KeyframeAnimation(.rotationX, values: [1, 2]))
      rig.layer.add(KeyframeAnimation(.opacity, values: [1, .color(.red)]))
      _ = rig.show(.opacity, at: 0.1)
    }
    #expect(rig.show(.opacity, at: 0.1) == 1)
    let remarks = rig.stage.takeDiagnostics()
    #expect(
      Set(remarks) == [
        AnimationDiagnostic(property: .opacity, problem: .typeMismatch),
        AnimationDiagnostic(property: .strokeEnd, problem: .noSuchProperty),
        AnimationDiagnostic(property: .rotationX, problem: .typeMismatch),
      ])
    #expect(remarks.count == 3 && rig.stage.takeDiagnostics() == [])
    #expect(remarks.allSatisfy { $0.description.contains("does nothing") })
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

/// The largest difference of two transforms' numbers.
func distance(_ a: Transform3D, _ b: Transform3D) -> Double {
  func numbers(_ m: Transform3D) -> [WideFixed<32>] {
    [m.m11, m.m12, m.m13, m.m14, m.m21, m.m22, m.m23, m.m24, m.m31, m.m32, m.m33, m.m34, m.m41, m.m42, m.m43, m.m44]
  }
  return zip(numbers(a), numbers(b)).map { abs(number($0) - number($1)) }.max() ?? 0
}
