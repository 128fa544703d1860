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
    screen.commit()
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
    screen.commit()
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
    #expect(view.sublayers.isEmpty)
    screen.map.selectAnnotation(annotations[1], animated: false)
    #expect(screen.paintsAsWhole())
    #expect(shown(annotations) == [false, true])
    #expect(view.sublayers.first?.sublayers.count == 2)
    screen.map.deselectAnnotation(annotations[1], animated: false)
    #expect(screen.paintsAsWhole())
    #expect(shown(annotations) == [true, false])
    #expect(view.sublayers.isEmpty)
  }

  @Test("a title follows its annotation: longer, gone and back")
  func changed() throws {
    let annotation = show([(Point(x: 200, y: 160), "Drum Tower")])[0]
    let view = try #require(screen.map.view(for: annotation) as? MarkerAnnotationView)
    let narrow = try #require(view.sublayers.first?.bounds.width)
    annotation.title = "Drum and Bell"
    #expect(screen.paintsAsWhole())
    #expect(try #require(view.sublayers.first?.bounds.width) > narrow)
    for title in [nil, "Drum and Bell", "", "Drum Tower"] {
      annotation.title = title
      #expect(screen.paintsAsWhole())
      #expect(view.sublayers.isEmpty == (title ?? "").isEmpty)
    }
    #expect(view.sublayers.first?.bounds.width == narrow)
  }

  @Test("a title that changes under the finger that carries its marker is shown at once")
  func dragged() throws {
    let annotation = show([(Point(x: 200, y: 160), "Drum Tower")]) { view, _ in view.isDraggable = true }[0]
    let view = try #require(screen.map.view(for: annotation) as? MarkerAnnotationView)
    let narrow = try #require(view.sublayers.first?.bounds.width)
    let finger = screen.begin(Point(x: 200, y: 140))
    for _ in 0..<60 { screen.step() }
    screen.move(finger, Point(x: 260, y: 200))
    screen.step()
    annotation.title = "Drum and Bell"
    #expect(screen.paintsAsWhole())
    #expect(try #require(view.sublayers.first?.bounds.width) > narrow)
    screen.end(finger, Point(x: 260, y: 200))
    screen.step()
    #expect(annotation.coordinate.latitude < Coordinate.beijing.latitude, "it was carried")
  }

  @Test("a subtitle is there however long the title is, and fingers fall through both")
  func long() throws {
    let annotation = show([(Point(x: 200, y: 160), String(repeating: "long ", count: 40))]) { view, _ in
      view.subtitleVisibility = .visible
    }[0]
    let view = try #require(screen.map.view(for: annotation) as? MarkerAnnotationView)
    let words = try #require(view.sublayers.first)
    #expect(words.sublayers.count == 2)
    #expect(words.sublayers[1].frame.minY == words.sublayers[0].frame.maxY && words.sublayers[1].frame.height > 0)
    #expect(screen.stage.root.hitTest(Point(x: 200, y: 175)) === screen.map)
    #expect(screen.stage.root.hitTest(Point(x: 200, y: 135)) !== screen.map)
  }

  @Test("a cluster's number is no title; what else is said of it is")
  func cluster() throws {
    screen.commit()
    let cluster = ClusterAnnotation(memberAnnotations: (0..<12).map { _ in PointAnnotation(coordinate: .beijing) })
    cluster.coordinate = .beijing
    screen.map.addAnnotation(cluster)
    screen.commit()
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
    screen.commit()
    let titles = ["Drum Tower", "Bell", nil, "", "Drum and Bell Towers"]
    let annotations = titles.map { PointAnnotation(coordinate: .beijing, title: $0) }
    var views: [MarkerAnnotationView] = []
    screen.map.viewFor = { [unowned map = screen.map] annotation in
      map.dequeueReusableAnnotationView(withIdentifier: "marker") as? MarkerAnnotationView
        ?? MarkerAnnotationView(annotation: annotation, reuseIdentifier: "marker")
    }
    var widths: [Scalar] = []
    for annotation in annotations {
      screen.map.addAnnotation(annotation)
      #expect(screen.paintsAsWhole())
      let view = try #require(screen.map.view(for: annotation) as? MarkerAnnotationView)
      views.append(view)
      widths.append(view.sublayers.first?.bounds.width ?? 0)
      screen.map.removeAnnotation(annotation)
      screen.commit()
    }
    #expect(views.allSatisfy { $0 === views[0] })
    #expect(widths[1] > 0 && widths[1] < widths[0] && widths[2] == 0 && widths[3] == 0 && widths[0] < widths[4])
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
    try expectFrame(screen.image, matches: "marker-titles")
  }
}
