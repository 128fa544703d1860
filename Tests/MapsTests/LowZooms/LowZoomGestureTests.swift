import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import Testing

@Suite("Fingers at zooms below 0")
struct LowZoomGestureTests {
  private static let center = Coordinate(latitude: 0, longitude: 20)

  private func screen(_ zoom: Scalar, _ range: ClosedRange<Scalar>?) -> FingerScreen {
    let screen = FingerScreen(MapCamera(center: Self.center, zoom: max(zoom, 0)))
    if let range { screen.map.cameraZoomRange = range }
    screen.map.camera.zoom = zoom
    screen.runUntilIdle()
    return screen
  }

  /// Moves two fingers together, lifts them, and returns the zooms of all frames.
  private func pinch(_ screen: FingerScreen, scale: Double, after ms: Double) -> [Scalar] {
    var zooms: [Scalar] = []
    screen.pinch(span: 200, frames: 40, ms: 8) {
      (1 - (1 - scale) * $0, 0, .zero)
    } _: { _ in
      zooms.append(screen.map.camera.zoom)
    }
    screen.lift(after: ms)
    for _ in 0..<120 {
      screen.frame()
      zooms.append(screen.map.camera.zoom)
    }
    screen.runUntilIdle()
    return zooms
  }

  @Test("fingers and a fling do not take a map below 0 if its range has no such zooms", arguments: [0, 120] as [Double])
  func defaultRange(ms: Double) {
    let screen = screen(0.4, nil)
    let zooms = pinch(screen, scale: 0.3, after: ms)
    #expect(zooms.min() == 0 && screen.map.camera.zoom == 0)
  }

  @Test("fingers stretch a limit below 0 by up to half a level, and the map returns", arguments: [0, 120] as [Double])
  func stretched(ms: Double) throws {
    let screen = screen(-0.2, -1...24)
    let lowest = try #require(pinch(screen, scale: 0.25, after: ms).min())
    #expect(lowest < -1.1 && lowest > -1.5, "\(lowest)")
    #expect(screen.map.camera.zoom == -1 && screen.map.regionChangeCause == nil)
  }

  @Test("nothing goes below −2, and fingers that turn back zoom at once")
  func lowestZoom() {
    let screen = screen(-1.6, MapCamera.zoomRange)
    screen.pinch(span: 200, frames: 40) { (1 - 0.8 * $0, 0, .zero) }
    #expect(screen.map.camera.zoom == -2)
    screen.wait(ms: 14)
    screen.move(1, Point(x: 275, y: 160))
    #expect(screen.map.camera.zoom > -1.9)
    screen.lift(after: 100)
    screen.runUntilIdle()
    #expect(screen.map.camera.zoom > -1.9)
  }

  @Test("the place between the fingers stays there while the world shrinks below the view")
  func fixedPlace() throws {
    let screen = screen(0.9, MapCamera.zoomRange)
    let middle = Point(x: 180, y: 160)
    let place: Coordinate = try #require(screen.map.convert(middle))
    screen.pinch(around: middle, span: 220, frames: 30) { (1 - 0.7 * $0, 0, .zero) }
    #expect(screen.map.camera.zoom < -0.5)
    let after: Point = try #require(screen.map.convert(place))
    // The world is in the middle of the view from north to south by now.
    #expect((after.x - middle.x).magnitude < 0.5)
    screen.lift(after: 100)
    screen.runUntilIdle()
    #expect(screen.map.camera.centerPoint.y == MapPoint.worldSize / 2)
  }

  @Test("taps with two fingers and a double tap step through the zooms below 0")
  func taps() {
    let screen = screen(0.5, MapCamera.zoomRange)
    for expected in [-0.5, -1.5, -2] as [Scalar] {
      screen.down(1, Point(x: 200, y: 160))
      screen.down(2, Point(x: 280, y: 160))
      screen.wait(ms: 40)
      screen.up(1, Point(x: 200, y: 160))
      screen.up(2, Point(x: 280, y: 160))
      screen.wait(ms: 500)
      screen.runUntilIdle()
      #expect(screen.map.camera.zoom == expected)
    }
    for _ in 0..<2 {
      screen.down(1, Point(x: 240, y: 160))
      screen.wait(ms: 40)
      screen.up(1, Point(x: 240, y: 160))
      screen.wait(ms: 60)
    }
    screen.runUntilIdle()
    #expect(screen.map.camera.zoom == -1)
  }

  @Test("a boundary holds below 0, also for a finger that pulls at it")
  func boundary() throws {
    let screen = screen(-1, MapCamera.zoomRange)
    let region = CoordinateRegion(center: Self.center, span: CoordinateSpan(latitudeDelta: 20, longitudeDelta: 60))
    screen.map.cameraBoundary = MapView.CameraBoundary(coordinateRegion: region)
    screen.down(7, Point(x: 100, y: 160))
    for x in stride(from: Scalar(110), through: 160, by: 10) {
      screen.wait(ms: 12)
      screen.move(7, Point(x: x, y: 160))
    }
    // 30° to the edge are 21 points. The finger goes 39 farther, and the map less.
    #expect(screen.map.centerCoordinate.longitude < -15 && screen.map.centerCoordinate.longitude > -60)
    screen.wait(ms: 100)
    screen.up(7, Point(x: 160, y: 160))
    screen.runUntilIdle()
    #expect(abs(screen.map.centerCoordinate.longitude + 10) < 1e-4 && screen.map.camera.zoom == -1)
  }
}
