import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("The image that stands for crowded overlays above the labels")
struct OverlayImageTests {
  private let maps = CrowdedMap()

  @Test("is prepared at rest, and moves with a pan of any length without a frame of shapes")
  func pan() {
    let screen = maps.screen()
    let isShownAtRest = screen.map.showsOverlayImage
    #expect(screen.map.overlayImageCount == 1 && !isShownAtRest)
    maps.move(screen, frames: 90) { frame in
      screen.map.pan(by: frame < 50 ? Point(x: 9, y: 4) : Point(x: -7, y: 2))
      screen.commit()
      let isShown = screen.map.showsOverlayImage
      #expect(isShown, "frame \(frame)")
      guard frame % 15 == 7 else { return }
      // The overlays are laid over the map as one group, whose pixels are rounded once more.
      let difference = maps.largestDifference(screen.image.pixels, maps.exactPixels(screen))
      #expect(difference <= 2, "frame \(frame)")
    }
  }

  @Test("follows a zoom and a turn, and the map at rest is exact", arguments: [(0.02, 0), (-0.02, 0), (0, 2), (0.01, -1)])
  func zoomAndTurn(zoom: Double, degrees: Int) {
    let screen = maps.screen()
    let step = Scalar(rawValue: Int64(zoom * 65536))
    maps.move(screen, frames: 50) { frame in
      screen.map.camera.zoom += step
      screen.map.camera.bearing = screen.map.camera.bearing + .degrees(WideFixed(degrees))
      screen.commit()
      let isShown = screen.map.showsOverlayImage
      #expect(isShown, "frame \(frame)")
      guard frame % 12 == 6 else { return }
      // Nothing is missing or elsewhere.
      let pixels = maps.clearDifferences(screen)
      #expect(pixels.different * 50 < pixels.all, "frame \(frame): \(pixels.different)")
    }
    screen.rest(delivering: maps.queue)
    let isShown = screen.map.showsOverlayImage
    let isExact = screen.image.pixels == maps.exactPixels(screen)
    #expect(!isShown && isExact)
  }

  /// A renderer whose drawing depends on the map below it, or on the visible part of the map.
  private final class SpecialRenderer: MultiPolygonRenderer {
    var blend = BlendMode.normal
    var dependsOnView = false
    override var needsDisplayOnCameraChange: Bool { dependsOnView }
    override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: inout MapContext) {
      super.draw(mapRect, zoomScale: zoomScale, in: &context)
      let square = context.rect(for: MapRect(center: MapPoint(clamping: .beijing), mapPoints: 800))
      context.fill(Path(rect: square), with: .color(.red), blend: blend)
    }
  }

  @Test("is not made for few overlays, blend modes, drawings that depend on the view, or with too little memory")
  func otherOverlays() {
    func shownFrames(_ screen: MapScreen) -> Int {
      var count = 0
      maps.move(screen, frames: 20) { _ in
        screen.map.pan(by: Point(x: 5, y: 3))
        screen.commit()
        if screen.map.showsOverlayImage { count += 1 }
      }
      let difference = maps.largestDifference(screen.image.pixels, maps.exactPixels(screen))
      #expect(difference <= (count > 0 ? 2 : 0))
      return count
    }
    func special(_ configure: @escaping (SpecialRenderer) -> Void) -> (MapView) -> Void {
      { map in
        map.rendererFor = { overlay in
          let renderer = SpecialRenderer(overlay: overlay)
          (renderer.fillColor, renderer.strokeColor) = (.blue, .black)
          configure(renderer)
          return renderer
        }
      }
    }
    #expect(shownFrames(maps.screen()) == 20)
    #expect(shownFrames(maps.screen(overlays: [CrowdedMap.polygons(10)])) == 0)
    #expect(shownFrames(maps.screen(configure: special { $0.blend = .multiply })) == 0)
    #expect(shownFrames(maps.screen(configure: special { $0.dependsOnView = true })) == 0)
    #expect(shownFrames(maps.screen(configure: special { _ in })) == 20)
    #expect(shownFrames(maps.screen(limit: 1_500_000)) == 0)
    #expect(shownFrames(maps.screen(hasQueue: false)) > 10)
  }

  @Test("is exact in a pan after a zoom, and is not scaled for a jump to another zoom")
  func panAfterZoom() {
    let screen = maps.screen()
    maps.move(screen, frames: 8) { _ in screen.map.camera.zoom += 0.02 }
    screen.rest(delivering: maps.queue)
    maps.move(screen, frames: 12) { frame in
      screen.map.pan(by: Point(x: 6, y: 3))
      screen.commit()
      let difference = maps.largestDifference(screen.image.pixels, maps.exactPixels(screen))
      let isShown = screen.map.showsOverlayImage
      #expect(isShown && difference <= 2, "frame \(frame)")
    }
    screen.map.camera.zoom -= 1
    screen.step()
    let isExact = screen.image.pixels == maps.exactPixels(screen)
    #expect(isExact)
  }

  @Test("stays while a map that follows the user rests for a moment, until the user has stopped")
  func following() {
    let screen = maps.screen { map in
      (map.userLocation.location, map.animatesUserLocation, map.userTrackingMode) = (.beijing, false, .follow)
    }
    let start = screen.map.camera.centerPoint
    // At zoom 15, 100 points. The map takes a second for it.
    screen.map.userLocation.location = Coordinate(MapPoint(x: start.x, y: start.y - 100 << 17))
    maps.move(screen, frames: 120) { _ in }
    let (isShown, isMoved) = (screen.map.showsOverlayImage, screen.map.camera.centerPoint.y < start.y - 99 << 17)
    #expect(isShown && isMoved)
    maps.move(screen, frames: 200) { _ in }
    let isShownLater = screen.map.showsOverlayImage
    #expect(!isShownLater && screen.stage.nextFrame == .never)
  }

  @Test("draws overlays in two copies of the world as shapes do")
  func copies() {
    let corner = Coordinate(latitude: 0, longitude: 180)
    let screen = maps.screen(MapCamera(center: corner, zoom: 15), overlays: [CrowdedMap.polygons(60, around: corner)])
    var shown = 0
    maps.move(screen, frames: 30) { frame in
      screen.map.pan(by: Point(x: frame < 15 ? 5 : -7, y: 1))
      screen.commit()
      if screen.map.showsOverlayImage { shown += 1 }
      guard frame % 5 == 4 else { return }
      let difference = maps.largestDifference(screen.image.pixels, maps.exactPixels(screen))
      #expect(difference <= 2, "frame \(frame)")
    }
    #expect(shown > 20)
  }

  @Test("damages what it changes in a random walk, whose rests are exact", arguments: [3, 14, 15])
  func walk(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let line = MapPolyline(coordinates: [
      Coordinate(latitude: 39.89, longitude: 116.37), Coordinate(latitude: 39.91, longitude: 116.40),
    ])
    let screen = maps.screen(overlays: [CrowdedMap.polygons(60), line])
    var shown = 0
    for part in 0..<12 {
      let (kind, frames) = (random.int(in: 0...4), random.int(in: 1...25))
      let (x, y) = (random.int(in: -12...12), random.int(in: -12...12))
      for _ in 0..<frames {
        var camera = screen.map.camera
        switch kind {
        case 0, 1: screen.map.pan(by: Point(x: Scalar(x), y: Scalar(y)))
        case 2:
          camera.zoom = (camera.zoom + Scalar(x) / 200).clamped(from: 14, to: 16.5)
          screen.map.camera = camera
        case 3:
          camera.bearing = camera.bearing + .degrees(WideFixed(x))
          screen.map.camera = camera
        default:
          (screen.map.renderer(for: line) as? PolylineRenderer)?.strokeEnd = Scalar(random.int(in: 1...8)) / 8
          screen.map.pan(by: Point(x: Scalar(y), y: Scalar(x)))
        }
        screen.step()
        if screen.map.showsOverlayImage { shown += 1 }
        let isRight = screen.repaintEqualsRedraw()
        #expect(isRight, "part \(part), kind \(kind)")
        if random.int(in: 0...3) > 0 { while maps.queue.deliver() {} }
      }
      guard part % 3 == 2 else { continue }
      screen.map.camera.center = .beijing
      (screen.map.renderer(for: line) as? PolylineRenderer)?.strokeEnd = 1
      screen.rest(delivering: maps.queue)
      let isExact = screen.image.pixels == maps.exactPixels(screen)
      #expect(isExact, "part \(part)")
    }
    #expect(shown > 20)
  }

  @Test("is prepared for the place and zoom at which a motion ended, whatever was begun before")
  func preparationAfterZoom() {
    let screen = maps.screen()
    maps.move(screen, frames: 40) { _ in screen.map.camera.zoom -= 0.02 }
    // The workers are slow from here on.
    for _ in 0..<8 {
      screen.map.camera.zoom -= 0.02
      screen.step()
    }
    screen.rest(delivering: maps.queue)
    screen.map.pan(by: Point(x: 5, y: 3))
    screen.step()
    let isShown = screen.map.showsOverlayImage
    let difference = maps.largestDifference(screen.image.pixels, maps.exactPixels(screen))
    #expect(isShown && difference <= 2)
  }

  /// A renderer of a circle whose drawing depends on the visible part of the map.
  private final class ViewCircleRenderer: CircleRenderer {
    override var needsDisplayOnCameraChange: Bool { true }
  }

  @Test("is tried again in the next motion after a special overlay was near the view")
  func recovery() {
    // At zoom 15, 300 points to the east: within the image, and beyond the view.
    let middle = MapPoint(clamping: .beijing)
    let place = Coordinate(MapPoint(x: middle.x + 300 << 17, y: middle.y)) ?? .beijing
    let circle = MapCircle(center: place, radius: 20)
    let screen = maps.screen(overlays: [CrowdedMap.polygons(60), circle]) { map in
      map.rendererFor = { overlay in
        guard overlay === circle else { return CrowdedMap.renderer(of: overlay) }
        let renderer = ViewCircleRenderer(overlay: overlay)
        renderer.fillColor = .red
        return renderer
      }
    }
    var shown = 0
    func pan(_ x: Scalar, _ y: Scalar) {
      screen.map.pan(by: Point(x: x, y: y))
      screen.commit()
      if screen.map.showsOverlayImage { shown += 1 }
    }
    #expect(screen.map.overlayImageCount == 0)
    maps.move(screen, frames: 15) { _ in pan(0, 4) }
    #expect(shown == 0)
    maps.move(screen, frames: 60) { _ in }
    // The image is drawn ahead of the pan, away from the circle.
    maps.move(screen, frames: 15) { _ in pan(10, 0) }
    #expect(shown > 5)
  }
}
