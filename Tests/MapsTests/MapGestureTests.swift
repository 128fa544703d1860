import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import Testing

@Suite("Map gestures")
struct MapGestureTests {
  @Test("M2: a pan and a pinch each notify of a change of the region once, when they end, with the visible region")
  func regionChanges() throws {
    let screen = MapScreen(camera: MapCamera(center: .beijing, zoom: 12))
    screen.runUntilIdle()
    var regions: [CoordinateRegion] = []
    screen.map.events.regionDidChange = { [unowned map = screen.map] _ in regions.append(map.region) }
    let before = screen.map.region
    screen.drag(from: Point(x: 300, y: 100), to: Point(x: 200, y: 160), pauseMs: 300)
    screen.runUntilIdle()
    #expect(regions == [screen.map.region])
    let panned = try #require(regions.first)
    #expect(panned.center.longitude > before.center.longitude && panned.center.latitude > before.center.latitude)
    #expect(abs(panned.span.longitudeDelta - before.span.longitudeDelta) < 1e-9)
    let (left, right) = (screen.begin(Point(x: 200, y: 160)), screen.begin(Point(x: 280, y: 160)))
    for index in 1...10 {
      screen.step()
      screen.move(left, Point(x: 200 - Scalar(index * 4), y: 160))
      screen.move(right, Point(x: 280 + Scalar(index * 4), y: 160))
    }
    #expect(regions.count == 1)
    screen.step(ms: 300)
    screen.end(left, Point(x: 160, y: 160))
    screen.end(right, Point(x: 320, y: 160))
    screen.runUntilIdle()
    #expect(regions.count == 2 && regions.last == screen.map.region)
    #expect(abs((regions.last?.span.longitudeDelta ?? 0) / panned.span.longitudeDelta - 0.5) < 0.02)
  }

  @Test("a mouse's wheel zooms about the pointer by half a level a detent, and further detents add up")
  func wheel() throws {
    let screen = MapScreen(camera: MapCamera(center: .beijing, zoom: 12))
    screen.runUntilIdle()
    let point = Point(x: 100, y: 80)
    let below = try #require(screen.map.convert(point))
    func turn(_ detents: Scalar) -> Bool { screen.stage.scrollWheel(with: ScrollWheelEvent(location: point, deltaY: detents)) }
    #expect(turn(1))
    screen.step()
    #expect(turn(1))
    screen.runUntilIdle()
    #expect(screen.map.camera.zoom == 13)
    #expect(abs(try #require(screen.map.convert(point)).longitude - below.longitude) < 1e-4)
    #expect(turn(-1))
    screen.runUntilIdle()
    #expect(screen.map.camera.zoom == 12.5)
    screen.map.isZoomEnabled = false
    #expect(!turn(1))
  }

  @Test("M3: a finger that touches the map during a flight stops the flight")
  func caught() {
    let screen = MapScreen(camera: MapCamera(center: .beijing, zoom: 15))
    screen.runUntilIdle()
    screen.map.setCenter(Coordinate(latitude: 39.91, longitude: 116.40), animated: true)
    for _ in 0..<10 { screen.step() }
    screen.drag(from: Point(x: 240, y: 160), to: Point(x: 300, y: 160), pauseMs: 300)
    let caught = screen.map.camera
    screen.runUntilIdle()
    #expect(screen.map.camera == caught)
  }

  @Test("a fling continues until it comes to rest, and notifies of a change of the region once")
  func fling() {
    let screen = MapScreen(camera: MapCamera(center: .beijing, zoom: 14))
    screen.runUntilIdle()
    var (will, did): ([Bool], [Bool]) = ([], [])
    screen.map.events.regionWillChange = { will.append($0) }
    screen.map.events.regionDidChange = { did.append($0) }
    screen.drag(from: Point(x: 100, y: 160), to: Point(x: 300, y: 160))
    let lifted = screen.map.camera
    screen.runUntilIdle()
    #expect(screen.map.camera.centerPoint.x < lifted.centerPoint.x, "the map continued to move")
    #expect(will == [false] && did == [true])
    (will, did) = ([], [])
    screen.drag(from: Point(x: 100, y: 160), to: Point(x: 200, y: 160), pauseMs: 300)
    let released = screen.map.camera
    screen.runUntilIdle()
    #expect(screen.map.camera == released, "a finger that rests before it is lifted does not fling")
    #expect(will == [false] && did == [false])
  }

  @Test(
    "where a fling or a double tap ends depends on the fingers only, and not on when frames are drawn",
    arguments: [7, 33, 180, 5000] as [Int64])
  func endings(ms: Int64) {
    func camera(after ms: Int64, _ perform: (MapScreen) -> Void) -> MapCamera {
      let screen = MapScreen(camera: MapCamera(center: .beijing, zoom: 14.3, bearing: .degrees(20)))
      screen.runUntilIdle()
      perform(screen)
      for _ in 0..<(6000 / ms + 2) { screen.step(ms: ms) }
      #expect(screen.stage.nextFrame == .never)
      return screen.map.camera
    }
    for gesture in [
      { $0.drag(from: Point(x: 300, y: 200), to: Point(x: 180, y: 143), frames: 7) },
      { screen in
        screen.tap(Point(x: 111, y: 77))
        screen.tap(Point(x: 111, y: 77))
      },
    ] as [(MapScreen) -> Void] {
      #expect(camera(after: ms, gesture) == camera(after: 16, gesture))
    }
  }

  @Test("the coordinates under two fingers stay under them once the map rotates, and a double tap zooms in about its point")
  func pinch() throws {
    let screen = MapScreen(camera: MapCamera(center: .beijing, zoom: 12))
    screen.runUntilIdle()
    let map = screen.map
    let (first, second) = (screen.begin(Point(x: 200, y: 160)), screen.begin(Point(x: 280, y: 160)))
    screen.step()
    var places: [Coordinate] = []
    for index in 1...20 {
      let (left, right) = (
        Point(x: 200 - Scalar(index * 4), y: 160 + Scalar(index * 5)), Point(x: 280 + Scalar(index * 4), y: 160 + Scalar(index))
      )
      screen.move(first, left)
      screen.move(second, right)
      screen.step()
      if map.camera.bearing != .zero, places.isEmpty {
        places = [try #require(map.convert(left)), try #require(map.convert(right))]
      }
    }
    let (a, b) = (try #require(map.convert(places[0])), try #require(map.convert(places[1])))
    #expect((a - Point(x: 120, y: 260)).isShorter(than: 0.1) && (b - Point(x: 360, y: 180)).isShorter(than: 0.1))
    #expect(map.camera.bearing > .degrees(4) && map.camera.bearing < .degrees(9))
    screen.step(ms: 300)
    screen.end(first, Point(x: 120, y: 260))
    screen.end(second, Point(x: 360, y: 180))
    screen.runUntilIdle()
    screen.step(ms: 1000)
    let under = try #require(map.convert(Point(x: 100, y: 100)))
    let zoom = map.camera.zoom
    screen.tap(Point(x: 100, y: 100))
    screen.step(ms: 60)
    screen.tap(Point(x: 100, y: 100))
    screen.runUntilIdle()
    #expect(map.camera.zoom == zoom + 1)
    #expect((try #require(map.convert(under)) - Point(x: 100, y: 100)).isShorter(than: 0.5))
  }
}

extension Point {
  fileprivate func isShorter(than length: Scalar) -> Bool { x * x + y * y < length * length }
}
