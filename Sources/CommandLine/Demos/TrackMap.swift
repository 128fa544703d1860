import Cartouche
import Observation

/// The state that the map shows and reports.
@Observable
final class MapViewState {
  /// A command to move to this center once; the map resets it.
  var center: Coordinate?
  var isNavigating = false
  @ObservationIgnored var span: CoordinateSpan?
  @ObservationIgnored let pin = PinAnnotation(coordinate: Coordinate(latitude: 39.9, longitude: 116.38))
  @ObservationIgnored let track = MapPolyline(coordinates: [
    Coordinate(latitude: 39.9, longitude: 116.38), Coordinate(latitude: 39.9, longitude: 116.39),
  ])
}

/// The pin of the demo.
final class PinAnnotation: Annotation {
  let coordinate: Coordinate
  var title: String? { "Pin" }

  init(coordinate: Coordinate) {
    self.coordinate = coordinate
  }
}

/// Provides the map's views and renderers, and writes its notifications into the state.
final class TrackDelegate: MapViewDelegate {
  let state: MapViewState

  init(_ state: MapViewState) {
    self.state = state
  }

  func mapView(_ mapView: MapView, regionDidChangeAnimated animated: Bool) {
    state.span = mapView.region.span
  }

  func mapView(_ mapView: MapView, viewFor annotation: any Annotation) -> AnnotationView? {
    guard annotation is PinAnnotation else { return nil }
    if let view = mapView.dequeueReusableAnnotationView(withIdentifier: "PinAnnotation") { return view }
    let view = PinAnnotationView(annotation: annotation, reuseIdentifier: "PinAnnotation")
    view.canShowCallout = true
    let hello = TextLayer("Hello, PinAnnotation!", fonts: mapView.theme.fonts, frame: Rect(x: 0, y: 0, width: 100, height: 100))
    (hello.isWrapped, hello.fontSize) = (true, 13)
    view.detailCalloutAccessory = hello
    view.rightCalloutAccessory = DetailButton(theme: mapView.theme)
    return view
  }

  func mapView(_ mapView: MapView, annotationView view: AnnotationView, calloutAccessoryControlTapped control: Control) {
    state.isNavigating = true
  }

  func mapView(_ mapView: MapView, rendererFor overlay: any Overlay) -> OverlayRenderer? {
    guard overlay is MapPolyline else { return nil }
    let renderer = PolylineRenderer(overlay: overlay)
    (renderer.strokeColor, renderer.lineWidth) = (.red, 5)
    return renderer
  }
}

/// The map as a representable of ``MapViewState``.
struct TrackMap: LayerRepresentable {
  var state: MapViewState
  var delegate: TrackDelegate
  var town: TownTileSource
  var theme: Theme

  func makeLayer() -> MapView {
    let map = MapView(frame: .zero, theme: theme)
    map.sources = [town]
    map.delegate = delegate
    map.camera = MapCamera(center: Coordinate(latitude: 39.9, longitude: 116.385), zoom: 14)
    map.addAnnotation(state.pin)
    map.addOverlay(state.track)
    map.showsScale = true
    return map
  }

  func updateLayer(_ map: MapView) {
    guard let center = state.center else { return }
    let near = CoordinateRegion(center: center, latitudinalMeters: 400, longitudinalMeters: 400)
    map.setRegion(state.span.map { CoordinateRegion(center: center, span: $0) } ?? near, animated: true)
    // The center is a command, not a binding, so that later pans of the user are not undone.
    state.center = nil
  }
}

/// The screens of the demo: the map with a button over it, and the detail screen of the callout's button.
@MainActor
final class TrackContent {
  private let state = MapViewState()
  private let delegate: TrackDelegate
  private let stack: ScreenStack

  init(on kiosk: Kiosk, town: TownTileSource) {
    delegate = TrackDelegate(state)
    let screen = Screen("Track", theme: .standard)
    stack = ScreenStack(frame: kiosk.root.bounds, root: screen, theme: .standard)
    stack.autoresizingMask = .fill
    kiosk.root.addSublayer(stack)
    stack.layoutIfNeeded()
    let map = TrackMap(state: state, delegate: delegate, town: town, theme: .standard)
    let host = HostingLayer(map, frame: screen.bounds)
    host.autoresizingMask = .fill
    screen.addSublayer(host)
    let button = Button("MyLocation", style: .gray, theme: .standard)
    button.sizeToFit()
    button.position = Point(x: screen.bounds.center.x, y: screen.bounds.maxY - button.bounds.height / 2 - 16)
    button.autoresizingMask = [.minXMargin, .maxXMargin, .minYMargin]
    button.addAction(for: .touchUpInside) { [state] _ in state.center = Coordinate(latitude: 39.9, longitude: 116.38) }
    screen.addSublayer(button)
    stack.onPop = { [state] _ in state.isNavigating = false }
    screen.addSublayer(HostingLayer(Navigation(state: state, stack: stack), frame: .zero))
  }
}

/// Pushes the detail screen when the state asks for it.
private struct Navigation: LayerRepresentable {
  var state: MapViewState
  var stack: ScreenStack

  func makeLayer() -> Layer { Layer(frame: .zero) }

  func updateLayer(_ layer: Layer) {
    guard state.isNavigating, stack.screens.count == 1 else { return }
    stack.push(Screen("Detail View", theme: stack.theme))
  }
}
