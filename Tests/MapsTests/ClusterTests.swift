import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("Clusters")
struct ClusterTests {
  private let screen = MapScreen(camera: MapCamera(center: .cupertino, zoom: 12))
  private var map: MapView { screen.map }

  /// Returns annotations in a row from west to east, `meters` apart.
  ///
  /// A degree of longitude is about 88.5 km at Cupertino.
  private func row(_ count: Int, meters: Double, from start: Coordinate = .cupertino) -> [PointAnnotation] {
    (0..<count).map { index in
      let degrees = Double(index) * meters / 88_500
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

  @Test("C3: only annotations with the same clustering identifier form a cluster, which lists its members")
  func sameIdentifier() throws {
    let annotations = row(7, meters: 30)
    cluster { annotation in
      guard let title = annotation.title, let index = annotations.firstIndex(where: { $0 === annotation }) else { return nil }
      return index < 3 ? "even" : index < 5 ? "odd" : title.isEmpty ? "" : nil
    }
    map.addAnnotations(annotations)
    screen.runUntilIdle()
    let clusters = map.clusters.sorted { $0.memberAnnotations.count > $1.memberAnnotations.count }
    #expect(clusters.map { $0.memberAnnotations.compactMap(\.title) } == [["0", "1", "2"], ["3", "4"]])
    #expect(map.view(for: annotations[0]) == nil)
    for single in annotations[5...] { #expect(map.view(for: single) != nil, "annotations without an identifier are not clustered") }
    let center = annotations[1].coordinate
    #expect(abs(clusters[0].coordinate.longitude - center.longitude) < 1e-6)
  }

  @Test("C4, C5: of overlapping views the one with the lower priority is hidden: four of five markers are shown")
  func priorities() {
    map.camera.zoom = 16
    // Four markers are 60 points apart, and one overlaps the second.
    let step = 60 * 156_543.034 / 2 * 0.795 / 65_536
    var annotations = row(4, meters: step)
    let overlapping = PointAnnotation(
      coordinate: Coordinate(
        latitude: annotations[1].coordinate.latitude + 0.00005, longitude: annotations[1].coordinate.longitude),
      title: "over")
    annotations.append(overlapping)
    map.viewFor = { annotation in
      let view = MarkerAnnotationView(annotation: annotation, reuseIdentifier: nil)
      view.clusteringIdentifier = annotation === overlapping ? "red" : "blue"
      view.displayPriority = annotation === overlapping ? .defaultLow : .defaultHigh
      return view
    }
    map.addAnnotations(annotations)
    screen.runUntilIdle()
    #expect(map.clusters.isEmpty)
    #expect(annotations.filter { map.view(for: $0) != nil }.count == 4)
    #expect(map.view(for: overlapping) == nil)
    // A required annotation is shown even if it overlaps another one.
    map.viewFor = nil
    let required = PointAnnotation(coordinate: annotations[1].coordinate)
    map.addAnnotation(required)
    screen.runUntilIdle()
    #expect(map.view(for: required) != nil)
    let priorities: [FeatureDisplayPriority] = [.required, .defaultHigh, .defaultLow]
    #expect(priorities.map(\.rawValue) == [1000, 750, 250])
  }

  @Test("C6: circles do not collide at corners as rectangles do; a center offset moves the view")
  func collisionModes() throws {
    let a = Rect(x: 0, y: 0, width: 40, height: 40)
    let b = Rect(x: 30, y: 30, width: 40, height: 40)
    #expect(CollisionGrid.overlap(a, .rectangle, b, .rectangle))
    #expect(!CollisionGrid.overlap(a, .circle, b, .circle))
    #expect(CollisionGrid.overlap(a, .circle, Rect(x: 30, y: 0, width: 40, height: 40), .circle))
    #expect(!CollisionGrid.overlap(a, .circle, Rect(x: 36, y: 36, width: 4, height: 4), .rectangle))
    #expect(!CollisionGrid.overlap(a, .none, a, .rectangle))
    #expect(
      !CollisionGrid.overlap(a, .rectangle, Rect(x: 40, y: 0, width: 40, height: 40), .rectangle),
      "adjacent rectangles do not overlap")
    let annotation = PointAnnotation(coordinate: .cupertino)
    map.viewFor = { annotation in
      let view = AnnotationView(annotation: annotation, reuseIdentifier: nil)
      view.bounds = Rect(x: 0, y: 0, width: 40, height: 40)
      view.centerOffset = Point(x: 0, y: -10)
      return view
    }
    map.addAnnotation(annotation)
    screen.runUntilIdle()
    #expect(try #require(map.view(for: annotation)).position == Point(x: 240, y: 150))
  }

  @Test("C10: clusters change with the zoom, and a tap on one zooms in until its members slide out of it")
  func splitAndMerge() throws {
    let annotations = row(5, meters: 120)
    cluster { _ in "all" }
    map.addAnnotations(annotations)
    map.camera.zoom = 8
    screen.runUntilIdle()
    let fullCluster = try #require(map.clusters.first)
    #expect(fullCluster.memberAnnotations.count == 5)
    #expect(map.clusters.count == 1)
    let point = try #require(map.convert(fullCluster.coordinate))
    var selections = 0
    map.events.didSelect = { _ in selections += 1 }
    screen.tap(Point(x: point.x, y: point.y - 15))
    #expect(selections == 1)
    #expect(screen.stage.nextFrame == .nextRefresh, "the camera is being animated")
    var sawSliding = false
    for _ in 0..<200 {
      screen.step()
      let views = annotations.compactMap { map.view(for: $0) } + map.clusters.compactMap { map.view(for: $0) }
      if views.contains(where: { $0.animation(forKey: "annotation.slide") != nil }) { sawSliding = true }
    }
    #expect(sawSliding, "members slide out of their cluster")
    screen.runUntilIdle()
    #expect(annotations.allSatisfy { map.view(for: $0) != nil }, "all members are shown individually")
    for annotation in annotations { #expect(map.bounds.contains(try #require(map.view(for: annotation)).position)) }
    let views = annotations.compactMap { map.view(for: $0) }
    map.camera.zoom = 8
    screen.step()
    #expect(views.contains { $0.animation(forKey: "annotation.slide") != nil }, "members slide into their cluster")
    #expect(views.allSatisfy { $0.superlayer != nil }, "and are visible while they slide")
    screen.runUntilIdle()
    #expect(views.allSatisfy { $0.superlayer == nil })
    #expect(map.clusters.count == 1)
    #expect(annotations.allSatisfy { map.view(for: $0) == nil })
  }

  @Test("clusters do not depend on earlier cameras")
  func independentOfHistory() {
    var random = SplitMix64(seed: 3)
    let annotations = (0..<400).map { _ in
      PointAnnotation(
        coordinate: Coordinate(
          latitude: 37.3 + random.double(in: 0...0.1), longitude: -122.1 + random.double(in: 0...0.1)))
    }
    cluster { _ in "all" }
    map.addAnnotations(annotations)
    map.camera = MapCamera(center: .cupertino, zoom: 12.5)
    screen.runUntilIdle()
    let members = Set(map.clusters.map { Set($0.memberAnnotations.map { ObjectIdentifier($0) }) })
    for zoom in [9, 14, 11] as [Scalar] {
      map.camera = MapCamera(center: Coordinate(latitude: 37.35, longitude: -122.05), zoom: zoom)
      screen.runUntilIdle()
    }
    map.camera = MapCamera(center: .cupertino, zoom: 12.5)
    screen.runUntilIdle()
    #expect(Set(map.clusters.map { Set($0.memberAnnotations.map { ObjectIdentifier($0) }) }) == members)
    #expect(members.count > 5)
  }

  @Test("a hierarchy has every point once on each level, and single points on a level are farther apart than the radius")
  func hierarchyLaws() {
    var random = SplitMix64(seed: 11)
    let points = (0..<2000).map { _ in
      MapPoint(x: Int64(random.int(in: 0...(1 << 35))), y: (1 << 40) + Int64(random.int(in: 0...(1 << 35))))
    }
    let hierarchy = ClusterHierarchy(points, radius: 50)
    for (level, nodes) in hierarchy.levels.enumerated() {
      let all = nodes.flatMap { hierarchy.members(of: $0) }.sorted()
      #expect(all == Array(0..<2000), "level \(level)")
      #expect(nodes.allSatisfy { Int(hierarchy.nodes[Int($0)].count) == hierarchy.members(of: $0).count })
    }
    let singles = hierarchy.levels[ClusterHierarchy.levelCount - 1].filter { $0 < 2000 }
    for index in singles.indices {
      for other in singles[..<index] {
        let (a, b) = (points[Int(singles[index])], points[Int(other)])
        let (dx, dy) = (Double(a.x - b.x), Double(a.y - b.y))
        #expect((dx * dx + dy * dy).squareRoot() > 50 * 4096)
      }
    }
  }

  @Test("a hierarchy may have no point, one, or 100,000 equal ones, and joins points across the 180th meridian")
  func specialHierarchies() {
    #expect(ClusterHierarchy([], radius: 50).levels.allSatisfy { $0.isEmpty })
    #expect(ClusterHierarchy([MapPoint(x: 5, y: 5)], radius: 50).levels.allSatisfy { $0 == [0] })
    let equal = ClusterHierarchy([MapPoint](repeating: MapPoint(x: 1 << 40, y: 1 << 40), count: 100_000), radius: 50)
    #expect(equal.levels.allSatisfy { $0.count == 1 && equal.nodes[Int($0[0])].count == 100_000 })
    let joined = ClusterHierarchy(
      [MapPoint(x: 10, y: 1 << 40), MapPoint(x: MapPoint.worldSize - 10, y: 1 << 40)], radius: 50)
    #expect(joined.levels[20].count == 1)
    #expect(joined.nodes[Int(joined.levels[20][0])].point == MapPoint(x: 0, y: 1 << 40))
  }

  @Test(
    "1000 random additions, removals, moves, selections and zooms leave no stale pixel and no leak")
  func randomOperations() {
    weak var releasedMap: MapView?
    weak var releasedAnnotation: PointAnnotation?
    do {
      let screen = MapScreen(camera: MapCamera(center: .cupertino, zoom: 13))
      let map = screen.map
      releasedMap = map
      var random = SplitMix64(seed: 29)
      map.viewFor = { annotation in
        let view = MarkerAnnotationView(annotation: annotation, reuseIdentifier: nil)
        view.clusteringIdentifier =
          (annotation.title?.utf8.count ?? 0) % 3 == 0 ? "three" : annotation is ClusterAnnotation ? "three" : nil
        view.canShowCallout = true
        view.displayPriority = (annotation.title?.utf8.count ?? 0) % 2 == 0 ? .defaultLow : .required
        return view
      }
      var added: [PointAnnotation] = []
      for round in 0..<1000 {
        switch random.int(in: 0...7) {
        case 0, 1, 2:
          let annotation = PointAnnotation(
            coordinate: Coordinate(
              latitude: 37.33 + random.double(in: -0.03...0.03), longitude: -122.03 + random.double(in: -0.03...0.03)),
            title: String(repeating: "x", count: random.int(in: 0...6)))
          releasedAnnotation = annotation
          added.append(annotation)
          map.addAnnotation(annotation)
        case 3 where !added.isEmpty:
          map.removeAnnotation(added.remove(at: random.int(in: 0...added.count - 1)))
        case 4 where !added.isEmpty:
          added[random.int(in: 0...added.count - 1)].coordinate.latitude += random.double(in: -0.01...0.01)
        case 5 where !added.isEmpty:
          map.selectAnnotation(added[random.int(in: 0...added.count - 1)], animated: true)
        case 6:
          screen.tap(Point(x: Scalar(random.int(in: 0...479)), y: Scalar(random.int(in: 0...319))))
        default:
          map.camera.zoom = Scalar(random.int(in: 8...17))
        }
        if round % 3 == 0 { screen.step() }
        if round % 10 == 0 { #expect(screen.repaintEqualsRedraw(), "after round \(round)") }
        #expect(map.annotations.count == added.count)
      }
      screen.runUntilIdle()
      let shown = map.annotations.filter { map.view(for: $0) != nil }
      for annotation in shown { #expect(map.view(for: annotation)?.annotation === annotation) }
    }
    #expect(releasedMap == nil, "the map is released with its screen")
    #expect(releasedAnnotation == nil, "annotations are released with their map")
  }
}
