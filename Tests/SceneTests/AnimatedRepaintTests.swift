import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

/// What one display shows: a rotation, a format, and for each age as many buffers as that asks for, shown in turn.
private struct Panel {
  let rotation: Rotation
  /// By age; of age 0, whose content is unknown, one.
  private var rings: [[ScreenBuffer]] = []
  private let whole: ScreenBuffer
  private let poison: Color

  static let oldest = 3

  init(_ size: PixelSize, format: PixelFormat, rotation: Rotation, seed: UInt64) {
    let turned = rotation.swapsAxes ? PixelSize(width: size.height, height: size.width) : size
    self.rotation = rotation
    whole = ScreenBuffer(turned, format: format)
    for age in 0...Self.oldest { rings.append((0..<max(age, 1)).map { _ in ScreenBuffer(turned, format: format) }) }
    poison = Color(hex: UInt32(truncatingIfNeeded: seed &* 0x9e37_79b9) & 0xff_ffff)
  }

  /// Shows `stage` as frame number `frame` in a buffer of each age, its damage poisoned first; answers which age is not as a full redraw.
  func show(_ stage: Stage, frame: Int, history: DamageHistory, with renderer: Renderer) -> Int? {
    let (list, workers) = (stage.displayList, SerialWorkerPool())
    renderer.draw(list, into: whole.buffer, damage: [PixelRect(stage.size)], rotation: rotation, workers: workers)
    for (age, ring) in rings.enumerated() {
      let screen = ring[frame % ring.count]
      // The first time round a buffer has never been shown.
      let damage = history.damage(forAge: frame < age ? 0 : age)
      renderer.draw(DisplayList(), over: poison, into: screen.buffer, damage: damage, rotation: rotation, workers: workers)
      renderer.draw(list, into: screen.buffer, damage: damage, rotation: rotation, workers: workers)
      if !screen.isSame(as: whole) { return age }
    }
    return nil
  }
}

extension ScreenBuffer {
  fileprivate func isSame(as other: ScreenBuffer) -> Bool {
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
  /// A movement of some layer by one of the engine's kinds of animation, or a change of several layers in a transaction.
  fileprivate mutating func move() {
    guard let layer = layers.randomElement(using: &random) else { return }
    let length = Seconds(Int.random(in: 1..<60, using: &random)) / 60
    func degrees(_ low: Int, _ high: Int) -> AnimatableValue {
      .degrees(WideFixed(Int.random(in: low..<high, using: &random)))
    }
    func end(_ property: AnimatableProperty) -> AnimatableValue {
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
      var spring = SpringAnimation(property, from: end(property), to: end(property))
      spring.speed = 2
      layer.add(spring, forKey: "spring")
    case 2:
      layer.add(KeyframeAnimation(property, values: [end(property), end(property), end(property)], duration: length, mode: .cubic))
    case 3:
      let other = properties.randomElement(using: &random) ?? .opacity
      var group = AnimationGroup(
        [
          .basic(BasicAnimation(property, to: end(property), duration: length)),
          .basic(BasicAnimation(other, from: end(other), duration: length)),
        ], duration: length)
      group.autoreverses = true
      layer.add(group, forKey: "group")
    case 4, 5:
      stage.beginTransaction(
        Transaction(duration: length, timing: Bool.random(using: &random) ? .curve(.easeInEaseOut) : .spring(Spring())))
      for _ in 0..<3 { change() }
      stage.commitTransaction()
    default:
      var animation = BasicAnimation(property, from: end(property), to: end(property), duration: length)
      (animation.repeatCount, animation.fillMode) = (2, .both)
      layer.add(animation, forKey: property.name)
    }
  }
}

@Suite("An animated stage")
struct AnimatedRepaintTests {
  /// 16 trees of 63 frames: each of the 4 rotations, 2 formats and 4 ages sees all 1008.
  @Test(
    "has in a buffer of any age, turned any way, where its damage was poisoned and drawn, the same pixels as when all is drawn",
    arguments: 0..<16 as Range<UInt64>)
  func repaint(seed: UInt64) {
    var garden = RepaintTests.RandomScene(seed: 0xa11 << 32 | seed, size: PixelSize(width: 96, height: 64))
    let size = garden.stage.size
    // Room for what moves to be something at once.
    for _ in 0..<24 { garden.change() }
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
      if step % 3 == 0 { garden.move() }
      if step % 7 == 0 { garden.change() }
      let damage = garden.stage.commit(at: Timestamp(nanoseconds: Int64(step) * 16_666_667))
      history.add(damage)
      if garden.stage.nextFrame == .nextRefresh { moving += 1 }
      if !damage.isEmpty && damage != [PixelRect(size)] { partial += 1 }
      // One that is settled and not presented counts towards the next.
      if step % 11 == 10 { continue }
      for (index, panel) in panels.enumerated() {
        if let age = panel.show(garden.stage, frame: frame, history: history, with: renderer) {
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
