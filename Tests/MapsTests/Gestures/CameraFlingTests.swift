import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import Testing

@Suite("Flings of a map's zoom and rotation")
struct CameraFlingTests {
  private static let camera = MapCamera(center: .beijing, zoom: 12, bearing: .degrees(40))

  /// A pinch whose fingers lift while they move apart and turn.
  private func flung(
    _ camera: MapCamera = Self.camera, scale: Double = 1.5, degrees: Double = 0, rest: Double = 0, lag: Double = 0
  ) -> FingerScreen {
    let screen = FingerScreen(camera)
    screen.pinch(around: Point(x: 300, y: 120), span: 160, frames: 20, ms: 10) { (1 + (scale - 1) * $0, degrees * $0, .zero) }
    screen.lift(after: rest, lag: lag)
    return screen
  }

  @Test("a pinch that is lifted in motion zooms on about its center, and notifies of one change", arguments: [0, 30.0])
  func zoom(lag: Double) throws {
    let screen = FingerScreen(Self.camera)
    var (will, did) = (0, 0)
    screen.map.events.regionWillChange = { _ in will += 1 }
    screen.map.events.regionDidChange = { _ in did += 1 }
    screen.pinch(around: Point(x: 300, y: 120), span: 160, frames: 20, ms: 10) { (1 + 0.5 * $0, 0, .zero) }
    screen.lift(lag: lag)
    let (lifted, place) = (screen.map.camera, try #require(screen.map.convert(Point(x: 300, y: 120))))
    screen.runUntilIdle()
    // 2.5 levels a second at the end: two fifths of a level in all.
    let zooms = screen.map.camera.zoom - lifted.zoom
    #expect(zooms > 0.4 && zooms < 0.8, "\(zooms)")
    #expect(screen.map.camera.bearing == lifted.bearing)
    let point: Point = try #require(screen.map.convert(place))
    #expect((point.x - 300).magnitude < 0.1 && (point.y - 120).magnitude < 0.1)
    #expect(will == 1 && did == 1)
  }

  @Test("a rotation that is lifted in motion turns on in its direction", arguments: [60.0, -60])
  func rotation(degrees: Double) {
    let screen = flung(scale: 1, degrees: degrees)
    let lifted = screen.map.camera
    screen.runUntilIdle()
    let turn = (screen.map.camera.bearing - lifted.bearing) * (degrees < 0 ? 1 : -1)
    #expect(turn > .degrees(40) && turn < .degrees(100), "\(turn)")
    #expect(screen.map.camera.zoom == lifted.zoom)
  }

  @Test("fingers that rest before they lift, and slow fingers, do not fling", arguments: [(1.5, 100.0), (1.06, 0)])
  func rest(scale: Double, rest: Double) {
    let screen = flung(scale: scale, rest: rest)
    let lifted = screen.map.camera
    screen.runUntilIdle()
    #expect(screen.map.camera == lifted)
  }

  @Test("no fling is faster than the map's fling speed allows")
  func speed() {
    let screen = FingerScreen(Self.camera)
    screen.map.flingSpeed = 10_000
    screen.pinch(span: 160, frames: 20, ms: 10) { (1 + 0.5 * $0, 60 * $0, Point(x: Scalar(rawValue: Int64($0 * 6e6)), y: 0)) }
    screen.lift()
    let lifted = screen.map.camera
    screen.runUntilIdle()
    #expect(screen.map.camera == lifted)
  }

  @Test("where a fling ends depends on the fingers only, not on when frames are drawn", arguments: [7, 33, 180, 5000.0])
  func frames(ms: Double) {
    let (one, other) = (flung(scale: 1.7, degrees: -50), flung(scale: 1.7, degrees: -50))
    one.runUntilIdle()
    other.runUntilIdle(ms: ms)
    #expect(one.map.camera == other.map.camera)
  }

  @Test("a finger stops a fling where its time says, whenever frames are drawn", arguments: [7, 16, 60.0])
  func caught(ms: Double) {
    func camera(after frames: [Double]) -> (MapCamera, MapCamera) {
      let screen = flung(scale: 1.6, degrees: 40)
      let lifted = screen.now
      for frame in frames { screen.frame(ms: frame) }
      screen.wait(ms: 150 - Double(screen.now - lifted) / 1_000_000)
      screen.down(9, Point(x: 100, y: 100))
      let caught = screen.map.camera
      screen.wait(ms: 30)
      screen.up(9, Point(x: 100, y: 100))
      screen.runUntilIdle()
      return (caught, screen.map.camera)
    }
    let (caught, rest) = camera(after: Array(repeating: ms, count: Int(150 / ms)))
    #expect(caught == rest)
    #expect(caught == camera(after: []).0)
    #expect(caught != flung(scale: 1.6, degrees: 40).map.camera)
  }

  @Test("a pan stops a flight where the finger's time says", arguments: [5, 16, 40.0])
  func caughtFlight(ms: Double) {
    func camera(_ ms: Double) -> MapCamera {
      let screen = FingerScreen(Self.camera)
      screen.map.setCamera(MapCamera(center: .cupertino, zoom: 4), animated: true, duration: 2)
      screen.frame(ms: 0)
      for _ in 0..<Int(400 / ms) { screen.frame(ms: ms) }
      screen.down(1, Point(x: 100, y: 100))
      screen.wait(ms: 13)
      screen.move(1, Point(x: 140, y: 100))
      return screen.map.camera
    }
    #expect(camera(ms) == camera(400))
  }

  // MARK: North

  @Test("a map that is rotated to less than 7° from north turns north in a quarter of a second", arguments: [5, -6.5, 9.0])
  func north(bearing: Double) {
    let screen = FingerScreen(MapCamera(center: .beijing, zoom: 12, bearing: .degrees(30)))
    // The map turns by the fingers' turn beyond the threshold of 10.5°.
    screen.pinch(span: 200, frames: 40) { (1, (30 - bearing + 10.5) * $0, .zero) }
    screen.lift(after: 100)
    let turned = Double(screen.map.camera.bearing.degrees.rawValue) / 0x1p32
    #expect(abs(turned - bearing) < 0.01)
    screen.frame(ms: 20)
    for _ in 0..<15 { screen.frame() }
    let isNear = abs(bearing) < 7
    #expect(screen.map.camera.bearing.magnitude < .degrees(0.3) || !isNear)
    screen.runUntilIdle()
    #expect(screen.map.camera.bearing == .zero || !isNear)
    #expect(screen.map.camera.bearing > .degrees(8.9) || isNear)
  }

  @Test("a flick of rotation that ends near north ends at north")
  func flickToNorth() {
    let probe = flung(MapCamera(center: .beijing, zoom: 12, bearing: .degrees(180)), scale: 1, degrees: 60)
    probe.runUntilIdle()
    let turn = probe.map.camera.bearing - .degrees(180)
    for excess in [-6, 4, 12] as [WideFixed<32>] {
      let screen = flung(MapCamera(center: .beijing, zoom: 12, bearing: .degrees(excess) - turn), scale: 1, degrees: 60)
      screen.runUntilIdle()
      #expect((screen.map.camera.bearing == .zero) == (excess < 7), "\(screen.map.camera.bearing)")
    }
  }

  @Test("a map with a bearing of 5° that is panned, pinched or flung keeps it")
  func keptBearing() {
    let screen = FingerScreen(MapCamera(center: .beijing, zoom: 12, bearing: .degrees(5)))
    screen.down(1, Point(x: 300, y: 100))
    for step in 1...10 {
      screen.wait(ms: 10)
      screen.move(1, Point(x: 300 - Scalar(step * 12), y: 100))
    }
    screen.up(1, Point(x: 180, y: 100))
    screen.runUntilIdle()
    screen.pinch(span: 120, frames: 20) { (1 + $0, 6 * $0, .zero) }
    screen.lift()
    screen.runUntilIdle()
    #expect(screen.map.camera.bearing == .degrees(5))
  }
}
