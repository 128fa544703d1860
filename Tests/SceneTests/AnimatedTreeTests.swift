import CAllocations
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("An animated tree")
struct AnimatedTreeTests {
  /// A tree of layers with animations at random, some in transactions.
  struct AnimatedScene {
    var random: SplitMix64
    let stage = Stage(size: PixelSize(width: 160, height: 120))
    var layers: [Layer] = []
    var added = 0
    let ended = Tally()

    final class Tally {
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
      var made: Animation
      switch int(0..<(depth > 1 ? 3 : 4)) {
      case 0:
        var basic = BasicAnimation(property)
        if int(0..<3) > 0 { basic.from = value(of: property) }
        if int(0..<3) > 0 { basic.to = value(of: property) }
        if int(0..<4) == 0 { basic.by = value(of: property) }
        (basic.isAdditive, basic.isCumulative) = (int(0..<4) == 0, int(0..<4) == 0)
        made = .basic(basic)
      case 1:
        made = .spring(
          SpringAnimation(
            property, from: value(of: property), to: value(of: property), spring: Spring(damping: Element(int(1..<60)))))
      case 2:
        let modes: [KeyframeAnimation.CalculationMode] = [.linear, .discrete, .paced, .cubic, .cubicPaced]
        var values: [AnimatableValue] = []
        for _ in 0..<int(0..<5) { values.append(value(of: property)) }
        made = .keyframe(KeyframeAnimation(property, values: values, mode: modes[int(0..<5)]))
      default:
        var inner: [Animation] = []
        for _ in 0..<int(0..<4) { inner.append(animation(depth + 1)) }
        made = .group(AnimationGroup(inner))
      }
      (made.duration, made.delay, made.timeOffset) = (time(), int(0..<3) == 0 ? time() : 0, int(0..<5) == 0 ? time() : 0)
      made.repeatCount = Scalar(int(0..<5)) / 2
      made.autoreverses = int(0..<3) == 0
      made.speed = int(0..<4) == 0 ? Scalar(int(-4..<8)) / 2 : 1
      made.timingFunction = int(0..<2) == 0 ? .easeInEaseOut : nil
      made.fillMode = MediaTiming.FillMode(rawValue: UInt8(int(0..<4))) ?? .both
      made.isRemovedOnCompletion = int(0..<4) > 0
      return made
    }

    mutating func add() {
      let (number, ended) = (added, ended)
      added += 1
      let key = int(0..<3) == 0 ? "key \(int(0..<3))" : nil
      layers[int(1..<layers.count)].add(animation(), forKey: key) { _ in ended.counts[number, default: 0] += 1 }
    }

    /// What all layers are, without animations.
    var models: [AnimatableValue?] {
      let all: [AnimatableProperty] = [
        .position, .bounds, .transform, .backgroundColor, .border, .isHidden, .colors, .opacity, .cornerRadius, .zPosition,
      ]
      return layers.flatMap { layer in all.map { layer.value(for: $0) } }
    }
  }

  @Test("shows the same at a time whether it was looked at in every frame or once, and leaves the layers as they are")
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
      for (dance, screen) in [(often, a), (once, b)] {
        Renderer().draw(
          dance.stage.displayList, over: .white, into: screen.buffer, damage: [PixelRect(dance.stage.size)],
          workers: SerialWorkerPool())
      }
      #expect(a.firstDifference(from: b) == nil, "seed \(seed)")
      #expect(often.models == models && once.models == models, "seed \(seed)")
    }
  }

  @Test("tells each end exactly once, whatever happens to the layers")
  func ends() {
    for seed in 100..<140 as Range<UInt64> {
      var dance = AnimatedScene(seed: seed)
      for frame in 0..<120 {
        switch dance.int(0..<6) {
        case 0, 1: dance.add()
        case 2: dance.layers[dance.int(1..<dance.layers.count)].removeAnimation(forKey: "key 1")
        case 3:
          let (layer, other) = (dance.layers[dance.int(1..<dance.layers.count)], dance.layers[dance.int(0..<dance.layers.count)])
          if dance.int(0..<2) == 0 { layer.removeFromSuperlayer() } else { other.addSublayer(layer) }
        case 4: dance.layers[dance.int(1..<dance.layers.count)].speed = Scalar(dance.int(0..<3))
        default:
          let (layer, x) = (dance.layers[dance.int(1..<dance.layers.count)], dance.scalar(0..<160))
          dance.stage.animate { layer.position.x = x }
        }
        _ = dance.stage.commit(at: seconds(Double(frame) / 20))
      }
      for layer in dance.layers { layer.removeAllAnimations() }
      _ = dance.stage.commit(at: seconds(99))
      #expect(dance.ended.counts.count == dance.added && dance.ended.counts.values.allSatisfy { $0 == 1 }, "seed \(seed)")
      #expect(dance.stage.nextFrame == .never)
    }
  }

  @Test("repainted where it says that it changed equals one drawn whole")
  func repaint() {
    for seed in 200..<212 as Range<UInt64> {
      var dance = AnimatedScene(seed: seed)
      for _ in 0..<15 { dance.add() }
      let (screen, whole) = (ScreenBuffer(dance.stage.size, format: .rgb565), ScreenBuffer(dance.stage.size, format: .rgb565))
      for frame in 0..<90 {
        if dance.int(0..<8) == 0 { dance.add() }
        let damage = dance.stage.commit(at: seconds(Double(frame) / 15))
        screen.poison(damage)
        let (list, all) = (dance.stage.displayList, [PixelRect(dance.stage.size)])
        if !damage.isEmpty { Renderer().draw(list, over: .white, into: screen.buffer, damage: damage, workers: SerialWorkerPool()) }
        Renderer().draw(list, over: .white, into: whole.buffer, damage: all, workers: SerialWorkerPool())
        #expect(screen.firstDifference(from: whole) == nil, "seed \(seed), frame \(frame)")
      }
    }
  }

  @Test("asks for frames while something moves, waits for what is to begin, and wakes for nothing else")
  func waking() {
    let rig = AnimationFixture()
    #expect(rig.stage.nextFrame == .never)
    var animation = BasicAnimation(.positionX, from: 0, to: 8, duration: 1)
    animation.delay = 2
    rig.layer.add(animation)
    #expect(rig.stage.needsCommit)
    _ = rig.stage.commit(at: seconds(3))
    #expect(!rig.stage.needsCommit && rig.stage.nextFrame == .at(seconds(5)))
    #expect(rig.stage.commit(at: seconds(4.9)) == [])
    #expect(!rig.stage.commit(at: seconds(5)).isEmpty && rig.stage.nextFrame == .nextRefresh)
    rig.layer.isHidden = true
    _ = rig.stage.commit(at: seconds(5.5))
    #expect(rig.stage.nextFrame == .at(seconds(6)), "what is not seen wakes only to be told its end")
    rig.layer.isHidden = false
    _ = rig.stage.commit(at: seconds(5.6))
    #expect(rig.stage.nextFrame == .nextRefresh)
    #expect(!rig.stage.commit(at: seconds(6)).isEmpty && rig.stage.nextFrame == .never)
    #expect(rig.stage.commit(at: seconds(7)) == [])
    // Held values are no change.
    rig.layer.add(KeyframeAnimation(.positionX, values: [1, 2], duration: 2, mode: .discrete))
    #expect(!rig.stage.commit(at: seconds(10)).isEmpty)
    #expect(rig.stage.commit(at: seconds(10.5)) == [])
    #expect(!rig.stage.commit(at: seconds(11)).isEmpty)
  }

  @Test("is hit where it is shown if that is asked for, and where it is otherwise")
  func hits() {
    let rig = AnimationFixture()
    rig.layer.add(BasicAnimation(.positionX, from: 20, to: 20, duration: 1))
    _ = rig.stage.commit(at: seconds(4))
    #expect(rig.stage.presentationHitTest(Point(x: 5, y: 50)) === rig.layer)
    #expect(rig.stage.root.hitTest(Point(x: 5, y: 50)) === rig.stage.root)
    #expect(rig.stage.presentationHitTest(Point(x: 140, y: 50)) === rig.stage.root)
    #expect(rig.stage.root.hitTest(Point(x: 140, y: 50)) === rig.layer)
  }

  @Test("a steady animated frame allocates nothing")
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
    var most: UInt64 = 0
    // After some seconds whatever grows has its size.
    for frame in 0..<600 {
      let before = cartouche_thread_allocations()
      let damage = stage.commit(at: seconds(Double(frame) / 60))
      renderer.draw(stage.displayList, over: .white, into: screen.buffer, damage: damage, workers: workers)
      if frame > 300 { most = max(most, cartouche_thread_allocations() - before) }
    }
    #expect(most == 0)
  }
}
