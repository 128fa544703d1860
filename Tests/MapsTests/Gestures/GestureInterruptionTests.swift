import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("Changes of a map under fingers")
struct GestureInterruptionTests {
  enum Interruption: CaseIterable {
    case style, size, empty, zoomRange, boundary, margins, camera, flight, detached, cancelled

    func apply(to screen: FingerScreen) {
      let map = screen.map
      switch self {
      case .style: map.style = .standardDark
      case .size: map.frame = Rect(x: 10, y: 0, width: 300, height: 280)
      case .empty: map.frame = .zero
      case .zoomRange: map.cameraZoomRange = 11.9...12.1
      case .boundary:
        map.cameraBoundary = MapView.CameraBoundary(
          coordinateRegion: CoordinateRegion(center: .beijing, span: CoordinateSpan(latitudeDelta: 0.001, longitudeDelta: 0.001)))
      case .margins: map.layoutMargins = EdgeInsets(top: 0, left: 200, bottom: 0, right: 0)
      case .camera: map.camera = MapCamera(center: .cupertino, zoom: 5, bearing: .degrees(9))
      case .flight: map.setCamera(MapCamera(center: .cupertino, zoom: 5), animated: true)
      case .detached: map.removeFromSuperlayer()
      case .cancelled: screen.arena.cancelAll(at: screen.time)
      }
    }
  }

  @Test("in the middle of a pinch that rotates leave the map within its limits, and at rest", arguments: Interruption.allCases)
  func pinch(interruption: Interruption) {
    let screen = FingerScreen(MapCamera(center: .beijing, zoom: 12))
    var (will, did) = (0, 0)
    screen.map.events.regionWillChange = { _ in will += 1 }
    screen.map.events.regionDidChange = { _ in did += 1 }
    var count = 0
    screen.pinch(span: 140, frames: 40) {
      (1 + $0, 70 * $0, Point(x: Scalar(rawValue: Int64($0 * 4e6)), y: 0))
    } _: { _ in
      count += 1
      if count == 25 { interruption.apply(to: screen) }
      if count % 5 == 0 { screen.frame(ms: 0) }
    }
    screen.lift()
    if interruption == .empty { screen.map.frame = Rect(x: 0, y: 0, width: 480, height: 320) }
    if interruption == .detached { screen.stage.root.addSublayer(screen.map) }
    screen.runUntilIdle()
    #expect(screen.stage.nextFrame == .never && screen.map.regionChangeCause == nil)
    #expect(will == did && will > 0)
    let camera = screen.map.camera
    screen.map.camera = camera
    #expect(screen.map.camera == camera, "the camera is within the limits")
    #expect(screen.map.cameraZoomRange.contains(camera.zoom))
  }

  @Test("a view without a size while fingers hold it beyond its limits is within them when it has one again")
  func emptyBeyondLimits() {
    let screen = FingerScreen(MapCamera(center: .beijing, zoom: 12))
    let map = screen.map
    map.cameraZoomRange = 10...12
    for liftsWhileEmpty in [true, false] {
      screen.pinch(span: 100, frames: 20) { (1 + $0, 0, .zero) }
      screen.frame(ms: 0)
      #expect(map.camera.zoom > 12)
      if !liftsWhileEmpty { screen.lift() }
      map.frame = .zero
      screen.frame()
      if liftsWhileEmpty { screen.lift() }
      map.frame = Rect(x: 0, y: 0, width: 480, height: 320)
      screen.runUntilIdle()
      #expect(map.camera.zoom == 12)
    }
  }

  @Test("a touch at any time of a return to a limit leaves the map at the limit")
  func touchDuringReturn() {
    for frames in 0..<60 {
      let screen = FingerScreen(MapCamera(center: .beijing, zoom: 12))
      screen.map.cameraZoomRange = 10...12
      screen.pinch(span: 100, frames: 20) { (1 + $0, 0, .zero) }
      screen.lift(after: 200)
      for _ in 0..<frames { screen.frame() }
      screen.down(0, Point(x: 100, y: 100))
      screen.wait(ms: 20)
      screen.up(0, Point(x: 100, y: 100))
      screen.runUntilIdle()
      #expect(screen.map.camera.zoom == 12, "after \(frames) frames")
    }
  }

  @Test("limits that are set during a fling hold at once, and the map stays within them")
  func limitsDuringFling() {
    let screen = FingerScreen(MapCamera(center: .beijing, zoom: 11))
    screen.pinch(span: 100, frames: 10) { (1 + 2 * $0, 0, .zero) }
    screen.lift()
    screen.frame()
    let zoom = screen.map.camera.zoom
    screen.frame()
    #expect(screen.map.camera.zoom > zoom, "the map is flung")
    screen.map.cameraZoomRange = 10...12
    for _ in 0..<60 {
      #expect(screen.map.camera.zoom <= 12)
      screen.frame()
    }
  }

  @Test("a style that is switched in mid-pinch does not move the place under a finger")
  func style() throws {
    let screen = FingerScreen(MapCamera(center: .beijing, zoom: 12))
    var cameras: [[MapCamera]] = []
    for switches in [false, true] {
      let screen = FingerScreen(MapCamera(center: .beijing, zoom: 12))
      var path: [MapCamera] = []
      screen.pinch(span: 140, frames: 40) {
        (1 + $0, 50 * $0, .zero)
      } _: { _ in
        if switches, path.count == 20 { screen.map.style = .standardDark }
        path.append(screen.map.camera)
        screen.frame(ms: 0)
      }
      cameras.append(path)
    }
    #expect(cameras[0] == cameras[1] && cameras[0].last != screen.map.camera)
  }

  @Test("after a resize in mid-pinch, the places under both fingers stay under them")
  func resize() throws {
    let screen = FingerScreen(MapCamera(center: .beijing, zoom: 12))
    var places: [Coordinate] = []
    var last: [Point] = []
    var count = 0
    screen.pinch(around: Point(x: 150, y: 120), span: 100, frames: 60) {
      (1 + 0.5 * $0, 60 * $0, .zero)
    } _: { fingers in
      count += 1
      if count == 40 {
        screen.map.frame = Rect(x: 0, y: 0, width: 300, height: 260)
        screen.frame(ms: 0)
        places = fingers.compactMap { screen.map.convert($0) }
      }
      last = fingers
    }
    for (place, finger) in zip(places, last) {
      let point: Point = try #require(screen.map.convert(place))
      #expect((point.x - finger.x).magnitude < 0.1 && (point.y - finger.y).magnitude < 0.1)
    }
    #expect(places.count == 2)
  }

  @Test(
    "random fingers and changes leave the map within its limits, with balanced notifications", arguments: 0..<40 as Range<UInt64>)
  func random(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let screen = FingerScreen(MapCamera(center: .beijing, zoom: 12))
    let map = screen.map
    var (will, did) = (0, 0)
    map.events.regionWillChange = { _ in will += 1 }
    map.events.regionDidChange = { _ in did += 1 }
    var down: Set<Int> = []
    func point() -> Point { Point(x: Scalar(random.int(in: -20...500)), y: Scalar(random.int(in: -20...340))) }
    for _ in 0..<250 {
      screen.wait(ms: Double(random.int(in: 0...40)))
      let finger = random.int(in: 0...3)
      switch random.int(in: 0...11) {
      case 0, 1, 2:
        if down.insert(finger).inserted { screen.down(finger, point()) }
      case 3, 4: if down.remove(finger) != nil { screen.up(finger, point()) }
      case 5: screen.frame()
      case 6:
        if random.int(in: 0...6) == 0 {
          Interruption.allCases.filter { $0 != .detached }.randomElement(using: &random)!.apply(to: screen)
          if map.frame.isEmpty { map.frame = Rect(x: 0, y: 0, width: 480, height: 320) }
        }
      default: if down.contains(finger) { screen.move(finger, point()) }
      }
    }
    screen.arena.cancelAll(at: screen.time)
    screen.runUntilIdle()
    #expect(will == did && map.regionChangeCause == nil && screen.stage.nextFrame == .never)
    let camera = map.camera
    map.camera = camera
    #expect(map.camera == camera)
  }
}
