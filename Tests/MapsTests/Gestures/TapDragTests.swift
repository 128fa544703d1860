import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import Testing

@Suite("A double tap whose second tap is dragged")
struct MapTapDragTests {
  private let screen = FingerScreen(MapCamera(center: .beijing, zoom: 12, bearing: .degrees(25)))
  private var map: MapView { screen.map }
  private let point = Point(x: 130, y: 110)

  private func tapAndPress() {
    screen.down(1, point)
    screen.wait(ms: 60)
    screen.up(1, point)
    screen.wait(ms: 90)
    screen.down(2, point)
  }

  private func drag(to y: Scalar, ms: Double = 12) {
    let start = point.y
    for step in 1...20 {
      screen.wait(ms: ms)
      screen.move(2, Point(x: point.x, y: start + (y - start) * step / 20))
    }
  }

  @Test("zooms in downward and out upward, a level for each 20 mm beyond the slop, about its place", arguments: [188, 32, 278])
  func zoom(end: Int) throws {
    let place: Coordinate = try #require(map.convert(point))
    tapAndPress()
    drag(to: Scalar(end))
    // 4 points to the millimeter, and a slop of 8 points.
    let way = Scalar(end) - point.y
    let expected = 12 + (way + (way < 0 ? 8 : -8)) / 80
    #expect((map.camera.zoom - expected).magnitude < 0.001 && map.camera.bearing == .degrees(25))
    #expect(map.regionChangeCause == .gesture)
    let after: Point = try #require(map.convert(place))
    #expect((after.x - point.x).magnitude < 0.05 && (after.y - point.y).magnitude < 0.05)
    screen.wait(ms: 100)
    screen.up(2, Point(x: point.x, y: Scalar(end)))
    screen.runUntilIdle()
    #expect((map.camera.zoom - expected).magnitude < 0.001 && map.regionChangeCause == nil)
  }

  @Test("that is lifted in motion zooms on")
  func fling() {
    tapAndPress()
    drag(to: 190, ms: 10)
    let lifted = map.camera.zoom
    screen.up(2, Point(x: point.x, y: 190))
    screen.runUntilIdle()
    // 400 points a second are 5 levels a second.
    #expect(map.camera.zoom - lifted > 0.8 && map.camera.zoom - lifted < 1.6)
  }

  @Test("that does not move is a double tap, and one that comes late or elsewhere is a pan")
  func others() {
    tapAndPress()
    screen.wait(ms: 80)
    screen.move(2, Point(x: point.x + 3, y: point.y + 3))
    screen.up(2, Point(x: point.x + 3, y: point.y + 3))
    screen.runUntilIdle()
    #expect(map.camera.zoom == 13)
    for (delay, offset) in [(600.0, Scalar.zero), (60, 90)] {
      let before = map.camera
      screen.wait(ms: 1000)
      screen.down(1, point)
      screen.wait(ms: 60)
      screen.up(1, point)
      screen.wait(ms: delay)
      let start = Point(x: point.x + offset, y: point.y)
      screen.down(2, start)
      screen.wait(ms: 16)
      screen.move(2, Point(x: start.x, y: start.y + 60))
      #expect(map.camera.zoom == 13 && map.camera.centerPoint != before.centerPoint)
      screen.wait(ms: 100)
      screen.up(2, Point(x: start.x, y: start.y + 60))
      screen.runUntilIdle()
    }
  }

  @Test("stops at the limits of the zoom with resistance, and does nothing on a map without zoom")
  func limits() {
    map.cameraZoomRange = 10...12.5
    tapAndPress()
    drag(to: 310)
    #expect(map.camera.zoom > 12.6 && map.camera.zoom < 13)
    screen.up(2, Point(x: point.x, y: 310))
    screen.runUntilIdle()
    #expect(map.camera.zoom == 12.5)
    map.isZoomEnabled = false
    screen.wait(ms: 1000)
    tapAndPress()
    drag(to: 200)
    #expect(map.camera.zoom == 12.5)
  }

  @Test("ignores a second finger, and ends with the first")
  func secondFinger() {
    tapAndPress()
    drag(to: 160)
    let before = map.camera
    screen.down(3, Point(x: 300, y: 200))
    screen.move(3, Point(x: 400, y: 300))
    #expect(map.camera == before)
    screen.wait(ms: 100)
    screen.up(2, Point(x: point.x, y: 160))
    #expect(map.regionChangeCause == nil)
    screen.move(3, Point(x: 100, y: 100))
    screen.up(3, Point(x: 100, y: 100))
    screen.runUntilIdle()
    #expect(map.camera == before)
  }
}
