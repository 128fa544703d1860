import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("The image with which a map that follows a course begins to turn")
struct ExpectedTurnTests {
  private let queue = ShufflingQueue(workerCount: 1)

  private func screen(_ mode: UserTrackingMode, width: Int = 480, height: Int = 320, limit: Int? = nil) -> MapScreen {
    let screen = MapScreen(width: width, height: height, camera: MapCamera(center: .beijing, zoom: 15))
    let map = screen.map
    screen.stage.backgroundQueue = queue
    if let limit { screen.stage.rasterCacheLimit = limit }
    (map.showsCompass, map.animatesUserLocation) = (false, false)
    // Only the course turns the map.
    (map.isZoomEnabled, map.isRotateEnabled) = (false, false)
    map.sources = [CountingSource.town(0...16)]
    map.style = .plainTown(Color(hex: 0x60c060))
    (map.userLocation.location, map.userLocation.course) = (.beijing, .zero)
    map.userTrackingMode = mode
    rest(screen)
    return screen
  }

  private func rest(_ screen: MapScreen) { screen.rest(delivering: queue) }

  /// Turns the map to a course, and returns in how many frames of the turn images were shown, and in how many
  /// it was drawn as shapes.
  private func turn(_ screen: MapScreen, to course: Int) -> (images: Int, shapes: Int) {
    screen.map.userLocation.course = .degrees(WideFixed(course))
    var (images, shapes) = (0, 0)
    for _ in 0..<60 {
      let bearing = screen.map.camera.bearing
      while queue.deliver() {}
      screen.step()
      guard screen.map.camera.bearing != bearing else { continue }
      if screen.showsGroundImage { images += 1 } else { shapes += 1 }
    }
    return (images, shapes)
  }

  @Test("is drawn beforehand, so that no frame of a turn draws all shapes", arguments: [20, 90, 180])
  func isDrawnBefore(course: Int) {
    let screen = screen(.followWithCourse)
    #expect(screen.map.groundImageCount == 1 && !screen.showsGroundImage)
    let (images, shapes) = turn(screen, to: course)
    #expect(images > 20 && shapes == 0)
    rest(screen)
    #expect(turn(screen, to: course + 60).shapes == 0)
  }

  @Test("is drawn again after the map has moved on, and for another zoom")
  func isRenewed() {
    let screen = screen(.followWithCourse)
    for step in 1...8 {
      let center = screen.map.camera.centerPoint
      // At zoom 15, 50 points.
      let next = MapPoint(x: center.x, y: center.y - 50 << 17)
      screen.map.userLocation.location = Coordinate(next)
      rest(screen)
      #expect(screen.map.groundImageCount == 1, "step \(step)")
    }
    #expect(turn(screen, to: 40).shapes == 0)
    rest(screen)
    screen.map.camera.zoom = 14.5
    rest(screen)
    #expect(turn(screen, to: 100).shapes == 0)
  }

  /// Returns the memory of the stage's images in bytes, to 4 KB.
  private func imageBytes(_ screen: MapScreen) -> Int {
    screen.stage.rasterCacheLimit = 12 << 20
    var (free, next) = (0, 2048)
    while next > 0 {
      if CachedImage(size: PixelSize(width: 1024, height: free + next), on: screen.stage) != nil { free += next }
      next /= 2
    }
    return (12 << 20) - free * 4096
  }

  @Test("leaves its memory to the next one until the map does not turn any more")
  func memory() {
    let screen = screen(.followWithCourse)
    let square = 648 * 648 * 4
    let before = imageBytes(screen)
    for step in 1...4 {
      // At zoom 15, 100 points. The image is drawn again.
      let center = screen.map.camera.centerPoint
      screen.map.userLocation.location = Coordinate(MapPoint(x: center.x, y: center.y - 100 << 17))
      rest(screen)
      let added = imageBytes(screen) - before
      // Never more than one, and one as soon as an image has replaced another.
      #expect(added < square + 16_384 && (step > 1 || added > square - 16_384), "step \(step): \(added)")
    }
    screen.map.userTrackingMode = .follow
    rest(screen)
    // The map may keep the image of the last turn, but nothing else.
    let imageCount = screen.map.groundImageCount
    #expect(imageCount <= 1)
    #expect(abs(imageBytes(screen) - before - (imageCount - 1) * square) < 16_384)
  }

  @Test("is not drawn for a map that does not turn or does not know where, and is given up with the mode")
  func otherModes() {
    #expect(screen(.follow).map.groundImageCount == 0)
    #expect(screen(.followWithHeading).map.groundImageCount == 0)
    let screen = screen(.followWithCourse)
    screen.map.userTrackingMode = .none
    screen.map.setNeedsLayout()
    rest(screen)
    #expect(screen.map.groundImageCount == 0)
  }

  @Test("is a rectangle of a long view, and missing where there is too little memory, and the map comes to rest")
  func limits() {
    #expect(screen(.followWithCourse, width: 1600).map.groundImageCount == 1)
    let screen = screen(.followWithCourse, limit: 700_000)
    #expect(screen.map.groundImageCount == 0)
    #expect(turn(screen, to: 50).shapes > 0)
  }

  @Test("comes with all tiles that it shows")
  func allTiles() {
    let screen = screen(.followWithCourse, width: 1280, height: 720)
    let requestCount = queue.submittedCount
    #expect(screen.map.groundImageCount == 1 && turn(screen, to: 90).shapes == 0)
    rest(screen)
    // The turn needs no other tiles than those that were loaded for the image, and images.
    #expect(queue.submittedCount - requestCount < 40)
  }

  @Test("does not keep a map from resting whose workers stand still")
  func stoppedQueue() {
    let screen = screen(.followWithCourse)
    // All tiles are there. Without images, none is asked for.
    screen.stage.backgroundQueue = nil
    screen.map.camera.zoom = 15.2
    rest(screen)
    let stopped = StoppedQueue()
    screen.stage.backgroundQueue = stopped
    screen.map.setNeedsLayout()
    for _ in 0..<200 { screen.step() }
    #expect(screen.stage.nextFrame == .never && stopped.count > 0)
  }

  @Test("serves a turn around the lower third too")
  func lowerThird() {
    let screen = screen(.followWithCourse, width: 640, height: 640)
    screen.map.userTrackingPosition = .lowerThird
    rest(screen)
    #expect(screen.map.groundImageCount == 1 && turn(screen, to: 90).shapes == 0)
  }

  @Test("is drawn for a heading too")
  func heading() {
    let screen = screen(.none)
    screen.map.userLocation.heading = .zero
    screen.map.userTrackingMode = .followWithHeading
    rest(screen)
    #expect(screen.map.groundImageCount == 1)
    screen.map.userLocation.heading = .degrees(90)
    let (images, shapes) = turn(screen, to: 0)
    #expect(images > 20 && shapes == 0)
  }

  @Test("shows the style of the turn, not the one with which it was drawn first")
  func styleChange() {
    let screen = screen(.followWithCourse)
    screen.map.style = .plainTown(Color(hex: 0x3060d0))
    rest(screen)
    screen.map.userLocation.course = .degrees(70)
    for _ in 0..<12 { screen.step() }
    let isShown = screen.showsGroundImage
    #expect(isShown)
    let pixels = screen.image.pixels
    let colors: Set<UInt32> = Set([100, 109, 118, 127].map { row in pixels[480 * row + 200] & 0xffffff })
    #expect(colors == [0x3060d0])
  }

  @Test("is not drawn for a translucent style, and the map comes to rest")
  func translucentStyle() {
    let screen = screen(.followWithCourse)
    screen.map.style = MapStyle(layers: [
      StyleLayer("land", kind: .fill, sourceLayer: "land", properties: [.fillColor: 0x60c060])
    ])
    rest(screen)
    #expect(screen.map.groundImageCount == 0 && turn(screen, to: 60).shapes > 0)
  }

  @Test("is given up when the mode ends while a slice is drawn, and is drawn when it comes back", arguments: 1...6)
  func endsInASlice(frames: Int) {
    let screen = screen(.none)
    screen.map.userTrackingMode = .followWithCourse
    for _ in 0..<frames {
      screen.step()
      queue.deliver()
    }
    screen.map.userTrackingMode = .none
    rest(screen)
    #expect(screen.map.groundImageCount == 0)
    screen.map.userTrackingMode = .followWithCourse
    rest(screen)
    #expect(screen.map.groundImageCount == 1 && turn(screen, to: 60).shapes == 0)
  }

  @Test("serves a map that was hidden meanwhile")
  func hiding() {
    let screen = screen(.followWithCourse)
    screen.map.isHidden = true
    rest(screen)
    screen.map.userLocation.course = .degrees(20)
    for _ in 0..<60 { screen.step() }
    screen.map.isHidden = false
    rest(screen)
    #expect(screen.map.groundImageCount == 1 && turn(screen, to: 80).shapes == 0)
  }

  @Test("is not drawn by a map without workers, which comes to rest and turns with images all the same")
  func withoutQueue() {
    let screen = screen(.followWithCourse)
    screen.stage.backgroundQueue = nil
    screen.map.userLocation.location = Coordinate(
      latitude: Coordinate.beijing.latitude + 0.01, longitude: Coordinate.beijing.longitude)
    rest(screen)
    #expect(screen.map.groundImageCount == 0)
    #expect(turn(screen, to: 60).images > 0)
  }

  @Test("is given up with everything that images need, one frame after it is begun", arguments: [0, 1, 2])
  func endOfImages(change: Int) {
    for frames in 1...8 {
      let screen = screen(.none)
      screen.map.userTrackingMode = .followWithCourse
      for _ in 0..<frames {
        screen.step()
        while queue.deliver() {}
      }
      switch change {
      case 0: screen.map.alignsToPixels = false
      case 1: screen.stage.usesScrollCache = false
      default: screen.map.style.layers.removeFirst()
      }
      screen.map.setNeedsLayout()
      rest(screen)
      #expect(screen.map.groundImageCount == 0, "after \(frames) frames")
    }
  }

  @Test("shows no data that the map did not show before the turn", arguments: 0..<12)
  func changedData(frames: Int) {
    let screen = screen(.followWithCourse)
    let corners = [(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)].map { x, y in
      Coordinate(latitude: Coordinate.beijing.latitude + Double(y), longitude: Coordinate.beijing.longitude + Double(x))
    }
    let data = GeoJSONSource(.features([GeoJSONFeature(geometry: .polygon([corners]))]))
    var style = MapStyle(layers: [
      StyleLayer("background", kind: .background, properties: [.backgroundColor: 0xff00ff]),
      StyleLayer("square", kind: .fill, source: "data", properties: [.fillColor: 0x3060d0]),
    ])
    (style.sources, style.transition) = (["data": .geoJSON(data)], .none)
    screen.map.style = style
    rest(screen)
    func hasSquare() -> Bool { screen.image.pixels.contains { $0 & 0xff_ffff == 0x3060d0 } }
    let isShown = hasSquare()
    #expect(isShown)
    data.setData(.features([]))
    var count = 0
    while hasSquare(), count < 100 {
      screen.step()
      while queue.deliver() {}
      count += 1
    }
    #expect(count < 100)
    for _ in 0..<frames {
      screen.step()
      queue.deliver()
    }
    screen.map.userLocation.course = .degrees(90)
    for frame in 0..<60 {
      screen.step()
      queue.deliver()
      let isOld = hasSquare()
      #expect(!isOld, "frame \(frame)")
    }
    rest(screen)
    #expect(screen.map.groundImageCount == 1)
  }

  @Test("is a square also after a small turn that began without an image")
  func smallTurn() {
    let screen = screen(.none)
    screen.map.userTrackingMode = .followWithCourse
    screen.step()
    // No worker has drawn anything yet.
    screen.map.userLocation.course = .degrees(6)
    rest(screen)
    #expect(turn(screen, to: 110).shapes == 0)
  }
}
