import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

/// A simulated display: a rotation, a format, and for each buffer age a ring of as many buffers.
private struct Panel {
  let rotation: Rotation
  /// The ring of each age; age 0, with unknown content, has one buffer.
  private var rings: [[ScreenBuffer]] = []
  private let reference: ScreenBuffer
  private let poison: Color

  static let oldest = 3

  init(_ size: PixelSize, format: PixelFormat, rotation: Rotation, seed: UInt64) {
    let rotated = rotation.swapsAxes ? PixelSize(width: size.height, height: size.width) : size
    self.rotation = rotation
    reference = ScreenBuffer(rotated, format: format)
    for age in 0...Self.oldest { rings.append((0..<max(age, 1)).map { _ in ScreenBuffer(rotated, format: format) }) }
    poison = Color(hex: UInt32(truncatingIfNeeded: seed &* 0x9e37_79b9) & 0xff_ffff)
  }

  /// Draws frame number `frame` into a buffer of each age, over poisoned damage.
  ///
  /// - Returns: The age of the first buffer that differs from a full redraw.
  func show(_ stage: Stage, frame: Int, history: DamageHistory, with renderer: Renderer) -> Int? {
    let (list, workers) = (stage.displayList, SerialWorkerPool())
    renderer.draw(list, into: reference.buffer, damage: [PixelRect(stage.size)], rotation: rotation, workers: workers)
    for (age, ring) in rings.enumerated() {
      let screen = ring[frame % ring.count]
      // During the first round, a buffer has never been shown.
      let damage = history.damage(forAge: frame < age ? 0 : age)
      renderer.draw(DisplayList(), over: poison, into: screen.buffer, damage: damage, rotation: rotation, workers: workers)
      renderer.draw(list, into: screen.buffer, damage: damage, rotation: rotation, workers: workers)
      if !screen.isIdentical(as: reference) { return age }
    }
    return nil
  }
}

extension ScreenBuffer {
  fileprivate func isIdentical(as other: ScreenBuffer) -> Bool {
    let count = buffer.bytesPerRow * size.height
    let (a, b) = (
      UnsafeRawBufferPointer(start: buffer.baseAddress, count: count),
      UnsafeRawBufferPointer(start: other.buffer.baseAddress, count: count)
    )
    return stride(from: 0, to: count, by: 8).allSatisfy {
      a.load(fromByteOffset: $0, as: UInt64.self) == b.load(fromByteOffset: $0, as: UInt64.self)
    }
  }
}

extension RepaintTests.RandomScene {
  /// Adds a random animation to a layer, or changes several layers in a transaction.
  fileprivate mutating func addAnimation() {
    guard let layer = layers.randomElement(using: &random) else { return }
    let duration = Seconds(Int.random(in: 1..<60, using: &random)) / 60
    func degrees(_ low: Int, _ high: Int) -> AnimatableValue {
      .degrees(WideFixed(Int.random(in: low..<high, using: &random)))
    }
    func endValue(_ property: AnimatableProperty) -> AnimatableValue {
      switch property {
      case .position: .point(x: number(0..<384), y: number(0..<256))
      case .bounds: .rect(Rect(x: number(-8..<8), y: 0, width: number(4..<200), height: number(4..<160)))
      case .rotationX, .rotationY, .rotationZ: degrees(-180, 180)
      case .transform, .sublayerTransform: .transform(transform())
      case .backgroundColor, .shadowColor: .color(color())
      case .colors: .colors([color(), color()])
      case .shadowOffset: .size(width: number(-20..<20), height: number(-20..<20))
      case .cornerRadius, .borderWidth, .shadowRadius, .lineWidth: .scalar(number(0..<30))
      case .zPosition, .anchorPointZ: .scalar(number(-40..<40))
      case .isHidden: .bool(Bool.random(using: &random))
      default: .scalar(number(0..<5))
      }
    }
    let properties: [AnimatableProperty] = [
      .position, .position, .bounds, .rotationX, .rotationY, .rotationZ, .transform, .sublayerTransform, .backgroundColor, .colors,
      .shadowOffset, .shadowRadius, .shadowOpacity, .shadowColor, .cornerRadius, .borderWidth, .lineWidth, .strokeEnd, .zPosition,
      .anchorPointZ, .isHidden, .opacity, .opacity, .scale,
    ]
    let property = properties.randomElement(using: &random) ?? .position
    switch Int.random(in: 0..<8, using: &random) {
    case 0:
      layer.removeAllAnimations()
    case 1:
      var spring = SpringAnimation(property, from: endValue(property), to: endValue(property))
      spring.speed = 2
      layer.add(spring, forKey: "spring")
    case 2:
      layer.add(
        KeyframeAnimation(
          property, values: [endValue(property), endValue(property), endValue(property)], duration: duration, mode: .cubic))
    case 3:
      let other = properties.randomElement(using: &random) ?? .opacity
      var group = AnimationGroup(
        [
          .basic(BasicAnimation(property, to: endValue(property), duration: duration)),
          .basic(BasicAnimation(other, from: endValue(other), duration: duration)),
        ], duration: duration)
      group.autoreverses = true
      layer.add(group, forKey: "group")
    case 4, 5:
      stage.beginTransaction(
        Transaction(duration: duration, timing: Bool.random(using: &random) ? .curve(.easeInEaseOut) : .spring(Spring())))
      for _ in 0..<3 { change() }
      stage.commitTransaction()
    default:
      var animation = BasicAnimation(property, from: endValue(property), to: endValue(property), duration: duration)
      (animation.repeatCount, animation.fillMode) = (2, .both)
      layer.add(animation, forKey: property.name)
    }
  }
}

@Suite("An animated stage")
struct AnimatedRepaintTests {
  /// 16 trees with 63 frames each: every rotation, format and age sees all 1008 frames.
  @Test(
    "repaints its damage to the same pixels as a full redraw, for every rotation, format and buffer age",
    arguments: 0..<16 as Range<UInt64>)
  func repaint(seed: UInt64) {
    var scene = RepaintTests.RandomScene(seed: 0xa11 << 32 | seed, size: PixelSize(width: 96, height: 64))
    let size = scene.stage.size
    // Start with some layers, so that there are layers to animate.
    for _ in 0..<24 { scene.change() }
    var panels: [Panel] = []
    for rotation in Rotation.allCases {
      for format in [PixelFormat.xrgb8888, .rgb565] {
        panels.append(Panel(size, format: format, rotation: rotation, seed: seed))
      }
    }
    let renderer = Renderer()
    var history = DamageHistory(size: size)
    var (frame, moving, partial) = (0, 0, 0)
    for step in 0..<200 {
      if frame == 63 { break }
      if step % 3 == 0 { scene.addAnimation() }
      if step % 7 == 0 { scene.change() }
      let damage = scene.stage.commit(at: Timestamp(nanoseconds: Int64(step) * 16_666_667))
      history.add(damage)
      if scene.stage.nextFrame == .nextRefresh { moving += 1 }
      if !damage.isEmpty && damage != [PixelRect(size)] { partial += 1 }
      // A committed frame that is not presented counts toward the next one.
      if step % 11 == 10 { continue }
      for (index, panel) in panels.enumerated() {
        if let age = panel.show(scene.stage, frame: frame, history: history, with: renderer) {
          Issue.record("frame \(frame) on panel \(index), \(panel.rotation): a buffer of age \(age) differs; damage \(damage)")
          return
        }
      }
      history.framePresented()
      frame += 1
    }
    #expect(frame == 63 && moving > 20 && partial > 20)
  }
}
