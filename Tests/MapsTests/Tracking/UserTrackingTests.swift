import CartoucheControls
import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("A map that follows the user")
struct UserTrackingTests {
  private let screen = MapScreen(camera: MapCamera(center: .beijing, zoom: 16))
  private var map: MapView { screen.map }
  private var user: UserLocation { map.userLocation }
  private var center: Point { Point(x: 240, y: 160) }

  init() {
    map.animatesUserLocation = false
    map.showsUserLocation = true
    user.location = .beijing
    screen.runUntilIdle()
  }

  /// Returns the place some meters from the first fix.
  private func place(east: Double, north: Double = 0) -> Coordinate {
    Coordinate(latitude: Coordinate.beijing.latitude + north / 111_000, longitude: Coordinate.beijing.longitude + east / 85_400)
  }

  private func markerPosition() throws -> Point { try #require(map.view(for: user)).position }

  private func isNear(_ a: Point, _ b: Point, within distance: Scalar = Scalar(rawValue: 512)) -> Bool {
    (a.x - b.x).magnitude <= distance && (a.y - b.y).magnitude <= distance
  }

  @Test("the marker stays at one place of the view, and the map's pixels are within half a point of it")
  func follow() throws {
    map.userTrackingMode = .follow
    var moved = 0
    for frame in 0..<360 {
      if frame % 60 == 0 { user.location = place(east: Double(frame) / 60 * 15, north: Double(frame) / 60 * 4) }
      let before = map.centerCoordinate
      screen.step(ms: 17)
      if map.centerCoordinate != before { moved += 1 }
      #expect(try isNear(markerPosition(), center), "frame \(frame)")
      let drawn = try #require(map.drawnPoint(for: map.centerCoordinate))
      #expect(isNear(drawn, center, within: 0.51))
    }
    #expect(moved > 280)
    screen.runUntilIdle()
    let end = try #require(map.convert(user.coordinate))
    // The last fix was followed by none: the marker went on for half of its speed.
    #expect(end.x > center.x - 12 && end.x < center.x)
  }

  @Test("without following, the marker moves evenly across the map")
  func withoutFollowing() throws {
    var positions: [Point] = []
    for frame in 0..<300 {
      if frame % 60 == 0 { user.location = place(east: Double(frame) / 60 * 15) }
      screen.step(ms: 17)
      positions.append(try markerPosition())
    }
    let steps = zip(positions.dropFirst(130), positions.dropFirst(129)).map { $0.x - $1.x }
    #expect(steps.allSatisfy { $0 >= 0 && $0 <= 1 } && steps.contains { $0 > 0 })
    let place = try #require(map.convert(.beijing))
    #expect(isNear(place, center, within: 0.01))
  }

  @Test("a receiver that repeats its position at rest draws nothing")
  func standing() {
    map.userTrackingMode = .follow
    for _ in 0..<5 {
      user.location = .beijing
      #expect(screen.step(ms: 1000).isEmpty)
      screen.step()
      #expect(screen.stage.nextFrame == .never)
    }
  }

  @Test("a finger ends following, and the application is told")
  func finger() {
    var modes: [UserTrackingMode] = []
    map.events.didChangeUserTrackingMode = { mode, _ in modes.append(mode) }
    map.userTrackingMode = .follow
    screen.step(ms: 1000)
    user.location = place(east: 30)
    for _ in 0..<30 { screen.step() }
    #expect(map.regionChangeCause == .tracking)
    var causes: [RegionChangeCause?] = []
    map.events.regionWillChange = { [map] _ in causes.append(map.regionChangeCause) }
    screen.drag(from: Point(x: 100, y: 100), to: Point(x: 200, y: 160), pauseMs: 300)
    #expect(modes == [.follow, .none] && causes == [.gesture])
    let rest = map.camera
    user.location = place(east: 60)
    screen.runUntilIdle()
    #expect(map.camera == rest && map.regionChangeCause == nil)
  }

  @Test("the application ends it by moving the map elsewhere, and not by zooming or turning it")
  func application() throws {
    map.userTrackingMode = .follow
    map.camera.zoom = 15
    map.camera.bearing = .degrees(30)
    screen.runUntilIdle()
    #expect(map.userTrackingMode == .follow && map.camera.zoom == 15)
    var closer = map.camera
    closer.zoom = 17
    map.setCamera(closer, animated: true)
    user.location = place(east: 12)
    for _ in 0..<150 {
      screen.step()
      #expect(try isNear(markerPosition(), center, within: 0.51))
    }
    #expect(map.userTrackingMode == .follow && map.camera.zoom == 17)
    map.setCenter(.cupertino, animated: true)
    #expect(map.userTrackingMode == .none)
    screen.runUntilIdle()
    #expect(try isNear(#require(map.convert(.cupertino)), center, within: 0.01))
  }

  @Test("a double tap zooms about the user's location")
  func doubleTap() throws {
    map.userTrackingMode = .follow
    for _ in 0..<2 { screen.tap(Point(x: 60, y: 60)) }
    screen.runUntilIdle()
    #expect(map.camera.zoom == 17 && map.userTrackingMode == .follow)
    #expect(try isNear(markerPosition(), center))
  }

  @Test("the map turns with the course, not within 4°, and the compass ends the turning")
  func course() {
    map.userTrackingMode = .followWithCourse
    screen.runUntilIdle()
    #expect(map.camera.bearing == .zero, "the course is unknown")
    user.course = .degrees(90)
    screen.runUntilIdle()
    #expect(map.camera.bearing == .degrees(90))
    user.course = .degrees(93)
    screen.runUntilIdle()
    #expect(map.camera.bearing == .degrees(90))
    user.course = .degrees(97)
    screen.runUntilIdle()
    #expect(map.camera.bearing == .degrees(97))
    user.heading = .degrees(10)
    map.userTrackingMode = .followWithHeading
    screen.runUntilIdle()
    #expect(map.camera.bearing == .degrees(10))
    screen.tap(Point(x: 450, y: 30))
    screen.runUntilIdle()
    #expect(map.userTrackingMode == .follow && map.camera.bearing == .zero)
  }

  @Test("the user's location is in the lower third of the safe area")
  func position() throws {
    map.safeAreaInsets = EdgeInsets(top: 20, left: 120, bottom: 60, right: 0)
    map.userTrackingPosition = .lowerThird
    map.userTrackingMode = .follow
    screen.runUntilIdle()
    #expect(try isNear(markerPosition(), Point(x: 300, y: 180)))
    map.safeAreaInsets = EdgeInsets(top: 0, left: 0, bottom: 0, right: 0)
    screen.runUntilIdle()
    // Views are at whole points: two thirds of 320.
    #expect(try markerPosition() == Point(x: 240, y: 213))
  }

  @Test("an animated start glides to a place nearby, and flies to one far away")
  func start() throws {
    map.setCenter(place(east: 200), animated: false)
    screen.runUntilIdle()
    map.setUserTrackingMode(.follow, animated: true)
    var (last, largest) = (try #require(map.convert(.beijing)).x, Scalar(0))
    for _ in 0..<60 {
      screen.step()
      let x = try #require(map.convert(.beijing)).x
      largest = max(largest, x - last)
      last = x
    }
    #expect(try isNear(#require(map.convert(.beijing)), center, within: 0.01) && largest < 20)
    map.setCenter(.cupertino, animated: false)
    #expect(map.userTrackingMode == .none)
    screen.runUntilIdle()
    map.setUserTrackingMode(.follow, animated: true)
    var lowest = map.camera.zoom
    for _ in 0..<240 {
      screen.step()
      lowest = min(lowest, map.camera.zoom)
    }
    #expect(lowest < 6 && map.camera.zoom == 16 && map.userTrackingMode == .follow)
    #expect(try isNear(markerPosition(), center))
  }

  @Test("the map follows a user whose location becomes known later, and keeps its place when it is lost")
  func unknownLocation() throws {
    user.location = nil
    screen.runUntilIdle()
    map.setCenter(.cupertino, animated: false)
    map.userTrackingMode = .follow
    screen.runUntilIdle()
    #expect(try isNear(#require(map.convert(.cupertino)), center, within: 0.01))
    user.location = .beijing
    screen.runUntilIdle()
    #expect(try isNear(markerPosition(), center))
    let camera = map.camera
    for bad in [Coordinate(latitude: .nan, longitude: 0), Coordinate(latitude: 95, longitude: 0), nil] {
      user.location = bad
      screen.runUntilIdle()
      #expect(map.camera == camera)
    }
  }

  @Test("in a displaced coordinate system the marker is at the place as well")
  func displaced() throws {
    map.coordinateSystem = .gcj02
    map.userTrackingMode = .follow
    for frame in 0..<120 {
      if frame % 60 == 0 { user.location = place(east: Double(frame) / 4) }
      screen.step(ms: 17)
      #expect(try isNear(markerPosition(), center, within: 0.1), "frame \(frame)")
    }
  }

  @Test("the button lets the map follow, turn with the course, and follow again")
  func button() {
    let button = UserTrackingButton(map: map)
    button.position = Point(x: 40, y: 280)
    map.addSublayer(button)
    user.course = .degrees(40)
    map.setCenter(place(east: 90), animated: false)
    screen.runUntilIdle()
    var modes: [UserTrackingMode] = []
    for _ in 0..<3 {
      screen.tap(button.position)
      screen.runUntilIdle()
      modes.append(map.userTrackingMode)
    }
    #expect(modes == [.follow, .followWithCourse, .follow])
    user.course = nil
    screen.tap(button.position)
    #expect(map.userTrackingMode == .none)
  }
}
