import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Observation
import Synchronization
import Testing

/// Maps notice the changes of two kinds of annotations: the module's own classes report them, and those of
/// an application's `@Observable` classes are observed.
@Suite("Changes of annotations")
struct AnnotationChangeTests {
  private static let camera = MapCamera(center: .beijing, zoom: 15)
  private let screen = MapScreen(camera: camera)
  private var map: MapView { screen.map }

  private static func annotations() -> [any MovableAnnotation] { [PointAnnotation(coordinate: .beijing), Cycle(.beijing)] }

  /// Expects that the view of an annotation is at its coordinate, or at another one.
  private func expectShown(
    _ annotation: any MovableAnnotation, on screen: MapScreen, at coordinate: Coordinate? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let shown = try #require(screen.map.view(for: annotation), sourceLocation: sourceLocation).position
    let expected = try #require(screen.map.convert(coordinate ?? annotation.coordinate), sourceLocation: sourceLocation)
    #expect(abs(shown.x - expected.x) <= 1, "\(type(of: annotation))", sourceLocation: sourceLocation)
  }

  @Test("every change moves the views of an annotation on all of its maps")
  func severalMaps() throws {
    let other = MapScreen(camera: Self.camera)
    for annotation in Self.annotations() {
      for map in [map, other.map] { map.addAnnotation(annotation) }
      for _ in 0..<3 {
        for screen in [screen, other] {
          screen.runUntilIdle()
          try expectShown(annotation, on: screen)
        }
        annotation.coordinate.longitude += 0.001
      }
      for map in [map, other.map] { map.removeAnnotation(annotation) }
    }
  }

  @Test("an annotation that is removed from one map is still followed on the other")
  func oneOfTwoMaps() throws {
    let other = MapScreen(camera: Self.camera)
    for annotation in Self.annotations() {
      for map in [map, other.map] { map.addAnnotation(annotation) }
      for screen in [screen, other] { screen.runUntilIdle() }
      map.removeAnnotation(annotation)
      annotation.coordinate.longitude += 0.001
      other.runUntilIdle()
      try expectShown(annotation, on: other)
    }
  }

  @Test("an annotation that is removed and added again at once keeps its view")
  func addedAgainAtOnce() throws {
    for annotation in Self.annotations() {
      // A new screen, because a reused view would keep its priority.
      let screen = MapScreen(camera: Self.camera)
      let map = screen.map
      map.addAnnotation(annotation)
      screen.runUntilIdle()
      let view = try #require(map.view(for: annotation))
      map.removeAnnotation(annotation)
      map.addAnnotation(annotation)
      screen.commit()
      #expect(map.view(for: annotation) === view, "\(type(of: annotation))")

      // A view that is kept still passes its traits on: the neighbor is placed first and hides it.
      view.displayPriority = .defaultLow
      let neighbor = PointAnnotation(coordinate: .beijing)
      map.addAnnotation(neighbor)
      screen.runUntilIdle()
      #expect(map.view(for: neighbor) != nil && map.view(for: annotation) == nil, "\(type(of: annotation))")
    }
  }

  @Test("an annotation that is added again in the callback of its deselection is followed")
  func addedAgainInDeselection() throws {
    for annotation in Self.annotations() {
      map.addAnnotation(annotation)
      map.selectAnnotation(annotation, animated: false)
      screen.runUntilIdle()
      map.events.didDeselect = { [unowned map] _ in map.addAnnotation(annotation) }
      map.removeAnnotation(annotation)
      map.events.didDeselect = nil
      #expect(map.annotations.contains { $0 === annotation })
      screen.runUntilIdle()
      annotation.coordinate = Coordinate(latitude: 39.9, longitude: 116.382)
      screen.runUntilIdle()
      try expectShown(annotation, on: screen)
      map.removeAnnotation(annotation)
    }
  }

  @Test("a change in a callback of a layout is shown in the same frame")
  func changesInCallbacks() throws {
    for annotation in Self.annotations() {
      let goal = Coordinate(latitude: 39.9, longitude: 116.385)
      map.viewFor = { _ in
        annotation.coordinate = goal
        return nil
      }
      map.addAnnotation(annotation)
      screen.commit()
      try expectShown(annotation, on: screen, at: goal)
      screen.runUntilIdle()
      let isStill = !screen.stage.needsCommit
      #expect(isStill)
      map.removeAnnotation(annotation)
    }
  }

  @Test("an annotation may outlive its map, and move to another one")
  func outlivesMap() throws {
    for annotation in Self.annotations() {
      weak var released: MapView?
      do {
        let first = MapScreen(camera: Self.camera)
        released = first.map
        first.map.addAnnotation(annotation)
        first.runUntilIdle()
      }
      #expect(released == nil, "\(type(of: annotation))")
      annotation.coordinate = Coordinate(latitude: 39.9, longitude: 116.381)
      map.addAnnotation(annotation)
      screen.runUntilIdle()
      annotation.coordinate = Coordinate(latitude: 39.9, longitude: 116.382)
      screen.runUntilIdle()
      try expectShown(annotation, on: screen)
    }
  }

  @Test("the user's location is shown where it is, if a fix came while it was hidden")
  func fixesWhileHidden() throws {
    map.animatesUserLocation = false
    map.showsUserLocation = true
    let user = map.userLocation
    user.location = .beijing
    screen.runUntilIdle()
    map.showsUserLocation = false
    screen.runUntilIdle()
    user.location = Coordinate(latitude: 39.901, longitude: 116.381)
    // After such a time, the dot glides to the fix and stops there.
    for _ in 0..<200 { screen.step() }
    map.showsUserLocation = true
    screen.runUntilIdle()
    for _ in 0..<300 { screen.step() }
    let shown = try #require(map.view(for: user)).position
    let expected = try #require(map.convert(user.coordinate))
    #expect(abs(shown.x - expected.x) <= 1 && abs(shown.y - expected.y) <= 1)
    user.location = user.location
    #expect(screen.stage.needsCommit, "the same location is another fix")
  }

  @Test("a new title is shown below the marker")
  func titles() {
    let screen = MapScreen(fonts: standardFonts(), camera: Self.camera)
    let (point, cycle) = (PointAnnotation(coordinate: .beijing), Cycle(.beijing))
    for annotation in [point, cycle] as [any MovableAnnotation] {
      screen.map.addAnnotation(annotation)
      screen.runUntilIdle()
      let untitled = screen.stage.displayList.count
      if annotation === point { point.title = "A title" } else { cycle.title = "A title" }
      screen.runUntilIdle()
      let titled = screen.stage.displayList.count
      #expect(titled > untitled, "\(type(of: annotation))")
      screen.map.removeAnnotation(annotation)
    }
  }

  @Test("a change of a removed annotation asks for no frame; once added again, the annotation is followed again")
  func removed() throws {
    for annotation in Self.annotations() {
      map.addAnnotation(annotation)
      screen.runUntilIdle()
      map.removeAnnotation(annotation)
      screen.runUntilIdle()
      annotation.coordinate.longitude += 0.001
      // An observation cannot be ended, so one change of an observed annotation still does.
      #expect(!screen.stage.needsCommit || annotation is Cycle)
      screen.runUntilIdle()
      annotation.coordinate.longitude += 0.001
      #expect(!screen.stage.needsCommit)

      map.addAnnotation(annotation)
      screen.runUntilIdle()
      let before = try #require(map.view(for: annotation)).position
      annotation.coordinate.longitude -= 0.001
      #expect(screen.stage.needsCommit)
      screen.runUntilIdle()
      #expect(try #require(map.view(for: annotation)).position.x < before.x)
      map.removeAnnotation(annotation)
    }
  }

  @Test("to set a property of an annotation in an observed closure does not observe the property")
  func settingIsNotReading() {
    let point = PointAnnotation(coordinate: .beijing)
    map.addAnnotation(point)
    map.showsUserLocation = true
    let user = map.userLocation
    let calls = Mutex(0)
    withObservationTracking {
      user.location = .beijing
      (point.coordinate, point.title, point.subtitle) = (Coordinate(latitude: 1, longitude: 2), "A", "B")
      (user.heading, user.course, user.accuracy) = (.degrees(1), .degrees(2), 3)
      (user.title, user.subtitle) = ("C", "D")
    } onChange: {
      calls.withLock { $0 += 1 }
    }
    user.location = Coordinate(latitude: 3, longitude: 4)
    (point.coordinate, point.title, point.subtitle) = (.beijing, "E", "F")
    (user.heading, user.course, user.accuracy) = (.degrees(4), .degrees(5), 6)
    (user.title, user.subtitle) = ("G", "H")
    #expect(calls.withLock { $0 } == 0)
  }

  @Test("a value that is set again asks for no frame; each other value asks for one")
  func sameValues() throws {
    let point = PointAnnotation(coordinate: .beijing, title: "A")
    map.addAnnotation(point)
    map.showsUserLocation = true
    map.animatesUserLocation = false
    let user = map.userLocation
    (user.location, user.heading) = (.beijing, .degrees(10))
    screen.runUntilIdle()
    (point.coordinate, point.title, point.subtitle) = (point.coordinate, "A", nil)
    (user.heading, user.course, user.accuracy, user.title) = (.degrees(10), nil, 0, nil)
    #expect(!screen.stage.needsCommit)

    let changes: [(String, () -> Void)] = [
      ("coordinate", { point.coordinate.latitude += 0.0001 }), ("title", { point.title = "B" }),
      ("subtitle", { point.subtitle = "B" }), ("user's title", { user.title = "U" }),
      ("user's subtitle", { user.subtitle = "U" }), ("heading", { user.heading = .degrees(20) }),
      ("course", { user.course = .degrees(20) }), ("accuracy", { user.accuracy = 50 }),
      ("location", { user.location?.latitude += 0.0001 }),
    ]
    for (name, change) in changes {
      change()
      #expect(screen.stage.needsCommit, "\(name)")
      screen.runUntilIdle()
      #expect(!screen.stage.needsCommit, "\(name)")
    }
  }
}

/// An application's own annotation.
@Observable
private final class Cycle: MovableAnnotation {
  var coordinate: Coordinate
  var title: String?

  init(_ coordinate: Coordinate) { self.coordinate = coordinate }
}
