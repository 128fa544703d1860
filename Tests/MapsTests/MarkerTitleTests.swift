import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite struct MarkerTitleTests {
  private let screen = MapScreen(width: 480, height: 320, fonts: standardFonts(), camera: MapCamera(center: .beijing, zoom: 16))

  /// Annotations at points of the screen, shown as markers that `dress` makes ready.
  private func show(
    _ places: [(point: Point, title: String?)], _ dress: @escaping (MarkerAnnotationView, Int) -> Void = { _, _ in }
  ) -> [PointAnnotation] {
    screen.map.animatesAnnotations = false
    screen.settle()
    let annotations = places.map { place in
      PointAnnotation(coordinate: screen.map.convert(place.point)!, title: place.title, subtitle: "and below")
    }
    screen.map.viewFor = { annotation in
      let view = MarkerAnnotationView(annotation: annotation, reuseIdentifier: nil)
      view.titleVisibility = .adaptive
      dress(view, annotations.firstIndex { $0 === annotation } ?? 0)
      return view
    }
    screen.map.addAnnotations(annotations)
    screen.settle()
    return annotations
  }

  private func shown(_ annotations: [any Annotation]) -> [Bool] {
    annotations.map { (screen.map.view(for: $0) as? MarkerAnnotationView)?.showsTitle == true }
  }

  @Test("titles stand where there is room, those of the highest priority first, and the others as soon as the map is near enough")
  func adaptive() {
    let near: [(Point, String?)] = [(Point(x: 200, y: 160), "Drum Tower"), (Point(x: 240, y: 160), "Bell Tower")]
    let annotations = show(near) { view, index in view.displayPriority = index == 1 ? .required : .defaultHigh }
    #expect(shown(annotations) == [false, true])
    screen.map.camera.zoom = 18
    #expect(screen.paintsAsWhole())
    #expect(shown(annotations) == [true, true])
  }

  @Test("a title gives way to a balloon too, and may have a view's whole rectangle above it")
  func balloons() {
    let places: [(Point, String?)] = [(Point(x: 200, y: 160), "Drum Tower"), (Point(x: 215, y: 205), nil)]
    let annotations = show(places) { view, _ in view.collisionMode = .rectangle }
    #expect(shown(annotations) == [false, false])
    annotations[1].coordinate = screen.map.convert(Point(x: 400, y: 205))!
    #expect(screen.paintsAsWhole())
    #expect(shown(annotations) == [true, false])
  }

  @Test("hidden ones are nowhere, visible ones are wherever they lie; that may change at any time")
  func visibility() {
    let places: [(Point, String?)] = [(Point(x: 200, y: 160), "Drum Tower"), (Point(x: 240, y: 160), "Bell Tower")]
    let annotations = show(places) { view, index in view.titleVisibility = index == 0 ? .hidden : .visible }
    #expect(shown(annotations) == [false, true])
    (screen.map.view(for: annotations[0]) as? MarkerAnnotationView)?.titleVisibility = .visible
    #expect(screen.paintsAsWhole())
    #expect(shown(annotations) == [true, true])
    (screen.map.view(for: annotations[1]) as? MarkerAnnotationView)?.titleVisibility = .hidden
    #expect(screen.paintsAsWhole())
    #expect(shown(annotations) == [true, false])
  }

  @Test("a marker that is selected shows its title where there is no room, and an adaptive subtitle")
  func selected() throws {
    let places: [(Point, String?)] = [(Point(x: 200, y: 160), "Drum Tower"), (Point(x: 240, y: 160), "Bell Tower")]
    let annotations = show(places) { view, _ in view.subtitleVisibility = .adaptive }
    #expect(shown(annotations) == [true, false])
    let view = try #require(screen.map.view(for: annotations[1]) as? MarkerAnnotationView)
    let low = try #require(view.titleFrame?.height)
    screen.map.selectAnnotation(annotations[1], animated: false)
    #expect(screen.paintsAsWhole())
    #expect(shown(annotations) == [false, true])
    #expect(try #require(view.titleFrame?.height) > low)
    screen.map.deselectAnnotation(annotations[1], animated: false)
    #expect(screen.paintsAsWhole())
    #expect(shown(annotations) == [true, false])
    #expect(view.titleFrame?.height == low)
  }

  @Test("a title follows its annotation: longer, gone and back")
  func changed() throws {
    let annotation = show([(Point(x: 200, y: 160), "Drum Tower")])[0]
    let view = try #require(screen.map.view(for: annotation) as? MarkerAnnotationView)
    let narrow = try #require(view.sublayers.first?.bounds.width)
    annotation.title = "Drum and Bell"
    #expect(screen.paintsAsWhole())
    #expect(try #require(view.sublayers.first?.bounds.width) > narrow)
    annotation.title = nil
    #expect(screen.paintsAsWhole())
    #expect(view.sublayers.isEmpty)
    annotation.title = "Drum Tower"
    #expect(screen.paintsAsWhole())
    #expect(view.sublayers.first?.bounds.width == narrow)
  }

  @Test("a cluster's number is no title; what else is said of it is")
  func cluster() throws {
    screen.settle()
    let cluster = ClusterAnnotation(memberAnnotations: (0..<12).map { _ in PointAnnotation(coordinate: .beijing) })
    cluster.coordinate = .beijing
    screen.map.addAnnotation(cluster)
    screen.settle()
    #expect(screen.map.view(for: cluster) is MarkerAnnotationView)
    #expect(shown([cluster]) == [false])
    cluster.title = "a dozen"
    screen.map.annotationDidMove(cluster)
    #expect(screen.paintsAsWhole())
    #expect(shown([cluster]) == [true])
  }

  @Test("a view that is used again shows the title of whom it is for")
  func reuse() throws {
    screen.map.animatesAnnotations = false
    screen.settle()
    let titles = ["Drum Tower", nil, ""]
    let annotations = titles.map { PointAnnotation(coordinate: .beijing, title: $0) }
    screen.map.viewFor = { [unowned map = screen.map] annotation in
      let view =
        map.dequeueReusableAnnotationView(withIdentifier: "marker") as? MarkerAnnotationView
        ?? MarkerAnnotationView(annotation: annotation, reuseIdentifier: "marker")
      view.titleVisibility = .adaptive
      return view
    }
    for (annotation, title) in zip(annotations, titles) {
      screen.map.addAnnotation(annotation)
      #expect(screen.paintsAsWhole())
      let view = try #require(screen.map.view(for: annotation) as? MarkerAnnotationView)
      #expect(view.showsTitle == (title?.isEmpty == false))
      #expect(view.sublayers.count == (view.showsTitle ? 1 : 0))
      screen.map.removeAnnotation(annotation)
      screen.settle()
    }
  }

  @Test("titles of any script and length, crowded and selected")
  func sheet() throws {
    screen.map.style.background = MapStyle.standard.background
    let titles = [
      "Drum Tower", "鼓楼", "برج الطبل", "A title that is longer than a line is wide", "Łódź – Ω – Ж", "no room",
      String(repeating: "very ", count: 40) + "long", "Bell Tower",
    ]
    let places = titles.enumerated().map { index, title in
      (Point(x: Scalar(60 + index % 4 * 120), y: Scalar(80 + index / 4 * 130)), Optional(title))
    }
    let annotations = show(places + [(Point(x: 190, y: 235), "under another")]) { view, _ in view.subtitleVisibility = .adaptive }
    screen.map.selectAnnotation(annotations[7], animated: false)
    screen.rest()
    #expect(screen.paintsAsWhole())
    try expectFrame(screen.picture, matches: "marker-titles")
  }
}
