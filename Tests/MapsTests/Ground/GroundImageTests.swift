import CAllocations
import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("A map's ground while it is zoomed and turned", .enabled(if: SharedData.isAvailable, SharedData.skipReason))
struct GroundImageTests {
  private func screen(_ camera: MapCamera, width: Int = 260, height: Int = 190, workers: Int = 1, cached: Bool = true) throws
    -> MapScreen
  {
    let screen = MapScreen(width: width, height: height, fonts: standardFonts(), camera: camera)
    screen.map.sources = [try PMTilesArchive(path: SharedData.path("data/tiles/liechtenstein.pmtiles"))]
    screen.map.showsCompass = false
    screen.stage.usesScrollCache = cached
    if workers > 1 { screen.stage.workers = ConcurrentWorkerPool(count: workers) }
    screen.runUntilIdle()
    return screen
  }

  /// Turns the map in each frame.
  private func turn(_ screen: MapScreen, frames: Int, degrees: Int = 1, _ body: (Int) -> Void = { _ in }) {
    for frame in 0..<frames {
      screen.map.camera.bearing = screen.map.camera.bearing + .degrees(WideFixed(degrees))
      screen.step()
      body(frame)
    }
  }

  @Test(
    "is an image during a pinch, and has the bits of a new map after it", arguments: [(1.8, 0.0), (0.6, 0), (1, 50), (1.3, -40)])
  func pinch(scale: Double, degrees: Double) throws {
    let screen = try screen(MapPair.camera(15))
    var imageCount = 0
    screen.pinch(scale: scale, degrees: degrees, frames: 40) { _ in if screen.showsGroundImage { imageCount += 1 } }
    #expect(imageCount > 20)
    screen.runUntilIdle()
    #expect(!screen.showsGroundImage)
    let fresh = try self.screen(screen.map.camera)
    let isEqual = fresh.image.pixels == screen.image.pixels
    #expect(isEqual)
  }

  @Test("is near the exact drawing while it is an image")
  func accuracy() throws {
    let (screen, exact) = (try screen(MapPair.camera(15)), try screen(MapPair.camera(15), cached: false))
    for map in [screen.map, exact.map] { map.style.layers.removeAll { $0.kind == .symbol } }
    var differences: [Int] = []
    turn(screen, frames: 60) { frame in
      exact.map.camera = screen.map.camera
      guard screen.showsGroundImage else { return }
      let (a, b) = (screen.image.pixels, exact.image.pixels)
      var sum = 0
      for index in a.indices {
        for shift in [UInt32(0), 8, 16] { sum += abs(Int(a[index] >> shift & 255) - Int(b[index] >> shift & 255)) }
      }
      differences.append(sum / a.count)
    }
    #expect(differences.count > 40)
    // Another place, by a few points, gives 20 and more.
    #expect(differences.allSatisfy { $0 < 12 })
  }

  /// The widths of the images of the ground in the display list.
  private func imageWidths(_ screen: MapScreen) -> [Int] {
    screen.stage.displayList.items.compactMap { item in
      // Icons are smaller.
      if case .image(let image, _, _) = item.content, image.size.width > 100 { image.size.width } else { nil }
    }
  }

  @Test("has a coarser image in the corners of a fast turn from which the map is zoomed out, in place of shapes")
  func corners() throws {
    let screen = try screen(MapPair.camera(15), width: 900, height: 700)
    turn(screen, frames: 12, degrees: 1)
    var coarseCount = 0
    turn(screen, frames: 20, degrees: 9) { frame in
      let isShown = screen.showsGroundImage
      #expect(isShown, "frame \(frame)")
      // Three quarters of the view's diagonal.
      if imageWidths(screen).contains(856) { coarseCount += 1 }
      screen.map.camera.zoom -= 0.12
    }
    #expect(coarseCount > 2)
  }

  @Test("has a coarser image below the square in a fast turn around a corner")
  func cornerTurn() throws {
    let screen = try screen(MapPair.camera(15), width: 900, height: 700)
    turn(screen, frames: 12, degrees: 1)
    var coarseCount = 0
    for frame in 0..<40 {
      let corner = try #require(screen.map.convert(Point.zero))
      screen.map.camera.bearing = screen.map.camera.bearing + .degrees(12)
      screen.map.pan(by: Point.zero - (try #require(screen.map.convert(corner))))
      screen.step()
      let isShown = screen.showsGroundImage
      #expect(isShown, "frame \(frame)")
      if imageWidths(screen).contains(856) { coarseCount += 1 }
    }
    #expect(coarseCount > 10)
  }

  // Below zoom 2 there is no coarse image, and 14 MB are too little for one beside a square.
  @Test("is an image again in a slow turn after a fast one", arguments: [(15, 64_000_000), (1.9, 64_000_000), (15, 14_000_000)])
  func slowAfterFast(zoom: Double, memory: Int) throws {
    let screen = try screen(MapPair.camera(Scalar(floatLiteral: zoom)), width: 900, height: 700)
    screen.stage.rasterCacheLimit = memory
    // A square or a rectangle, and not a coarse image.
    var showsFullImage: Bool { imageWidths(screen).contains { $0 == 1276 || $0 == 1350 } }
    turn(screen, frames: 12, degrees: 1)
    #expect(showsFullImage)
    turn(screen, frames: 10, degrees: 12) { _ in screen.map.pan(by: Point(x: 120, y: 0)) }
    turn(screen, frames: 8, degrees: 1)
    turn(screen, frames: 12, degrees: 1) { frame in #expect(showsFullImage, "frame \(frame)") }
  }

  @Test("is one square image throughout a turn")
  func wholeTurn() throws {
    let screen = try screen(MapPair.camera(15))
    var frames: [Int] = []
    turn(screen, frames: 12, degrees: 5)
    turn(screen, frames: 72, degrees: 5) { _ in frames += imageWidths(screen) }
    // The view's diagonal and a margin: 1.12 times its length.
    #expect(frames == Array(repeating: 360, count: 72))
  }

  @Test("is exact within 150 ms after the last of an application's changes, and then nothing moves")
  func rest() throws {
    let screen = try screen(MapPair.camera(15))
    turn(screen, frames: 20)
    #expect(screen.showsGroundImage)
    for _ in 0..<9 { screen.step() }
    #expect(!screen.showsGroundImage)
    let fresh = try self.screen(screen.map.camera)
    screen.runUntilIdle()
    let isEqual = fresh.image.pixels == screen.image.pixels
    #expect(isEqual)
    #expect(screen.stage.nextFrame == .never)
  }

  @Test("is exact after a jump, in the same frame")
  func jump() throws {
    let screen = try screen(MapPair.camera(15))
    for zoom in [14.2, 15.3] {
      screen.map.camera = MapPair.camera(Scalar(floatLiteral: zoom), 20)
      screen.step()
      #expect(!screen.showsGroundImage)
      for _ in 0..<20 { screen.step() }
    }
  }

  @Test("is exact while fingers rest on it")
  func held() throws {
    let screen = try screen(MapPair.camera(15))
    let (one, other) = (screen.begin(Point(x: 100, y: 80)), screen.begin(Point(x: 150, y: 120)))
    for step in 1...20 {
      screen.step()
      screen.move(one, Point(x: 100 - Scalar(step), y: 80))
      screen.move(other, Point(x: 150 + Scalar(step), y: 120))
    }
    screen.step()
    #expect(screen.showsGroundImage)
    for _ in 0..<9 { screen.step() }
    #expect(!screen.showsGroundImage)
    for step in 1...5 {
      screen.step()
      screen.move(one, Point(x: 80 - Scalar(step), y: 80))
    }
    screen.step()
    // The image of before is there at once.
    #expect(screen.showsGroundImage)
  }

  /// A change that ends the use of images in the middle of a motion.
  enum Interruption: CaseIterable {
    case translucentStyle, size, stage, exactCamera

    func apply(to screen: MapScreen) {
      switch self {
      case .translucentStyle: screen.map.style.layers.removeAll { $0.kind == .background }
      case .size: screen.map.frame = Rect(x: 0, y: 0, width: 200, height: 150)
      case .stage:
        screen.map.removeFromSuperlayer()
        screen.step()
        screen.stage.root.addSublayer(screen.map)
      case .exactCamera: screen.map.alignsToPixels = false
      }
    }
  }

  @Test("comes to rest after a change in the middle of a turn", arguments: Interruption.allCases)
  func interruptions(interruption: Interruption) throws {
    let screen = try screen(MapPair.camera(15))
    turn(screen, frames: 20)
    #expect(screen.showsGroundImage)
    interruption.apply(to: screen)
    turn(screen, frames: 2)
    // A map that returns to its stage has its images.
    #expect(screen.showsGroundImage == (interruption == .stage))
    screen.runUntilIdle()
    #expect(screen.stage.nextFrame == .never)
    let fresh = try self.screen(screen.map.camera)
    interruption.apply(to: fresh)
    fresh.runUntilIdle()
    let isEqual = fresh.image.pixels == screen.image.pixels
    #expect(isEqual)
  }

  @Test("has the same bits with 1, 2 and 7 workers")
  func workers() throws {
    func film(_ workers: Int) throws -> [[UInt32]] {
      let screen = try screen(MapPair.camera(15), workers: workers)
      var frames: [[UInt32]] = []
      screen.pinch(scale: 1.7, degrees: 30, frames: 24) { frames.append($0 % 4 == 0 ? screen.image.pixels : []) }
      return frames
    }
    let one = try film(1)
    for workers in [2, 7] {
      let isEqual = try film(workers) == one
      #expect(isEqual, "\(workers) workers")
    }
  }

  @Test("is drawn as shapes where the memory is too small for images")
  func memory() throws {
    let screen = try screen(MapPair.camera(15))
    screen.stage.rasterCacheLimit = 500_000
    let exact = try self.screen(MapPair.camera(15), cached: false)
    for map in [screen.map, exact.map] { map.style.layers.removeAll { $0.kind == .symbol } }
    for each in [screen, exact] { each.runUntilIdle() }
    turn(screen, frames: 20) { frame in
      #expect(!screen.showsGroundImage)
      exact.map.camera = screen.map.camera
      let isEqual = exact.image.pixels == screen.image.pixels
      #expect(isEqual, "frame \(frame)")
    }
  }

  @Test("allocates nothing in the frames of a turn inside an image")
  func allocations() throws {
    let screen = try screen(MapPair.camera(15))
    screen.map.style.layers.removeAll { $0.kind == .symbol }
    screen.runUntilIdle()
    func turn(_ frame: Int) {
      screen.map.camera.bearing = .degrees(WideFixed<32>(frame % 8) / 4)
      screen.step()
    }
    for frame in 0..<60 { turn(frame) }
    #expect(screen.showsGroundImage)
    let before = cartouche_thread_allocations()
    for frame in 0..<60 { turn(frame) }
    // The test's own list of damage grows.
    #expect(cartouche_thread_allocations() - before <= 2)
  }
}
