import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import Testing

@Suite("Eases of a map's camera, and the distance of its eye")
struct CameraEaseTests {
  private let screen = MapScreen(camera: MapCamera(center: .beijing, zoom: 12))
  private var map: MapView { screen.map }

  init() { screen.runUntilIdle() }

  @Test("an ease at one zoom moves the map evenly, and neither zooms nor turns it")
  func pan() {
    let target = map.camera.panned(by: Point(x: -120, y: 0), in: map.bounds.size)
    var changes: [Bool] = []
    map.events.regionDidChange = { changes.append($0) }
    map.ease(to: target, duration: 1, timingFunction: .linear)
    screen.step(ms: 0)
    var before = map.camera
    for _ in 0..<10 {
      screen.step(ms: 100)
      let expected = Double(target.centerPoint.x - MapCamera(center: .beijing, zoom: 12).centerPoint.x) / 10
      #expect(abs(Double(map.camera.centerPoint.x - before.centerPoint.x) - expected) < 1000)
      #expect(map.camera.zoom == 12 && map.camera.bearing == .zero)
      before = map.camera
    }
    #expect(map.camera == target && changes == [true])
  }

  @Test("of two eases in one turn after a rest the second begins in the next frame, whenever that comes")
  func replacedBeforeItsFirstFrame() {
    let start = map.camera
    let target = start.panned(by: Point(x: -100, y: 0), in: map.bounds.size)
    map.ease(to: start.panned(by: Point(x: 50, y: 0), in: map.bounds.size))
    map.ease(to: target)
    screen.step(ms: 5000)
    #expect(map.camera == start)
    screen.runUntilIdle()
    #expect(map.camera == target)
  }

  @Test("cameras that come ten times a second join to one even movement, reported as one change")
  func joined() {
    var (begun, ended) = (0, 0)
    map.events.regionWillChange = { _ in begun += 1 }
    map.events.regionDidChange = { _ in ended += 1 }
    var steps: [Int64] = []
    var target = map.camera
    for fix in 0..<20 {
      target = target.panned(by: Point(x: -20, y: 0), in: map.bounds.size)
      map.ease(to: target, duration: 0.12, timingFunction: .linear)
      if fix == 0 { screen.step(ms: 0) }
      for _ in 0..<5 {
        let before = map.camera.centerPoint.x
        screen.step(ms: 20)
        steps.append(map.camera.centerPoint.x - before)
      }
    }
    screen.runUntilIdle()
    #expect(map.camera == target && begun == 1 && ended == 1)
    // 4 points a frame of 2^20 units each.
    #expect(steps.dropFirst(10).allSatisfy { abs($0 - 4 << 20) <= (4 << 20) / 4 }, "\(steps)")
  }

  @Test("an ease to another zoom keeps one place of the map where it is, and zooms steadily", arguments: [9, 15])
  func zoom(zoom: Int) throws {
    let point = Point(x: 100, y: 80)
    let target = map.camera.adjusted(zoom: Scalar(zoom), bearing: .zero, about: point, in: map.bounds.size)
    let place: Coordinate = try #require(map.convert(point))
    map.ease(to: target, duration: 0.5)
    var zooms: [Scalar] = []
    for _ in 0..<40 {
      screen.step()
      let shown: Point = try #require(map.convert(place))
      #expect((shown.x - point.x).magnitude < 0.1 && (shown.y - point.y).magnitude < 0.1)
      zooms.append(map.camera.zoom)
    }
    #expect(map.camera == target && zooms == (zoom > 12 ? zooms.sorted() : zooms.sorted(by: >)))
    #expect(zooms.contains { ($0 - 12).magnitude > 1 && ($0 - Scalar(zoom)).magnitude > 1 })
  }

  @Test("an ease takes the shorter way around the world and around the compass, and a finger stops it")
  func shortWays() {
    map.camera = MapCamera(center: Coordinate(latitude: 0, longitude: 179.99), zoom: 12, bearing: .degrees(350))
    let target = MapCamera(center: Coordinate(latitude: 0, longitude: -179.99), zoom: 12, bearing: .degrees(10))
    map.ease(to: target, duration: 1, timingFunction: .linear)
    screen.step(ms: 0)
    screen.step(ms: 500)
    #expect(map.camera.bearing.shortestTurn.degrees.magnitude < 0.01)
    #expect(abs(abs(map.centerCoordinate.longitude) - 180) < 1e-4)
    let finger = screen.begin(Point(x: 200, y: 160))
    screen.step()
    screen.move(finger, Point(x: 240, y: 160))
    let caught = map.camera
    screen.step(ms: 400)
    #expect(map.camera == caught)
    screen.end(finger, Point(x: 240, y: 160))
  }

  @Test("a flight has the pacing of its timing function")
  func flights() {
    /// Returns the bearings after each tenth of a second of a flight that takes a second.
    func bearings(_ fly: (MapCamera) -> Void) -> [Double] {
      map.camera = MapCamera(center: .beijing, zoom: 12)
      screen.runUntilIdle()
      fly(MapCamera(center: .cupertino, zoom: 14, bearing: .degrees(100)))
      screen.step(ms: 0)
      return (0..<10).map { _ in
        screen.step(ms: 100)
        return Double(map.camera.bearing.degrees.rawValue) / 4_294_967_296
      }
    }
    let linear = bearings { map.setCamera($0, animated: true, duration: 1, timingFunction: .linear) }
    for (index, bearing) in linear.enumerated() { #expect(abs(bearing - Double(index + 1) * 10) < 0.1, "\(linear)") }
    let eased = bearings { map.setCamera($0, animated: true, duration: 1) }
    #expect(eased[0] < 5 && eased[9] == 100 && abs(eased[4] - 50) < 1)
    #expect(bearings { map.setCamera($0, animated: true, duration: 1, timingFunction: .easeIn) }[4] < 40)
  }

  @Test("an ease without duration, or of a map that is on no stage, jumps")
  func jumps() {
    map.ease(to: MapCamera(center: .cupertino, zoom: 14), duration: 0)
    #expect(map.camera == MapCamera(center: .cupertino, zoom: 14))
    let other = MapView(frame: Rect(x: 0, y: 0, width: 100, height: 100), theme: .plain)
    other.ease(to: MapCamera(center: .cupertino, zoom: 14))
    #expect(other.camera == MapCamera(center: .cupertino, zoom: 14))
  }

  // MARK: The eye's distance

  @Test("the eye sees 30° of the view's height, and one zoom level more halves its distance")
  func distance() throws {
    let size = Size(width: 800, height: 480)
    let camera = MapCamera(center: .beijing, zoom: 14.5)
    let distance = camera.centerCoordinateDistance(in: size)
    let meters = camera.region(in: size).latitudinalMeters
    #expect(abs(distance / (meters / 2 / 0.26794919) - 1) < 1e-4)
    var closer = camera
    closer.zoom = 15.5
    #expect(abs(closer.centerCoordinateDistance(in: size) * 2 / distance - 1) < 1e-6)
    let back = MapCamera(lookingAtCenter: .beijing, fromDistance: distance, bearing: .degrees(20), in: size)
    #expect((back.zoom - 14.5).magnitude < 0.0001 && back.bearing == .degrees(20) && back.centerPoint == MapPoint(.beijing))
  }

  @Test("distances that no camera has are clamped")
  func distances() {
    let size = Size(width: 800, height: 480)
    for (distance, zoom) in [
      (0, 24), (-5, 24), (.nan, 24), (.infinity, MapCamera.zoomRange.lowerBound), (1e300, MapCamera.zoomRange.lowerBound),
    ]
      as [(Double, Scalar)]
    {
      #expect(MapCamera(lookingAtCenter: .beijing, fromDistance: distance, in: size).zoom == zoom)
    }
    #expect(MapCamera(center: .beijing, zoom: 3).centerCoordinateDistance(in: .zero) == 0)
    #expect(MapCamera(lookingAtCenter: .beijing, fromDistance: 100, in: .zero).zoom == 24)
  }
}
