import ArgumentParser
import Cartouche
import CartoucheInventedTown
import Observation

// The article is "Using MKMapView in SwiftUI" (2020).

struct TrackDemo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "track", abstract: "A track and a pin on a map that follows a state, with a callout and a screen behind it.")

  @OptionGroup var options: CommonOptions

  func run() throws {
    let town = TownTileSource(try TownGenerator(center: (39.9, 116.38)))
    try MainActor.assumeIsolated {
      var content: TrackContent?
      try show(options) { content = TrackContent(on: $0, town: town) }
      withExtendedLifetime(content) {}
    }
  }
}

/// What the map is to show, and what it says it shows.
@Observable
final class MapViewState {
  /// Where to go, once.
  var center: Coordinate?
  var isNavigating = false
  @ObservationIgnored var span: CoordinateSpan?
  @ObservationIgnored let pin = PinAnnotation(coordinate: Coordinate(latitude: 39.9, longitude: 116.38))
  @ObservationIgnored let track = MapPolyline(coordinates: [
    Coordinate(latitude: 39.9, longitude: 116.38), Coordinate(latitude: 39.9, longitude: 116.39),
  ])
}

final class PinAnnotation: Annotation {
  let coordinate: Coordinate
  var title: String? { "Pin" }

  init(coordinate: Coordinate) {
    self.coordinate = coordinate
  }
}

/// The article's delegate: makes views and renderers, and writes into the state what the map tells.
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

/// The article's `UIViewRepresentable`.
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
    // A command, not a place to stay: what the user does then is not undone.
    state.center = nil
  }
}

/// The article's `ContentView`: the map, a button over it, and the screen behind the callout's (i).
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

/// Shows the detail screen while the state says so.
private struct Navigation: LayerRepresentable {
  var state: MapViewState
  var stack: ScreenStack

  func makeLayer() -> Layer { Layer(frame: .zero) }

  func updateLayer(_ layer: Layer) {
    guard state.isNavigating, stack.screens.count == 1 else { return }
    stack.push(Screen("Detail View", theme: stack.theme))
  }
}
