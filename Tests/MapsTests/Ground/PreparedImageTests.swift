import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("The image with which a map at rest begins to move")
struct PreparedImageTests {
  private let queue = ShufflingQueue(workerCount: 1)

  private func screen(limit: Int? = nil, _ configure: (MapView) -> Void = { _ in }) -> MapScreen {
    let screen = MapScreen(width: 1280, height: 720, camera: MapCamera(center: .beijing, zoom: 15))
    screen.stage.backgroundQueue = queue
    if let limit { screen.stage.rasterCacheLimit = limit }
    screen.map.sources = [CountingSource.town(0...16)]
    screen.map.style = .plainTown(Color(hex: 0x60c060))
    configure(screen.map)
    rest(screen)
    return screen
  }

  private func rest(_ screen: MapScreen) { screen.rest(delivering: queue) }

  /// Pans so far that the prepared image does not cover the view any more.
  private func panFar(_ screen: MapScreen) {
    for _ in 0..<40 {
      screen.map.pan(by: Point(x: 10, y: 5))
      screen.step()
      while queue.deliver() {}
    }
  }

  /// Animates the camera, and returns in how many frames images were shown, and in how many the map was drawn
  /// as shapes.
  private func animate(_ screen: MapScreen, _ change: (inout MapCamera) -> Void) -> (images: Int, shapes: Int) {
    var camera = screen.map.camera
    change(&camera)
    screen.map.setCamera(camera, animated: true)
    var (images, shapes) = (0, 0)
    for _ in 0..<60 {
      let before = screen.map.camera
      screen.step()
      while queue.deliver() {}
      guard screen.map.camera != before, screen.map.camera != camera else { continue }
      if screen.showsGroundImage { images += 1 } else { shapes += 1 }
    }
    return (images, shapes)
  }

  @Test("is there before the first zoom or turn, which draws no shapes", arguments: [(16, 0), (14, 0), (15, 40)])
  func firstMotion(zoom: Int, degrees: Int) {
    let screen = screen()
    #expect(screen.map.groundImageCount == 1 && !screen.showsGroundImage)
    let (images, shapes) = animate(screen) { ($0.zoom, $0.bearing) = (Scalar(zoom), .degrees(WideFixed(degrees))) }
    #expect(images > 8 && shapes == 0)
  }

  @Test("is shown for a single small change, and the exact view within 150 ms", arguments: [(0.05, 0), (0, 3), (-0.2, -5)])
  func singleChange(zoom: Scalar, degrees: Int) {
    let screen = screen { ($0.showsCompass, $0.showsScale) = (false, false) }
    var camera = screen.map.camera
    camera.zoom += zoom
    camera.bearing = .degrees(WideFixed(degrees))
    let exact = self.screen { map in
      (map.showsCompass, map.showsScale, map.camera) = (false, false, camera)
    }
    screen.map.camera = camera
    for frame in 0..<10 {
      screen.step(ms: 15)
      let isImage = screen.showsGroundImage
      if frame < 3 { #expect(isImage, "frame \(frame)") }
      while queue.deliver() {}
    }
    let isImage = screen.showsGroundImage
    #expect(!isImage)
    let isExact = screen.image.pixels == exact.image.pixels
    #expect(isExact)
    rest(screen)
    #expect(screen.stage.nextFrame == .never && screen.map.groundImageCount == 1)
  }

  @Test("is prepared again for a view to which the map came back, and when fingers may move the map again")
  func again() {
    let screen = screen()
    for zoom in [15.1, 15] as [Scalar] {
      screen.map.camera.zoom = zoom
      rest(screen)
    }
    screen.map.style = .plainTown(Color(hex: 0x3060d0))
    rest(screen)
    #expect(screen.map.groundImageCount == 1)
    let other = self.screen()
    for isEnabled in [false, true] {
      other.map.isUserInteractionEnabled = isEnabled
      other.map.setNeedsLayout()
      rest(other)
      #expect(other.map.groundImageCount == (isEnabled ? 1 : 0))
    }
  }

  @Test("is there before a pinch")
  func pinch() {
    let screen = screen()
    var (images, shapes) = (0, 0)
    screen.pinch(around: Point(x: 240, y: 160), scale: 1.4, degrees: 0, frames: 20) { _ in
      queue.deliver()
      guard screen.map.camera.zoom != 15 else { return }
      if screen.showsGroundImage { images += 1 } else { shapes += 1 }
    }
    // The first change of the camera is seen in the next frame.
    #expect(images > 10 && shapes <= 1)
  }

  @Test("is drawn again when a long pan has ended, and not meanwhile")
  func longPan() {
    let screen = screen()
    panFar(screen)
    #expect(screen.map.groundImageCount == 0)
    rest(screen)
    #expect(screen.map.groundImageCount == 1)
    let (images, shapes) = animate(screen) { $0.zoom = 15.8 }
    #expect(images > 8 && shapes == 0)
  }

  @Test("is drawn twice for data that changes all the time, and again when a finger touches the map")
  func changingData() {
    let data = GeoJSONSource(.features([]))
    let screen = screen { map in
      var style = MapStyle(layers: [
        StyleLayer("background", kind: .background, properties: [.backgroundColor: 0xff00ff]),
        StyleLayer("square", kind: .fill, source: "data", properties: [.fillColor: 0x3060d0]),
      ])
      (style.sources, style.transition) = (["data": .geoJSON(data)], .none)
      map.style = style
    }
    #expect(screen.map.groundImageCount == 1)
    func changeData(_ east: Double) {
      let corners = [(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)].map { x, y in
        Coordinate(
          latitude: Coordinate.beijing.latitude + Double(y), longitude: Coordinate.beijing.longitude + east + Double(x))
      }
      data.setData(.features([GeoJSONFeature(geometry: .polygon([corners]))]))
      rest(screen)
    }
    changeData(1)
    #expect(screen.map.groundImageCount == 1)
    for step in 2...6 {
      changeData(Double(step) / 10)
      #expect(screen.map.groundImageCount == 0)
    }
    // Other views get no image either, as long as nobody zooms, turns or touches the map.
    screen.map.pan(by: Point(x: 30, y: 0))
    changeData(1)
    #expect(screen.map.groundImageCount == 0)
    let finger = screen.begin(Point(x: 100, y: 100))
    rest(screen)
    screen.end(finger, Point(x: 100, y: 100))
    rest(screen)
    #expect(screen.map.groundImageCount == 1)
    for step in 2...3 { changeData(Double(step) / 10) }
    #expect(screen.map.groundImageCount == 0)
    screen.step(ms: 11_000)
    changeData(0.1)
    #expect(screen.map.groundImageCount == 1)
    let (images, shapes) = animate(screen) { $0.zoom = 15.8 }
    #expect(images > 8 && shapes == 0)
  }

  @Test("has tiles as far as it reaches, also on a wide screen", arguments: [-479, 2399])
  func wideScreen(x: Int) throws {
    // At some of these places, the edge of a tile is between 256 and 480 points from the view.
    for step in 0..<4 {
      let source = CountingSource.town(0...16)
      var place = Coordinate.beijing
      place.longitude += Double(step) * 90 / 32768
      let screen = MapScreen(width: 1920, height: 540, camera: MapCamera(center: place, zoom: 15))
      screen.stage.backgroundQueue = queue
      (screen.map.sources, screen.map.style) = ([source], .plainTown(Color(hex: 0x60c060)))
      rest(screen)
      let east = try #require(screen.map.convert(Point(x: Scalar(x), y: 270))).longitude
      let column = Int((east + 180) / 360 * 32768)
      #expect(source.reads.keys.contains { $0.zoom == 15 && $0.x == column }, "\(step)")
    }
  }

  @Test("is drawn only for a map that fingers can move, or that has moved before")
  func fixedMap() {
    let screen = screen { ($0.isZoomEnabled, $0.isRotateEnabled) = (false, false) }
    #expect(screen.map.groundImageCount == 0)
    #expect(animate(screen) { $0.zoom = 16 }.shapes > 0)
    rest(screen)
    screen.map.camera = MapCamera(center: .beijing, zoom: 13)
    rest(screen)
    #expect(screen.map.groundImageCount == 1)
    #expect(animate(screen) { $0.zoom = 14 }.shapes == 0)
  }

  @Test("is missing where there is too little memory, and the map comes to rest")
  func littleMemory() {
    let screen = screen(limit: 8_000_000)
    #expect(screen.map.groundImageCount == 0)
    #expect(animate(screen) { $0.zoom = 16 }.shapes > 0)
    rest(screen)
    screen.map.pan(by: Point(x: 30, y: 0))
    rest(screen)
    #expect(screen.map.groundImageCount == 0)
  }

  @Test("is a square as soon as the map follows a course")
  func followedCourse() {
    let screen = screen { map in
      (map.showsCompass, map.animatesUserLocation) = (false, false)
      (map.userLocation.location, map.userLocation.course) = (.beijing, .zero)
    }
    #expect(screen.map.groundImageCount == 1)
    screen.map.userTrackingMode = .followWithCourse
    rest(screen)
    screen.map.userLocation.course = .degrees(100)
    // Without workers, there is no other image than the one that was prepared.
    for _ in 0..<60 {
      let bearing = screen.map.camera.bearing
      screen.step()
      let isImage = screen.map.camera.bearing == bearing || screen.showsGroundImage
      #expect(isImage, "\(screen.map.camera.bearing)")
    }
    #expect(screen.map.camera.bearing != .zero)
  }

  @Test("is drawn by another queue, if the first one does not finish it")
  func replacedQueue() {
    let screen = screen()
    panFar(screen)
    let count = queue.submittedCount
    for _ in 0..<20 { screen.step() }
    // It has begun, and nobody draws it.
    #expect(queue.submittedCount > count && screen.map.groundImageCount == 0)
    let other = ShufflingQueue(workerCount: 1)
    screen.stage.backgroundQueue = other
    screen.map.setNeedsLayout()
    screen.rest(delivering: other)
    #expect(screen.map.groundImageCount == 1)
  }

  @Test("shows no style that the map did not show at rest")
  func changedStyle() {
    let screen = screen()
    screen.map.style = .plainTown(Color(hex: 0x3060d0))
    rest(screen)
    #expect(screen.map.groundImageCount == 1)
    var camera = screen.map.camera
    camera.zoom = 16
    screen.map.setCamera(camera, animated: true)
    for frame in 0..<20 {
      screen.step()
      queue.deliver()
      let isOld = screen.image.pixels.contains { $0 & 0xff_ffff == 0x60c060 }
      #expect(!isOld, "frame \(frame)")
    }
  }
}
