import Cartouche
import CartoucheCommandLine
import CartoucheTestSupport
import Testing

@MainActor
@Suite struct HomeTests {
  private let home = Coordinate(latitude: 39.9, longitude: 116.38)
  private let size = Rect(x: 0, y: 0, width: 400, height: 300)

  @Test("H1, H2, H4: the overlay centers its icon of 32 points at a point, hides it for nil, and shows it again")
  func overlay() {
    let stage = Stage(size: PixelSize(width: 400, height: 300))
    let overlay = HomeOverlay(frame: size)
    stage.root.addSublayer(overlay)
    /// The bounding box of the pixels that are not white.
    func visibleBounds() -> PixelRect {
      _ = stage.commit()
      let panel = TestPanel(size: stage.size, format: .xrgb8888, gap: 0)
      Renderer().draw(stage.displayList, into: panel.buffer, damage: [PixelRect(stage.size)], workers: SerialWorkerPool())
      let image = panel.image
      return (0..<400 * 300).filter { image.storage.pixels[$0] & 0xff_ffff != 0xff_ffff }.reduce(PixelRect.empty) { bounds, index in
        bounds.union(PixelRect(minX: index % 400, minY: index / 400, maxX: index % 400 + 1, maxY: index / 400 + 1))
      }
    }
    #expect(overlay.homeFrame == nil && visibleBounds().isEmpty)
    overlay.show(home: Point(x: 100, y: 50))
    #expect(overlay.homeFrame == Rect(x: 84, y: 34, width: 32, height: 32))
    // The icon has a white rim; its blue disc is inset by two points.
    #expect(visibleBounds() == PixelRect(minX: 86, minY: 36, maxX: 114, maxY: 64))
    overlay.show(home: nil)
    #expect(overlay.homeFrame == nil && visibleBounds().isEmpty)
    overlay.show(home: Point(x: 200, y: 90))
    #expect(overlay.homeFrame == Rect(x: 184, y: 74, width: 32, height: 32))
    #expect(visibleBounds() == PixelRect(minX: 186, minY: 76, maxX: 214, maxY: 104))
    overlay.removeFromSuperlayer()
    overlay.show(home: Point(x: 10, y: 10))
    #expect(overlay.homeFrame == Rect(x: -6, y: -6, width: 32, height: 32), "it works without a superlayer too")
  }

  @Test("H3, H5: the map lies below the overlay, both fill their view, and touches pass through to the map")
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
    // A finger on the icon pans the map, and home with it; two fingers zoom.
    let arena = GestureArena(root: root)
    var time = Timestamp.zero
    func play(_ fingers: [[Point]]) {
      for step in 0..<fingers[0].count {
        for (id, positions) in fingers.enumerated() {
          let contact = Contact(id: id, position: positions[step], time: time)
          arena.handle(step == 0 ? .began(contact) : .moved(contact))
        }
        time = Timestamp(nanoseconds: time.nanoseconds + 500_000_000)
      }
      for (id, positions) in fingers.enumerated() {
        arena.handle(.ended(Contact(id: id, position: positions[positions.count - 1], time: time)))
      }
    }
    #expect(view.overlay.homeFrame?.center == Point(x: 100, y: 60))
    play([[Point(x: 100, y: 60), Point(x: 130, y: 60), Point(x: 140, y: 60)]])
    #expect(view.overlay.homeFrame?.center == Point(x: 140, y: 60))
    let zoom = view.map.camera.zoom
    play([
      [Point(x: 135, y: 60), Point(x: 120, y: 60), Point(x: 100, y: 60)],
      [Point(x: 145, y: 60), Point(x: 160, y: 60), Point(x: 180, y: 60)],
    ])
    #expect(view.map.camera.zoom > zoom + 1)
  }

  @Test("H8: the icon follows every change of the region")
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

  @Test("a tap on the icon removes home, a tap elsewhere sets it there, and a double tap zooms and keeps home")
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
      _ = stage.commit(at: now)
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
    let newHome = try #require(view.homePoint)
    #expect(view.overlay.homeFrame?.center == Point(x: 90, y: 70))
    tap(Point(x: 300, y: 200), waiting: 100)
    tap(Point(x: 300, y: 200), waiting: 200)
    wait(400)
    #expect(view.map.camera.zoom == 16)
    let after = try #require(view.homePoint)
    #expect(after.latitude == newHome.latitude && after.longitude == newHome.longitude)
  }

  @Test("H6, H8: after loading another vendor's map, the icon is where that map has home, and a tap there gives home")
  func loaded() throws {
    let stage = Stage(size: PixelSize(width: 400, height: 300))
    let view = HomeMapView(frame: size, theme: .standard)
    stage.root.addSublayer(view)
    let middle = Coordinate(latitude: home.latitude - 0.005, longitude: home.longitude - 0.007)
    view.map.camera = MapCamera(center: middle, zoom: 15)
    view.homePoint = home
    var positions: [Point] = []
    for system in CoordinateSystem.allCases {
      view.map.vendor = MapVendor(name: "\(system)", sources: [], coordinateSystem: system)
      for _ in 0..<3 { _ = stage.commit(at: Timestamp(nanoseconds: stage.time.nanoseconds + 16_000_000)) }
      // The expected position: a map in WGS 84 with both coordinates converted to the vendor's system.
      let plain = MapView(frame: size, theme: .standard)
      let (center, displacedHome) = (try #require(middle.converted(to: system)), try #require(home.converted(to: system)))
      plain.camera = MapCamera(center: center, zoom: 15)
      let expected = try #require(plain.convert(displacedHome))
      let shown = try #require(view.overlay.homeFrame).center
      #expect(
        (shown.x - expected.x).magnitude <= 1 && (shown.y - expected.y).magnitude <= 1, "\(system): \(shown), not \(expected)")
      positions.append(shown)
      let point = try #require(view.map.convert(home))
      let tapped = try #require(view.map.convert(point))
      #expect(try #require(tapped.distance(to: home)) < 0.5)
    }
    #expect(positions[2] != positions[0], "Baidu's position differs by some points here")
  }

  @Test("H7: the icon is hidden while the map cannot convert home's coordinate")
  func unconvertible() {
    let view = HomeMapView(frame: .zero, theme: .standard)
    view.homePoint = home
    #expect(view.overlay.homeFrame == nil, "a map without a size converts no coordinates")
    view.bounds.size = size.size
    view.layoutIfNeeded()
    view.map.camera = MapCamera(center: home, zoom: 15)
    #expect(view.overlay.homeFrame?.center == Point(x: 200, y: 150))
    for invalid in [
      Coordinate(latitude: .nan, longitude: 116), Coordinate(latitude: 39, longitude: .infinity),
      Coordinate(latitude: 90, longitude: 0),
    ] {
      view.homePoint = invalid
      #expect(view.overlay.homeFrame == nil)
      view.homePoint = home
      #expect(view.overlay.homeFrame?.center == Point(x: 200, y: 150))
    }
  }

  @Test("H9: vendors change at run time; annotations and overlays keep their positions, and each vendor's loading is reported")
  func vendors() throws {
    let stage = Stage(size: PixelSize(width: 400, height: 300))
    let map = MapView(frame: stage.root.bounds, theme: .standard)
    stage.root.addSublayer(map)
    map.camera = MapCamera(center: home, zoom: 15)
    let pin = PointAnnotation(coordinate: Coordinate(latitude: 39.903, longitude: 116.384))
    map.addAnnotation(pin)
    let track = MapPolyline(coordinates: [home, pin.coordinate])
    map.rendererFor = { PolylineRenderer(overlay: $0) }
    map.addOverlay(track)
    var (loads, changes) = (0, 0)
    map.events.didFinishLoading = { loads += 1 }
    map.events.regionDidChange = { _ in changes += 1 }
    var pinPositions: [Point] = []
    let sources = CoordinateSystem.allCases.map { CountingSource(name: "\($0)") }
    for (source, system) in zip(sources, CoordinateSystem.allCases) {
      let before = sources.map(\.count)
      map.vendor = MapVendor(name: "\(system)", sources: [source], coordinateSystem: system, attribution: "© \(system)")
      for _ in 0..<3 { _ = stage.commit(at: Timestamp(nanoseconds: stage.time.nanoseconds + 16_000_000)) }
      pinPositions.append(try #require(map.view(for: pin)).position)
      #expect(map.attribution == "© \(system)")
      let converted = try #require(map.convert(map.convert(pin.coordinate)!))
      #expect(
        abs(converted.latitude - pin.coordinate.latitude) < 5e-6 && abs(converted.longitude - pin.coordinate.longitude) < 5e-6)
      #expect(map.annotations.count == 1 && map.overlays.count == 1 && map.renderer(for: track) != nil)
      // The events are the same with every vendor.
      let previousChanges = changes
      map.pan(by: Point(x: 30, y: 0))
      map.pan(by: Point(x: -30, y: 0))
      _ = stage.commit(at: Timestamp(nanoseconds: stage.time.nanoseconds + 16_000_000))
      #expect(changes == previousChanges + 2)
      for (other, count) in zip(sources, before) where other !== source { #expect(other.count == count, "it is no longer used") }
      #expect(source.count > 0)
    }
    #expect(loads == 3)
    // BD-09 displaces a point 330 m farther north by 3.8 m more, which is 2.1 points here.
    for point in pinPositions {
      #expect((point.x - pinPositions[0].x).magnitude <= 3 && (point.y - pinPositions[0].y).magnitude <= 3)
    }
  }
}

/// A tile source without tiles that counts the requests.
private final class CountingSource: TileSource, @unchecked Sendable {
  let name: String
  let zoomRange = 0...18
  private(set) var count = 0

  init(name: String) {
    self.name = name
  }

  func tile(_ id: TileID) throws(TileError) -> [UInt8]? {
    count += 1
    return nil
  }
}
