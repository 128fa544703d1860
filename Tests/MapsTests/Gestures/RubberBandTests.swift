import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import Testing

@Suite("A map's limits under fingers")
struct MapRubberBandTests {
  private let screen = FingerScreen(MapCamera(center: .beijing, zoom: 12))
  private var map: MapView { screen.map }

  private func setBoundary() {
    map.cameraBoundary = MapView.CameraBoundary(
      coordinateRegion: CoordinateRegion(center: .beijing, span: CoordinateSpan(latitudeDelta: 0.04, longitudeDelta: 0.04)))
  }

  /// Drags a finger to the right by 300 points, and returns it without lifting it.
  private func drag(to end: Scalar = 400) {
    screen.down(7, Point(x: 100, y: 160))
    for x in stride(from: Scalar(110), through: end, by: 10) {
      screen.wait(ms: 12)
      screen.move(7, Point(x: x, y: 160))
    }
  }

  @Test("fingers zoom less than half a level beyond a limit, with resistance, and the map returns", arguments: [false, true])
  func zoom(zoomsIn: Bool) throws {
    map.cameraZoomRange = zoomsIn ? 10...12.5 : 11.5...14
    let limit: Scalar = zoomsIn ? 12.5 : 11.5
    var zooms: [Scalar] = []
    let place: Coordinate = try #require(map.convert(Point(x: 100, y: 90)))
    screen.pinch(around: Point(x: 100, y: 90), span: zoomsIn ? 60 : 180, frames: 60) { progress in
      (zoomsIn ? 1 + 2 * progress : 1 - 0.75 * progress, 0, .zero)
    } _: { _ in
      zooms.append(map.camera.zoom)
    }
    let beyond = (map.camera.zoom - limit).magnitude
    #expect(beyond > 0.15 && beyond < 0.5, "\(beyond)")
    #expect(zooms == (zoomsIn ? zooms.sorted() : zooms.sorted().reversed()), "it goes on all the time")
    screen.lift(after: 100)
    screen.frame()
    screen.frame()
    #expect((map.camera.zoom - limit).magnitude < beyond && map.camera.zoom != limit)
    for _ in 0..<25 { screen.frame() }
    #expect((map.camera.zoom - limit).magnitude < 0.02, "it has returned after 0.4 seconds")
    screen.runUntilIdle()
    #expect(map.camera.zoom == limit && map.regionChangeCause == nil)
    let after: Point = try #require(map.convert(place))
    #expect((after.x - 100).magnitude < 0.5 && (after.y - 90).magnitude < 0.5)
  }

  @Test("the zooms of all maps do not give way, and fingers that turn back zoom at once")
  func hardLimit() {
    map.camera = MapCamera(center: .beijing, zoom: 23.5)
    screen.pinch(span: 100, frames: 40) { (1 + $0, 0, .zero) }
    #expect(map.camera.zoom == 24)
    screen.wait(ms: 14)
    screen.move(1, Point(x: 325, y: 160))
    #expect(map.camera.zoom < 23.95)
    screen.lift(after: 100)
  }

  @Test("a fling that reaches a limit of the zoom ends there")
  func fling() {
    map.cameraZoomRange = 10...12.9
    screen.pinch(span: 100, frames: 20, ms: 8) { (1 + 0.8 * $0, 0, .zero) }
    #expect(map.camera.zoom < 12.9)
    screen.lift()
    var highest: Scalar = 0
    for _ in 0..<60 {
      screen.frame()
      highest = max(highest, map.camera.zoom)
    }
    screen.runUntilIdle()
    #expect(highest > 12.9 && highest < 13.4 && map.camera.zoom == 12.9)
  }

  @Test("a finger moves the center less than a quarter of the view beyond the boundary, and the map returns")
  func boundary() throws {
    setBoundary()
    drag()
    // The center goes 58 points west to the edge, and the finger 242 farther.
    let edge: Point = try #require(map.convert(Coordinate(latitude: 39.9, longitude: 116.36)))
    let beyond = edge.x - 240
    #expect(beyond > 40 && beyond < 80, "\(beyond)")
    screen.wait(ms: 100)
    screen.up(7, Point(x: 400, y: 160))
    screen.frame()
    screen.frame()
    #expect(map.centerCoordinate.longitude < 116.36)
    screen.runUntilIdle()
    #expect(abs(map.centerCoordinate.longitude - 116.36) < 1e-5 && map.regionChangeCause == nil)
    #expect(abs(map.centerCoordinate.latitude - 39.9) < 1e-5)
  }

  @Test("a fling at the boundary goes a little beyond it and returns, at any bearing", arguments: [0, 35, 180] as [WideFixed<32>])
  func boundaryFling(bearing: WideFixed<32>) {
    map.camera.bearing = .degrees(bearing)
    setBoundary()
    screen.down(1, Point(x: 100, y: 160))
    for step in 1...6 {
      screen.wait(ms: 8)
      screen.move(1, Point(x: 100 + Scalar(step * 7), y: 160))
    }
    screen.up(1, Point(x: 142, y: 160))
    var excess = 0.0
    for _ in 0..<40 {
      screen.frame()
      excess = max(excess, abs(map.centerCoordinate.longitude - 116.38) - 0.02, abs(map.centerCoordinate.latitude - 39.9) - 0.02)
    }
    screen.runUntilIdle()
    // 0.0343 degrees are 100 points.
    #expect(excess > 0.001 && excess < 0.04, "\(excess)")
    #expect(abs(map.centerCoordinate.longitude - 116.38) < 0.02001 && abs(map.centerCoordinate.latitude - 39.9) < 0.02001)
  }

  @Test("a finger that turns back brings the place of before under itself again")
  func turningBack() throws {
    setBoundary()
    let place: Coordinate = try #require(map.convert(Point(x: 100, y: 160)))
    drag()
    for x in stride(from: Scalar(390), through: 120, by: -10) {
      screen.wait(ms: 12)
      screen.move(7, Point(x: x, y: 160))
    }
    let point: Point = try #require(map.convert(place))
    #expect((point.x - 120).magnitude < 0.1 && (point.y - 160).magnitude < 0.1)
  }

  @Test("a finger that touches a returning map and lifts does not leave it beyond its limits")
  func tapDuringReturn() {
    map.cameraZoomRange = 10...12.5
    setBoundary()
    screen.pinch(span: 80, frames: 40) { (1 + 2 * $0, 0, Point(x: Scalar(rawValue: Int64($0 * 1e7)), y: 0)) }
    screen.lift()
    for _ in 0..<3 { screen.frame() }
    #expect(map.camera.zoom > 12.5)
    screen.down(5, Point(x: 50, y: 50))
    screen.wait(ms: 20)
    screen.up(5, Point(x: 50, y: 50))
    screen.runUntilIdle()
    #expect(map.camera.zoom == 12.5 && abs(map.centerCoordinate.longitude - 116.38) < 0.02001)
  }

  @Test("a second drag during the return goes on from where the map is")
  func dragDuringReturn() throws {
    setBoundary()
    drag()
    screen.wait(ms: 20)
    screen.up(7, Point(x: 400, y: 160))
    for _ in 0..<3 { screen.frame() }
    let before = map.camera
    screen.down(8, Point(x: 200, y: 160))
    screen.move(8, Point(x: 191, y: 160))
    let moved = map.camera
    #expect(moved.centerPoint.x > before.centerPoint.x)
    screen.wait(ms: 50)
    screen.up(8, Point(x: 191, y: 160))
    screen.runUntilIdle()
    #expect(abs(map.centerCoordinate.longitude - 116.36) < 1e-5)
  }

  @Test("cameras that the application sets are clamped, also while fingers stretch the limits")
  func programmatic() {
    map.cameraZoomRange = 10...12.5
    screen.pinch(span: 80, frames: 40) { (1 + 2 * $0, 0, .zero) }
    #expect(map.camera.zoom > 12.5)
    map.camera.zoom = 18
    #expect(map.camera.zoom == 12.5)
    map.pan(by: Point(x: 3, y: 3))
    #expect(map.camera.zoom == 12.5)
    screen.lift(after: 100)
    screen.runUntilIdle()
    #expect(map.camera.zoom == 12.5)
  }
}
