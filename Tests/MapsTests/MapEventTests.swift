import CartoucheControls
import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheText
import Observation
import Testing

@Observable private final class MapState {
  var center: Coordinate?
  @ObservationIgnored var span: CoordinateSpan?
}

/// A layer representable of a map, which moves to the center in its state.
private struct MapWrapper: LayerRepresentable {
  var state: MapState
  var delegate: any MapViewDelegate

  func makeLayer() -> MapView {
    let map = MapView(frame: .zero, theme: .plain)
    map.delegate = delegate
    return map
  }

  func updateLayer(_ map: MapView) {
    guard let center = state.center else { return }
    if let span = state.span {
      map.setRegion(CoordinateRegion(center: center, span: span), animated: true)
    } else {
      map.setRegion(CoordinateRegion(center: center, latitudinalMeters: 400, longitudinalMeters: 400), animated: true)
    }
    state.center = nil
  }
}

private final class Listener: MapViewDelegate {
  let state: MapState
  var changes: [Bool] = []
  var loads = 0

  init(_ state: MapState) {
    self.state = state
  }

  func mapView(_ mapView: MapView, regionDidChangeAnimated animated: Bool) {
    state.span = mapView.region.span
    changes.append(animated)
  }

  func mapViewDidFinishLoadingMap(_ mapView: MapView) { loads += 1 }
}

@Suite struct MapEventTests {
  private let stage = Stage(size: PixelSize(width: 400, height: 400))

  private func host(_ state: MapState, _ listener: Listener) -> HostingLayer<MapWrapper> {
    let host = HostingLayer(MapWrapper(state: state, delegate: listener), frame: stage.root.bounds)
    stage.root.addSublayer(host)
    return host
  }

  private func run(seconds: Int) {
    for frame in 1...(seconds * 60) {
      _ = stage.commit(at: Timestamp(nanoseconds: stage.time.nanoseconds + Int64(frame > 0 ? 16_666_667 : 0)))
    }
  }

  @Test("M1: the map is made once, fills its host inside the safe area, and follows the host's size")
  func host() {
    let state = MapState()
    let listener = Listener(state)
    let host = host(state, listener)
    host.safeAreaInsets = EdgeInsets(top: 20, left: 0, bottom: 10, right: 4)
    run(seconds: 1)
    let map = host.contentLayer
    #expect(map.frame == Rect(x: 0, y: 20, width: 396, height: 370))
    host.frame = Rect(x: 0, y: 0, width: 200, height: 100)
    state.center = .beijing
    run(seconds: 1)
    #expect(map.frame == Rect(x: 0, y: 20, width: 196, height: 70))
    #expect(host.contentLayer === map)
  }

  @Test("M1: callouts and what the map shows of itself keep within the safe area")
  func safeArea() throws {
    let screen = MapScreen(camera: MapCamera(center: .beijing, zoom: 15, bearing: .degrees(30)))
    let map = screen.map
    (map.showsScale, map.attribution) = (true, "© somebody")
    map.safeAreaInsets = EdgeInsets(top: 60, left: 50, bottom: 40, right: 30)
    let area = Rect(x: 50, y: 60, width: 400, height: 220)
    let place = PointAnnotation(coordinate: try #require(map.convert(Point(x: 60, y: 130))), title: "Harbour")
    map.viewFor = { annotation in
      let view = PinAnnotationView(annotation: annotation, reuseIdentifier: nil)
      view.canShowCallout = true
      return view
    }
    map.addAnnotation(place)
    map.selectAnnotation(place, animated: false)
    screen.rest()
    func all(in layer: Layer) -> [Layer] { layer.sublayers.flatMap { [$0] + all(in: $0) } }
    let callout = try #require(all(in: map).compactMap { $0 as? Callout }.first)
    #expect(area.intersection(callout.frame) == callout.frame, "\(callout.frame)")
    // The compass above right, the scale below left, the attribution below right, ten points from the edges.
    let ornaments = map.sublayers.filter { $0 is Control || $0 is TextLayer || $0.bounds.size == Size(width: 120, height: 24) }
    #expect(ornaments.count == 3 && ornaments.allSatisfy { !$0.isHidden })
    for ornament in ornaments { #expect(area.intersection(ornament.frame) == ornament.frame, "\(ornament.frame)") }
    let edges = ornaments.map(\.frame)
    #expect(edges.contains { $0.minY == 70 && $0.maxX == 440 } && edges.contains { $0.minX == 60 && $0.maxY == 270 })
  }

  @Test("M2: the region's change is told on pan and zoom, with centre and span; nothing before the first")
  func told() throws {
    let state = MapState()
    let listener = Listener(state)
    let host = host(state, listener)
    #expect(state.span == nil)
    run(seconds: 1)
    #expect(listener.changes.isEmpty && state.span == nil)
    #expect(listener.loads == 1)
    host.contentLayer.camera = MapCamera(center: .beijing, zoom: 10)
    #expect(listener.changes == [false])
    let first = try #require(state.span)
    host.contentLayer.camera.zoom = 11
    #expect(listener.changes == [false, false])
    #expect(abs((state.span?.longitudeDelta ?? 0) - first.longitudeDelta / 2) < 1e-6)
    host.contentLayer.pan(by: Point(x: 10, y: 0))
    #expect(listener.changes.count == 3)
    #expect(abs(state.span!.longitudeDelta - first.longitudeDelta / 2) < 1e-6)
  }

  @Test("M2: a finger's pan and two fingers' zoom are told once each, when they are over, with the region that is seen then")
  func toldOfFingers() throws {
    let screen = MapScreen(camera: MapCamera(center: .beijing, zoom: 12))
    screen.rest()
    var told: [CoordinateRegion] = []
    screen.map.events.regionDidChange = { [unowned map = screen.map] _ in told.append(map.region) }
    let before = screen.map.region
    screen.drag(from: Point(x: 300, y: 100), to: Point(x: 200, y: 160), restingMs: 300)
    screen.rest()
    #expect(told == [screen.map.region])
    let panned = try #require(told.first)
    #expect(panned.center.longitude > before.center.longitude && panned.center.latitude > before.center.latitude)
    #expect(abs(panned.span.longitudeDelta - before.span.longitudeDelta) < 1e-9)
    let (left, right) = (screen.begin(Point(x: 200, y: 160)), screen.begin(Point(x: 280, y: 160)))
    for index in 1...10 {
      screen.step()
      screen.move(left, Point(x: 200 - Scalar(index * 4), y: 160))
      screen.move(right, Point(x: 280 + Scalar(index * 4), y: 160))
    }
    #expect(told.count == 1)
    screen.step(ms: 300)
    screen.end(left, Point(x: 160, y: 160))
    screen.end(right, Point(x: 320, y: 160))
    screen.rest()
    #expect(told.count == 2 && told.last == screen.map.region)
    #expect(abs((told.last?.span.longitudeDelta ?? 0) / panned.span.longitudeDelta - 0.5) < 0.02)
  }

  @Test("M3: a new centre is a command, once: with 400 m first, then with the span there is, and a pan after it stays")
  func oneShot() throws {
    let state = MapState()
    let listener = Listener(state)
    let host = host(state, listener)
    let map = host.contentLayer
    run(seconds: 1)
    state.center = .beijing
    #expect(listener.changes.isEmpty, "nothing before the next frame")
    run(seconds: 4)
    #expect(state.center == nil)
    #expect(listener.changes == [true])
    #expect(abs(map.region.latitudinalMeters - 400) < 1)
    #expect(abs(map.camera.center.latitude - 39.9) < 1e-6)

    map.pan(by: Point(x: 100, y: 50))
    let panned = map.camera
    run(seconds: 2)
    #expect(map.camera == panned, "nothing pulls it back")

    map.camera.zoom = 12
    let span = try #require(state.span)
    state.center = .cupertino
    run(seconds: 6)
    #expect(abs(map.region.span.longitudeDelta - span.longitudeDelta) < span.longitudeDelta * 1e-3)
    #expect(abs(map.camera.center.longitude - Coordinate.cupertino.longitude) < 1e-6)

    // On its way, the map stays where it is carried.
    state.center = .beijing
    for _ in 0..<20 { _ = stage.commit(at: Timestamp(nanoseconds: stage.time.nanoseconds + 16_666_667)) }
    #expect(map.camera.center != .beijing && map.camera.center != .cupertino)
    map.pan(by: Point(x: 10, y: 0))
    let stopped = map.camera
    run(seconds: 3)
    #expect(map.camera == stopped && state.center == nil, "the flight is over")
  }

  @Test("M3: a finger that takes the map on its way to a new centre keeps it")
  func caught() {
    let screen = MapScreen(camera: MapCamera(center: .beijing, zoom: 15))
    screen.rest()
    screen.map.setCenter(Coordinate(latitude: 39.91, longitude: 116.40), animated: true)
    for _ in 0..<10 { screen.step() }
    screen.drag(from: Point(x: 240, y: 160), to: Point(x: 300, y: 160), restingMs: 300)
    let held = screen.map.camera
    screen.rest()
    #expect(screen.map.camera == held)
  }

  @Test("M5: the user's place is a dot with a ring of its accuracy and a beam, and pulses")
  func userLocation() throws {
    let screen = MapScreen(camera: MapCamera(center: .beijing, zoom: 16))
    let map = screen.map
    map.showsUserLocation = true
    screen.commit()
    #expect(map.view(for: map.userLocation) == nil, "nobody knows where")
    map.userLocation.location = .beijing
    map.userLocation.accuracy = 60
    map.userLocation.heading = .degrees(45)
    screen.step()
    let view = try #require(map.view(for: map.userLocation) as? UserLocationView)
    #expect(view.position == Point(x: 240, y: 160))
    let still = screen.image
    for _ in 0..<20 { screen.step() }
    #expect(screen.stage.nextFrame == .nextRefresh)
    #expect(!still.isSame(as: screen.image), "it pulses")
    for _ in 0..<300 { screen.step() }
    #expect(screen.stage.nextFrame != .never, "and goes on")
    view.isPulsing = false
    screen.rest()
    #expect(screen.stage.nextFrame == .never, "and rests when it is told to")
    // 60 m are 32.7 points here: the ring's last pixel to the west; the beam looks to the north-east.
    let rested = screen.image
    func color(_ x: Int, _ y: Int) -> UInt32 { rested.storage.pixels[y * 480 + x] }
    let ground = color(10, 10)
    let ring = (0..<240).filter { color($0, 160) != ground }
    let points = 60 * (try #require(MapPoint.unitsPerMeter(atLatitude: 39.9))) / 65_536
    #expect(abs(240 - Double(try #require(ring.first)) - points) <= 1.5)
    #expect(color(240 + 16, 160 - 16) != color(240 - 16, 160 - 16) && color(240 - 16, 160 - 16) == color(240 + 16, 160 + 16))
    map.userLocation.accuracy = 0
    screen.rest()
    let alone = screen.image
    #expect((0..<200).allSatisfy { alone.storage.pixels[160 * 480 + $0] == ground }, "without an accuracy there is no ring")
    map.showsUserLocation = false
    screen.rest()
    #expect(map.view(for: map.userLocation) == nil)
  }

  @Test("a finger throws the map, which comes to rest; the region's change is told once for all of it")
  func fling() {
    let screen = MapScreen(camera: MapCamera(center: .beijing, zoom: 14))
    screen.rest()
    var (will, did): ([Bool], [Bool]) = ([], [])
    screen.map.events.regionWillChange = { will.append($0) }
    screen.map.events.regionDidChange = { did.append($0) }
    screen.drag(from: Point(x: 100, y: 160), to: Point(x: 300, y: 160))
    let lifted = screen.map.camera
    screen.rest()
    #expect(screen.map.camera.centerPoint.x < lifted.centerPoint.x, "it went on")
    #expect(will == [false] && did == [true])
    (will, did) = ([], [])
    screen.drag(from: Point(x: 100, y: 160), to: Point(x: 200, y: 160), restingMs: 300)
    let held = screen.map.camera
    screen.rest()
    #expect(screen.map.camera == held, "put down, it stays")
    #expect(will == [false] && did == [false])
  }

  @Test(
    "where a throw or a double tap ends hangs on the fingers alone, and not on when frames are drawn",
    arguments: [7, 33, 180, 5000] as [Int64])
  func endings(ms: Int64) {
    func camera(after ms: Int64, _ use: (MapScreen) -> Void) -> MapCamera {
      let screen = MapScreen(camera: MapCamera(center: .beijing, zoom: 14.3, bearing: .degrees(20)))
      screen.rest()
      use(screen)
      for _ in 0..<(6000 / ms + 2) { screen.step(ms: ms) }
      #expect(screen.stage.nextFrame == .never)
      return screen.map.camera
    }
    for use in [
      { $0.drag(from: Point(x: 300, y: 200), to: Point(x: 180, y: 143), frames: 7) },
      { screen in
        screen.tap(Point(x: 111, y: 77))
        screen.tap(Point(x: 111, y: 77))
      },
    ] as [(MapScreen) -> Void] {
      #expect(camera(after: ms, use) == camera(after: 16, use))
    }
  }

  @Test("what lies under two fingers lies under them still; a double tap comes nearer about its place")
  func pinch() throws {
    let screen = MapScreen(camera: MapCamera(center: .beijing, zoom: 12))
    screen.rest()
    let map = screen.map
    let (first, second) = (screen.begin(Point(x: 200, y: 160)), screen.begin(Point(x: 280, y: 160)))
    screen.step()
    let (left, right) = (try #require(map.convert(Point(x: 200, y: 160))), try #require(map.convert(Point(x: 280, y: 160))))
    for index in 1...20 {
      screen.move(first, Point(x: 200 - Scalar(index * 4), y: 160 + Scalar(index * 5)))
      screen.move(second, Point(x: 280 + Scalar(index * 4), y: 160 + Scalar(index)))
      screen.step()
    }
    let (a, b) = (try #require(map.convert(left)), try #require(map.convert(right)))
    #expect((a - Point(x: 120, y: 260)).isShorter(than: 1.5) && (b - Point(x: 360, y: 180)).isShorter(than: 1.5))
    screen.end(first, Point(x: 120, y: 260))
    screen.end(second, Point(x: 360, y: 180))
    screen.rest()
    screen.step(ms: 1000)
    let under = try #require(map.convert(Point(x: 100, y: 100)))
    let zoom = map.camera.zoom
    screen.tap(Point(x: 100, y: 100))
    screen.step(ms: 60)
    screen.tap(Point(x: 100, y: 100))
    screen.rest()
    #expect(map.camera.zoom == zoom + 1)
    #expect((try #require(map.convert(under)) - Point(x: 100, y: 100)).isShorter(than: 0.5))
  }

  @Test("a flight begins and ends exactly where it should, far ones see where they go, and none leaves the zooms there are")
  func flights() {
    let size = Size(width: 480, height: 320)
    let near = MapCamera(center: .beijing, zoom: 15)
    for target in [
      MapCamera(center: .cupertino, zoom: 15), MapCamera(center: .beijing, zoom: 3, bearing: .degrees(90)),
      MapCamera(center: Coordinate(latitude: 39.9001, longitude: 116.3801), zoom: 15), MapCamera(center: .beijing, zoom: 24),
    ] {
      let flight = CameraFlight(from: near, to: target, in: size)
      #expect(flight.camera(at: flight.duration) == target)
      let start = flight.camera(at: 0)
      #expect(abs(start.centerPoint.x - near.centerPoint.x) < 1000 && (start.zoom - near.zoom).magnitude < 0.001)
      var least = near.zoom
      for step in 0...100 {
        let zoom = flight.camera(at: flight.duration * step / 100).zoom
        least = min(least, zoom)
        #expect(zoom > -1 && zoom < 25)
      }
      if target.center == Coordinate.cupertino { #expect(least < 5) }
      #expect(flight.duration >= 0.25 && flight.duration <= 2)
    }
  }
}

extension Point {
  fileprivate func isShorter(than length: Scalar) -> Bool { x * x + y * y < length * length }
}

extension Image {
  fileprivate func isSame(as other: Image) -> Bool {
    size == other.size && (0..<storage.count).allSatisfy { storage.pixels[$0] == other.storage.pixels[$0] }
  }
}
