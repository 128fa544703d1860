import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

/// Layers over scrolling content that fade, slide, are masked, hidden and moved.
@Suite("Animated layers over cached scrolling content")
struct CachedScrollAnimationTests {
  private final class ScrollScene {
    let stage = Stage(size: PixelSize(width: 130, height: 100))
    let content = CachedScrollLayer(frame: Rect(x: 0, y: 0, width: 130, height: 100))
    private var layers: [Layer] = []
    private var origin = PixelPoint(x: 0, y: 0)
    private let screen: ScreenBuffer
    private let renderer = Renderer()

    init(usesCache: Bool) {
      screen = ScreenBuffer(stage.size, format: .xrgb8888)
      stage.usesScrollCache = usesCache
      stage.root.addSublayer(content)
      content.drawing = { [unowned self] rect, list, transform in
        list.fill(Path(rect: content.bounds), with: .color(.white), transform: transform)
        for row in -30...30 {
          for column in -30...30 where (row + column) % 2 == 0 {
            let square = Rect(x: Scalar(origin.x + column * 16), y: Scalar(origin.y + row * 16), width: 9, height: 7)
            guard square.intersects(rect) else { continue }
            let color = Color(hex: UInt32((column & 15) * 16 + 0x4000 * (row & 7)))
            list.fill(Path(rect: square), with: .color(color), transform: transform)
          }
        }
      }
    }

    func scroll(_ x: Int, _ y: Int) {
      origin = PixelPoint(x: origin.x + x, y: origin.y + y)
      for layer in content.sublayers { layer.scroll(by: Point(x: Scalar(x), y: Scalar(y))) }
      content.contentOffset = PixelPoint(x: -origin.x, y: -origin.y)
    }

    /// Draws the damage of the frame at `now` over poisoned pixels, and returns the screen's content.
    func frame(_ now: Timestamp) -> [UInt8] {
      let damage = stage.commit(at: now)
      screen.poison(damage)
      renderer.draw(stage.displayList, into: screen.buffer, damage: damage, workers: SerialWorkerPool())
      return screen.bytes
    }

    func change(_ random: inout SplitMix64) {
      func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
      let (kind, x, y, choice) = (number(0...13), number(0...120), number(0...90), number(0...1000))
      let color = Color(hex: UInt32(choice * 0x3111 & 0xff_ffff))
      if layers.count < 8 || kind == 0 {
        let frame = Rect(x: Scalar(x), y: Scalar(y), width: Scalar(8 + choice % 30), height: Scalar(6 + choice % 23))
        let layer = choice % 7 == 0 ? TransformLayer() : Layer(frame: frame)
        layer.backgroundColor = color
        if choice % 5 == 0 { layer.shadow = Shadow(color: .black, radius: 3) }
        (choice % 3 == 0 && !layers.isEmpty ? layers[choice % layers.count] : content).addSublayer(layer)
        return layers.append(layer)
      }
      let layer = layers[choice % layers.count]
      let point = Point(x: Scalar(x), y: Scalar(y))
      switch kind {
      case 1: layer.add(BasicAnimation(.opacity, from: .scalar(0), to: .scalar(1), duration: 0.2), forKey: "fade")
      case 2:
        layer.add(
          BasicAnimation(.position, from: .point(Point(x: 10, y: 10)), to: .point(point), duration: 0.15), forKey: "move")
      case 3:
        var slide = BasicAnimation(.translation, from: .point(point), to: .point(.zero), duration: 0.1)
        slide.isAdditive = true
        layer.add(slide, forKey: "slide")
      case 4: layer.isHidden.toggle()
      case 5:
        layer.removeFromSuperlayer()
        layers.removeAll { $0 === layer }
      case 6: layer.zPosition = Scalar(x)
      case 7: layer.opacity = Scalar(x % 3) / 2
      case 8: layer.setNeedsDisplay(in: Rect(x: 2, y: 2, width: 5, height: 3))
      case 9: layer.backgroundColor = color
      case 10:
        let mask = Layer(frame: Rect(x: 2, y: 1, width: 12, height: 10))
        mask.backgroundColor = .black
        layer.mask = layer.mask == nil ? mask : nil
      case 11: layer.mask?.position.x += 3
      case 12: layer.position = point
      default: layer.masksToBounds.toggle()
      }
    }
  }

  @Test("show the same pixels as without a cache", arguments: 0..<40 as Range<UInt64>)
  func animated(seed: UInt64) {
    let (cached, uncached) = (ScrollScene(usesCache: true), ScrollScene(usesCache: false))
    var (cachedRandom, uncachedRandom, random) = (SplitMix64(seed: seed), SplitMix64(seed: seed), SplitMix64(seed: seed &+ 99))
    var frames: Set<[UInt8]> = []
    for step in 0..<120 {
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        cached.change(&cachedRandom)
        uncached.change(&uncachedRandom)
      }
      if Int.random(in: 0...2, using: &random) > 0 {
        let (x, y) = (Int.random(in: -9...9, using: &random), Int.random(in: -5...5, using: &random))
        cached.scroll(x, y)
        uncached.scroll(x, y)
      }
      let now = Timestamp(nanoseconds: Int64(step + 1) * 16_000_000)
      let frame = cached.frame(now)
      frames.insert(frame)
      if frame != uncached.frame(now) {
        Issue.record("step \(step)")
        return
      }
    }
    #expect(frames.count > 50)
  }
}
