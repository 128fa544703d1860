import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import Testing

@Suite("Movements that begin while a map is beyond its limits")
struct RubberBandInterruptionTests {
  private let screen = FingerScreen(MapCamera(center: .beijing, zoom: 12))
  private var map: MapView { screen.map }

  /// What takes over the return of a map to its limits.
  enum Interruption: CaseIterable {
    case doubleTap, twoFingerTap, wheel, north, flight, ease

    func apply(to screen: FingerScreen) {
      let (map, point) = (screen.map, Point(x: 150, y: 100))
      switch self {
      case .doubleTap:
        for _ in 0..<2 {
          screen.down(0, point)
          screen.wait(ms: 4)
          screen.up(0, point)
          screen.wait(ms: 4)
        }
      case .twoFingerTap:
        screen.down(0, point)
        screen.down(1, Point(x: 260, y: 120))
        screen.wait(ms: 4)
        screen.up(0, point)
        screen.up(1, Point(x: 260, y: 120))
      case .wheel: _ = screen.stage.scrollWheel(with: ScrollWheelEvent(location: point, deltaY: 1))
      case .north:
        var camera = map.camera
        camera.bearing = .zero
        map.setCamera(camera, animated: true)
      case .flight: map.setCamera(MapCamera(center: .beijing, zoom: 11.9), animated: true)
      case .ease: map.ease(to: MapCamera(center: .beijing, zoom: 12))
      }
    }
  }

  /// Returns how far the map moves from one camera to another: in eighths of a zoom level, and in points.
  private func step(from old: MapCamera, to new: MapCamera) -> (zoom: Double, center: Double) {
    let view = MapTransform(camera: old, bounds: map.bounds)
    let (a, b) = (view.point(for: old.centerPoint), view.point(for: new.centerPoint))
    func number(_ value: Scalar) -> Double { Double(value.rawValue) / 65_536 }
    return (number((new.zoom - old.zoom).magnitude) * 8, number(Scalar.hypotenuse(b.x - a.x, b.y - a.y)))
  }

  @Test(
    "go on from where it is, so that no frame moves more than its neighbors explain", arguments: Interruption.allCases,
    [11.6, 12.3])
  func noJump(interruption: Interruption, limit: Double) {
    map.camera.bearing = .degrees(30)
    let limit = Scalar(floatLiteral: limit)
    map.cameraZoomRange = limit < 12 ? limit...14 : 10...limit
    map.cameraBoundary = MapView.CameraBoundary(
      coordinateRegion: CoordinateRegion(center: .beijing, span: CoordinateSpan(latitudeDelta: 0.04, longitudeDelta: 0.04)))
    screen.pinch(span: limit < 12 ? 200 : 60, frames: 30) { progress in
      (limit < 12 ? 1 - 0.7 * progress : 1 + 2 * progress, 0, Point(x: FingerScreen.points(200 * progress), y: 0))
    }
    screen.lift(after: 100)
    for _ in 0..<3 { screen.frame() }
    let start = map.camera
    #expect((start.zoom - limit).magnitude > 0.1 && !map.cameraZoomRange.contains(start.zoom))
    interruption.apply(to: screen)
    var (cameras, steps) = ([start], [(zoom: Double, center: Double)]())
    for _ in 0..<60 {
      screen.frame()
      steps.append(step(from: cameras.last ?? start, to: map.camera))
      cameras.append(map.camera)
    }
    for index in 1..<steps.count - 1 {
      let (before, now, after) = (steps[index - 1], steps[index], steps[index + 1])
      #expect(now.zoom <= before.zoom + after.zoom + 0.1, "frame \(index): \(before.zoom), \(now.zoom), \(after.zoom)")
      #expect(now.center <= before.center + after.center + 1, "frame \(index): \(before.center), \(now.center), \(after.center)")
    }
    #expect(steps[0].zoom < 0.5 && steps[0].center < 12, "\(steps[0])")
    screen.runUntilIdle()
    #expect(map.cameraZoomRange.contains(map.camera.zoom) && map.regionChangeCause == nil)
    let camera = map.camera
    map.camera = camera
    #expect(map.camera == camera, "the camera is within the limits")
  }

  @Test("new limits in the middle hold at once")
  func newLimits() {
    map.cameraZoomRange = 10...12.3
    screen.pinch(span: 60, frames: 30) { (1 + 2 * $0, 0, .zero) }
    screen.lift(after: 100)
    screen.frame()
    map.setCamera(MapCamera(center: .beijing, zoom: 11), animated: true)
    screen.frame()
    screen.frame()
    #expect(map.camera.zoom > 12.3)
    map.cameraZoomRange = 10...12.2
    for _ in 0..<20 {
      #expect(map.camera.zoom <= 12.2)
      screen.frame()
    }
  }
}
