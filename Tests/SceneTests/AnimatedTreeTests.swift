import CAllocations
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("An animated tree")
struct AnimatedTreeTests {
  /// A tree of layers with random animations, some of them in transactions.
  struct AnimatedScene {
    var random: SplitMix64
    let stage = Stage(size: PixelSize(width: 160, height: 120))
    var layers: [Layer] = []
    var added = 0
    let ended = CompletionCounts()

    final class CompletionCounts {
      var counts: [Int: Int] = [:]
    }

    init(seed: UInt64) {
      random = SplitMix64(seed: seed)
      layers = [stage.root]
      for _ in 0..<12 {
        let layer: Layer
        switch int(0..<4) {
        case 0: layer = TransformLayer()
        case 1:
          let gradient = GradientLayer()
          gradient.colors = [.red, .blue]
          layer = gradient
        default: layer = Layer()
        }
        layer.frame = Rect(x: scalar(0..<160), y: scalar(0..<120), width: scalar(4..<90), height: scalar(4..<90))
        layer.backgroundColor = Color(hex: UInt32(int(0..<0xff_ffff)))
        layers[int(0..<layers.count)].addSublayer(layer)
        layers.append(layer)
      }
    }

    mutating func int(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
    mutating func scalar(_ range: Range<Int>) -> Scalar { Scalar(int(range.lowerBound * 4..<range.upperBound * 4)) / 4 }
    mutating func time() -> Seconds { Seconds(int(0..<40)) / 10 }

    mutating func value(of property: AnimatableProperty) -> AnimatableValue {
      switch property {
      case .position: .point(x: scalar(0..<160), y: scalar(0..<120))
      case .bounds: .rect(Rect(x: scalar(-9..<9), y: 0, width: scalar(0..<90), height: scalar(0..<90)))
      case .rotationX, .rotationY, .rotationZ: .degrees(Element(int(-720..<720)))
      case .transform:
        .transform(Transform3D.rotation(by: .degrees(Element(int(0..<360))), axis: .z).scaled(x: Element(int(-2..<3))))
      case .backgroundColor: int(0..<4) == 0 ? .nothing : .color(Color(hex: UInt32(int(0..<0xff_ffff))))
      case .border: .border(Border(width: scalar(0..<6), color: .green))
      case .isHidden: .bool(int(0..<2) == 0)
      case .colors: .colors([.red, Color(hex: UInt32(int(0..<0xff_ffff)))])
      case .opacity: .scalar(scalar(0..<8) / 8)
      default: .scalar(scalar(-4..<9))
      }
    }
    typealias Element = WideFixed<32>

    mutating func animation(_ depth: Int = 0) -> Animation {
      let properties: [AnimatableProperty] = [
        .position, .bounds, .rotationX, .rotationY, .rotationZ, .transform, .backgroundColor, .border, .isHidden, .colors, .opacity,
        .cornerRadius, .zPosition, .positionX, .scale, .strokeEnd, .translationZ,
      ]
      let property = properties[int(0..<properties.count)]
      var result: Animation
      switch int(0..<(depth > 1 ? 3 : 4)) {
      case 0:
        var basic = BasicAnimation(property)
        if int(0..<3) > 0 { basic.from = value(of: property) }
        if int(0..<3) > 0 { basic.to = value(of: property) }
        if int(0..<4) == 0 { basic.by = value(of: property) }
        (basic.isAdditive, basic.isCumulative) = (int(0..<4) == 0, int(0..<4) == 0)
        result = .basic(basic)
      case 1:
        result = .spring(
          SpringAnimation(
            property, from: value(of: property), to: value(of: property), spring: Spring(damping: Element(int(1..<60)))))
      case 2:
        let modes: [KeyframeAnimation.CalculationMode] = [.linear, .discrete, .paced, .cubic, .cubicPaced]
        var values: [AnimatableValue] = []
        for _ in 0..<int(0..<5) { values.append(value(of: property)) }
        result = .keyframe(KeyframeAnimation(property, values: values, mode: modes[int(0..<5)]))
      default:
        var inner: [Animation] = []
        for _ in 0..<int(0..<4) { inner.append(animation(depth + 1)) }
        result = .group(AnimationGroup(inner))
      }
      (result.duration, result.delay, result.timeOffset) = (time(), int(0..<3) == 0 ? time() : 0, int(0..<5) == 0 ? time() : 0)
      result.repeatCount = Scalar(int(0..<5)) / 2
      result.autoreverses = int(0..<3) == 0
      result.speed = int(0..<4) == 0 ? Scalar(int(-4..<8)) / 2 : 1
      result.timingFunction = int(0..<2) == 0 ? .easeInEaseOut : nil
      result.fillMode = MediaTiming.FillMode(rawValue: UInt8(int(0..<4))) ?? .both
      result.isRemovedOnCompletion = int(0..<4) > 0
      return result
    }

    mutating func add() {
      let (number, ended) = (added, ended)
      added += 1
      let key = int(0..<3) == 0 ? "key \(int(0..<3))" : nil
      layers[int(1..<layers.count)].add(animation(), forKey: key) { _ in ended.counts[number, default: 0] += 1 }
    }

    /// The model values of all layers.
    var models: [AnimatableValue?] {
      let all: [AnimatableProperty] = [
        .position, .bounds, .transform, .backgroundColor, .border, .isHidden, .colors, .opacity, .cornerRadius, .zPosition,
      ]
      return layers.flatMap { layer in all.map { layer.value(for: $0) } }
    }
  }

  @Test("presents the same values whether every frame was committed or only one, and does not change the layers")
  func once() {
    for seed in 0..<40 as Range<UInt64> {
      var (often, once) = (AnimatedScene(seed: seed), AnimatedScene(seed: seed))
      for _ in 0..<20 {
        often.add()
        once.add()
      }
      let models = often.models
      _ = once.stage.commit(at: .zero)
      for frame in 0...45 { _ = often.stage.commit(at: seconds(Double(frame) / 15)) }
      _ = once.stage.commit(at: seconds(3))
      let (a, b) = (ScreenBuffer(often.stage.size, format: .xrgb8888), ScreenBuffer(once.stage.size, format: .xrgb8888))
      for (scene, screen) in [(often, a), (once, b)] {
        Renderer().draw(
          scene.stage.displayList, over: .white, into: screen.buffer, damage: [PixelRect(scene.stage.size)],
          workers: SerialWorkerPool())
      }
      #expect(a.firstDifference(from: b) == nil, "seed \(seed)")
      #expect(often.models == models && once.models == models, "seed \(seed)")
    }
  }

  @Test("calls every completion handler exactly once, whatever happens to the layers")
  func ends() {
    for seed in 100..<140 as Range<UInt64> {
      var scene = AnimatedScene(seed: seed)
      for frame in 0..<120 {
        switch scene.int(0..<6) {
        case 0, 1: scene.add()
        case 2: scene.layers[scene.int(1..<scene.layers.count)].removeAnimation(forKey: "key 1")
        case 3:
          let (layer, other) = (scene.layers[scene.int(1..<scene.layers.count)], scene.layers[scene.int(0..<scene.layers.count)])
          if scene.int(0..<2) == 0 { layer.removeFromSuperlayer() } else { other.addSublayer(layer) }
        case 4: scene.layers[scene.int(1..<scene.layers.count)].speed = Scalar(scene.int(0..<3))
        default:
          let (layer, x) = (scene.layers[scene.int(1..<scene.layers.count)], scene.scalar(0..<160))
          scene.stage.animate { layer.position.x = x }
        }
        _ = scene.stage.commit(at: seconds(Double(frame) / 20))
      }
      for layer in scene.layers { layer.removeAllAnimations() }
      _ = scene.stage.commit(at: seconds(99))
      #expect(scene.ended.counts.count == scene.added && scene.ended.counts.values.allSatisfy { $0 == 1 }, "seed \(seed)")
      #expect(scene.stage.nextFrame == .never)
    }
  }

  @Test("repaints its damage to the same pixels as a full redraw")
  func repaint() {
    for seed in 200..<212 as Range<UInt64> {
      var scene = AnimatedScene(seed: seed)
      for _ in 0..<15 { scene.add() }
      let (screen, reference) = (ScreenBuffer(scene.stage.size, format: .rgb565), ScreenBuffer(scene.stage.size, format: .rgb565))
      for frame in 0..<90 {
        if scene.int(0..<8) == 0 { scene.add() }
        let damage = scene.stage.commit(at: seconds(Double(frame) / 15))
        screen.poison(damage)
        let (list, all) = (scene.stage.displayList, [PixelRect(scene.stage.size)])
        if !damage.isEmpty { Renderer().draw(list, over: .white, into: screen.buffer, damage: damage, workers: SerialWorkerPool()) }
        Renderer().draw(list, over: .white, into: reference.buffer, damage: all, workers: SerialWorkerPool())
        #expect(screen.firstDifference(from: reference) == nil, "seed \(seed), frame \(frame)")
      }
    }
  }

  @Test("asks for frames only while something moves or is about to begin")
  func waking() {
    let fixture = AnimationFixture()
    #expect(fixture.stage.nextFrame == .never)
    var animation = BasicAnimation(.positionX, from: 0, to: 8, duration: 1)
    animation.delay = 2
    fixture.layer.add(animation)
    #expect(fixture.stage.needsCommit)
    _ = fixture.stage.commit(at: seconds(3))
    #expect(!fixture.stage.needsCommit && fixture.stage.nextFrame == .at(seconds(5)))
    #expect(fixture.stage.commit(at: seconds(4.9)) == [])
    #expect(!fixture.stage.commit(at: seconds(5)).isEmpty && fixture.stage.nextFrame == .nextRefresh)
    fixture.layer.isHidden = true
    _ = fixture.stage.commit(at: seconds(5.5))
    #expect(fixture.stage.nextFrame == .at(seconds(6)), "a hidden layer's animation needs only the frame in which it ends")
    fixture.layer.isHidden = false
    _ = fixture.stage.commit(at: seconds(5.6))
    #expect(fixture.stage.nextFrame == .nextRefresh)
    #expect(!fixture.stage.commit(at: seconds(6)).isEmpty && fixture.stage.nextFrame == .never)
    #expect(fixture.stage.commit(at: seconds(7)) == [])
    // A discrete animation changes nothing between its values.
    fixture.layer.add(KeyframeAnimation(.positionX, values: [1, 2], duration: 2, mode: .discrete))
    #expect(!fixture.stage.commit(at: seconds(10)).isEmpty)
    #expect(fixture.stage.commit(at: seconds(10.5)) == [])
    #expect(!fixture.stage.commit(at: seconds(11)).isEmpty)
  }

  @Test("hit-tests presented positions on request, and model positions otherwise")
  func hits() {
    let fixture = AnimationFixture()
    fixture.layer.add(BasicAnimation(.positionX, from: 20, to: 20, duration: 1))
    _ = fixture.stage.commit(at: seconds(4))
    #expect(fixture.stage.presentationHitTest(Point(x: 5, y: 50)) === fixture.layer)
    #expect(fixture.stage.root.hitTest(Point(x: 5, y: 50)) === fixture.stage.root)
    #expect(fixture.stage.presentationHitTest(Point(x: 140, y: 50)) === fixture.stage.root)
    #expect(fixture.stage.root.hitTest(Point(x: 140, y: 50)) === fixture.layer)
  }

  @Test("allocates nothing in a steady animated frame")
  func allocations() {
    let stage = Stage(size: PixelSize(width: 200, height: 200))
    func box() -> Layer {
      let layer = Layer(frame: Rect(x: 20, y: 20, width: 60, height: 60))
      layer.backgroundColor = .red
      layer.cornerRadius = 5
      layer.border = Border(width: 2, color: .black)
      stage.root.addSublayer(layer)
      return layer
    }
    func play(_ animation: some TimedAnimation) {
      var animation = animation
      animation.repeatCount = .infinity
      box().add(animation)
    }
    var along = Path()
    along = Path(ellipseIn: Rect(x: 50, y: 50, width: 100, height: 60))
    play(BasicAnimation(.position, to: .point(x: 100, y: 100), duration: 1, timingFunction: .easeInEaseOut))
    play(BasicAnimation(.rotationZ, from: .degrees(0), to: .degrees(360), duration: 1))
    play(
      BasicAnimation(.transform, from: .transform(.identity), to: .transform(.rotation(by: .degrees(90), axis: .y)), duration: 1))
    play(BasicAnimation(.opacity, from: 0.25, to: 1, duration: 1))
    play(BasicAnimation(.backgroundColor, from: .color(.red), to: .color(.blue), duration: 1))
    play(BasicAnimation(.cornerRadius, from: 2, to: 20, duration: 1))
    play(BasicAnimation(.bounds, to: .rect(Rect(x: 0, y: 0, width: 90, height: 30)), duration: 1))
    play(SpringAnimation(.scale, from: 1, to: 2))
    play(KeyframeAnimation(along: along, duration: 1, rotationMode: .auto))
    play(KeyframeAnimation(.zPosition, values: [0, 1, 0], duration: 1, mode: .cubic))
    play(
      AnimationGroup([
        .basic(BasicAnimation(.positionX, to: 100, duration: 1)), .basic(BasicAnimation(.rotationX, to: .degrees(9))),
      ]))
    let (renderer, screen, workers) = (Renderer(), ScreenBuffer(stage.size, format: .xrgb8888), SerialWorkerPool())
    var maximum: UInt64 = 0
    // By then, growing buffers have reached their final size.
    for frame in 0..<600 {
      let before = cartouche_thread_allocations()
      let damage = stage.commit(at: seconds(Double(frame) / 60))
      renderer.draw(stage.displayList, over: .white, into: screen.buffer, damage: damage, workers: workers)
      if frame > 300 { maximum = max(maximum, cartouche_thread_allocations() - before) }
    }
    #expect(maximum == 0)
  }
}
