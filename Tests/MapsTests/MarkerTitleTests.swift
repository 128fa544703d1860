import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("Marker titles")
struct MarkerTitleTests {
  private let screen = MapScreen(width: 480, height: 320, fonts: standardFonts(), camera: MapCamera(center: .beijing, zoom: 16))

  /// Adds annotations at points of the screen, shown as markers that `configure` sets up.
  private func show(
    _ titles: [(point: Point, title: String?)], _ configure: @escaping (MarkerAnnotationView, Int) -> Void = { _, _ in }
  ) -> [PointAnnotation] {
    screen.map.animatesAnnotations = false
    screen.commit()
    let annotations = titles.map { point, title in
      PointAnnotation(coordinate: screen.map.convert(point)!, title: title, subtitle: "and below")
    }
    screen.map.viewFor = { annotation in
      let view = MarkerAnnotationView(annotation: annotation, reuseIdentifier: nil)
      view.titleVisibility = .adaptive
      configure(view, annotations.firstIndex { $0 === annotation } ?? 0)
      return view
    }
    screen.map.addAnnotations(annotations)
    screen.commit()
    return annotations
  }

  /// Returns whether the marker of each annotation shows its title.
  private func shown(_ annotations: [any Annotation]) -> [Bool] {
    annotations.map { (screen.map.view(for: $0) as? MarkerAnnotationView)?.showsTitle == true }
  }

  @Test("titles are shown where there is room, by priority, and the others once the map is zoomed in far enough")
  func adaptive() {
    let markers: [(Point, String?)] = [(Point(x: 200, y: 160), "Drum Tower"), (Point(x: 240, y: 160), "Bell Tower")]
    let annotations = show(markers) { view, index in view.displayPriority = index == 1 ? .required : .defaultHigh }
    #expect(shown(annotations) == [false, true])
    screen.map.camera.zoom = 18
    #expect(screen.repaintEqualsRedraw())
    #expect(shown(annotations) == [true, true])
  }

  @Test("a title is hidden if it overlaps another marker, but not by the collision rectangle of its own")
  func balloons() {
    let markers: [(Point, String?)] = [(Point(x: 200, y: 160), "Drum Tower"), (Point(x: 215, y: 205), nil)]
    let annotations = show(markers) { view, _ in view.collisionMode = .rectangle }
    #expect(shown(annotations) == [false, false])
    annotations[1].coordinate = screen.map.convert(Point(x: 400, y: 205))!
    #expect(screen.repaintEqualsRedraw())
    #expect(shown(annotations) == [true, false])
  }

  @Test("hidden titles are never shown, visible ones always, and the visibility may change at any time")
  func visibility() {
    let markers: [(Point, String?)] = [(Point(x: 200, y: 160), "Drum Tower"), (Point(x: 240, y: 160), "Bell Tower")]
    let annotations = show(markers) { view, index in view.titleVisibility = index == 0 ? .hidden : .visible }
    #expect(shown(annotations) == [false, true])
    (screen.map.view(for: annotations[0]) as? MarkerAnnotationView)?.titleVisibility = .visible
    #expect(screen.repaintEqualsRedraw())
    #expect(shown(annotations) == [true, true])
    (screen.map.view(for: annotations[1]) as? MarkerAnnotationView)?.titleVisibility = .hidden
    #expect(screen.repaintEqualsRedraw())
    #expect(shown(annotations) == [true, false])
  }

  @Test("a selected marker shows its title and adaptive subtitle even if there is no room")
  func selected() throws {
    let markers: [(Point, String?)] = [(Point(x: 200, y: 160), "Drum Tower"), (Point(x: 240, y: 160), "Bell Tower")]
    let annotations = show(markers) { view, _ in view.subtitleVisibility = .adaptive }
    #expect(shown(annotations) == [true, false])
    let view = try #require(screen.map.view(for: annotations[1]) as? MarkerAnnotationView)
    #expect(view.sublayers.isEmpty)
    screen.map.selectAnnotation(annotations[1], animated: false)
    #expect(screen.repaintEqualsRedraw())
    #expect(shown(annotations) == [false, true])
    #expect(view.sublayers.first?.sublayers.count == 2)
    screen.map.deselectAnnotation(annotations[1], animated: false)
    #expect(screen.repaintEqualsRedraw())
    #expect(shown(annotations) == [true, false])
    #expect(view.sublayers.isEmpty)
  }

  @Test("a marker's title follows changes of its annotation's title")
  func changed() throws {
    let annotation = show([(Point(x: 200, y: 160), "Drum Tower")])[0]
    let view = try #require(screen.map.view(for: annotation) as? MarkerAnnotationView)
    let narrow = try #require(view.sublayers.first?.bounds.width)
    annotation.title = "Drum and Bell"
    #expect(screen.repaintEqualsRedraw())
    #expect(try #require(view.sublayers.first?.bounds.width) > narrow)
    for title in [nil, "Drum and Bell", "", "Drum Tower"] {
      annotation.title = title
      #expect(screen.repaintEqualsRedraw())
      #expect(view.sublayers.isEmpty == (title ?? "").isEmpty)
    }
    #expect(view.sublayers.first?.bounds.width == narrow)
  }

  @Test("a title that changes while its marker is dragged is updated at once")
  func dragged() throws {
    let annotation = show([(Point(x: 200, y: 160), "Drum Tower")]) { view, _ in view.isDraggable = true }[0]
    let view = try #require(screen.map.view(for: annotation) as? MarkerAnnotationView)
    let narrow = try #require(view.sublayers.first?.bounds.width)
    let finger = screen.begin(Point(x: 200, y: 140))
    for _ in 0..<60 { screen.step() }
    screen.move(finger, Point(x: 260, y: 200))
    screen.step()
    annotation.title = "Drum and Bell"
    #expect(screen.repaintEqualsRedraw())
    #expect(try #require(view.sublayers.first?.bounds.width) > narrow)
    screen.end(finger, Point(x: 260, y: 200))
    screen.step()
    #expect(annotation.coordinate.latitude < Coordinate.beijing.latitude, "the annotation was dragged")
  }

  @Test("a subtitle is shown below a title of any length, and touches pass through both")
  func long() throws {
    let annotation = show([(Point(x: 200, y: 160), String(repeating: "long ", count: 40))]) { view, _ in
      view.subtitleVisibility = .visible
    }[0]
    let view = try #require(screen.map.view(for: annotation) as? MarkerAnnotationView)
    let texts = try #require(view.sublayers.first)
    #expect(texts.sublayers.count == 2)
    #expect(texts.sublayers[1].frame.minY == texts.sublayers[0].frame.maxY && texts.sublayers[1].frame.height > 0)
    #expect(screen.stage.root.hitTest(Point(x: 200, y: 175)) === screen.map)
    #expect(screen.stage.root.hitTest(Point(x: 200, y: 135)) !== screen.map)
  }

  @Test("a cluster's default title, its member count, is not shown below the marker; another title is")
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
    #expect(screen.repaintEqualsRedraw())
    #expect(shown([cluster]) == [true])
  }

  @Test("a reused view shows the title of its new annotation")
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
      #expect(screen.repaintEqualsRedraw())
      let view = try #require(screen.map.view(for: annotation) as? MarkerAnnotationView)
      views.append(view)
      widths.append(view.sublayers.first?.bounds.width ?? 0)
      screen.map.removeAnnotation(annotation)
      screen.commit()
    }
    #expect(views.allSatisfy { $0 === views[0] })
    #expect(widths[1] > 0 && widths[1] < widths[0] && widths[2] == 0 && widths[3] == 0 && widths[0] < widths[4])
  }

  @Test("titles of any script and length, crowded and selected, match the golden frame")
  func sheet() throws {
    screen.map.style[layer: "background"] = MapStyle.standard[layer: "background"]
    let titles = [
      "Drum Tower", "鼓楼", "برج الطبل", "A title that is longer than a line is wide", "Łódź – Ω – Ж", "no room",
      String(repeating: "very ", count: 40) + "long", "Bell Tower",
    ]
    let markers = titles.enumerated().map { index, title in
      (Point(x: Scalar(60 + index % 4 * 120), y: Scalar(80 + index / 4 * 130)), Optional(title))
    }
    let annotations = show(markers + [(Point(x: 190, y: 235), "under another")]) { view, _ in view.subtitleVisibility = .adaptive }
    screen.map.selectAnnotation(annotations[7], animated: false)
    screen.runUntilIdle()
    #expect(screen.repaintEqualsRedraw())
    try expectFrame(screen.image, matches: "marker-titles")
  }
}
