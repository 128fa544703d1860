import CartoucheControls
import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import Testing

@Suite("Several selected annotations")
struct SelectionTests {
  private let screen = MapScreen(camera: MapCamera(center: .beijing, zoom: 15))
  private var map: MapView { screen.map }

  /// Three annotations beside each other, 100 points apart, whose views have callouts.
  private func addAnnotations() throws -> [PointAnnotation] {
    map.viewFor = { annotation in
      let view = PinAnnotationView(annotation: annotation, reuseIdentifier: nil)
      view.canShowCallout = true
      return view
    }
    screen.commit()
    let annotations = try [140, 240, 340].map { (x: Int) in
      PointAnnotation(coordinate: try #require(map.convert(Point(x: Scalar(x), y: 200))), title: "\(x)")
    }
    map.addAnnotations(annotations)
    screen.runUntilIdle()
    return annotations
  }

  private func callouts(in layer: Layer) -> [String] {
    layer.sublayers.flatMap { [($0 as? Callout)?.title].compactMap { $0 } + callouts(in: $0) }
  }

  private func titles(_ annotations: [any Annotation]) -> [String?] { annotations.map(\.title) }

  @Test("an assigned array selects its annotations, in its order, and deselects the others; each change is reported once")
  func assignment() throws {
    let annotations = try addAnnotations()
    var log: [String] = []
    map.events.didSelect = { log.append("+" + ($0.annotation?.title ?? "")) }
    map.events.didDeselect = { log.append("-" + ($0.annotation?.title ?? "")) }
    map.selectedAnnotations = [annotations[2], annotations[0]]
    screen.runUntilIdle()
    #expect(titles(map.selectedAnnotations) == ["340", "140"] && log == ["+340", "+140"])
    #expect(annotations.map { map.view(for: $0)?.isSelected } == [true, false, true])
    #expect(callouts(in: map) == ["140"])
    map.selectedAnnotations.append(annotations[1])
    screen.runUntilIdle()
    #expect(titles(map.selectedAnnotations) == ["340", "140", "240"] && log == ["+340", "+140", "+240"])
    #expect(callouts(in: map) == ["240"])
    map.selectedAnnotations = [annotations[1]]
    screen.runUntilIdle()
    #expect(log == ["+340", "+140", "+240", "-340", "-140"] && callouts(in: map) == ["240"])
    map.selectedAnnotations = []
    screen.runUntilIdle()
    #expect(log.last == "-240" && callouts(in: map).isEmpty && map.selectedAnnotations.isEmpty)
  }

  @Test("after the last of several is deselected, the callout of the one before is shown; no other changes it")
  func calloutBefore() throws {
    let annotations = try addAnnotations()
    map.selectedAnnotations = annotations
    screen.runUntilIdle()
    #expect(callouts(in: map) == ["340"])
    map.deselectAnnotation(annotations[2], animated: false)
    screen.runUntilIdle()
    #expect(callouts(in: map) == ["240"])
    map.deselectAnnotation(annotations[0], animated: false)
    screen.runUntilIdle()
    #expect(callouts(in: map) == ["240"])
    map.deselectAnnotation(annotations[1], animated: false)
    screen.runUntilIdle()
    #expect(callouts(in: map).isEmpty)
  }

  @Test("a tap selects one of several alone, and a tap beside all deselects all")
  func taps() throws {
    let annotations = try addAnnotations()
    map.selectedAnnotations = annotations
    screen.runUntilIdle()
    screen.tap(Point(x: 240, y: 190))
    screen.runUntilIdle()
    #expect(titles(map.selectedAnnotations) == ["240"])
    map.selectedAnnotations = annotations
    screen.step(ms: 800)
    screen.tap(Point(x: 30, y: 30))
    screen.runUntilIdle()
    #expect(map.selectedAnnotations.isEmpty && annotations.allSatisfy { map.view(for: $0)?.isSelected == false })
  }

  @Test("one of several is deselected or removed, and the others stay; unknown annotations and doubles are ignored")
  func removal() throws {
    let annotations = try addAnnotations()
    map.selectedAnnotations = annotations + [annotations[0], PointAnnotation(coordinate: .beijing)]
    screen.runUntilIdle()
    #expect(titles(map.selectedAnnotations) == ["140", "240", "340"])
    map.deselectAnnotation(annotations[1], animated: false)
    map.removeAnnotation(annotations[0])
    screen.runUntilIdle()
    #expect(titles(map.selectedAnnotations) == ["340"] && callouts(in: map) == ["340"])
    #expect(screen.repaintEqualsRedraw())
  }

  @Test("annotations that leave the screen stay selected, and are shown so when they return")
  func returning() throws {
    let annotations = try addAnnotations()
    map.selectedAnnotations = [annotations[0], annotations[1]]
    screen.runUntilIdle()
    map.camera = MapCamera(center: .cupertino, zoom: 15)
    screen.runUntilIdle()
    #expect(map.view(for: annotations[0]) == nil && map.selectedAnnotations.count == 2)
    map.camera = MapCamera(center: .beijing, zoom: 15)
    screen.runUntilIdle()
    #expect(annotations.map { map.view(for: $0)?.isSelected } == [true, true, false])
    #expect(callouts(in: map) == ["240"])
  }

  @Test("a delegate that changes the selection in didSelect has the last word")
  func reentrance() throws {
    let annotations = try addAnnotations()
    map.events.didSelect = { [map] view in
      if view.annotation === annotations[0] { map.selectAnnotation(annotations[2], animated: false) }
    }
    map.selectAnnotation(annotations[0], animated: false)
    screen.runUntilIdle()
    #expect(titles(map.selectedAnnotations) == ["340"])
  }

  // MARK: Appearing

  @Test("a marker springs up and a pin drops, also the first ones; others of the first placement appear at once")
  func entrances() throws {
    screen.commit()
    let center = PointAnnotation(coordinate: try #require(map.convert(Point(x: 240, y: 160))))
    for kind in 0..<4 {
      map.viewFor = { annotation in
        switch kind {
        case 0, 1:
          let view = MarkerAnnotationView(annotation: annotation, reuseIdentifier: nil)
          view.animatesWhenAdded = kind == 1
          return view
        default:
          let view = PinAnnotationView(annotation: annotation, reuseIdentifier: nil)
          view.animatesDrop = kind == 3
          return view
        }
      }
      let fresh = MapScreen(camera: MapCamera(center: .beijing, zoom: 15))
      fresh.map.viewFor = map.viewFor
      fresh.map.addAnnotation(center)
      fresh.step()
      let first = fresh.image.pixels
      fresh.runUntilIdle()
      let rest = fresh.image.pixels
      #expect((first != rest) == (kind == 1 || kind == 3), "\(kind)")
      #expect(fresh.repaintEqualsRedraw() && fresh.stage.nextFrame == .never)
      // Without animation, the final frame is the same at once.
      let plain = MapScreen(camera: MapCamera(center: .beijing, zoom: 15))
      (plain.map.viewFor, plain.map.animatesAnnotations) = (map.viewFor, false)
      plain.map.addAnnotation(center)
      plain.step()
      #expect(plain.image.pixels == rest, "\(kind)")
    }
  }
}
