import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("The exact pixels of a map that comes to rest", .enabled(if: SharedData.isAvailable, SharedData.skipReason))
struct RestImageTests {
  private static let camera = MapPair.camera(15)
  /// A style without labels.
  private static let style = MapStyle(layers: [
    StyleLayer("background", kind: .background, properties: [.backgroundColor: 0xff0000]),
    StyleLayer("land", kind: .fill, sourceLayer: "land", properties: [.fillColor: 0xa0f0c0]),
    StyleLayer("areas", kind: .fill, sourceLayer: "areas", properties: [.fillColor: 0x70b0e0, .fillOpacity: 0.5]),
    StyleLayer("lines", kind: .line, sourceLayer: "lines", properties: [.lineColor: 0x104040, .lineWidth: 2]),
  ])

  private func screen(_ source: (any TileSource)? = nil, cached: Bool = true, queue: ShufflingQueue? = nil) throws -> MapScreen {
    let screen = MapScreen(width: 260, height: 600, fonts: standardFonts(), camera: Self.camera)
    screen.stage.backgroundQueue = queue
    screen.map.sources = [try source ?? PMTilesArchive(path: SharedData.path("data/tiles/liechtenstein.pmtiles"))]
    screen.map.showsCompass = false
    if source != nil { screen.map.style = Self.style }
    screen.stage.usesScrollCache = cached
    return screen
  }

  /// A map that lacks a tile of 4096 points until `queue` delivers it, and one without caches that has it.
  private func largeTileScreens(_ queue: ShufflingQueue) throws -> (MapScreen, MapScreen) {
    (try screen(CountingSource.town(12...12), queue: queue), try screen(CountingSource.town(12...12), cached: false))
  }

  /// Turns the map by a degree in each of 20 frames.
  private func turn(_ screen: MapScreen) {
    for _ in 0..<20 {
      screen.map.camera.bearing = screen.map.camera.bearing + .degrees(1)
      screen.step()
    }
  }

  /// Whether the frame has the bits of a map without caches.
  private func isExact(_ screen: MapScreen, _ exact: MapScreen) -> Bool {
    exact.map.camera = screen.map.camera
    exact.runUntilIdle()
    return screen.image.pixels == exact.image.pixels
  }

  @Test("are drawn while the image of the motion is shown, for a map that goes on moving or stands", arguments: [0, 3, 17])
  func afterTurn(distance: Int) throws {
    let (screen, exact) = (try screen(), try screen(cached: false))
    for map in [screen.map, exact.map] { map.style.layers.removeAll { $0.kind == .symbol } }
    screen.runUntilIdle()
    turn(screen)
    var imageCount = 0
    for frame in 0..<20 {
      screen.map.pan(by: Point(x: Scalar(distance), y: Scalar(0 - distance)))
      screen.step()
      guard !screen.showsGroundImage else {
        imageCount += 1
        continue
      }
      let isEqual = isExact(screen, exact)
      #expect(isEqual, "frame \(frame)")
    }
    #expect((3...9).contains(imageCount))
  }

  @Test("take a few frames after a pinch too, and then nothing moves")
  func afterPinch() throws {
    let screen = try screen()
    screen.runUntilIdle()
    screen.pinch(scale: 1.5, degrees: 0, frames: 30)
    var imageCount = 0
    for _ in 0..<120 {
      let camera = screen.map.camera
      screen.step()
      if screen.map.camera == camera, screen.showsGroundImage { imageCount += 1 }
    }
    #expect((1...4).contains(imageCount))
    screen.runUntilIdle()
    #expect(screen.stage.nextFrame == .never)
  }

  @Test("are drawn once while two fingers stay where they are, and the frames after that change nothing", arguments: [true, false])
  func restingFingers(hasLabels: Bool) throws {
    let screens = [try screen(), try screen(cached: false)]
    let screen = screens[0]
    var fingers: [(MapScreen, Int, Int)] = []
    for each in screens {
      if !hasLabels { each.map.style.layers.removeAll { $0.kind == .symbol } }
      let path = [Self.camera.center, Coordinate(latitude: 47.2, longitude: 9.6)]
      each.map.addOverlay(MapPolyline(coordinates: path), level: .aboveRoads)
      each.map.addOverlay(MapPolyline(coordinates: path.reversed() + [Coordinate(latitude: 47.1, longitude: 9.5)]))
      each.runUntilIdle()
    }
    let (left, right) = (Point(x: 60, y: 300), Point(x: 200, y: 300))
    for each in screens { fingers.append((each, each.begin(left), each.begin(right))) }
    for frame in 1...20 {
      for (each, one, other) in fingers {
        each.step()
        each.move(one, Point(x: left.x, y: left.y + Scalar(4 * frame)))
        each.move(other, Point(x: right.x, y: right.y - Scalar(4 * frame)))
      }
    }
    for each in screens { each.step() }
    #expect(screen.showsGroundImage && screen.map.camera.bearing != .zero)
    var damageCount = 0
    // Labels are placed and fade in for some time.
    for frame in 0..<90 {
      for (each, one, _) in fingers {
        each.move(one, Point(x: left.x, y: left.y + 80))
        let damage = each.step()
        if each === screen, frame >= 60, !damage.isEmpty { damageCount += 1 }
      }
    }
    #expect(damageCount == 0 && !screen.showsGroundImage && screen.map.cachesPixels)
    let isEqual = screen.repaintEqualsRedraw() && screen.image.pixels == screens[1].image.pixels
    #expect(isEqual)
    // Other colors, and another overlay, are drawn while the fingers rest.
    for each in screens {
      each.map.style.layers.removeAll { $0.kind == .line }
      each.map.addOverlay(MapCircle(center: Self.camera.center, radius: 200), level: .aboveRoads)
      for _ in 0..<60 { each.step() }
    }
    let isRenewed = screen.repaintEqualsRedraw() && screen.image.pixels == screens[1].image.pixels
    #expect(isRenewed)
    // The fingers go on, and the image of a motion is of use again.
    for (each, one, other) in fingers {
      for frame in 1...4 {
        each.move(one, Point(x: left.x + Scalar(frame), y: left.y + 80))
        each.step()
      }
      if each === screen { #expect(each.showsGroundImage) }
      each.end(one, left)
      each.end(other, right)
      each.runUntilIdle()
    }
    let isLeftEqual = screen.image.pixels == screens[1].image.pixels
    #expect(isLeftEqual)
  }

  @Test("are given up for shapes where a worker does not draw them in time")
  func slowWorker() throws {
    let source = CountingSource.town()
    let queue = StoppedQueue()
    let (screen, exact) = (try screen(source), try screen(source, cached: false))
    for each in [screen, exact] { each.runUntilIdle() }
    turn(screen)
    #expect(screen.showsGroundImage)
    screen.stage.backgroundQueue = queue
    for _ in 0..<9 { screen.step() }
    #expect(!screen.showsGroundImage && queue.count > 0)
    let isEqual = isExact(screen, exact)
    #expect(isEqual)
  }

  @Test("show a large tile that arrives in a pan a few frames later, and one that arrives at rest at once", arguments: [1, 0])
  func largeTile(distance: Int) throws {
    let queue = ShufflingQueue(workerCount: 1)
    let (screen, exact) = try largeTileScreens(queue)
    func step() {
      screen.map.pan(by: Point(x: Scalar(distance), y: Scalar(distance)))
      screen.step()
    }
    for _ in 0..<10 { step() }
    while queue.deliver() {}
    var frameCount = 1
    step()
    while screen.map.isLoadingTiles, frameCount < 20 {
      let isEqual = isExact(screen, exact)
      #expect(!isEqual, "frame \(frameCount)")
      while queue.deliver() {}
      step()
      frameCount += 1
    }
    #expect(frameCount == (distance == 0 ? 1 : 4))
    let isEqual = isExact(screen, exact)
    #expect(isEqual)
  }

  @Test("are drawn again where a tile arrives just before they are shown, even if the worker is late then")
  func tileAtTheEnd() throws {
    let queue = ShufflingQueue(workerCount: 1)
    let (screen, exact) = try largeTileScreens(queue)
    // The motion begins and ends without the tile.
    turn(screen)
    for frame in 0..<14 {
      if frame == 7 { while queue.deliver() {} } else if frame < 7, frame != 3 { queue.deliver() }
      screen.step()
    }
    while screen.map.isLoadingTiles, queue.deliver() { screen.step() }
    while queue.deliver() {}
    screen.runUntilIdle()
    let isEqual = isExact(screen, exact)
    #expect(isEqual)
  }

  @Test("do not keep a map loading that is hidden meanwhile, and are in its next frame then")
  func hidden() throws {
    let queue = ShufflingQueue(workerCount: 1)
    let (screen, exact) = try largeTileScreens(queue)
    for _ in 0..<10 {
      screen.map.pan(by: Point(x: 1, y: 1))
      screen.step()
    }
    while queue.deliver() {}
    screen.step()
    #expect(screen.map.isLoadingTiles)
    screen.map.isHidden = true
    screen.step()
    #expect(!screen.map.isLoadingTiles)
    screen.map.isHidden = false
    screen.step()
    let isEqual = isExact(screen, exact)
    #expect(isEqual)
  }

  // A slice has 256 rows, and three frames are given five slices. At 40 frames a second, two are given three.
  @Test("are complete in time for a high view, and at 40 frames a second", arguments: [(1100, 16), (600, 25)] as [(Int, Int64)])
  func highView(height: Int, ms: Int64) throws {
    let queue = ShufflingQueue(workerCount: 1)
    let screen = MapScreen(width: 260, height: height, camera: Self.camera)
    (screen.map.style, screen.map.sources) = (Self.style, [CountingSource.town()])
    screen.runUntilIdle()
    screen.stage.backgroundQueue = queue
    for _ in 0..<24 {
      screen.map.camera.bearing = screen.map.camera.bearing + .degrees(1)
      while queue.deliver() {}
      screen.step(ms: ms)
    }
    #expect(screen.showsGroundImage)
    var steps: Int64 = 0
    while screen.showsGroundImage, steps < 20 {
      while queue.deliver() {}
      screen.step(ms: ms)
      steps += 1
    }
    // Shapes come 144 ms after the last change, and 125 ms at 40 frames a second.
    #expect(steps * ms < 125)
  }
}

/// A queue that never does any work.
final class StoppedQueue: BackgroundQueue {
  let workerCount = 1
  private(set) var count = 0

  func submit(_ work: @escaping @Sendable () -> Void, completion: @escaping () -> Void) { count += 1 }
}
