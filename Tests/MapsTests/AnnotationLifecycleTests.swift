import CartoucheControls
import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import Testing

@Suite struct AnnotationLifecycleTests {
  private let screen = MapScreen(camera: MapCamera(center: .beijing, zoom: 15))
  private var map: MapView { screen.map }
  private let elsewhere = Coordinate(latitude: 39.9, longitude: 116.5)

  @Test("any radius of clusters is taken: none, less than none, more than there is", arguments: [0, -1, 7, 5_000_000_000, Int.max])
  func radii(radius: Int) {
    map.clusterRadius = radius
    map.viewFor = { annotation in
      let view = MarkerAnnotationView(annotation: annotation, reuseIdentifier: nil)
      view.clusteringIdentifier = "all"
      return view
    }
    map.addAnnotations(
      (0..<9).map { PointAnnotation(coordinate: Coordinate(latitude: 39.9, longitude: 116.37 + Double($0) / 500)) })
    screen.rest()
    let shown = map.clusters.reduce(0) { $0 + $1.memberAnnotations.count } + map.annotations.count { map.view(for: $0) != nil }
    #expect(shown >= 1 && shown <= 9)
    for zoom in [0, 8, 20] as [Scalar] {
      map.camera.zoom = zoom
      screen.rest()
    }
  }

  @Test(
    "what is selected keeps its selection and its callout while it is beside the screen, and both end when it is deselected there")
  func selectedBesideTheScreen() throws {
    let places = [PointAnnotation(coordinate: .beijing, title: "here"), PointAnnotation(coordinate: elsewhere, title: "there")]
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
    map.addAnnotations(places)
    screen.rest()
    map.selectAnnotation(places[0], animated: false)
    screen.rest()
    #expect(titles(in: map) == ["here"])
    map.centerCoordinate = elsewhere
    screen.rest()
    #expect(titles(in: map).isEmpty, "no bubble over another one")
    #expect(try #require(map.view(for: places[1])).isSelected == false)
    map.centerCoordinate = .beijing
    screen.rest()
    #expect(titles(in: map) == ["here"])
    #expect(try #require(map.view(for: places[0])).isSelected)
    #expect(selections == ["here"] && deselections.isEmpty)
    map.centerCoordinate = elsewhere
    screen.rest()
    map.deselectAnnotation(places[0], animated: true)
    #expect(deselections == ["here"])
    map.centerCoordinate = .beijing
    screen.rest()
    #expect(try #require(map.view(for: places[0])).isSelected == false)
    #expect(titles(in: map).isEmpty)
  }

  @Test("a callout keeps its side and its distance while the map carries it anywhere, and is there again when its place comes back")
  func carriedCallout() throws {
    let place = PointAnnotation(coordinate: .beijing, title: "here")
    addPin(at: place)
    func way() throws -> Point {
      let callout = try #require(callouts(in: map).first)
      return callout.frame.origin - (try #require(map.view(for: place))).frame.origin
    }
    // At the left edge, so that the bubble is not over the middle of its pin.
    map.pan(by: Point(x: -225, y: 20))
    screen.rest()
    map.selectAnnotation(place, animated: false)
    screen.rest()
    let shown = try way()
    #expect(map.bounds.contains(try #require(callouts(in: map).first).frame.origin))
    for step in [
      Point(x: 0, y: -60.3), Point(x: 0, y: -90.7), Point(x: 230.5, y: 0), Point(x: 240, y: 140.2), Point(x: -300, y: 120),
    ] {
      map.pan(by: step)
      screen.step()
      let moved = try way()
      #expect((moved.x - shown.x).magnitude <= 0.5 && (moved.y - shown.y).magnitude <= 0.5)
    }
    map.centerCoordinate = elsewhere
    screen.rest()
    #expect(callouts(in: map).isEmpty)
    // It comes back from above: its bubble stays beside the screen with it until there is room.
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
    "a callout fits the screen wherever the map is brought in the turn in which it is shown or later, and when what it points at moves",
    arguments: 0..<4)
  func fittingCallout(way: Int) throws {
    let place = PointAnnotation(coordinate: .beijing, title: "A title that takes some room")
    addPin(at: place)
    // To the right edge.
    map.pan(by: Point(x: 228, y: 0))
    screen.rest()
    if way == 0 { map.setCenter(.beijing, animated: false) }
    map.selectAnnotation(place, animated: true)
    switch way {
    case 1: map.setCenter(.beijing, animated: true)
    case 2:
      screen.rest()
      map.setCenter(.beijing, animated: false)
    case 3:
      screen.rest()
      place.coordinate = try #require(map.convert(Point(x: 60, y: 200)))
    default: break
    }
    screen.rest()
    let frame = try #require(callouts(in: map).first).frame
    #expect(frame.intersection(map.bounds) == frame && frame.width > 150)
  }

  @Test("fingers go through the beam of the user's place")
  func beam() {
    map.showsUserLocation = true
    (map.userLocation.location, map.userLocation.heading) = (.beijing, .degrees(45))
    screen.rest()
    for (x, y) in [(268, 188), (212, 132), (262, 140)] as [(Scalar, Scalar)] {
      var hit = screen.stage.root.hitTest(Point(x: x, y: y))
      #expect(hit != nil)
      while let layer = hit {
        #expect(!(layer is UserLocationView), "at \(x), \(y)")
        hit = layer.superlayer
      }
    }
  }

  /// Adds an annotation that has a pin with a callout.
  private func addPin(at place: PointAnnotation) {
    map.viewFor = { annotation in
      let view = PinAnnotationView(annotation: annotation, reuseIdentifier: nil)
      view.canShowCallout = true
      return view
    }
    map.addAnnotation(place)
    screen.rest()
  }

  private func callouts(in layer: Layer) -> [Callout] {
    layer.sublayers.flatMap { [$0 as? Callout].compactMap { $0 } + callouts(in: $0) }
  }

  private func titles(in layer: Layer) -> [String] {
    layer.sublayers.flatMap { ($0 as? Callout).map { $0.isPresented ? [$0.title] : [] } ?? titles(in: $0) }
  }

  @Test("selecting another one while a deselection is told leaves one selected")
  func selectedWhileTold() {
    let places = (0..<3).map { PointAnnotation(coordinate: Coordinate(latitude: 39.9, longitude: 116.375 + Double($0) / 200)) }
    map.addAnnotations(places)
    screen.rest()
    map.selectAnnotation(places[0], animated: false)
    map.events.didDeselect = { [unowned map] _ in map.selectAnnotation(places[2], animated: false) }
    map.selectAnnotation(places[1], animated: false)
    screen.rest()
    #expect(places.map { map.view(for: $0)?.isSelected } == [false, false, true])
    map.events.didDeselect = nil
  }

  @Test("what a view takes back when it is used again does not count for the annotation that it showed")
  func takenBack() {
    map.register(ResettingView.self, forAnnotationViewWithReuseIdentifier: MapView.defaultReuseIdentifier)
    map.viewFor = { [unowned map] annotation in
      annotation is ClusterAnnotation
        ? nil : map.dequeueReusableAnnotationView(withIdentifier: MapView.defaultReuseIdentifier, for: annotation)
    }
    let places = (0..<4).map { PointAnnotation(coordinate: Coordinate(latitude: 39.9, longitude: 116.38 + Double($0) / 10_000)) }
    map.addAnnotations(places)
    for _ in 0..<3 {
      screen.rest()
      #expect(map.clusters.map(\.memberAnnotations.count) == [4])
      map.centerCoordinate = elsewhere
      screen.rest()
      map.camera = MapCamera(center: .beijing, zoom: 20)
      screen.rest()
      map.centerCoordinate = elsewhere
      screen.rest()
      map.camera = MapCamera(center: .beijing, zoom: 15)
    }
  }

  @Test("a cluster whose members stay the same is the same view, whatever happens to others; it is found in a vendor's coordinates")
  func sameCluster() throws {
    map.coordinateSystem = .gcj02
    map.viewFor = { annotation in
      let view = MarkerAnnotationView(annotation: annotation, reuseIdentifier: nil)
      view.clusteringIdentifier = "all"
      return view
    }
    let places = (0..<4).map { PointAnnotation(coordinate: Coordinate(latitude: 39.9, longitude: 116.38 + Double($0) / 10_000)) }
    let other = PointAnnotation(coordinate: Coordinate(latitude: 39.904, longitude: 116.384))
    map.addAnnotations(places + [other])
    screen.rest()
    let cluster = try #require(map.clusters.first)
    let view = try #require(map.view(for: cluster))
    other.coordinate.latitude += 0.0003
    screen.rest()
    #expect(map.clusters.first === cluster && map.view(for: cluster) === view)
    screen.tap(Point(x: view.position.x, y: view.position.y))
    screen.rest()
    for place in places { #expect(map.bounds.contains(try #require(map.convert(place.coordinate)))) }
  }

  @Test("a map that is taken off the screen while it flies goes on when it is back")
  func flightOffTheStage() {
    screen.rest()
    var ends = 0
    map.events.regionDidChange = { _ in ends += 1 }
    map.setCenter(elsewhere, animated: true)
    for _ in 0..<6 { screen.step() }
    map.removeFromSuperlayer()
    for _ in 0..<6 { screen.step() }
    #expect(ends == 0)
    screen.stage.root.addSublayer(map)
    screen.rest()
    #expect(ends == 1)
    #expect(abs(map.centerCoordinate.longitude - elsewhere.longitude) < 1e-6)
    map.setCenter(.beijing, animated: true)
    screen.step()
    screen.step()
    map.setCamera(map.camera, animated: true)
    let held = map.camera
    screen.rest()
    #expect(map.camera == held && ends == 2, "to go where it is, is to stay")
  }

  @Test("a world that is wider than the map is looked through again when it is carried to the north")
  func northwards() {
    let wide = MapScreen(width: 1920, height: 320, camera: MapCamera(center: Coordinate(latitude: -60, longitude: 0), zoom: 1.5))
    let north = PointAnnotation(coordinate: Coordinate(latitude: 70, longitude: 10))
    wide.map.addAnnotation(north)
    wide.rest()
    #expect(wide.map.view(for: north) == nil)
    wide.map.centerCoordinate = Coordinate(latitude: 65, longitude: 0)
    wide.rest()
    #expect(wide.map.view(for: north) != nil)
  }

  @Test("nothing of a map stays when it goes: not its recognizers, nor what it watched")
  func leaks() {
    weak var recognizer: GestureRecognizer?
    weak var watched: PointAnnotation?
    do {
      let screen = MapScreen(camera: MapCamera(center: .beijing, zoom: 15))
      let place = PointAnnotation(coordinate: .beijing)
      (recognizer, watched) = (screen.map.gestureRecognizers.first { $0 is PinchGestureRecognizer }, place)
      for _ in 0..<20 {
        screen.map.addAnnotation(place)
        screen.rest()
        screen.map.removeAnnotation(place)
        screen.rest()
      }
      screen.map.addAnnotation(place)
      screen.rest()
      let before = screen.map.view(for: place)?.position
      place.coordinate.longitude += 0.001
      screen.rest()
      #expect(screen.map.view(for: place)?.position != before, "added again, it is watched still")
    }
    #expect(recognizer == nil && watched == nil)
  }
}

/// As MapKit's programs do it.
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
