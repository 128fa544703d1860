import CartoucheControls
import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheText
import Observation
import Testing

/// The state of an application that shows a map.
@Observable private final class MapState {
  var center: Coordinate?
  @ObservationIgnored var span: CoordinateSpan?
}

/// A representable that moves its map to the state's center, once for each new one.
///
/// The first region is 400 m wide and high, later ones have the span that the map has.
private struct HostedMap: LayerRepresentable {
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

/// A delegate that stores the map's span in the state and records changes of the region.
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

@Suite("Hosted maps")
struct MapHostingTests {
  private let stage = Stage(size: PixelSize(width: 400, height: 400))

  private func host(_ state: MapState, _ listener: Listener) -> HostingLayer<HostedMap> {
    let host = HostingLayer(HostedMap(state: state, delegate: listener), frame: stage.root.bounds)
    stage.root.addSublayer(host)
    return host
  }

  private func run(seconds: Int) {
    for _ in 0..<seconds * 60 { commitNextFrame() }
  }

  private func commitNextFrame() {
    _ = stage.commit(at: Timestamp(nanoseconds: stage.time.nanoseconds + 16_666_667))
  }

  @Test("M1: the map is created once, fills its host inside the safe area, and follows the host's size")
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

  @Test("M1: callouts, compass, scale and attribution stay inside the safe area")
  func safeArea() throws {
    let screen = MapScreen(camera: MapCamera(center: .beijing, zoom: 15, bearing: .degrees(30)))
    let map = screen.map
    (map.showsScale, map.attribution) = (true, "© somebody")
    map.safeAreaInsets = EdgeInsets(top: 60, left: 50, bottom: 40, right: 30)
    let area = Rect(x: 50, y: 60, width: 400, height: 220)
    let annotation = PointAnnotation(coordinate: try #require(map.convert(Point(x: 60, y: 130))), title: "Harbour")
    map.viewFor = { annotation in
      let view = PinAnnotationView(annotation: annotation, reuseIdentifier: nil)
      view.canShowCallout = true
      return view
    }
    map.addAnnotation(annotation)
    map.selectAnnotation(annotation, animated: false)
    screen.runUntilIdle()
    func all(in layer: Layer) -> [Layer] { layer.sublayers.flatMap { [$0] + all(in: $0) } }
    let callout = try #require(all(in: map).compactMap { $0 as? Callout }.first)
    #expect(area.intersection(callout.frame) == callout.frame, "\(callout.frame)")
    // The compass is at the top right, the scale at the bottom left, the attribution at the bottom right.
    // Each is ten points from the edges.
    let ornaments = map.sublayers.filter { $0 is CompassButton || $0 is ScaleView || $0 is AttributionView }
    #expect(ornaments.count == 3 && ornaments.allSatisfy { !$0.isHidden })
    for ornament in ornaments { #expect(area.intersection(ornament.frame) == ornament.frame, "\(ornament.frame)") }
    let frames = ornaments.map(\.frame)
    #expect(frames.contains { $0.minY == 70 && $0.maxX == 440 } && frames.contains { $0.minX == 60 && $0.maxY == 270 })
  }

  @Test("M2: the delegate is notified of a pan or zoom, with the new region, and of nothing before")
  func regionChanges() throws {
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

  @Test("M3: a new center moves the map once, to 400 m first and then with its span; a later pan is not undone")
  func oneShot() throws {
    let state = MapState()
    let listener = Listener(state)
    let host = host(state, listener)
    let map = host.contentLayer
    run(seconds: 1)
    state.center = .beijing
    #expect(listener.changes.isEmpty, "nothing changes before the next frame")
    run(seconds: 4)
    #expect(state.center == nil)
    #expect(listener.changes == [true])
    #expect(abs(map.region.latitudinalMeters - 400) < 1)
    #expect(abs(map.camera.center.latitude - 39.9) < 1e-6)

    map.pan(by: Point(x: 100, y: 50))
    let panned = map.camera
    run(seconds: 2)
    #expect(map.camera == panned, "nothing moves the map back")

    map.camera.zoom = 12
    let span = try #require(state.span)
    state.center = .cupertino
    run(seconds: 6)
    #expect(abs(map.region.span.longitudeDelta - span.longitudeDelta) < span.longitudeDelta * 1e-3)
    #expect(abs(map.camera.center.longitude - Coordinate.cupertino.longitude) < 1e-6)

    // A pan ends a flight.
    state.center = .beijing
    for _ in 0..<20 { commitNextFrame() }
    #expect(map.camera.center != .beijing && map.camera.center != .cupertino)
    map.pan(by: Point(x: 10, y: 0))
    let stopped = map.camera
    run(seconds: 3)
    #expect(map.camera == stopped && state.center == nil, "the flight is over")
  }
}
