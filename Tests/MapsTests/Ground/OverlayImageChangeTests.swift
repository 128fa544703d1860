import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("The image that stands for crowded overlays above the labels, when they change or it is interrupted")
struct OverlayImageChangeTests {
  private let maps = CrowdedMap()

  /// A change of the overlays in the midst of a pan.
  enum Change: CaseIterable {
    case color, alpha, addition, removal, order, renderers
  }

  @Test("is not shown after a change until it shows the change", arguments: Change.allCases)
  func changes(_ change: Change) {
    let line = MapPolyline(coordinates: [
      Coordinate(latitude: 39.895, longitude: 116.37), Coordinate(latitude: 39.905, longitude: 116.39),
    ])
    let crowd = CrowdedMap.polygons(60)
    let screen = maps.screen(overlays: change == .addition ? [crowd] : [crowd, line])
    let map = screen.map
    func pan(_ frame: Int) { map.pan(by: Point(x: 5, y: 3)) }
    maps.move(screen, frames: 6, pan)
    let wasShown = map.showsOverlayImage
    #expect(wasShown)
    func apply(_ map: MapView) {
      switch change {
      case .color: (map.renderer(for: crowd) as? MultiPolygonRenderer)?.fillColor = .green
      case .alpha: map.renderer(for: crowd)?.alpha = 0.5
      case .addition, .removal, .order: break
      case .renderers:
        map.rendererFor = { overlay in
          let renderer = CrowdedMap.renderer(of: overlay)
          (renderer as? OverlayPathRenderer)?.lineWidth = 3
          return renderer
        }
      }
    }
    apply(map)
    switch change {
    case .addition: map.addOverlay(line)
    case .removal: map.removeOverlay(line)
    case .order: map.exchangeOverlay(crowd, with: line)
    default: break
    }
    pan(0)
    screen.step()
    let isShown = map.showsOverlayImage
    let isExact = screen.image.pixels == maps.exactPixels(screen) { if change == .color || change == .alpha { apply($0) } }
    #expect(!isShown && isExact)
    maps.move(screen, frames: 30, pan)
    let isShownAgain = map.showsOverlayImage
    #expect(isShownAgain)
    screen.rest(delivering: maps.queue)
  }

  @Test("is prepared twice for overlays that change at rest, and then not before the map moves")
  func changesAtRest() {
    let crowd = CrowdedMap.polygons(60)
    let screen = maps.screen(overlays: [crowd])
    var counts: [Int] = []
    for index in 0..<5 {
      let before = maps.queue.submittedCount
      (screen.map.renderer(for: crowd) as? MultiPolygonRenderer)?.lineWidth = Scalar(index + 2)
      screen.rest(delivering: maps.queue)
      counts.append(maps.queue.submittedCount - before)
    }
    #expect(counts[0] > 0 && counts[1...].allSatisfy { $0 == 0 }, "\(counts)")
    maps.move(screen, frames: 40) { _ in screen.map.pan(by: Point(x: 4, y: 4)) }
    let isShown = screen.map.showsOverlayImage
    #expect(isShown)
  }

  @Test("is given up with its queue, a smaller view, and a map that is hidden")
  func interruptions() {
    let screen = maps.screen()
    maps.move(screen, frames: 5) { _ in screen.map.pan(by: Point(x: 40, y: 20)) }
    // A slice is left with the old maps.queue.
    screen.map.pan(by: Point(x: 40, y: 20))
    screen.step()
    let other = ShufflingQueue(workerCount: 1, seed: 2)
    screen.stage.backgroundQueue = other
    for frame in 0..<30 {
      screen.map.pan(by: Point(x: 3, y: 1))
      screen.step()
      if frame == 15 { while maps.queue.deliver() {} }
      while other.deliver() {}
      if frame % 10 == 9 {
        let difference = maps.largestDifference(screen.image.pixels, maps.exactPixels(screen))
        #expect(difference <= 2)
      }
    }
    let wasShown = screen.map.showsOverlayImage
    #expect(wasShown)
    screen.map.bounds.size.width -= 100
    screen.map.pan(by: Point(x: 3, y: 1))
    let isRight = screen.repaintEqualsRedraw()
    #expect(isRight)
    for _ in 0..<15 {
      screen.map.pan(by: Point(x: 3, y: 1))
      screen.step()
      while other.deliver() {}
    }
    let isShownAgain = screen.map.showsOverlayImage
    #expect(isShownAgain)
    screen.map.isHidden = true
    screen.rest(delivering: other)
    #expect(screen.stage.nextFrame == .never)
    screen.map.isHidden = false
    let isExact = screen.image.pixels == maps.exactPixels(screen) { $0.bounds = screen.map.bounds }
    #expect(isExact)
  }

  @Test("is not waited for where the queue never does its work")
  func closedQueue() {
    let screen = maps.screen()
    screen.stage.backgroundQueue = ShufflingQueue(workerCount: 1)
    var frames = 0
    screen.map.pan(by: Point(x: 5, y: 5))
    repeat {
      screen.step()
      frames += 1
    } while screen.stage.nextFrame != .never && frames < 300
    #expect(frames < 100)
  }

  @Test("is not shown after a change without a movement, within the time after a pan")
  func changeAfterPan() {
    let crowd = CrowdedMap.polygons(60)
    let screen = maps.screen(overlays: [crowd])
    maps.move(screen, frames: 6) { _ in screen.map.pan(by: Point(x: 5, y: 3)) }
    func apply(_ map: MapView) { (map.renderer(for: crowd) as? MultiPolygonRenderer)?.fillColor = .green }
    apply(screen.map)
    screen.step()
    let isShown = screen.map.showsOverlayImage
    let isExact = screen.image.pixels == maps.exactPixels(screen, apply)
    #expect(!isShown && isExact)
  }

  @Test("is not drawn again and again in a motion in which an overlay changes in each frame")
  func changesInMotion() {
    let line = MapPolyline(coordinates: [
      Coordinate(latitude: 39.895, longitude: 116.37), Coordinate(latitude: 39.905, longitude: 116.39),
    ])
    let screen = maps.screen(overlays: [CrowdedMap.polygons(60), line])
    let renderer = screen.map.renderer(for: line) as? PolylineRenderer
    var counts: [Int] = []
    maps.move(screen, frames: 30) { frame in
      counts.append(maps.queue.submittedCount)
      renderer?.strokeEnd = Scalar(frame) / 30
      screen.map.pan(by: Point(x: 4, y: 0))
    }
    #expect(renderer != nil && counts[29] - counts[12] < 10, "\(counts)")
  }

  @Test("is recorded while the application adds and removes overlays")
  func callbacks() {
    let (crowd, line) = (
      CrowdedMap.polygons(60),
      MapPolyline(coordinates: [
        Coordinate(latitude: 39.85, longitude: 116.3), Coordinate(latitude: 39.85, longitude: 116.45),
      ])
    )
    let far = MapPolyline(coordinates: [
      Coordinate(latitude: 39.8945, longitude: 116.37), Coordinate(latitude: 39.8947, longitude: 116.39),
    ])
    let screen = maps.screen(overlays: [crowd])
    // 334 points to the south: in the first image drawn ahead of the pan, and 22 frames later in view.
    screen.map.rendererFor = { [unowned map = screen.map] overlay in
      if overlay === far {
        map.removeOverlay(far)
        map.addOverlay(line)
        map.layoutIfNeeded()
      }
      return CrowdedMap.renderer(of: overlay)
    }
    screen.map.addOverlay(far)
    maps.move(screen, frames: 40) { _ in screen.map.pan(by: Point(x: 0, y: -5)) }
    screen.rest(delivering: maps.queue)
    let isExact = screen.image.pixels == maps.exactPixels(screen)
    let isReplaced = screen.map.overlays.contains { $0 === line } && !screen.map.overlays.contains { $0 === far }
    #expect(isExact && isReplaced)
  }

  @Test("does not keep a map moving whose superlayer is transparent")
  func transparentSuperlayer() {
    let screen = maps.screen()
    maps.move(screen, frames: 6) { _ in screen.map.pan(by: Point(x: 5, y: 3)) }
    let wasShown = screen.map.showsOverlayImage
    screen.stage.root.opacity = 0
    for _ in 0..<60 {
      screen.step()
      while maps.queue.deliver() {}
    }
    #expect(wasShown && screen.stage.nextFrame == .never)
    screen.stage.root.opacity = 1
    let isExact = screen.image.pixels == maps.exactPixels(screen)
    #expect(isExact)
  }
}
