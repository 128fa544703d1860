import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("A pixel that a layer covers")
struct HitTestCoverageTests {
  /// A stage with eight layers, each with a color of its own, rotated and tilted at random, some in a
  /// transform layer.
  private func stage(seed: UInt64, size: PixelSize) -> (stage: Stage, layers: [Layer]) {
    var random = SplitMix64(seed: seed)
    let stage = Stage(size: size)
    stage.root.backgroundColor = Color(hex: 0xff)
    let space = TransformLayer(frame: stage.root.bounds)
    stage.root.addSublayer(space)
    var layers: [Layer] = []
    func number(_ range: Range<Int>) -> Scalar { Scalar(Int.random(in: range, using: &random)) / 4 }
    for index in 0..<8 {
      let layer = Layer(frame: Rect(x: number(-80..<400), y: number(-80..<300), width: number(40..<300), height: number(40..<300)))
      layer.backgroundColor = color(index)
      layer.anchorPoint = Point(x: number(0..<4), y: number(0..<4))
      layer.anchorPointZ = number(-40..<40)
      var transform = Transform3D.identity
      let parent = Int.random(in: 0..<3, using: &random)
      // One eye for each layer: its sublayers are flattened onto it.
      if parent < 2 { transform.m34 = WideFixed(Int.random(in: -8...0, using: &random)) / 1000 }
      for axis: Transform3D.Axis in [.x, .y, .z] {
        transform = transform.rotated(by: .degrees(WideFixed(Int.random(in: 0..<360, using: &random))), axis: axis)
      }
      layer.transform = transform.translated(x: 0, y: 0, z: WideFixed(Int.random(in: -60..<60, using: &random)))
      layer.zPosition = number(-40..<40)
      layer.isDoubleSided = Int.random(in: 0..<4, using: &random) > 0
      layer.masksToBounds = Int.random(in: 0..<4, using: &random) == 0
      // Without clipping, a rounded corner hits its layer although nothing is visible there, as in Core
      // Animation.
      if layer.masksToBounds { layer.cornerRadius = number(0..<60) }
      (parent == 0 ? stage.root : parent == 1 ? space : layers.last ?? space).addSublayer(layer)
      layers.append(layer)
    }
    return (stage, layers)
  }

  /// A similar stage with eyes at any level: of layers, of their sublayers, of nested transform layers.
  private func nestedStage(seed: UInt64, size: PixelSize) -> (stage: Stage, layers: [Layer]) {
    var random = SplitMix64(seed: seed)
    let stage = Stage(size: size)
    stage.root.backgroundColor = Color(hex: 0xff)
    var layers: [Layer] = []
    var parents: [Layer] = [stage.root]
    func number(_ range: Range<Int>) -> Scalar { Scalar(Int.random(in: range, using: &random)) / 4 }
    func transform() -> Transform3D {
      var transform = Transform3D.identity
      if Bool.random(using: &random) { transform.m34 = WideFixed(Int.random(in: -8...0, using: &random)) / 1000 }
      for axis: Transform3D.Axis in [.x, .y, .z] {
        transform = transform.rotated(by: .degrees(WideFixed(Int.random(in: 0..<360, using: &random))), axis: axis)
      }
      return transform.translated(x: 0, y: 0, z: WideFixed(Int.random(in: -60..<60, using: &random)))
    }
    while layers.count < 8 {
      let isSpace = Int.random(in: 0..<3, using: &random) == 0
      let frame = Rect(x: number(-80..<400), y: number(-80..<300), width: number(40..<300), height: number(40..<300))
      let layer = isSpace ? TransformLayer(frame: frame) : Layer(frame: frame)
      layer.anchorPoint = Point(x: number(0..<4), y: number(0..<4))
      layer.anchorPointZ = number(-40..<40)
      layer.transform = transform()
      if Bool.random(using: &random) { layer.sublayerTransform.m34 = WideFixed(Int.random(in: -8...0, using: &random)) / 1000 }
      layer.zPosition = number(-40..<40)
      layer.isDoubleSided = Int.random(in: 0..<4, using: &random) > 0
      (parents.randomElement(using: &random) ?? stage.root).addSublayer(layer)
      parents.append(layer)
      guard !isSpace else { continue }
      layer.backgroundColor = color(layers.count)
      layer.masksToBounds = Int.random(in: 0..<4, using: &random) == 0
      if layer.masksToBounds { layer.cornerRadius = number(0..<60) }
      layers.append(layer)
    }
    return (stage, layers)
  }

  enum Eyes: CaseIterable {
    /// One for each layer: its sublayers are flattened onto it.
    case one
    /// At any level, seen through one another.
    case nested
  }

  /// The number of pixels compared and of layers found.
  private struct Count {
    var pixels = 0
    var layers = 0
  }

  /// Compares hit testing with the drawn pixels.
  ///
  /// A layer covers a pixel if this pixel and its eight neighbors show its color alone: the layer is then
  /// topmost at all nine centers, with full coverage. The touch is at the center of the middle pixel.
  private func check(
    _ scene: (stage: Stage, layers: [Layer]), size: PixelSize, step: Int, with renderer: Renderer, _ count: inout Count
  ) throws -> String? {
    let (stage, layers) = scene
    _ = stage.commit()
    let panel = TestPanel(size: size, format: .xrgb8888)
    renderer.draw(stage.displayList, into: panel.buffer, damage: [PixelRect(size)], workers: SerialWorkerPool())
    let image = panel.image
    let pixels = Array(UnsafeBufferPointer(start: image.storage.pixels, count: image.storage.count))
    var found: Set<ObjectIdentifier> = []
    for y in stride(from: 1, to: size.height - 1, by: step) {
      for x in stride(from: 1 + y % step, to: size.width - 1, by: step) {
        let color = pixels[y * size.width + x]
        let isCovered = (-1...1).allSatisfy { dy in (-1...1).allSatisfy { pixels[(y + dy) * size.width + x + $0] == color } }
        guard isCovered, let shown = ([stage.root] + layers).first(where: { $0.backgroundColor.map(hex) == color & 0xff_ffff })
        else {
          continue
        }
        let hit = try #require(stage.root.hitTest(Point(x: Scalar(x) + 0.5, y: Scalar(y) + 0.5)))
        if hit !== shown { return "(\(x), \(y)) shows \(color), hits \(hit.backgroundColor.map(hex) ?? 0)" }
        count.pixels += 1
        found.insert(ObjectIdentifier(hit))
      }
    }
    count.layers += found.count
    return nil
  }

  @Test("hits that layer: 10 000 random transforms", arguments: Eyes.allCases, 0..<10 as Range<UInt64>)
  func law(eyes: Eyes, part: UInt64) throws {
    let size = PixelSize(width: 120, height: 90)
    let renderer = Renderer()
    var count = Count()
    for number in 0..<125 as Range<UInt64> {
      let seed = part << 32 | number
      let scene = eyes == .one ? stage(seed: seed, size: size) : nestedStage(seed: seed, size: size)
      if let failure = try check(scene, size: size, step: 11, with: renderer, &count) {
        Issue.record("seed \(part)/\(number): \(failure)")
        return
      }
    }
    #expect(count.pixels > 8_000 && count.layers > 200)
  }

  @Test(
    "hits that layer at every pixel, with an image behind an inner eye and with a layer seen almost edge-on",
    arguments: [3 << 32 | 50, 1 << 32 | 37] as [UInt64])
  func everyPixel(seed: UInt64) throws {
    let size = PixelSize(width: 120, height: 90)
    var count = Count()
    #expect(try check(nestedStage(seed: seed, size: size), size: size, step: 1, with: Renderer(), &count) == nil)
    #expect(count.pixels > 8000)
  }

  /// Any two colors differ by half in red or green, and from the root's in blue, so that 1/128 of coverage is
  /// visible.
  private func color(_ index: Int) -> Color {
    Color(red: [0, 128, 255][index % 3], green: [0, 128, 255][index / 3 % 3], blue: 0)
  }

  private func hex(_ color: Color) -> UInt32 { UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue) }
}
