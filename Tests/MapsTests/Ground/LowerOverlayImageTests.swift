import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("The image that stands for crowded overlays below the labels")
struct LowerOverlayImageTests {
  private let maps = CrowdedMap()

  private func screen(overlays: [any Overlay] = [CrowdedMap.polygons(60)]) -> MapScreen {
    maps.screen(overlays: overlays, level: .aboveRoads)
  }

  /// Moves the map, and expects an image in each frame, with the overlays in their places.
  private func expectImages(_ screen: MapScreen, frames: Int, _ body: (MapView) -> Void) {
    maps.move(screen, frames: frames) { frame in
      body(screen.map)
      screen.commit()
      let isShown = screen.map.showsOverlayImage
      #expect(isShown, "frame \(frame)")
      guard frame % 12 == 6 else { return }
      let pixels = maps.clearDifferences(screen)
      #expect(pixels.different * 50 < pixels.all, "frame \(frame): \(pixels.different)")
    }
  }

  /// Expects the pixels of a map that was set to the same camera directly, and then configured.
  private func expectExactRest(_ screen: MapScreen, _ configure: (MapView) -> Void = { _ in }) {
    screen.rest(delivering: maps.queue)
    let (isShown, isRepaired) = (screen.map.showsOverlayImage, screen.repaintEqualsRedraw())
    let isExact = screen.image.pixels == maps.exactPixels(screen, configure)
    #expect(!isShown && isRepaired && isExact)
  }

  @Test("is prepared at rest, follows a zoom and a turn, and the map at rest is exact", arguments: [(0.02, 0), (-0.02, 0), (0, 2)])
  func zoomAndTurn(zoom: Double, degrees: Int) {
    let screen = screen()
    let isShownAtRest = screen.map.showsOverlayImage
    #expect(screen.map.overlayImageCount == 1 && !isShownAtRest)
    let step = Scalar(rawValue: Int64(zoom * 65536))
    expectImages(screen, frames: 50) { map in
      map.camera.zoom += step
      map.camera.bearing = map.camera.bearing + .degrees(WideFixed(degrees))
    }
    expectExactRest(screen)
  }

  @Test("is not shown in a pan, which moves cached pixels, and is there for the zoom after it")
  func pan() {
    let screen = screen()
    maps.move(screen, frames: 60) { frame in
      screen.map.pan(by: Point(x: frame < 40 ? 9 : -7, y: 4))
      screen.commit()
      let isShown = screen.map.showsOverlayImage
      #expect(!isShown, "frame \(frame)")
      guard frame % 10 == 7 else { return }
      let isRepaired = screen.repaintEqualsRedraw()
      let (shown, exact) = (screen.image.pixels, maps.exactPixels(screen))
      #expect(isRepaired && shown == exact, "frame \(frame)")
    }
    expectExactRest(screen)
    expectImages(screen, frames: 20) { $0.camera.zoom += 0.02 }
    // The pan that follows at once redraws what it must.
    maps.move(screen, frames: 10) { frame in
      screen.map.pan(by: Point(x: 6, y: -3))
      let isRepaired = screen.repaintEqualsRedraw()
      #expect(isRepaired, "frame \(frame)")
    }
    expectExactRest(screen)
  }

  @Test("follows two fingers, which move the map by parts of points", arguments: OverlayLevel.allCases)
  func pinch(level: OverlayLevel) {
    let screen = maps.screen(level: level)
    func places(_ frame: Int) -> [Point] {
      let (x, y) = (Scalar(40 + 3 * frame), Scalar(frame))
      return [Point(x: 240 - x, y: 150 - y), Point(x: 240 + x, y: 170 + y)]
    }
    let fingers = places(0).map { screen.begin($0) }
    var shown = 0
    maps.move(screen, frames: 30) { frame in
      for (finger, place) in zip(fingers, places(frame + 1)) { screen.move(finger, place) }
      screen.commit()
      if screen.map.showsOverlayImage { shown += 1 }
    }
    for (finger, place) in zip(fingers, places(30)) { screen.end(finger, place) }
    #expect(shown > 20 && screen.map.camera.zoom > 15.5)
    expectExactRest(screen)
  }

  @Test("is followed by shapes in the frame in which an overlay changes")
  func change() {
    let overlay = CrowdedMap.polygons(60)
    let screen = screen(overlays: [overlay])
    expectImages(screen, frames: 5) { $0.camera.zoom += 0.02 }
    func color(_ map: MapView) {
      (map.renderer(for: overlay) as? MultiPolygonRenderer)?.fillColor = .red
      map.renderer(for: overlay)?.setNeedsDisplay()
    }
    color(screen.map)
    screen.step()
    let isShown = screen.map.showsOverlayImage
    let hasColor = screen.image.pixels.contains { $0 >> 16 & 255 > 180 && $0 >> 8 & 255 < 140 && $0 & 255 < 140 }
    #expect(!isShown && hasColor)
    expectExactRest(screen, color)
  }

  @Test("is prepared for each level of its own")
  func bothLevels() {
    let screen = maps.screen { $0.addOverlay(CrowdedMap.polygons(50), level: .aboveRoads) }
    #expect(screen.map.overlayImageCount == 2)
    expectImages(screen, frames: 12) { $0.camera.zoom += 0.02 }
    let shown = OverlayLevel.allCases.filter { screen.map.showsOverlayImage(of: $0) }
    #expect(shown == OverlayLevel.allCases)
    expectExactRest(screen)
  }

  @Test("is drawn for the zoom after a pan, whatever a zoom before the pan has begun")
  func zoomPanZoom() {
    let camera = MapCamera(center: .beijing, zoom: 14.6)
    let screen = maps.screen(camera, overlays: [CrowdedMap.polygons(100)], level: .aboveRoads)
    // So fast that the next image is begun, and is not complete when the pan leaves its place.
    maps.move(screen, frames: 5) { _ in screen.map.camera.zoom += 0.08 }
    maps.move(screen, frames: 24) { _ in screen.map.pan(by: Point(x: 30, y: 20)) }
    var frames: [Int] = []
    maps.move(screen, frames: 30) { frame in
      screen.map.camera.zoom -= 0.01
      screen.commit()
      if !screen.map.showsOverlayImage { frames.append(frame) }
    }
    #expect(frames.count < 10, "shapes in frames \(frames)")
    expectExactRest(screen)
  }

  @Test("is hidden for an overlay that is added or removed in a zoom", arguments: [false, true])
  func additionAndRemoval(isRemoved: Bool) {
    let line = MapPolyline(coordinates: [
      Coordinate(latitude: 39.895, longitude: 116.37), Coordinate(latitude: 39.905, longitude: 116.39),
    ])
    let crowd = CrowdedMap.polygons(60)
    let screen = screen(overlays: isRemoved ? [crowd, line] : [crowd])
    expectImages(screen, frames: 5) { $0.camera.zoom += 0.02 }
    if isRemoved { screen.map.removeOverlay(line) } else { screen.map.addOverlay(line, level: .aboveRoads) }
    screen.map.camera.zoom += 0.02
    screen.step()
    let (isShown, shown) = (screen.map.showsOverlayImage, screen.image.pixels)
    let red = shown.reduce(0) { $0 + ($1 >> 16 & 255 > 200 && $1 & 0xffff == 0 ? 1 : 0) }
    #expect(!isShown && (red > 100) != isRemoved)
    maps.move(screen, frames: 20) { _ in screen.map.camera.zoom += 0.02 }
    let isShownAgain = screen.map.showsOverlayImage
    #expect(isShownAgain)
    expectExactRest(screen)
  }

  @Test("is not drawn in a map that fingers cannot zoom or turn")
  func withoutZooms() {
    let screen = maps.screen(level: .aboveRoads) { ($0.isZoomEnabled, $0.isRotateEnabled) = (false, false) }
    #expect(screen.map.overlayImageCount == 0)
  }
}
