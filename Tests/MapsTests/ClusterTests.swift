import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite struct ClusterTests {
  private let screen = MapScreen(camera: MapCamera(center: .cupertino, zoom: 12))
  private var map: MapView { screen.map }

  /// So many places in a row, `metres` apart.
  private func row(_ count: Int, metres: Double, from start: Coordinate = .cupertino) -> [PointAnnotation] {
    (0..<count).map { index in
      let degrees = Double(index) * metres / 88_500
      return PointAnnotation(
        coordinate: Coordinate(latitude: start.latitude, longitude: start.longitude + degrees), title: "\(index)")
    }
  }

  private func cluster(_ identifier: @escaping (any Annotation) -> String?) {
    map.viewFor = { annotation in
      let view = MarkerAnnotationView(annotation: annotation, reuseIdentifier: nil)
      view.clusteringIdentifier = identifier(annotation)
      return view
    }
  }

  @Test("C3: only annotations with the same identifier become one view, which knows its members")
  func sameIdentifier() throws {
    let places = row(7, metres: 30)
    cluster { annotation in
      guard let title = annotation.title, let index = places.firstIndex(where: { $0 === annotation }) else { return nil }
      return index < 3 ? "even" : index < 5 ? "odd" : title.isEmpty ? "" : nil
    }
    map.addAnnotations(places)
    screen.rest()
    let clusters = map.clusters.sorted { $0.memberAnnotations.count > $1.memberAnnotations.count }
    #expect(clusters.map { $0.memberAnnotations.compactMap(\.title) } == [["0", "1", "2"], ["3", "4"]])
    #expect(map.view(for: places[0]) == nil)
    for lonely in places[5...] { #expect(map.view(for: lonely) != nil, "those without an identifier stay by themselves") }
    let middle = places[1].coordinate
    #expect(abs(clusters[0].coordinate.longitude - middle.longitude) < 1e-6)
  }

  @Test("C4, C5: where space is short the lower priority hides; five markers of two kinds, four shown")
  func priorities() {
    map.camera.zoom = 16
    // Four 60 points apart, and one over the second.
    let step = 60 * 156_543.034 / 2 * 0.795 / 65_536
    var places = row(4, metres: step)
    let over = PointAnnotation(
      coordinate: Coordinate(latitude: places[1].coordinate.latitude + 0.00005, longitude: places[1].coordinate.longitude),
      title: "over")
    places.append(over)
    map.viewFor = { annotation in
      let view = MarkerAnnotationView(annotation: annotation, reuseIdentifier: nil)
      view.clusteringIdentifier = annotation === over ? "red" : "blue"
      view.displayPriority = annotation === over ? .defaultLow : .defaultHigh
      return view
    }
    map.addAnnotations(places)
    screen.rest()
    #expect(map.clusters.isEmpty)
    #expect(places.filter { map.view(for: $0) != nil }.count == 4)
    #expect(map.view(for: over) == nil)
    // A required one is shown whatever lies there.
    map.viewFor = nil
    let required = PointAnnotation(coordinate: places[1].coordinate)
    map.addAnnotation(required)
    screen.rest()
    #expect(map.view(for: required) != nil)
    let priorities: [FeatureDisplayPriority] = [.required, .defaultHigh, .defaultLow]
    #expect(priorities.map(\.rawValue) == [1000, 750, 250])
  }

  @Test("C6: circles leave room where rectangles do not; an offset moves the middle")
  func collisionModes() throws {
    let a = Rect(x: 0, y: 0, width: 40, height: 40)
    let b = Rect(x: 30, y: 30, width: 40, height: 40)
    #expect(CollisionGrid.overlap(a, .rectangle, b, .rectangle))
    #expect(!CollisionGrid.overlap(a, .circle, b, .circle))
    #expect(CollisionGrid.overlap(a, .circle, Rect(x: 30, y: 0, width: 40, height: 40), .circle))
    #expect(!CollisionGrid.overlap(a, .circle, Rect(x: 36, y: 36, width: 4, height: 4), .rectangle))
    #expect(!CollisionGrid.overlap(a, .none, a, .rectangle))
    #expect(!CollisionGrid.overlap(a, .rectangle, Rect(x: 40, y: 0, width: 40, height: 40), .rectangle), "they only touch")
    let place = PointAnnotation(coordinate: .cupertino)
    map.viewFor = { annotation in
      let view = AnnotationView(annotation: annotation, reuseIdentifier: nil)
      view.bounds = Rect(x: 0, y: 0, width: 40, height: 40)
      view.centerOffset = Point(x: 0, y: -10)
      return view
    }
    map.addAnnotation(place)
    screen.rest()
    #expect(try #require(map.view(for: place)).position == Point(x: 240, y: 150))
  }

  @Test("C10: clusters form again with the zoom, a tap on one zooms to its members, and they come out of it")
  func splitAndMerge() throws {
    let places = row(5, metres: 120)
    cluster { _ in "all" }
    map.addAnnotations(places)
    map.camera.zoom = 8
    screen.rest()
    let whole = try #require(map.clusters.first)
    #expect(whole.memberAnnotations.count == 5)
    #expect(map.clusters.count == 1)
    let point = try #require(map.convert(whole.coordinate))
    var selections = 0
    map.events.didSelect = { _ in selections += 1 }
    screen.tap(Point(x: point.x, y: point.y - 15))
    #expect(selections == 1)
    #expect(screen.stage.nextFrame == .nextRefresh, "the map is on its way")
    var sawSliding = false
    for _ in 0..<200 {
      screen.step()
      let views = places.compactMap { map.view(for: $0) } + map.clusters.compactMap { map.view(for: $0) }
      if views.contains(where: { $0.animation(forKey: "annotation.slide") != nil }) { sawSliding = true }
    }
    #expect(sawSliding, "members come out of their cluster")
    screen.rest()
    #expect(places.allSatisfy { map.view(for: $0) != nil }, "all members are on the screen, each by itself")
    for place in places { #expect(map.bounds.contains(try #require(map.view(for: place)).position)) }
    let views = places.compactMap { map.view(for: $0) }
    map.camera.zoom = 8
    screen.step()
    #expect(views.contains { $0.animation(forKey: "annotation.slide") != nil }, "members go into their cluster")
    #expect(views.allSatisfy { $0.superlayer != nil }, "and are seen going")
    screen.rest()
    #expect(views.allSatisfy { $0.superlayer == nil })
    #expect(map.clusters.count == 1)
    #expect(places.allSatisfy { map.view(for: $0) == nil })
  }

  @Test("clusters are the same whichever way the map was moved there")
  func independentOfTheWay() {
    var random = SeededRandom(seed: 3)
    let places = (0..<400).map { _ in
      PointAnnotation(
        coordinate: Coordinate(
          latitude: 37.3 + random.double(in: 0...0.1), longitude: -122.1 + random.double(in: 0...0.1)))
    }
    cluster { _ in "all" }
    map.addAnnotations(places)
    map.camera = MapCamera(center: .cupertino, zoom: 12.5)
    screen.rest()
    let members = Set(map.clusters.map { Set($0.memberAnnotations.map { ObjectIdentifier($0) }) })
    for zoom in [9, 14, 11] as [Scalar] {
      map.camera = MapCamera(center: Coordinate(latitude: 37.35, longitude: -122.05), zoom: zoom)
      screen.rest()
    }
    map.camera = MapCamera(center: .cupertino, zoom: 12.5)
    screen.rest()
    #expect(Set(map.clusters.map { Set($0.memberAnnotations.map { ObjectIdentifier($0) }) }) == members)
    #expect(members.count > 5)
  }

  @Test("a hierarchy holds every place once on each level, and nothing on a level is nearer than the radius")
  func hierarchyLaws() {
    var random = SeededRandom(seed: 11)
    let places = (0..<2000).map { _ in
      MapPoint(x: Int64(random.int(in: 0...(1 << 35))), y: (1 << 40) + Int64(random.int(in: 0...(1 << 35))))
    }
    let hierarchy = ClusterHierarchy(places, radius: 50)
    for (level, nodes) in hierarchy.levels.enumerated() {
      let all = nodes.flatMap { hierarchy.members(of: $0) }.sorted()
      #expect(all == Array(0..<2000), "level \(level)")
      #expect(nodes.allSatisfy { Int(hierarchy.nodes[Int($0)].count) == hierarchy.members(of: $0).count })
    }
    let singles = hierarchy.levels[ClusterHierarchy.levelCount - 1].filter { $0 < 2000 }
    for index in singles.indices {
      for other in singles[..<index] {
        let (a, b) = (places[Int(singles[index])], places[Int(other)])
        let (dx, dy) = (Double(a.x - b.x), Double(a.y - b.y))
        #expect((dx * dx + dy * dy).squareRoot() > 50 * 4096)
      }
    }
  }

  @Test("of none, of one, of a hundred thousand at one point, and across the 180th meridian")
  func oddGroups() {
    #expect(ClusterHierarchy([], radius: 50).levels.allSatisfy { $0.isEmpty })
    #expect(ClusterHierarchy([MapPoint(x: 5, y: 5)], radius: 50).levels.allSatisfy { $0 == [0] })
    let heap = ClusterHierarchy([MapPoint](repeating: MapPoint(x: 1 << 40, y: 1 << 40), count: 100_000), radius: 50)
    #expect(heap.levels.allSatisfy { $0.count == 1 && heap.nodes[Int($0[0])].count == 100_000 })
    let ends = ClusterHierarchy(
      [MapPoint(x: 10, y: 1 << 40), MapPoint(x: MapPoint.worldSize - 10, y: 1 << 40)], radius: 50)
    #expect(ends.levels[20].count == 1)
    #expect(ends.nodes[Int(ends.levels[20][0])].point == MapPoint(x: 0, y: 1 << 40))
  }

  @Test(
    "1000 random additions, removals, moves, selections and zooms: no trap, no leak, no pixel that is not drawn anew")
  func randomOperations() {
    weak var gone: MapView?
    weak var member: PointAnnotation?
    do {
      let screen = MapScreen(camera: MapCamera(center: .cupertino, zoom: 13))
      let map = screen.map
      gone = map
      var random = SeededRandom(seed: 29)
      map.viewFor = { annotation in
        let view = MarkerAnnotationView(annotation: annotation, reuseIdentifier: nil)
        view.clusteringIdentifier =
          (annotation.title?.utf8.count ?? 0) % 3 == 0 ? "three" : annotation is ClusterAnnotation ? "three" : nil
        view.canShowCallout = true
        view.displayPriority = (annotation.title?.utf8.count ?? 0) % 2 == 0 ? .defaultLow : .required
        return view
      }
      var present: [PointAnnotation] = []
      for round in 0..<1000 {
        switch random.int(in: 0...7) {
        case 0, 1, 2:
          let place = PointAnnotation(
            coordinate: Coordinate(
              latitude: 37.33 + random.double(in: -0.03...0.03), longitude: -122.03 + random.double(in: -0.03...0.03)),
            title: String(repeating: "x", count: random.int(in: 0...6)))
          member = place
          present.append(place)
          map.addAnnotation(place)
        case 3 where !present.isEmpty:
          map.removeAnnotation(present.remove(at: random.int(in: 0...present.count - 1)))
        case 4 where !present.isEmpty:
          present[random.int(in: 0...present.count - 1)].coordinate.latitude += random.double(in: -0.01...0.01)
        case 5 where !present.isEmpty:
          map.selectAnnotation(present[random.int(in: 0...present.count - 1)], animated: true)
        case 6:
          screen.tap(Point(x: Scalar(random.int(in: 0...479)), y: Scalar(random.int(in: 0...319))))
        default:
          map.camera.zoom = Scalar(random.int(in: 8...17))
        }
        if round % 3 == 0 { screen.step() }
        if round % 10 == 0 { #expect(screen.paintsAsWhole(), "after round \(round)") }
        #expect(map.annotations.count == present.count)
      }
      screen.rest()
      let shown = map.annotations.filter { map.view(for: $0) != nil }
      for annotation in shown { #expect(map.view(for: annotation)?.annotation === annotation) }
    }
    #expect(gone == nil, "the map goes with its screen")
    #expect(member == nil, "annotations go with their map")
  }
}
