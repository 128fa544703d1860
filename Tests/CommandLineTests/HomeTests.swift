import Cartouche
import CartoucheCommandLine
import Testing

@MainActor
@Suite struct HomeTests {
  private let home = Coordinate(latitude: 39.9, longitude: 116.38)
  private let size = Rect(x: 0, y: 0, width: 400, height: 300)

  @Test("H1, H2, H4: the overlay takes points alone; the icon of 32 has its middle there, nothing takes it away, and it comes back")
  func overlay() {
    let overlay = HomeOverlay(frame: size)
    #expect(overlay.homeFrame == nil)
    overlay.show(home: Point(x: 100, y: 50))
    #expect(overlay.homeFrame == Rect(x: 84, y: 34, width: 32, height: 32))
    overlay.show(home: nil)
    #expect(overlay.homeFrame == nil)
    overlay.show(home: Point(x: 10, y: 10))
    #expect(overlay.homeFrame == Rect(x: -6, y: -6, width: 32, height: 32))
  }

  @Test("H3, H5: the map lies below, the overlay above, both as large as their view, and a finger goes through to the map")
  func pinned() {
    let view = HomeMapView(frame: size, theme: .standard)
    #expect(view.sublayers.first === view.map && view.sublayers.last === view.overlay)
    view.bounds.size = Size(width: 200, height: 120)
    view.layoutIfNeeded()
    #expect(view.map.frame == Rect(x: 0, y: 0, width: 200, height: 120) && view.overlay.frame == view.map.frame)
    view.homePoint = home
    view.map.centerCoordinate = home
    let root = Layer(frame: size)
    root.addSublayer(view)
    view.position = Point(x: 100, y: 60)
    #expect(root.hitTest(Point(x: 100, y: 60)) === view.map)
  }

  @Test("H6, H8: home follows every change of the region, and each vendor's coordinates put it where it belongs")
  func follows() throws {
    let view = HomeMapView(frame: size, theme: .standard)
    view.map.camera = MapCamera(center: home, zoom: 15)
    view.homePoint = home
    #expect(view.overlay.homeFrame?.center == Point(x: 200, y: 150))
    view.map.pan(by: Point(x: 30, y: -20))
    #expect(view.overlay.homeFrame?.center == Point(x: 230, y: 130))
    view.map.camera.zoom = 14
    let expected = try #require(view.map.convert(home))
    #expect(view.overlay.homeFrame?.center == Point(x: Scalar(expected.x.rounded), y: Scalar(expected.y.rounded)))
  }

  @Test("a tap on home takes it away, one beside it puts it there, and two bring the map nearer and leave home where it is")
  func taps() throws {
    let view = HomeMapView(frame: size, theme: .standard)
    let stage = Stage(size: PixelSize(width: 400, height: 300))
    let arena = GestureArena(root: stage.root)
    stage.root.addSublayer(view)
    view.map.camera = MapCamera(center: home, zoom: 15)
    view.homePoint = home
    var now = Timestamp.zero
    func wait(_ ms: Int64) {
      now = Timestamp(nanoseconds: now.nanoseconds + ms * 1_000_000)
      arena.advance(to: now)
      _ = stage.settle(at: now)
    }
    func tap(_ point: Point, waiting ms: Int64) {
      arena.handle(.began(Contact(id: 1, position: point, time: now)))
      wait(60)
      arena.handle(.ended(Contact(id: 1, position: point, time: now)))
      wait(ms)
    }
    tap(Point(x: 203, y: 148), waiting: 400)
    #expect(view.homePoint == nil && view.overlay.homeFrame == nil)
    tap(Point(x: 90, y: 70), waiting: 400)
    let there = try #require(view.homePoint)
    #expect(view.overlay.homeFrame?.center == Point(x: 90, y: 70))
    tap(Point(x: 300, y: 200), waiting: 100)
    tap(Point(x: 300, y: 200), waiting: 200)
    wait(400)
    #expect(view.map.camera.zoom == 16)
    let after = try #require(view.homePoint)
    #expect(after.latitude == there.latitude && after.longitude == there.longitude)
  }

  @Test("H9: vendors change at run time, one at a time; what is on the map stays where it is, and loading is told for each")
  func vendors() throws {
    let stage = Stage(size: PixelSize(width: 400, height: 300))
    let map = MapView(frame: stage.root.bounds, theme: .standard)
    stage.root.addSublayer(map)
    map.camera = MapCamera(center: home, zoom: 15)
    let pin = PointAnnotation(coordinate: Coordinate(latitude: 39.903, longitude: 116.384))
    map.addAnnotation(pin)
    var loads = 0
    map.events.didFinishLoading = { loads += 1 }
    var seen: [Point] = []
    for system in CoordinateSystem.allCases {
      map.vendor = MapVendor(name: "\(system)", sources: [], coordinateSystem: system, attribution: "© \(system)")
      for _ in 0..<3 { _ = stage.settle(at: Timestamp(nanoseconds: stage.time.nanoseconds + 16_000_000)) }
      seen.append(try #require(map.view(for: pin)).position)
      #expect(map.attribution == "© \(system)")
      let there = try #require(map.convert(map.convert(pin.coordinate)!))
      #expect(abs(there.latitude - pin.coordinate.latitude) < 5e-6 && abs(there.longitude - pin.coordinate.longitude) < 5e-6)
    }
    #expect(loads == 3)
    // Baidu displaces a place 330 m further north by 3.8 m more, 2.1 points here.
    for point in seen { #expect((point.x - seen[0].x).magnitude <= 3 && (point.y - seen[0].y).magnitude <= 3) }
  }
}
