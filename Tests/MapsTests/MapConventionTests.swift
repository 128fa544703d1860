import CartoucheControls
import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import Testing

/// A line of an application, with a name.
private final class Route: MapPolyline {
  let name: String

  init(_ name: String, through coordinates: [Coordinate]) {
    self.name = name
    super.init(coordinates: coordinates)
  }
}

@Suite("Annotations and overlays as in MapKit")
struct MapConventionTests {
  private let screen = MapScreen(camera: MapCamera(center: .beijing, zoom: 15))
  private var map: MapView { screen.map }
  private let corner = Coordinate(latitude: 39.903, longitude: 116.385)

  @Test("an application's own kind of polyline has its points, and is drawn as any polyline")
  func subclassedPolyline() {
    let route = Route("Line 8", through: [.beijing, corner])
    #expect(route.pointCount == 2 && route.name == "Line 8" && !route.boundingMapRect.isEmpty)
    let before = screen.image.pixels
    map.rendererFor = { overlay in
      let renderer = PolylineRenderer(overlay: overlay)
      (renderer.strokeColor, renderer.lineWidth) = ((overlay as? Route)?.name == "Line 8" ? .red : .blue, 5)
      return renderer
    }
    map.addOverlay(route)
    let after = screen.image.pixels
    #expect(after.contains(0xffff_0000) && !before.contains(0xffff_0000))
    #expect(GeodesicPolyline(coordinates: [.beijing, .cupertino]).pointCount > 2, "a geodesic line is still divided")
  }

  @Test("a renderer that cannot draw its overlay is reported once, and the overlay stays invisible")
  func unsuitableRenderer() throws {
    map.rendererFor = { overlay in
      switch overlay {
      case is MapCircle: PolylineRenderer(overlay: overlay)
      case is MapPolygon: HeatMapRenderer(overlay: overlay)
      default: CircleRenderer(overlay: overlay)
      }
    }
    _ = screen.image
    _ = map.takeErrors()
    map.addOverlays([MapCircle(center: .beijing, radius: 100), MapCircle(center: corner, radius: 90)])
    map.addOverlay(MapPolygon(coordinates: [.beijing, corner, Coordinate(latitude: 39.9, longitude: 116.39)]))
    map.addOverlay(MapPolyline(coordinates: [.beijing, corner]))
    _ = screen.image
    #expect(
      Set(map.takeErrors()) == [
        .unsuitableRenderer(renderer: "PolylineRenderer", overlay: "MapCircle"),
        .unsuitableRenderer(renderer: "HeatMapRenderer", overlay: "MapPolygon"),
        .unsuitableRenderer(renderer: "CircleRenderer", overlay: "MapPolyline"),
      ])
    map.camera.zoom = 14.5
    _ = screen.image
    #expect(map.takeErrors() == [])
    let sentence = MapError.unsuitableRenderer(renderer: "PolylineRenderer", overlay: "MapCircle").description
    #expect(sentence.contains("PolylineRenderer") && sentence.contains("MapCircle"))
  }

  @Test("the user's location does not move the screen if its animation is off, and pulses again when it is on")
  func stillUserLocation() throws {
    (map.showsUserLocation, map.userLocation.location) = (true, .beijing)
    map.animatesUserLocation = false
    screen.runUntilIdle()
    #expect(screen.stage.nextFrame == .never)
    map.animatesUserLocation = true
    screen.step()
    screen.step()
    #expect(screen.stage.nextFrame == .nextRefresh)
    let view = try #require(map.view(for: map.userLocation) as? UserLocationView)
    view.isPulsing = false
    screen.runUntilIdle()
    #expect(screen.stage.nextFrame == .never, "the view's own property counts, too")
  }

  @Test("the annotation of a view may be set, and a shown marker then has its texts")
  func settableAnnotation() throws {
    let (first, second) = (
      PointAnnotation(coordinate: .beijing, title: "A"), PointAnnotation(coordinate: corner, title: "A longer title")
    )
    let pooled = MarkerAnnotationView(annotation: nil, reuseIdentifier: "marker")
    pooled.annotation = first
    #expect(pooled.annotation === first)
    map.viewFor = { _ in pooled }
    map.addAnnotation(first)
    screen.runUntilIdle()
    #expect(map.view(for: first) === pooled)
    let (position, before) = (pooled.position, screen.image.pixels)
    pooled.annotation = second
    screen.runUntilIdle()
    let hasChanged = screen.image.pixels != before
    #expect(hasChanged && pooled.position == position && map.view(for: first) === pooled)
  }

  @Test("a subclass observes the annotation that its view gets")
  func observedAnnotation() {
    final class Observing: MarkerAnnotationView {
      var titles: [String?] = []
      override var annotation: (any Annotation)? { didSet { titles.append(annotation?.title) } }
    }
    map.register(Observing.self, forAnnotationViewWithReuseIdentifier: MapView.defaultReuseIdentifier)
    let annotation = PointAnnotation(coordinate: .beijing, title: "Tower")
    map.addAnnotation(annotation)
    screen.runUntilIdle()
    #expect((map.view(for: annotation) as? Observing)?.titles.contains("Tower") == true)
  }
}

@Suite("The cause of a region change")
struct RegionChangeCauseTests {
  private let screen = MapScreen(camera: MapCamera(center: .beijing, zoom: 15))
  private var map: MapView { screen.map }

  /// Performs an action, and returns the cause that each notification of it saw.
  private func causes(of action: () throws -> Void) rethrows -> [RegionChangeCause?] {
    screen.runUntilIdle()
    var causes: [RegionChangeCause?] = []
    map.events.regionWillChange = { [map] _ in causes.append(map.regionChangeCause) }
    map.events.visibleRegionDidChange = { [map] in causes.append(map.regionChangeCause) }
    map.events.regionDidChange = { [map] _ in causes.append(map.regionChangeCause) }
    try action()
    screen.runUntilIdle()
    #expect(map.regionChangeCause == nil)
    #expect(causes.count >= 3)
    return causes
  }

  @Test("a drag, its fling and a double tap are gestures")
  func gestures() {
    #expect(Set(causes { screen.drag(from: Point(x: 100, y: 100), to: Point(x: 220, y: 160), frames: 6) }) == [.gesture])
    let doubleTap = causes {
      screen.tap(Point(x: 240, y: 160))
      screen.tap(Point(x: 240, y: 160))
    }
    #expect(Set(doubleTap) == [.gesture])
    #expect(RegionChangeCause.gesture.isByUser && RegionChangeCause.control.isByUser)
  }

  @Test("a camera that is set, at once or as a flight, is the application's")
  func application() {
    #expect(Set(causes { map.camera.zoom = 14 }) == [.application])
    #expect(Set(causes { map.setCenter(.cupertino, animated: true) }) == [.application])
    #expect(Set(causes { map.visibleMapRect = .world }) == [.application])
    #expect(!RegionChangeCause.application.isByUser)
  }

  @Test("a tap on the compass or on a cluster is a control's")
  func controls() {
    map.camera.bearing = .degrees(50)
    let compass = causes { screen.tap(Point(x: 450, y: 30)) }
    #expect(Set(compass) == [.control] && map.camera.bearing == .zero)
    map.viewFor = { annotation in
      let view = MarkerAnnotationView(annotation: annotation, reuseIdentifier: nil)
      if !(annotation is ClusterAnnotation) { view.clusteringIdentifier = "stop" }
      return view
    }
    map.addAnnotations([
      PointAnnotation(coordinate: .beijing),
      PointAnnotation(coordinate: Coordinate(latitude: 39.9001, longitude: 116.3801)),
    ])
    screen.runUntilIdle()
    #expect(map.clusters.count == 1)
    #expect(Set(causes { screen.tap(Point(x: 240, y: 140)) }) == [.control])
  }

  @Test("a finger that stops a flight begins a change of its own")
  func takeover() {
    let causes = causes {
      map.setCamera(MapCamera(center: .cupertino, zoom: 12), animated: true)
      for _ in 0..<4 { screen.step() }
      screen.drag(from: Point(x: 100, y: 100), to: Point(x: 220, y: 160), frames: 6, pauseMs: 200)
    }
    #expect(causes.first == .application && causes.last == .gesture)
    let first = causes.firstIndex(of: .gesture) ?? 0
    #expect(causes[..<first].allSatisfy { $0 == .application } && causes[first...].allSatisfy { $0 == .gesture })
  }
}
