import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("A pixel that a layer covers")
struct HitLawTests {
  /// A stage of eight layers, each of a colour of its own, turned and tilted at random, some in one space.
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
      layer.backgroundColor = Color(hex: UInt32(index + 1) << 16 | UInt32(index * 29) << 8)
      layer.anchorPoint = Point(x: number(0..<4), y: number(0..<4))
      layer.anchorPointZ = number(-40..<40)
      var transform = Transform3D.identity
      let parent = Int.random(in: 0..<3, using: &random)
      // One eye for each: what is in a layer lies flat on it.
      if parent < 2 { transform.m34 = WideFixed(Int.random(in: -8...0, using: &random)) / 1000 }
      for axis: Transform3D.Axis in [.x, .y, .z] {
        transform = transform.rotated(by: .degrees(WideFixed(Int.random(in: 0..<360, using: &random))), axis: axis)
      }
      layer.transform = transform.translated(x: 0, y: 0, z: WideFixed(Int.random(in: -60..<60, using: &random)))
      layer.zPosition = number(-40..<40)
      layer.isDoubleSided = Int.random(in: 0..<4, using: &random) > 0
      layer.masksToBounds = Int.random(in: 0..<4, using: &random) == 0
      // Elsewhere a round corner belongs to its layer though nothing is seen there, as in Core Animation.
      if layer.masksToBounds { layer.cornerRadius = number(0..<60) }
      (parent == 0 ? stage.root : parent == 1 ? space : layers.last ?? space).addSublayer(layer)
      layers.append(layer)
    }
    return (stage, layers)
  }

  @Test("hits that layer: 10 000 random transforms", arguments: 0..<10 as Range<UInt64>)
  func law(part: UInt64) throws {
    let size = PixelSize(width: 120, height: 90)
    let renderer = Renderer()
    var (hits, layersHit) = (0, 0)
    for seed in 0..<125 as Range<UInt64> {
      let (stage, layers) = stage(seed: part << 32 | seed, size: size)
      _ = stage.settle()
      let panel = TestPanel(size: size, format: .xrgb8888)
      renderer.draw(stage.displayList, into: panel.buffer, damage: [PixelRect(size)], workers: SerialWorkers())
      let picture = panel.picture
      let pixels = Array(UnsafeBufferPointer(start: picture.storage.pixels, count: picture.storage.count))
      var found: Set<ObjectIdentifier> = []
      for y in stride(from: 1, to: size.height - 1, by: 3) {
        for x in stride(from: 1, to: size.width - 1, by: 3) {
          let color = pixels[y * size.width + x]
          // Within a layer, not on its edge.
          var isInside = true
          for dy in -1...1 { for dx in -1...1 where pixels[(y + dy) * size.width + x + dx] != color { isInside = false } }
          guard isInside else { continue }
          let point = Point(x: Scalar(x) + 0.5, y: Scalar(y) + 0.5)
          let hit = try #require(stage.root.hitTest(point))
          // What is seen from the side is thinner than a pixel: then one of the places beside it is what is shown.
          let quarter: Scalar = 0.25
          let beside = [
            Point(x: -quarter, y: -quarter), Point(x: quarter, y: -quarter), Point(x: -quarter, y: quarter),
            Point(x: quarter, y: quarter),
          ]
          let expected = layers.first { $0.backgroundColor.map { color == 0xff00_0000 | hex($0) } ?? false } ?? stage.root
          if hit !== expected && !beside.contains(where: { stage.root.hitTest(point + $0) === expected }) {
            Issue.record("seed \(part)/\(seed): (\(x), \(y)) shows \(color), hits \(hit.backgroundColor.map(hex) ?? 0)")
            return
          }
          hits += 1
          found.insert(ObjectIdentifier(hit))
        }
      }
      layersHit += found.count
    }
    #expect(hits > 50_000 && layersHit > 300)
  }

  private func hex(_ color: Color) -> UInt32 { UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue) }
}
