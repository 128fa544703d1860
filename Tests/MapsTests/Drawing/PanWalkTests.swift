import CartoucheImages
import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("Long pans of a styled map")
struct PanWalkTests {
  private func contentLayer(_ map: MapView) throws -> CachedScrollLayer {
    try #require(map.sublayers.lazy.compactMap { $0 as? CachedScrollLayer }.first)
  }

  @Test(
    "a walk of whole points shows what a new map shows, and draws only strips", arguments: [12.5, 16, 18.3], [0, 30])
  func town(zoom: Double, bearing: Int) throws {
    try walk(.town, zoom, bearing, distance: 10_000)
  }

  /// What a layer draws above the town's areas.
  enum Content: CaseIterable {
    case images, dashes, wideLines, blurredLines, doubleLines

    /// The largest difference of a component: images and masks are sampled at positions that are rounded.
    var bound: Int {
      switch self {
      case .dashes, .wideLines: 0
      case .images, .blurredLines, .doubleLines: 1
      }
    }

    var line: [StyleProperty: PropertyValue] {
      switch self {
      case .images: [:]
      case .dashes: [.lineWidth: 6, .lineDasharray: .numbers([2, 1.5])]
      case .wideLines: [.lineWidth: 30, .lineOpacity: 0.3, .lineJoin: "round", .lineCap: "round"]
      case .blurredLines: [.lineWidth: 3, .lineBlur: 4, .lineOpacity: 0.6]
      case .doubleLines: [.lineWidth: 2, .lineGapWidth: 7, .lineOffset: 5]
      }
    }
  }

  @Test("so does a walk over images and lines of all kinds", arguments: Content.allCases, [0, 30])
  func contents(content: Content, bearing: Int) throws {
    var style = MapStyle.town
    style.layers.removeLast(2)
    if content == .images {
      let images = CountingSource(10...18, format: .png) { id in
        try PNG.encode(
          Image(size: PixelSize(width: 64, height: 64)) { pixels in
            for index in pixels.indices { pixels[index] = 0xff00_0000 | UInt32(index * 97 & 0xffff) << 4 | UInt32(id.x & 1) * 255 }
          })
      }
      style.sources = ["images": .tiles(images)]
      style.layers.append(StyleLayer("images", kind: .raster, source: "images"))
    } else {
      for layer in ["lines", "areas"] {
        style.layers.append(StyleLayer(layer, kind: .line, sourceLayer: layer, properties: content.line))
      }
    }
    for zoom in [13.2, 17.6] { try walk(style, zoom, bearing, distance: 1500, bound: content.bound) }
  }

  @Test("so does a walk whose strips and tiles come from workers, at any time", arguments: [12.5, 16, 18.3], [0, 30])
  func workers(zoom: Double, bearing: Int) throws {
    let queue = ShufflingQueue(workerCount: 2, seed: UInt64(bearing))
    var style = MapStyle.town
    style.layers.removeAll { $0.kind == .circle }
    let prepared = try walk(style, zoom, bearing, distance: 3000, speed: 15, queue: queue)
    #expect(prepared > 10)
    // Circles reach beyond their tiles, so no part is drawn ahead.
    #expect(try walk(.town, zoom, bearing, distance: 300, speed: 15, queue: queue) == 0)
  }

  /// - Returns: The number of strips that workers had drawn before they were needed.
  @discardableResult
  private func walk(
    _ style: MapStyle, _ zoom: Double, _ bearing: Int, distance length: Int, speed: Int = 60, bound: Int = 0,
    queue: ShufflingQueue? = nil
  ) throws -> Int {
    let camera = MapCamera(center: .beijing, zoom: Scalar(floatLiteral: zoom), bearing: .degrees(WideFixed(bearing)))
    let town = CountingSource.town(10...16)
    let screen = TileArrivalTests.screen([town], style, queue, camera: camera)
    if let queue { screen.settle(queue) }
    screen.runUntilIdle()
    let layer = try contentLayer(screen.map)
    var random = SplitMix64(seed: UInt64(zoom * 8) + UInt64(bearing))
    var (frames, distance) = (0, 0)
    var direction = (0, 0)
    while distance < length {
      if frames % 12 == 0 { direction = (random.int(in: -speed...speed), random.int(in: -speed * 3 / 4...speed * 3 / 4)) }
      let (x, y) = (direction.0 + random.int(in: -4...4), direction.1 + random.int(in: -4...4))
      let count = layer.partialDrawCount
      screen.map.pan(by: Point(x: Scalar(x), y: Scalar(y)))
      screen.step()
      _ = screen.repaintEqualsRedraw()
      if let queue {
        for _ in 0..<random.int(in: 0...3) { queue.deliver() }
        if frames % 16 == 0 { screen.settle(queue) }
      } else if x != 0 || y != 0 {
        #expect(layer.partialDrawCount == count + 1, "frame \(frames) is drawn whole")
      }
      (frames, distance) = (frames + 1, distance + max(abs(x), abs(y)))
      guard frames % 16 == 0 else { continue }
      let fresh = TileArrivalTests.screen([town], style, camera: screen.map.camera)
      fresh.runUntilIdle()
      let largest = Self.largestDifference(screen.image, fresh.image)
      #expect(largest <= bound, "frame \(frames)")
      if largest > bound { break }
    }
    guard let queue else { return 0 }
    // The pan ends, and nothing goes on.
    screen.settle(queue)
    while queue.deliver() {}
    screen.runUntilIdle()
    #expect(screen.stage.nextFrame == .never && screen.stage.nextWakeUp == .never)
    return screen.map.preparedStripCount
  }

  /// The largest difference of a component.
  private static func largestDifference(_ a: Image, _ b: Image) -> Int {
    var largest = 0
    for (a, b) in zip(a.pixels, b.pixels) where a != b {
      for shift: UInt32 in [0, 8, 16] { largest = max(largest, abs(Int(a >> shift & 255) - Int(b >> shift & 255))) }
    }
    return largest
  }
}
