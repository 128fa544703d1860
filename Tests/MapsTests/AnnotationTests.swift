import CartoucheControls
import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import Observation
import Testing

@Suite("Annotations")
struct AnnotationTests {
  private let screen = MapScreen(camera: MapCamera(center: .beijing, zoom: 15))
  private var map: MapView { screen.map }

  @Test("P1: one object can be annotation and overlay, selected once and drawn once")
  func annotationAndOverlay() throws {
    let portal = AnnotatedOverlay(.beijing)
    map.rendererFor = { overlay in overlay is AnnotatedOverlay ? PartRenderer(OverlayRenderer(overlay: overlay)) : nil }
    map.addAnnotation(portal)
    map.addOverlay(portal)
    map.addOverlay(portal)
    screen.runUntilIdle()
    #expect(map.annotations.count == 1 && map.overlays.count == 1)
    #expect(map.renderer(for: portal)?.overlay === portal)
    #expect((map.renderer(for: portal) as? PartRenderer)?.drawCount == 1)
    var selections = 0
    map.events.didSelect = { _ in selections += 1 }
    screen.tap(Point(x: 240, y: 145))
    #expect(selections == 1 && map.selectedAnnotations.first === portal)
  }

  @Test(
    "P17, M7: a tap shows a callout with title and subtitle; its detail button is reported, and a tap elsewhere hides it"
  )
  func callout() throws {
    let portal = AnnotatedOverlay(.beijing)
    map.viewFor = { [map] annotation in
      let view = MarkerAnnotationView(annotation: annotation, reuseIdentifier: nil)
      view.canShowCallout = true
      view.rightCalloutAccessory = DetailButton(theme: map.theme)
      return view
    }
    map.addAnnotation(portal)
    screen.runUntilIdle()
    #expect(callouts(in: map).isEmpty)
    screen.tap(Point(x: 240, y: 145))
    screen.runUntilIdle()
    let callout = try #require(callouts(in: map).first)
    #expect(callout.title == "Both" && callout.subtitle == "39.9, 116.38")
    let frame = try #require(map.view(for: portal)).frame
    #expect(callout.frame.maxY <= frame.minY && map.bounds.intersection(callout.frame) == callout.frame)
    var tapped: [String] = []
    map.events.calloutAccessoryTapped = { view, _ in tapped.append(view.annotation?.title ?? "") }
    let button = try #require(callout.rightAccessory)
    let center = try #require(button.convert(button.bounds.center, to: screen.stage.root))
    screen.tap(center)
    screen.runUntilIdle()
    #expect(tapped == ["Both"])
    #expect(map.selectedAnnotations.count == 1, "the callout handled the tap")
    screen.step(ms: 800)
    screen.tap(Point(x: 20, y: 300))
    screen.runUntilIdle()
    #expect(callouts(in: map).isEmpty)
  }

  private func callouts(in layer: Layer) -> [Callout] {
    layer.sublayers.flatMap { [$0 as? Callout].compactMap { $0 } + callouts(in: $0) }
  }

  @Test("P2: an annotation keeps its size on the screen when the map is zoomed")
  func keepsItsSize() throws {
    let annotation = PointAnnotation(coordinate: .beijing)
    map.addAnnotation(annotation)
    screen.runUntilIdle()
    let before = try #require(map.view(for: annotation)).frame
    map.camera.zoom = 16
    screen.runUntilIdle()
    let after = try #require(map.view(for: annotation)).frame
    #expect(before == after)
    #expect(before.width == 36)
  }

  @Test("P9: annotations at (0, 0) can be left out, and later ones are added in a batch")
  func batch() {
    screen.runUntilIdle()
    let found = [Coordinate(latitude: 0, longitude: 0), .beijing, Coordinate(latitude: 39.901, longitude: 116.38)]
    map.addAnnotations(
      found.filter { $0 != Coordinate(latitude: 0, longitude: 0) }.map { PointAnnotation(coordinate: $0) })
    screen.runUntilIdle()
    #expect(map.annotations.count == 2)
    #expect(map.annotations.allSatisfy { map.view(for: $0) != nil })
  }

  @Test("P10: an annotation added twice is on the map once, and is shown when a pan brings it into view")
  func culledAtDrawTime() throws {
    let far = PointAnnotation(coordinate: Coordinate(latitude: 39.9, longitude: 116.48))
    map.addAnnotation(far)
    map.addAnnotation(far)
    screen.runUntilIdle()
    #expect(map.annotations.count == 1)
    #expect(map.view(for: far) == nil)
    map.centerCoordinate = far.coordinate
    screen.runUntilIdle()
    #expect(map.view(for: far) != nil)
    map.removeAnnotation(far)
    map.removeAnnotation(far)
    screen.runUntilIdle()
    #expect(map.annotations.isEmpty && map.view(for: far) == nil)
  }

  @Test("P11: views are reused by identifier, a clear image can be tapped, and an annotation without a view gets the default one")
  func reuse() throws {
    var made = 0
    map.viewFor = { [unowned map] annotation in
      guard annotation is PlainAnnotation else { return nil }
      if let view = map.dequeueReusableAnnotationView(withIdentifier: "portal") { return view }
      made += 1
      let view = AnnotationView(annotation: annotation, reuseIdentifier: "portal")
      view.image = Image(size: PixelSize(width: 30, height: 30)) { (_: UnsafeMutableBufferPointer<UInt32>) in }
      return view
    }
    let portals = (0..<50).map { PlainAnnotation(Coordinate(latitude: 39.9, longitude: 116.38 + Double($0) * 0.02)) }
    let other = PointAnnotation(coordinate: Coordinate(latitude: 39.903, longitude: 116.383))
    map.addAnnotations(portals + [other])
    for portal in portals {
      map.centerCoordinate = portal.coordinate
      screen.runUntilIdle()
      #expect(map.view(for: portal)?.annotation === portal)
      #expect(map.view(for: portal)?.frame == Rect(x: 225, y: 145, width: 30, height: 30))
    }
    #expect(made <= 3, "\(made) views for 50 annotations of which one is visible at a time")
    map.centerCoordinate = other.coordinate
    screen.runUntilIdle()
    #expect(map.view(for: other) is MarkerAnnotationView)

    var selected: (any Annotation)?
    map.events.didSelect = { selected = $0.annotation }
    map.centerCoordinate = portals[7].coordinate
    screen.runUntilIdle()
    screen.tap(Point(x: 240 + 14, y: 160 - 14))
    #expect(selected === portals[7])
  }

  @Test("P12: an annotation that is deselected in didSelect is selected again by a second tap")
  func twoTaps() {
    let annotation = PointAnnotation(coordinate: .beijing)
    map.addAnnotation(annotation)
    screen.runUntilIdle()
    var events = 0
    map.events.didSelect = { [unowned map] view in
      events += 1
      map.deselectAnnotation(view.annotation, animated: false)
    }
    screen.tap(Point(x: 240, y: 145))
    screen.step(ms: 800)
    screen.tap(Point(x: 240, y: 145))
    #expect(events == 2)
    map.events.didSelect = { _ in events += 1 }
    screen.step(ms: 800)
    screen.tap(Point(x: 240, y: 145))
    screen.step(ms: 800)
    screen.tap(Point(x: 240, y: 145))
    #expect(events == 3, "a selected annotation is not selected again")
    #expect(map.selectedAnnotations.first === annotation)
    screen.step(ms: 800)
    screen.tap(Point(x: 20, y: 300))
    #expect(map.selectedAnnotations.isEmpty)
  }

  @Test("P15: zoom ranges replace a town by its shops at once, with a hysteresis of a tenth of a zoom level")
  func zoomRanges() {
    let town = PointAnnotation(coordinate: .beijing, title: "town")
    let shops = (0..<3).map { PointAnnotation(coordinate: Coordinate(latitude: 39.9, longitude: 116.38 + Double($0) * 0.01)) }
    map.viewFor = { annotation in
      let view = MarkerAnnotationView(annotation: annotation, reuseIdentifier: nil)
      view.zoomRange = annotation === town ? 0..<12 : 12..<25
      return view
    }
    map.camera.zoom = 11
    map.addAnnotation(town)
    map.addAnnotations(shops)
    func visible() -> (town: Bool, shops: Int) {
      screen.runUntilIdle()
      return (map.view(for: town) != nil, shops.filter { map.view(for: $0) != nil }.count)
    }
    #expect(visible() == (true, 0))
    map.camera.zoom = 12.05
    #expect(visible() == (true, 0), "not yet")
    map.camera.zoom = 12.15
    #expect(visible() == (false, 3))
    map.camera.zoom = 11.95
    #expect(visible() == (false, 3), "not yet back")
    map.camera.zoom = 11.85
    #expect(visible() == (true, 0))
  }

  @Test("C1: a change of an observable coordinate moves the view; other classes notify the map")
  func moves() throws {
    let annotation = PointAnnotation(coordinate: .beijing)
    let portal = PlainAnnotation(.beijing)
    map.addAnnotations([annotation, portal])
    screen.runUntilIdle()
    let start = try #require(map.view(for: annotation)).position
    annotation.coordinate.longitude += 0.001
    screen.runUntilIdle()
    let moved = try #require(map.view(for: annotation)).position
    let expected = map.convert(annotation.coordinate)!
    #expect(moved.x > start.x + 20)
    #expect(abs(moved.x.rounded - expected.x.rounded) <= 1)

    portal.coordinate = annotation.coordinate
    screen.runUntilIdle()
    #expect(map.view(for: portal)?.position.x == start.x, "the map was not notified")
    map.annotationDidMove(portal)
    screen.runUntilIdle()
    #expect(map.view(for: portal)?.position.x == moved.x)
    // Every change is observed, not only the first.
    annotation.coordinate.longitude -= 0.001
    screen.runUntilIdle()
    #expect(map.view(for: annotation)?.position == start)
  }

  @Test("M6: the default view is a marker, and pins are reused by their identifier")
  func defaultViews() throws {
    let (plain, pinned) = (
      PointAnnotation(coordinate: .beijing), PointAnnotation(coordinate: Coordinate(latitude: 39.902, longitude: 116.383))
    )
    map.viewFor = { [unowned map] annotation in
      guard annotation === pinned else { return nil }
      return map.dequeueReusableAnnotationView(withIdentifier: "pin", for: annotation)
    }
    map.register(PinAnnotationView.self, forAnnotationViewWithReuseIdentifier: "pin")
    map.addAnnotations([plain, pinned])
    screen.runUntilIdle()
    #expect(map.view(for: plain) is MarkerAnnotationView)
    let pin = try #require(map.view(for: pinned) as? PinAnnotationView)
    map.removeAnnotations([plain, pinned])
    screen.runUntilIdle()
    map.addAnnotations([pinned])
    screen.runUntilIdle()
    #expect(map.view(for: pinned) === pin)
  }

  @Test("H7: an annotation whose coordinate is not on the map has no point and no view until it moves onto it")
  func offMap() {
    let offMap = [
      Coordinate(latitude: .nan, longitude: 0), Coordinate(latitude: 0, longitude: .infinity),
      Coordinate(latitude: 90, longitude: 0),
      Coordinate(latitude: -91, longitude: 0),
    ].map { PointAnnotation(coordinate: $0) }
    map.addAnnotations(offMap)
    screen.runUntilIdle()
    for annotation in offMap {
      #expect(map.convert(annotation.coordinate) == nil)
      #expect(map.view(for: annotation) == nil)
    }
    offMap[0].coordinate = .beijing
    screen.runUntilIdle()
    #expect(map.view(for: offMap[0]) != nil)
    #expect(MapView(frame: .zero, theme: .plain).convert(Coordinate.beijing) == nil, "a map without a size converts nothing")
  }

  @Test("a long press picks an annotation up, and the finger drags and drops it")
  func dragging() throws {
    let annotation = PointAnnotation(coordinate: .beijing)
    map.viewFor = { annotation in
      let view = MarkerAnnotationView(annotation: annotation, reuseIdentifier: nil)
      view.isDraggable = true
      return view
    }
    map.addAnnotation(annotation)
    screen.runUntilIdle()
    let finger = screen.begin(Point(x: 240, y: 145))
    for _ in 0..<40 { screen.step() }
    for index in 1...10 {
      screen.move(finger, Point(x: 240 + Scalar(index * 10), y: 145))
      screen.step()
    }
    screen.end(finger, Point(x: 340, y: 145))
    screen.runUntilIdle()
    let point = try #require(map.convert(annotation.coordinate))
    #expect(abs(point.x.rounded - 340) <= 1 && abs(point.y.rounded - 160) <= 1)
    #expect(map.camera.center.longitude == MapCamera(center: .beijing, zoom: 15).center.longitude, "the map has not moved")
  }

  @Test("callbacks may add, remove and move annotations, and change the camera")
  func mutatingCallbacks() {
    var asked = 0
    let first = PointAnnotation(coordinate: .beijing)
    let second = PointAnnotation(coordinate: Coordinate(latitude: 39.902, longitude: 116.38))
    map.viewFor = { [unowned map] annotation in
      asked += 1
      if annotation === first {
        map.addAnnotation(second)
        first.coordinate.latitude += 0.0001
      } else {
        map.removeAnnotation(first)
      }
      return nil
    }
    map.addAnnotation(first)
    screen.runUntilIdle()
    #expect(map.annotations.count == 1 && map.annotations.first === second)
    #expect(asked < 40)
    map.events.regionDidChange = { [unowned map] _ in if map.camera.zoom < 16 { map.camera.zoom += 1 } }
    map.camera.zoom = 10
    #expect(map.camera.zoom == 16)
  }
}

/// An object that is an annotation and an overlay.
private final class AnnotatedOverlay: Annotation, Overlay {
  let coordinate: Coordinate
  var title: String? { "Both" }
  var subtitle: String? { "\(coordinate.latitude), \(coordinate.longitude)" }

  init(_ coordinate: Coordinate) {
    self.coordinate = coordinate
  }

  var boundingMapRect: MapRect { MapRect(center: coordinate, meters: 200)! }
}

/// An annotation whose coordinate is not observable.
private final class PlainAnnotation: Annotation {
  var coordinate: Coordinate

  init(_ coordinate: Coordinate) {
    self.coordinate = coordinate
  }
}
