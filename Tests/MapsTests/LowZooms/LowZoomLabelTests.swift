import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import CartoucheText
import Testing

@Suite("Labels and annotations below zoom 0")
struct LowZoomLabelTests {
  private func screen(_ zoom: Scalar, bearing: Angle = .zero, _ properties: [StyleProperty: PropertyValue] = [:]) -> MapScreen {
    let fonts = FontCollection(files: FontCollection.standardFiles)
    let screen = MapScreen(width: 480, height: 200, fonts: fonts, camera: MapCamera(center: StyledMap.middle, zoom: 0))
    screen.map.cameraZoomRange = MapCamera.zoomRange
    screen.map.camera = MapCamera(center: StyledMap.middle, zoom: zoom, bearing: bearing)
    var symbols = StyleLayer("names", kind: .symbol, source: "data", properties: properties)
    symbols[.textField] = .expression("[\"get\", \"name\"]")
    if symbols[.textSize] == nil { symbols[.textSize] = 12 }
    var style = MapStyle(layers: [
      StyleLayer("background", kind: .background, properties: [.backgroundColor: 0xffffff]), symbols,
    ])
    let features = [("Here", 0.0), ("East", 90.0)].map { name, longitude in
      GeoJSONFeature(geometry: .point(Coordinate(latitude: 0, longitude: longitude)), properties: ["name": .text(name)])
    }
    style.sources = ["data": .geoJSON(GeoJSONSource(.features(features)))]
    screen.map.style = style
    screen.runUntilIdle()
    return screen
  }

  @Test("names are at their places, in each copy of the world, and turn with the map", arguments: [0, 50])
  func places(degrees: Int) throws {
    let screen = screen(-1, bearing: .degrees(WideFixed(degrees)))
    let labels = screen.map.listedLabels()
    let here = labels.filter { $0.text == "Here" }.map(\.box.center)
    let place: Point = try #require(screen.map.convert(StyledMap.middle))
    // Copies are 256 points apart, and the view is 480 wide.
    #expect(here.contains { ($0 - place).x.magnitude < 1 && ($0 - place).y.magnitude < 1 })
    let east: Point = try #require(screen.map.convert(Coordinate(latitude: 0, longitude: 90)))
    let there = labels.filter { $0.text == "East" }.map(\.box.center)
    #expect(there.contains { ($0 - east).x.magnitude < 1 && ($0 - east).y.magnitude < 1 })
    if degrees == 0 { #expect(there.count == 2 && (east.x - place.x - 64).magnitude < 1) }
    #expect(screen.repaintEqualsRedraw())
  }

  @Test("names have the size of the zoom, and fewer have room as the world shrinks")
  func sizes() {
    let size = PropertyValue.expression(#"["interpolate", ["linear"], ["zoom"], -2, 8, 0, 24]"#)
    func height(_ zoom: Scalar) -> Scalar { screen(zoom, [.textSize: size]).map.listedLabels().first?.box.height ?? 0 }
    // A line of text is 1.2 em.
    #expect((height(0) - 28.8).magnitude < 0.1 && (height(-1) - 19.2).magnitude < 0.1 && (height(-2) - 9.6).magnitude < 0.1)
    let (far, near) = (screen(-2, [.textSize: 20]).map.listedLabels(), screen(-1, [.textSize: 20]).map.listedLabels())
    #expect(!far.isEmpty && Set(far.map(\.text)) == ["Here"] && Set(near.map(\.text)) == ["Here", "East"])
    // What is the same for all names of a layer is that of zoom 0, as in MapLibre.
    let overlap = PropertyValue.expression(#"["step", ["zoom"], true, 0, false]"#)
    #expect(Set(screen(-2, [.textSize: 20, .textAllowOverlap: overlap]).map.listedLabels().map(\.text)) == ["Here"])
  }

  // MARK: Annotations

  private func annotated(_ longitudes: [Double], range: Range<Scalar>? = nil, cluster: String? = nil) -> MapScreen {
    let screen = MapScreen(width: 480, height: 200, camera: MapCamera(center: StyledMap.middle, zoom: 0))
    screen.map.cameraZoomRange = MapCamera.zoomRange
    screen.map.viewFor = { annotation in
      let view = MarkerAnnotationView(annotation: annotation, reuseIdentifier: nil)
      view.clusteringIdentifier = cluster
      if let range { view.zoomRange = range }
      return view
    }
    screen.map.addAnnotations(
      longitudes.map { PointAnnotation(coordinate: Coordinate(latitude: 0, longitude: $0), title: "\($0)") })
    screen.runUntilIdle()
    return screen
  }

  @Test("annotations without a range are shown below 0 where their coordinates are, and a range of zooms holds")
  func annotations() throws {
    let screen = annotated([0, 90])
    screen.map.camera.zoom = -1
    screen.runUntilIdle()
    for annotation in screen.map.annotations {
      let view = try #require(screen.map.view(for: annotation))
      let point: Point = try #require(screen.map.convert(annotation.coordinate))
      #expect((view.position.x - point.x).magnitude <= 1 && !view.isHidden)
    }
    let ranged = annotated([0], range: -1.5..<0.5)
    for (zoom, isShown) in [(0, true), (-1, true), (-2, false)] as [(Scalar, Bool)] {
      ranged.map.camera.zoom = zoom
      ranged.runUntilIdle()
      #expect((ranged.map.view(for: ranged.map.annotations[0]) != nil) == isShown, "zoom \(zoom)")
    }
    let above = annotated([0], range: 0.5..<25)
    above.map.camera.zoom = -1
    above.runUntilIdle()
    #expect(above.map.view(for: above.map.annotations[0]) == nil)
  }

  @Test("annotations merge at each half zoom down to −2, and part again")
  func clusters() {
    // At zoom 0 they are 71 points from one to the next, at −2 18.
    let screen = annotated([-100, -50, 0, 50, 100], cluster: "all")
    func counts(_ zoom: Scalar) -> [Int] {
      screen.map.camera.zoom = zoom
      screen.runUntilIdle()
      return screen.map.clusters.map(\.memberAnnotations.count).sorted()
    }
    #expect(counts(0) == [] && screen.map.annotations.allSatisfy { screen.map.view(for: $0) != nil })
    let levels = [-0.5, -1, -1.5, -2].map { (zoom: Scalar) in counts(zoom) }
    let shown = levels.map { 5 - $0.reduce(0, +) + $0.count }
    #expect(shown == shown.sorted().reversed() && shown[3] < shown[1] && shown[3] <= 2, "\(levels)")
    #expect(counts(0) == [])
  }

  @Test("a hierarchy's levels below 0 contain those above, and no two nodes of a level are near each other")
  func hierarchy() {
    var random = SplitMix64(seed: 7)
    let points = (0..<500).map { _ in
      MapPoint(x: Int64(random.next() % UInt64(MapPoint.worldSize)), y: Int64(random.next() % UInt64(MapPoint.worldSize)))
    }
    for radius in [1, 50, 1 << 20] {
      let hierarchy = ClusterHierarchy(points, radius: radius)
      #expect(hierarchy.levels.count == 45)
      for (level, nodes) in hierarchy.levels.enumerated() {
        #expect(nodes.reduce(0) { $0 + Int(hierarchy.nodes[Int($1)].count) } == 500)
        if level > 0 { #expect(nodes.count >= hierarchy.levels[level - 1].count) }
      }
    }
    // At zoom −2, 50 points are two fifths of the world.
    let lowest = ClusterHierarchy(points, radius: 50).levels[0]
    #expect(lowest.count < 8)
    let sizes = ClusterHierarchy(points, radius: 50).levels
    #expect(sizes[0].count < sizes[4].count)
  }
}
