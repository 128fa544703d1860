import CartoucheControls
import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import Testing

/// A delegate that records its notifications, and answers questions if it has answers.
private final class Recorder: MapViewDelegate {
  var log: [String] = []
  var answersQuestions = false
  var questions: [String] = []

  func mapView(_ mapView: MapView, regionWillChangeAnimated animated: Bool) {
    log.append("delegate: region will change \(animated)")
  }
  func mapView(_ mapView: MapView, regionDidChangeAnimated animated: Bool) { log.append("delegate: region did change \(animated)") }
  func mapViewDidChangeVisibleRegion(_ mapView: MapView) { log.append("delegate: visible region did change") }
  func mapViewDidFinishLoadingMap(_ mapView: MapView) { log.append("delegate: did finish loading") }
  func mapView(_ mapView: MapView, didAdd views: [AnnotationView]) { log.append("delegate: did add \(views.count)") }
  func mapView(_ mapView: MapView, didSelect view: AnnotationView) { log.append("delegate: did select \(name(of: view))") }
  func mapView(_ mapView: MapView, didDeselect view: AnnotationView) { log.append("delegate: did deselect \(name(of: view))") }
  func mapView(_ mapView: MapView, annotationView view: AnnotationView, calloutAccessoryControlTapped control: Control) {
    log.append("delegate: tapped accessory of \(name(of: view))")
  }
  func mapView(_ mapView: MapView, annotationView view: AnnotationView, didChange state: AnnotationDragState) {
    log.append("delegate: drag of \(name(of: view)) \(state)")
  }

  func mapView(_ mapView: MapView, viewFor annotation: any Annotation) -> AnnotationView? {
    questions.append("view")
    return answersQuestions ? PinAnnotationView(annotation: annotation, reuseIdentifier: nil) : nil
  }
  func mapView(_ mapView: MapView, rendererFor overlay: any Overlay) -> OverlayRenderer? {
    questions.append("renderer")
    return answersQuestions ? PolylineRenderer(overlay: overlay) : nil
  }
}

private func name(of view: AnnotationView) -> String { view.annotation?.title ?? "none" }

@Suite("Map events")
struct MapEventsTests {
  private let screen = MapScreen(camera: MapCamera(center: .beijing, zoom: 15))
  private let recorder = Recorder()
  private var map: MapView { screen.map }

  /// Records the closures of the map's events in the recorder's log.
  private func observeEvents() {
    let recorder = recorder
    map.events.regionWillChange = { recorder.log.append("closure: region will change \($0)") }
    map.events.regionDidChange = { recorder.log.append("closure: region did change \($0)") }
    map.events.visibleRegionDidChange = { recorder.log.append("closure: visible region did change") }
    map.events.didFinishLoading = { recorder.log.append("closure: did finish loading") }
    map.events.didAddViews = { recorder.log.append("closure: did add \($0.count)") }
    map.events.didSelect = { recorder.log.append("closure: did select \(name(of: $0))") }
    map.events.didDeselect = { recorder.log.append("closure: did deselect \(name(of: $0))") }
    map.events.calloutAccessoryTapped = { view, _ in recorder.log.append("closure: tapped accessory of \(name(of: view))") }
    map.events.dragStateDidChange = { recorder.log.append("closure: drag of \(name(of: $0)) \($1)") }
  }

  private func callout(in layer: Layer) -> Callout? {
    for sublayer in layer.sublayers {
      if let found = sublayer as? Callout ?? callout(in: sublayer) { return found }
    }
    return nil
  }

  @Test("every notification calls the delegate and then the closure")
  func notifications() throws {
    map.delegate = recorder
    observeEvents()
    map.viewFor = { [map] annotation in
      let view = MarkerAnnotationView(annotation: annotation, reuseIdentifier: nil)
      (view.isDraggable, view.canShowCallout) = (true, true)
      view.leftCalloutAccessory = DetailButton(theme: map.theme)
      return view
    }
    let annotation = PointAnnotation(coordinate: .beijing, title: "Tower")
    map.addAnnotation(annotation)
    screen.runUntilIdle()
    map.pan(by: Point(x: 10, y: 0))
    map.pan(by: Point(x: -10, y: 0))
    map.selectAnnotation(annotation, animated: false)
    screen.runUntilIdle()
    let accessory = try #require(callout(in: map)?.leftAccessory)
    screen.tap(try #require(accessory.convert(accessory.bounds.center, to: screen.stage.root)))
    screen.runUntilIdle()
    map.deselectAnnotation(annotation, animated: false)
    screen.runUntilIdle()
    let finger = screen.begin(Point(x: 240, y: 145))
    for _ in 0..<40 { screen.step() }
    screen.move(finger, Point(x: 280, y: 145))
    screen.step()
    screen.end(finger, Point(x: 280, y: 145))
    screen.runUntilIdle()

    let log = recorder.log
    #expect(log.count % 2 == 0)
    for index in stride(from: 0, to: log.count - 1, by: 2) {
      #expect(log[index].hasPrefix("delegate: "))
      #expect(log[index + 1] == "closure: " + log[index].dropFirst("delegate: ".count))
    }
    for notification in [
      "region will change false", "region did change false", "visible region did change", "did finish loading", "did add 1",
      "did select Tower", "tapped accessory of Tower", "did deselect Tower", "drag of Tower starting", "drag of Tower dragging",
      "drag of Tower ending",
    ] {
      #expect(log.contains("delegate: " + notification) && log.contains("closure: " + notification), "\(notification)")
    }
  }

  @Test("questions are asked of the delegate first, and of the closure if the delegate has no answer", arguments: [false, true])
  func questions(delegateAnswers: Bool) {
    recorder.answersQuestions = delegateAnswers
    map.delegate = recorder
    var asked: Set<String> = []
    map.viewFor = { annotation in
      asked.insert("view")
      return AnnotationView(annotation: annotation, reuseIdentifier: nil)
    }
    map.rendererFor = { overlay in
      asked.insert("renderer")
      return PolylineRenderer(overlay: overlay)
    }
    let annotation = PointAnnotation(coordinate: .beijing)
    let line = MapPolyline(coordinates: [.beijing, Coordinate(latitude: 39.901, longitude: 116.381)])
    map.addAnnotation(annotation)
    map.addOverlay(line)
    screen.runUntilIdle()
    #expect(recorder.questions.contains("view") && recorder.questions.contains("renderer"))
    #expect(asked == (delegateAnswers ? [] : ["view", "renderer"]))
    #expect((map.view(for: annotation) is PinAnnotationView) == delegateAnswers)
    #expect(map.renderer(for: line) != nil)
  }

  @Test(
    "a cluster's annotation comes from the delegate, else from the closure, else it is the default one",
    arguments: ["2", "the closure's", "the delegate's"])
  func clusterAnnotation(expected: String) {
    map.viewFor = { annotation in
      let view = MarkerAnnotationView(annotation: annotation, reuseIdentifier: nil)
      if !(annotation is ClusterAnnotation) { view.clusteringIdentifier = "cluster" }
      return view
    }
    if expected != "2" {
      map.clusterAnnotationFor = { members in
        let cluster = ClusterAnnotation(memberAnnotations: members)
        cluster.title = "the closure's"
        return cluster
      }
    }
    let delegate = ClusterDelegate()
    if expected == "the delegate's" { map.delegate = delegate }
    map.addAnnotations([
      PointAnnotation(coordinate: .beijing),
      PointAnnotation(coordinate: Coordinate(latitude: 39.90005, longitude: 116.38005)),
    ])
    screen.runUntilIdle()
    #expect(map.clusters.map(\.title) == [expected])
    withExtendedLifetime(delegate) {}
  }

  private final class ClusterDelegate: MapViewDelegate {
    func mapView(_ mapView: MapView, clusterAnnotationForMemberAnnotations members: [any Annotation]) -> ClusterAnnotation? {
      let cluster = ClusterAnnotation(memberAnnotations: members)
      cluster.title = "the delegate's"
      return cluster
    }
  }
}
