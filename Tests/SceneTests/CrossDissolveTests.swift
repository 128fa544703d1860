import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("Cross-dissolve")
struct CrossDissolveTests {
  private let fixture = AnimationFixture()
  private let renderer = Renderer()

  /// Returns the color of a pixel `time` seconds after the fixture's creation.
  private func color(_ x: Int, _ y: Int, at time: Double) -> UInt32 {
    _ = fixture.stage.commit(at: seconds(3 + time))
    let panel = TestPanel(size: fixture.stage.size, format: .xrgb8888)
    renderer.draw(
      fixture.stage.displayList, over: .white, into: panel.buffer, damage: [PixelRect(fixture.stage.size)],
      workers: SerialWorkerPool())
    let bytes = panel.pixelBytes
    let index = (y * fixture.stage.size.width + x) * 4
    return (0..<3).reduce(0) { $0 | UInt32(bytes[index + $1]) << (8 * UInt32($1)) }
  }

  private func dissolve(_ layer: Layer, duration: Seconds = 1, _ log: CompletionLog? = nil, _ changes: () -> Void) {
    layer.crossDissolve(duration: duration, timingFunction: .linear, changes, completion: log?.record("fade"))
  }

  @Test("a layer and the root fade from the old to the new pixels, and nothing is left of the fade", arguments: [false, true])
  func fade(isRoot: Bool) {
    let (stage, layer, log) = (fixture.stage, fixture.layer, CompletionLog())
    layer.backgroundColor = Color(hex: 0x0000ff)
    _ = color(100, 50, at: 0)
    dissolve(isRoot ? stage.root : layer, log) { layer.backgroundColor = Color(hex: 0x00ff00) }
    #expect(color(100, 50, at: 0) == 0x0000ff)
    #expect(color(100, 50, at: 0.5) == 0x008080 || color(100, 50, at: 0.5) == 0x007f80)
    #expect(log.lines == [] && stage.nextFrame == .nextRefresh)
    #expect(color(100, 50, at: 1) == 0x00ff00 && log.lines == ["fade finished"])
    #expect(layer.sublayers.isEmpty && stage.root.sublayers.count == 1)
    _ = stage.commit(at: seconds(4.1))
    #expect(stage.nextFrame == .never && !stage.needsCommit)
  }

  @Test("a second fade begins with the pixels of the first, which ends as cancelled", arguments: [false, true])
  func second(isRoot: Bool) {
    let (layer, log) = (fixture.layer, CompletionLog())
    let faded = isRoot ? fixture.stage.root : layer
    layer.backgroundColor = Color(hex: 0x0000ff)
    _ = color(100, 50, at: 0)
    dissolve(faded, log) { layer.backgroundColor = Color(hex: 0x00ff00) }
    _ = color(100, 50, at: 0)
    let middle = color(100, 50, at: 0.5)
    dissolve(faded, log) { layer.backgroundColor = Color(hex: 0xff0000) }
    #expect(log.lines == ["fade cancelled"])
    #expect(faded.sublayers.count == (isRoot ? 2 : 1))
    #expect(color(100, 50, at: 0.5) == middle)
    #expect(color(100, 50, at: 1.5) == 0xff0000 && log.lines == ["fade cancelled", "fade finished"])
  }

  @Test("the fade shows sublayers beyond the layer's bounds, and not what other layers show there")
  func beyondBounds() {
    let (layer, other) = (fixture.layer, Layer(frame: Rect(x: 0, y: 0, width: 50, height: 100)))
    other.backgroundColor = Color(hex: 0x00ff00)
    fixture.stage.root.insertSublayer(other, at: 0)
    let badge = Layer(frame: Rect(x: -20, y: 10, width: 10, height: 10))
    badge.backgroundColor = Color(hex: 0x0000ff)
    layer.addSublayer(badge)
    _ = color(35, 35, at: 0)
    dissolve(layer) {
      badge.removeFromSuperlayer()
      other.backgroundColor = Color(hex: 0xff0000)
    }
    #expect(color(35, 35, at: 0) == 0x0000ff)
    #expect(color(20, 35, at: 0) == 0xff0000)
    #expect(color(35, 35, at: 1) == 0xff0000)
  }

  @Test("opacity, mask and transform of the faded layer apply once")
  func context() {
    let layer = fixture.layer
    layer.backgroundColor = Color(hex: 0x0000ff)
    layer.opacity = 0.5
    layer.cornerRadius = 20
    layer.masksToBounds = true
    layer.transform = .scale(x: 0.5, y: 0.5, z: 1)
    let before = [color(100, 50, at: 0), color(77, 37, at: 0), color(76, 50, at: 0), color(60, 50, at: 0)]
    dissolve(layer) {}
    #expect([color(100, 50, at: 0), color(77, 37, at: 0), color(76, 50, at: 0), color(60, 50, at: 0)] == before)
  }

  @Test("touches pass through a fade")
  func touches() {
    _ = fixture.stage.commit(at: seconds(3))
    dissolve(fixture.stage.root) {}
    _ = fixture.stage.commit(at: seconds(3))
    #expect(fixture.stage.presentationHitTest(Point(x: 100, y: 50)) === fixture.layer)
  }

  @Test("changes of colors in a fade are not animated, even in a transaction")
  func transaction() {
    _ = color(100, 50, at: 0)
    fixture.stage.animate(duration: 1) { dissolve(fixture.layer) { fixture.layer.backgroundColor = .blue } }
    #expect(fixture.layer.animationKeys == [])
  }

  @Test("without a stage, a duration or a frame, the changes take effect at once")
  func immediate() {
    let log = CompletionLog()
    let alone = Layer(frame: Rect(x: 0, y: 0, width: 10, height: 10))
    dissolve(alone, log) { alone.backgroundColor = .red }
    dissolve(fixture.layer, duration: 0, log) { fixture.layer.backgroundColor = .blue }
    let empty = Stage(size: PixelSize(width: 10, height: 10))
    dissolve(empty.root, log) { empty.root.backgroundColor = .red }
    #expect(log.lines == ["fade finished", "fade finished", "fade finished"])
    #expect(alone.backgroundColor == .red && fixture.layer.backgroundColor == .blue && fixture.layer.sublayers.isEmpty)
  }

  @Test("a faded layer that is removed is freed, and its completion is called")
  func removal() {
    let log = CompletionLog()
    weak var weakLayer: Layer?
    func run() {
      let layer = Layer(frame: Rect(x: 0, y: 0, width: 20, height: 20))
      weakLayer = layer
      layer.backgroundColor = .blue
      fixture.stage.root.addSublayer(layer)
      _ = fixture.stage.commit(at: seconds(3))
      dissolve(layer, log) { layer.backgroundColor = .red }
      layer.removeFromSuperlayer()
    }
    run()
    #expect(weakLayer == nil && log.lines == ["fade cancelled"])
  }

  @Test("layers of any size and position do not trap", arguments: [Scalar.zero, 1, -5, 30000, .max, .min])
  func anySize(side: Scalar) {
    let layer = Layer(frame: Rect(x: 0, y: 0, width: 20, height: 20))
    layer.backgroundColor = .blue
    fixture.stage.root.addSublayer(layer)
    for change in 0..<3 {
      if change == 0 { layer.bounds.size = Size(width: side, height: side) } else { layer.position = Point(x: side, y: -side) }
      if change == 2 { layer.transform = Transform3D.identity.rotated(by: .degrees(90), axis: .y) }
      _ = fixture.stage.commit(at: seconds(3))
      dissolve(layer) { layer.backgroundColor = .red }
      _ = color(0, 0, at: 0)
    }
    #expect(layer.sublayers.count <= 1)
  }
}
