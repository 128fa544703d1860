import CartoucheControls
import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import Observation
import Testing

@Suite("The lifecycle of annotations, their views and their map")
struct AnnotationLifecycleTests {
  private let screen = MapScreen(camera: MapCamera(center: .beijing, zoom: 15))
  private var map: MapView { screen.map }
  private let elsewhere = Coordinate(latitude: 39.9, longitude: 116.5)

  @Test("any cluster radius is accepted: zero, negative and very large ones", arguments: [0, -1, 7, 5_000_000_000, Int.max])
  func radii(radius: Int) {
    map.clusterRadius = radius
    map.viewFor = { annotation in
      let view = MarkerAnnotationView(annotation: annotation, reuseIdentifier: nil)
      view.clusteringIdentifier = "all"
      return view
    }
    map.addAnnotations(
      (0..<9).map { PointAnnotation(coordinate: Coordinate(latitude: 39.9, longitude: 116.37 + Double($0) / 500)) })
    screen.runUntilIdle()
    let shown = map.clusters.reduce(0) { $0 + $1.memberAnnotations.count } + map.annotations.count { map.view(for: $0) != nil }
    #expect(shown >= 1 && shown <= 9)
    for zoom in [0, 8, 20] as [Scalar] {
      map.camera.zoom = zoom
      screen.runUntilIdle()
    }
  }

  @Test(
    "a selected annotation that leaves the screen shows its callout when it returns, unless it was deselected")
  func selectedOffscreen() throws {
    let annotations = [
      PointAnnotation(coordinate: .beijing, title: "here"), PointAnnotation(coordinate: elsewhere, title: "there"),
    ]
    map.viewFor = { [unowned map] annotation in
      let view =
        map.dequeueReusableAnnotationView(withIdentifier: "pin", for: annotation)
        ?? MarkerAnnotationView(annotation: annotation, reuseIdentifier: "pin")
      view.canShowCallout = true
      return view
    }
    var (selections, deselections): ([String?], [String?]) = ([], [])
    map.events.didSelect = { selections.append($0.annotation?.title) }
    map.events.didDeselect = { deselections.append($0.annotation?.title) }
    map.addAnnotations(annotations)
    screen.runUntilIdle()
    map.selectAnnotation(annotations[0], animated: false)
    screen.runUntilIdle()
    #expect(titles(in: map) == ["here"])
    map.centerCoordinate = elsewhere
    screen.runUntilIdle()
    #expect(titles(in: map).isEmpty, "no callout over the other annotation")
    #expect(try #require(map.view(for: annotations[1])).isSelected == false)
    map.centerCoordinate = .beijing
    screen.runUntilIdle()
    #expect(titles(in: map) == ["here"])
    #expect(try #require(map.view(for: annotations[0])).isSelected)
    #expect(selections == ["here"] && deselections.isEmpty)
    map.centerCoordinate = elsewhere
    screen.runUntilIdle()
    map.deselectAnnotation(annotations[0], animated: true)
    #expect(deselections == ["here"])
    map.centerCoordinate = .beijing
    screen.runUntilIdle()
    #expect(try #require(map.view(for: annotations[0])).isSelected == false)
    #expect(titles(in: map).isEmpty)
  }

  @Test("a callout keeps its side of the pin and its offset while the map is panned, and returns with its pin")
  func pannedCallout() throws {
    let annotation = PointAnnotation(coordinate: .beijing, title: "here")
    addPin(for: annotation)
    func offset() throws -> Point {
      let callout = try #require(callouts(in: map).first)
      return callout.frame.origin - (try #require(map.view(for: annotation))).frame.origin
    }
    // The pin is at the left edge, so that the callout is not centered above it.
    map.pan(by: Point(x: -225, y: 20))
    screen.runUntilIdle()
    map.selectAnnotation(annotation, animated: false)
    screen.runUntilIdle()
    let shown = try offset()
    #expect(map.bounds.contains(try #require(callouts(in: map).first).frame.origin))
    for step in [
      Point(x: 0, y: -60.3), Point(x: 0, y: -90.7), Point(x: 230.5, y: 0), Point(x: 240, y: 140.2), Point(x: -300, y: 120),
    ] {
      map.pan(by: step)
      screen.step()
      let moved = try offset()
      #expect((moved.x - shown.x).magnitude <= 0.5 && (moved.y - shown.y).magnitude <= 0.5)
    }
    map.centerCoordinate = elsewhere
    screen.runUntilIdle()
    #expect(callouts(in: map).isEmpty)
    // The pin returns from above the screen. Its callout is off-screen with it until the next pan.
    map.centerCoordinate = .beijing
    map.pan(by: Point(x: 0, y: -230))
    screen.step()
    let callout = try #require(callouts(in: map).first)
    #expect(callout.frame.minY < 0)
    map.pan(by: Point(x: 0, y: 150))
    screen.step()
    #expect(callout.frame.minY > 0)
  }

  @Test(
    "a callout fits on the screen if the map moves while it is shown or later, and if its annotation moves",
    arguments: 0..<4)
  func fittingCallout(movement: Int) throws {
    let annotation = PointAnnotation(coordinate: .beijing, title: "A title that takes some room")
    addPin(for: annotation)
    // The pin is at the right edge.
    map.pan(by: Point(x: 228, y: 0))
    screen.runUntilIdle()
    if movement == 0 { map.setCenter(.beijing, animated: false) }
    map.selectAnnotation(annotation, animated: true)
    switch movement {
    case 1: map.setCenter(.beijing, animated: true)
    case 2:
      screen.runUntilIdle()
      map.setCenter(.beijing, animated: false)
    case 3:
      screen.runUntilIdle()
      annotation.coordinate = try #require(map.convert(Point(x: 60, y: 200)))
    default: break
    }
    screen.runUntilIdle()
    let frame = try #require(callouts(in: map).first).frame
    #expect(frame.intersection(map.bounds) == frame && frame.width > 150)
  }

  /// Adds an annotation whose view is a pin with a callout.
  private func addPin(for annotation: PointAnnotation) {
    map.viewFor = { annotation in
      let view = PinAnnotationView(annotation: annotation, reuseIdentifier: nil)
      view.canShowCallout = true
      return view
    }
    map.addAnnotation(annotation)
    screen.runUntilIdle()
  }

  private func callouts(in layer: Layer) -> [Callout] {
    layer.sublayers.flatMap { [$0 as? Callout].compactMap { $0 } + callouts(in: $0) }
  }

  private func titles(in layer: Layer) -> [String] {
    layer.sublayers.flatMap { ($0 as? Callout).map { $0.isPresented ? [$0.title] : [] } ?? titles(in: $0) }
  }

  @Test("selecting another annotation in didDeselect leaves only that one selected")
  func selectionDuringDeselection() {
    let annotations = (0..<3).map { PointAnnotation(coordinate: Coordinate(latitude: 39.9, longitude: 116.375 + Double($0) / 200)) }
    map.addAnnotations(annotations)
    screen.runUntilIdle()
    map.selectAnnotation(annotations[0], animated: false)
    map.events.didDeselect = { [unowned map] _ in map.selectAnnotation(annotations[2], animated: false) }
    map.selectAnnotation(annotations[1], animated: false)
    screen.runUntilIdle()
    #expect(annotations.map { map.view(for: $0)?.isSelected } == [false, false, true])
    map.events.didDeselect = nil
  }

  /// A view that asks its map for another view while it is prepared for reuse.
  private final class AskingView: AnnotationView {
    weak var asked: MapView?
    var answers = 0

    override func prepareForReuse() {
      super.prepareForReuse()
      guard let asked else { return }
      asked.register(AskingView.self, forAnnotationViewWithReuseIdentifier: "other")
      if asked.dequeueReusableAnnotationView(withIdentifier: "other") != nil { answers += 1 }
    }
  }

  @Test("a view may register classes and dequeue views while it is prepared for reuse")
  func reentrantPool() {
    let view = AskingView(annotation: nil, reuseIdentifier: "asking")
    view.asked = map
    map.viewFor = { _ in view }
    let annotation = PointAnnotation(coordinate: .beijing)
    for round in 1...2 {
      map.addAnnotation(annotation)
      screen.runUntilIdle()
      let answers = view.answers
      map.removeAnnotation(annotation)
      screen.runUntilIdle()
      #expect(view.answers > answers, "round \(round)")
    }
  }

  @Test("properties that a view resets for reuse do not affect the annotation that it showed")
  func resetForReuse() {
    map.register(ResettingView.self, forAnnotationViewWithReuseIdentifier: MapView.defaultReuseIdentifier)
    map.viewFor = { [unowned map] annotation in
      annotation is ClusterAnnotation
        ? nil : map.dequeueReusableAnnotationView(withIdentifier: MapView.defaultReuseIdentifier, for: annotation)
    }
    let annotations = (0..<4).map {
      PointAnnotation(coordinate: Coordinate(latitude: 39.9, longitude: 116.38 + Double($0) / 10_000))
    }
    map.addAnnotations(annotations)
    for _ in 0..<3 {
      screen.runUntilIdle()
      #expect(map.clusters.map(\.memberAnnotations.count) == [4])
      map.centerCoordinate = elsewhere
      screen.runUntilIdle()
      map.camera = MapCamera(center: .beijing, zoom: 20)
      screen.runUntilIdle()
      map.centerCoordinate = elsewhere
      screen.runUntilIdle()
      map.camera = MapCamera(center: .beijing, zoom: 15)
    }
  }

  @Test("a cluster keeps its view while its members stay the same; a tap finds its members in a vendor's coordinates")
  func sameCluster() throws {
    map.coordinateSystem = .gcj02
    map.viewFor = { annotation in
      let view = MarkerAnnotationView(annotation: annotation, reuseIdentifier: nil)
      view.clusteringIdentifier = "all"
      return view
    }
    let annotations = (0..<4).map {
      PointAnnotation(coordinate: Coordinate(latitude: 39.9, longitude: 116.38 + Double($0) / 10_000))
    }
    let other = PointAnnotation(coordinate: Coordinate(latitude: 39.904, longitude: 116.384))
    map.addAnnotations(annotations + [other])
    screen.runUntilIdle()
    let cluster = try #require(map.clusters.first)
    let view = try #require(map.view(for: cluster))
    other.coordinate.latitude += 0.0003
    screen.runUntilIdle()
    #expect(map.clusters.first === cluster && map.view(for: cluster) === view)
    screen.tap(Point(x: view.position.x, y: view.position.y))
    screen.runUntilIdle()
    for annotation in annotations { #expect(map.bounds.contains(try #require(map.convert(annotation.coordinate)))) }
  }

  @Test("a flight does not end while the map is removed from the stage, and ends after the map is added again")
  func flightOffTheStage() {
    screen.runUntilIdle()
    var ends = 0
    map.events.regionDidChange = { _ in ends += 1 }
    map.setCenter(elsewhere, animated: true)
    for _ in 0..<6 { screen.step() }
    map.removeFromSuperlayer()
    for _ in 0..<6 { screen.step() }
    #expect(ends == 0)
    screen.stage.root.addSublayer(map)
    screen.runUntilIdle()
    #expect(ends == 1)
    #expect(abs(map.centerCoordinate.longitude - elsewhere.longitude) < 1e-6)
    map.setCenter(.beijing, animated: true)
    screen.step()
    screen.step()
    map.setCamera(map.camera, animated: true)
    let current = map.camera
    screen.runUntilIdle()
    #expect(map.camera == current && ends == 2, "a movement to the current camera changes nothing")
  }

  @Test("a view wider than the world finds annotations again when it moves north")
  func northwards() {
    let wide = MapScreen(width: 1920, height: 320, camera: MapCamera(center: Coordinate(latitude: -60, longitude: 0), zoom: 1.5))
    let north = PointAnnotation(coordinate: Coordinate(latitude: 70, longitude: 10))
    wide.map.addAnnotation(north)
    wide.runUntilIdle()
    #expect(wide.map.view(for: north) == nil)
    wide.map.centerCoordinate = Coordinate(latitude: 65, longitude: 0)
    wide.runUntilIdle()
    #expect(wide.map.view(for: north) != nil)
  }

  @Test("a released map releases its gesture recognizers and its annotations, observed or not")
  func leaks() {
    weak var recognizer: GestureRecognizer?
    weak var point: PointAnnotation?
    weak var observed: ObservedAnnotation?
    do {
      let screen = MapScreen(camera: MapCamera(center: .beijing, zoom: 15))
      let annotations = (PointAnnotation(coordinate: .beijing), ObservedAnnotation(.beijing))
      recognizer = screen.map.gestureRecognizers.first { $0 is PinchGestureRecognizer }
      (point, observed) = annotations
      for annotation in [annotations.0, annotations.1] as [any MovableAnnotation] {
        for _ in 0..<20 {
          screen.map.addAnnotation(annotation)
          screen.runUntilIdle()
          screen.map.removeAnnotation(annotation)
          screen.runUntilIdle()
        }
        screen.map.addAnnotation(annotation)
        screen.runUntilIdle()
        let before = screen.map.view(for: annotation)?.position
        annotation.coordinate.longitude += 0.001
        screen.runUntilIdle()
        #expect(screen.map.view(for: annotation)?.position != before, "an annotation that is added again is followed")
      }
    }
    #expect(recognizer == nil && point == nil && observed == nil)
  }
}

/// An annotation of an application's own class, which the map observes.
@Observable
private final class ObservedAnnotation: MovableAnnotation {
  var coordinate: Coordinate

  init(_ coordinate: Coordinate) {
    self.coordinate = coordinate
  }
}

/// A view that sets its clustering identifier for display and resets it for reuse, as MapKit programs do.
private final class ResettingView: MarkerAnnotationView {
  override func prepareForDisplay() {
    super.prepareForDisplay()
    clusteringIdentifier = "all"
    displayPriority = .defaultHigh
  }

  override func prepareForReuse() {
    super.prepareForReuse()
    clusteringIdentifier = nil
    displayPriority = .required
  }
}
