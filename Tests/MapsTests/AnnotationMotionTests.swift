import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("Annotations in motion")
struct AnnotationMotionTests {
  private static let home = MapCamera(center: .cupertino, zoom: 13)

  /// Returns a screen with annotations that collide, and form clusters. They and their order are always the
  /// same.
  private func screen(_ camera: MapCamera) throws -> MapScreen {
    let screen = MapScreen(camera: camera)
    let map = screen.map
    map.animatesAnnotations = false
    map.viewFor = { annotation in
      let view = MarkerAnnotationView(annotation: annotation, reuseIdentifier: nil)
      let number = annotation.title.flatMap { Int($0) } ?? 0
      view.displayPriority = FeatureDisplayPriority(rawValue: 100 + number % 7 * 100)
      if annotation is ClusterAnnotation || number % 3 > 0 { view.clusteringIdentifier = "all" }
      return view
    }
    var random = SplitMix64(seed: 5)
    let side = 90_000
    map.addAnnotations(
      (0..<150).map { index in
        let (x, y) = (Double(Int(random.next() % UInt64(side)) - side / 2), Double(Int(random.next() % UInt64(side)) - side / 2))
        return PointAnnotation(
          coordinate: Coordinate(
            latitude: Coordinate.cupertino.latitude + y / 1e6, longitude: Coordinate.cupertino.longitude + x / 1e6),
          title: "\(index)")
      })
    screen.runUntilIdle()
    return screen
  }

  /// The annotations and clusters that a map shows inside its bounds, with the positions of their views.
  private func shown(_ map: MapView) -> [String] {
    let all = map.annotations.map { $0 as any Annotation } + map.clusters.map { $0 as any Annotation }
    return all.compactMap { annotation -> String? in
      guard let view = map.view(for: annotation), view.frame.intersects(map.bounds) else { return nil }
      let members = (annotation as? ClusterAnnotation)?.memberAnnotations.compactMap(\.title).joined(separator: " ")
      let title = (view as? MarkerAnnotationView)?.showsTitle == true ? "titled" : ""
      return "\(members ?? annotation.title ?? "") \(view.position.x) \(view.position.y) \(title) \(view.zPriority)"
    }.sorted()
  }

  @Test("a map at rest shows the annotations of a map that was set there directly, after pans, zooms and turns")
  func pathIndependence() throws {
    let moved = try screen(Self.home)
    let map = moved.map
    var random = SplitMix64(seed: 11)
    func number(_ limit: UInt64) -> Scalar { Scalar(Int(random.next() % (2 * limit + 1)) - Int(limit)) }
    for round in 0..<8 {
      let (pan, zooms, turn) = (Point(x: number(9), y: number(9)), number(20) / 1000, number(20) / 10)
      for _ in 0..<24 {
        switch round % 4 {
        case 0: map.pan(by: pan)
        case 1: map.camera.zoom += zooms
        case 2: map.camera.bearing = map.camera.bearing + .degrees(WideFixed(rounding: turn))
        default:
          map.pan(by: pan)
          map.camera.zoom += zooms
        }
        moved.step()
      }
      moved.runUntilIdle()
      let direct = try screen(map.camera).map
      #expect(shown(map) == shown(direct), "round \(round)")
      #expect(!shown(map).isEmpty)
    }
  }

  @Test("while the map zooms, annotations are placed four times a second and at every other level of clusters, and once at rest")
  func placements() throws {
    let screen = try screen(Self.home)
    let map = screen.map
    let before = map.annotationPlacementCount
    for _ in 0..<60 {
      map.camera.zoom += Scalar(1) / 50
      screen.step()
    }
    // The first frames may be jumps. Then 4 placements in 0.96 seconds, and 3 changes of level.
    #expect((4...12).contains(map.annotationPlacementCount - before), "\(map.annotationPlacementCount - before) placements")
    let moving = map.annotationPlacementCount
    screen.runUntilIdle()
    #expect(map.annotationPlacementCount == moving + 1)
  }

  @Test("views stay at their annotations in every frame of a zoom")
  func positions() throws {
    let screen = try screen(Self.home)
    let map = screen.map
    for _ in 0..<30 {
      map.camera.zoom += Scalar(1) / 40
      screen.step()
      for annotation in map.annotations {
        guard let view = map.view(for: annotation), let point = map.drawnPoint(for: annotation.coordinate) else { continue }
        let frame = view.frame
        #expect((frame.center.x - view.centerOffset.x - point.x).magnitude <= 0.51)
        #expect((frame.center.y - view.centerOffset.y - point.y).magnitude <= 0.51)
      }
    }
  }

  @Test("while the map zooms, views that are seen slide by whole points or fade in, and others appear at once")
  func entrances() throws {
    let screen = try screen(Self.home)
    let map = screen.map
    map.animatesAnnotations = true
    var (slides, fades, distant) = (0, 0, 0)
    var known: Set<ObjectIdentifier> = []
    for frame in 0..<200 {
      map.camera.zoom += Scalar(frame < 100 ? 1 : -1) / 40
      screen.step()
      // The first frames may be jumps, and so are those in which the direction changes.
      let all = map.annotations.map { $0 as any Annotation } + map.clusters.map { $0 as any Annotation }
      let views = all.compactMap { map.view(for: $0) }
      defer { known = Set(views.map { ObjectIdentifier($0) }) }
      guard frame > 4 else { continue }
      for view in views {
        let keys = view.animationKeys
        #expect(!keys.contains("annotation.grow"))
        if keys == ["annotation.fade"] { fades += 1 }
        let isNew = !known.contains(ObjectIdentifier(view))
        if isNew, !keys.contains("annotation.slide"), view.frame.intersection(map.bounds).isEmpty {
          #expect(keys.isEmpty)
          distant += 1
        }
        guard keys.contains("annotation.slide"), case .point(let shown)? = view.presentationValue(for: .position) else { continue }
        let offset = shown - view.position
        #expect((offset.x.rawValue | offset.y.rawValue) & 65535 == 0)
        slides += 1
      }
    }
    #expect(slides > 20 && fades > 20 && distant > 20, "\(slides) slides, \(fades) fades, \(distant) out of sight")
  }

  @Test("the index of a hierarchy finds the nodes that a search through a level finds, also across the 180th meridian")
  func clusterIndex() {
    var random = SplitMix64(seed: 3)
    let size = UInt64(MapPoint.worldSize)
    let points = (0..<600).map { index in
      let spread = index % 2 == 0 ? size : size >> 9
      return MapPoint(
        x: Int64(random.next() % spread) - Int64(spread / 2) & (MapPoint.worldSize - 1),
        y: Int64(size / 2) + Int64(random.next() % spread) / 4)
    }
    let hierarchy = ClusterHierarchy(points, radius: 50)
    let index = ClusterIndex(hierarchy)
    var (stack, count): ([Int32], Int) = ([], 0)
    for level in 0..<ClusterHierarchy.levelCount {
      for _ in 0..<20 {
        let width = Int64(random.next() % (size >> (random.next() % 12))) + 1
        let rect = MapRect(
          origin: MapPoint(x: Int64(random.next() % size) - Int64(size / 2), y: Int64(size / 2) - width / 3), width: width,
          height: width)
        var found: [Int32] = []
        index.forEachNode(of: hierarchy, atLevel: level, in: rect, stack: &stack) { found.append($0) }
        let expected = hierarchy.levels[level].filter { rect.contains(hierarchy.nodes[Int($0)].point) }
        #expect(found.sorted() == expected.sorted(), "level \(level)")
        count += found.count
      }
    }
    #expect(count > 1000)
  }
}
