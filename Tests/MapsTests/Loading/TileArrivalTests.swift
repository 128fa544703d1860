import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("The arrival of tiles")
struct TileArrivalTests {
  static let camera = MapCamera(center: .beijing, zoom: 14.4, bearing: .degrees(20))

  static func screen(
    _ sources: [any TileSource], _ style: MapStyle = .town, _ queue: ShufflingQueue? = nil, camera: MapCamera = camera,
    width: Int = 240, height: Int = 180
  ) -> MapScreen {
    let screen = MapScreen(width: width, height: height, camera: camera)
    screen.stage.backgroundQueue = queue
    (screen.map.showsCompass, screen.map.sources, screen.map.style) = (false, sources, style)
    return screen
  }

  /// Whether a pixel shows the background, or nothing.
  static func hasHoles(_ screen: MapScreen) -> Bool {
    screen.image.pixels.contains { $0 & 0xff_ffff == 0xff00ff || $0 & 0xff_ffff == 0 }
  }

  @Test("tiles in random orders, from 1, 2 and 7 workers, settle to the bits of a map without workers", arguments: [1, 2, 7])
  func orders(workers: Int) throws {
    let expected = Self.screen([CountingSource.town()])
    expected.runUntilIdle()
    let pixels = expected.image.pixels
    #expect(!Self.hasHoles(expected) && Set(pixels).count > 100)
    for seed in 0..<20 as Range<UInt64> {
      let queue = ShufflingQueue(workerCount: workers, seed: seed)
      let source = CountingSource.town()
      let screen = Self.screen([source], .town, queue)
      #expect(screen.settle(queue))
      let isEqual = screen.image.pixels == pixels
      #expect(isEqual, "order \(seed)")
      #expect(screen.repaintEqualsRedraw() && source.rereadCount == 0)
    }
  }

  @Test("a tile of a lower or higher zoom stands in, so that no frame is blank", arguments: [1, 7])
  func standIns(workers: Int) throws {
    for seed in 0..<5 as Range<UInt64> {
      let queue = ShufflingQueue(workerCount: workers, seed: seed)
      let screen = Self.screen([CountingSource.town()], .town, queue)
      screen.settle(queue)
      for zoom: Scalar in [15.4, 16.6, 17.8, 16.2, 15.1, 14.3] {
        screen.map.camera.zoom = zoom
        screen.step()
        #expect(!Self.hasHoles(screen), "at \(zoom)")
        let isAtRest = screen.settle(queue) { #expect(!Self.hasHoles(screen), "order \(seed) at \(zoom)") }
        #expect(isAtRest)
        let fresh = Self.screen([CountingSource.town()], camera: screen.map.camera)
        fresh.runUntilIdle()
        let isEqual = screen.image.pixels == fresh.image.pixels
        #expect(isEqual, "order \(seed) at \(zoom)")
      }
    }
  }

  @Test("a map that is zoomed out by up to six levels shows what it has, until the first tile arrives", arguments: 1...7)
  func zoomedOut(levels: Int) throws {
    let queue = ShufflingQueue(workerCount: 1)
    let screen = Self.screen(
      [CountingSource.town(8...16)], .plainTown(Color(hex: 0x00ff00)), queue, camera: MapCamera(center: .beijing, zoom: 15.2))
    screen.settle(queue)
    screen.map.camera.zoom -= Scalar(levels)
    screen.step()
    #expect(screen.map.isLoadingTiles)
    // What the view showed before. The tiles are a little wider.
    let (width, height) = (240 >> levels, 180 >> levels)
    let pixels = screen.image.pixels
    var (shown, count) = (0, 0)
    for y in (180 - height) / 2..<(180 + height) / 2 {
      for x in (240 - width) / 2..<(240 + width) / 2 {
        count += 1
        if pixels[y * 240 + x] & 0xff_ffff == 0x00ff00 { shown += 1 }
      }
    }
    #expect(count > 0 && shown == (levels <= 6 ? count : 0), "\(shown) of \(count)")
  }

  @Test("while the map is panned, tiles arrive in the pixels that it shows then", arguments: 0..<5 as Range<UInt64>)
  func pans(seed: UInt64) throws {
    let queue = ShufflingQueue(workerCount: 2, seed: seed)
    let screen = Self.screen([CountingSource.town()], .town, queue)
    var random = SplitMix64(seed: seed)
    screen.commit()
    for _ in 0..<60 {
      screen.map.pan(by: Point(x: Scalar(random.int(in: -40...70)), y: Scalar(random.int(in: -20...40))))
      for _ in 0..<random.int(in: 0...3) { queue.deliver() }
      screen.step()
    }
    #expect(screen.settle(queue))
    let fresh = Self.screen([CountingSource.town()], camera: screen.map.camera)
    fresh.runUntilIdle()
    let isEqual = screen.image.pixels == fresh.image.pixels
    #expect(isEqual && screen.repaintEqualsRedraw())
  }

  @Test("tiles that are no longer in view are not loaded")
  func cancelled() throws {
    let queue = ShufflingQueue(workerCount: 1)
    let source = CountingSource.town()
    let screen = Self.screen([source], .town, queue)
    for _ in 0..<40 {
      screen.map.pan(by: Point(x: 900, y: 0))
      screen.step()
    }
    #expect(queue.submittedCount == 1 && source.readCount <= 1)
    #expect(screen.settle(queue))
    #expect(source.readCount < 20)
  }
}
