import CartoucheControls
import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import Testing

@Suite("The public API of map views")
struct MapViewAPITests {
  private let screen = MapScreen(camera: MapCamera(center: .beijing, zoom: 15))
  private var map: MapView { screen.map }

  private func callouts(in layer: Layer) -> [Callout] {
    layer.sublayers.flatMap { [$0 as? Callout].compactMap { $0 } + callouts(in: $0) }
  }

  // MARK: Gestures

  /// Turns two fingers by a right angle about the map's center.
  private func rotateFingers() {
    screen.runUntilIdle()
    let (first, second) = (screen.begin(Point(x: 180, y: 160)), screen.begin(Point(x: 300, y: 160)))
    screen.step()
    for (dx, dy) in [(58, 15), (52, 30), (42, 42), (30, 52), (15, 58), (0, 60)] as [(Int, Int)] {
      screen.move(first, Point(x: 240 - Scalar(dx), y: 160 - Scalar(dy)))
      screen.move(second, Point(x: 240 + Scalar(dx), y: 160 + Scalar(dy)))
      screen.step()
    }
    screen.end(first, Point(x: 240, y: 100))
    screen.end(second, Point(x: 240, y: 220))
    screen.runUntilIdle()
  }

  /// Moves two fingers apart, from a distance of 80 points to one of 320.
  private func spreadFingers() {
    screen.runUntilIdle()
    let (first, second) = (screen.begin(Point(x: 200, y: 160)), screen.begin(Point(x: 280, y: 160)))
    screen.step()
    for step in 1...8 {
      screen.move(first, Point(x: 200 - Scalar(step * 15), y: 160))
      screen.move(second, Point(x: 280 + Scalar(step * 15), y: 160))
      screen.step()
    }
    screen.end(first, Point(x: 80, y: 160))
    screen.end(second, Point(x: 400, y: 160))
    screen.runUntilIdle()
  }

  @Test("two fingers rotate the map only if rotating is enabled")
  func rotateEnabled() {
    map.isRotateEnabled = false
    rotateFingers()
    #expect(!map.isRotateEnabled && map.camera.bearing == .zero)
    map.isRotateEnabled = true
    rotateFingers()
    #expect(map.isRotateEnabled && map.camera.bearing.shortestTurn.degrees.magnitude > 30)
  }

  @Test("two fingers and double taps zoom the map only if zooming is enabled")
  func zoomEnabled() {
    map.isZoomEnabled = false
    spreadFingers()
    screen.tap(Point(x: 240, y: 160))
    screen.tap(Point(x: 240, y: 160))
    screen.runUntilIdle()
    #expect(!map.isZoomEnabled && map.camera.zoom == 15)
    map.isZoomEnabled = true
    spreadFingers()
    #expect(map.isZoomEnabled && map.camera.zoom > 16)
  }

  // MARK: Camera

  @Test("annotations are shown together inside the padding", arguments: [0, 40])
  func showAnnotations(bearing: Int) throws {
    map.camera.bearing = .degrees(WideFixed(bearing))
    let annotations = [(39.9, 116.3), (39.95, 116.45), (39.88, 116.41)].map {
      PointAnnotation(coordinate: Coordinate(latitude: $0.0, longitude: $0.1))
    }
    map.showAnnotations(annotations, animated: false, padding: 60)
    let area = map.bounds.insetBy(dx: 59, dy: 59)
    for annotation in annotations { #expect(area.contains(try #require(map.convert(annotation.coordinate)))) }
    #expect(map.camera.bearing == .degrees(WideFixed(bearing)))
    let shown = map.camera
    // The zoom is the highest that fits: a little closer, an annotation leaves the padded area.
    map.camera.zoom = shown.zoom + 0.05
    #expect(try annotations.contains { try !area.contains(#require(map.convert($0.coordinate))) })
    map.camera = shown
    map.showAnnotations([], animated: false)
    #expect(map.camera == shown, "without annotations nothing changes")
    map.showAnnotations([annotations[0]], animated: false)
    #expect(map.camera.zoom == 18 && map.camera.centerPoint == MapPoint(annotations[0].coordinate))
  }

  @Test("an adjusted camera keeps the map point at the fixed point")
  func adjustedCamera() {
    let size = Size(width: 480, height: 320)
    let bounds = Rect(origin: .zero, size: size)
    let camera = MapCamera(center: .beijing, zoom: 14)
    let point = Point(x: 100, y: 250)
    let before = MapTransform(camera: camera, bounds: bounds).mapPoint(at: point)
    let adjusted = camera.adjusted(zoom: 15.5, bearing: .degrees(30), about: point, in: size)
    let after = MapTransform(camera: adjusted, bounds: bounds).mapPoint(at: point)
    #expect(adjusted.zoom == 15.5 && adjusted.bearing == .degrees(30))
    #expect(abs(after.x - before.x) <= 1 && abs(after.y - before.y) <= 1)
    #expect(camera.adjusted(zoom: 99, bearing: .zero, about: point, in: size).zoom == MapCamera.zoomRange.upperBound)
  }

  // MARK: Annotation views

  @Test("the view with the higher z priority is in front, wherever the views are on the screen")
  func zPriority() throws {
    let upper = PointAnnotation(coordinate: Coordinate(latitude: 39.9001, longitude: 116.38), title: "upper")
    let lower = PointAnnotation(coordinate: .beijing, title: "lower")
    map.viewFor = { annotation in
      let view = PinAnnotationView(annotation: annotation, reuseIdentifier: nil)
      if annotation === upper { view.zPriority = 600 }
      return view
    }
    map.addAnnotations([upper, lower])
    screen.runUntilIdle()
    let (front, back) = (try #require(map.view(for: upper)), try #require(map.view(for: lower)))
    #expect(front.zPosition > back.zPosition)
    front.zPriority = 500
    screen.runUntilIdle()
    #expect(front.zPosition < back.zPosition, "with equal priorities the view farther down is in front")
  }

  @Test("a view slides to its annotation's new position if it has a move duration")
  func moveDuration() throws {
    let annotation = PointAnnotation(coordinate: .beijing)
    map.addAnnotation(annotation)
    screen.runUntilIdle()
    let view = try #require(map.view(for: annotation))
    view.moveDuration = 1
    annotation.coordinate = Coordinate(latitude: 39.9, longitude: 116.382)
    screen.step()
    #expect(view.animation(forKey: "annotation.slide") != nil)
    screen.runUntilIdle()
    #expect(view.animation(forKey: "annotation.slide") == nil)
    view.moveDuration = 0
    annotation.coordinate = .beijing
    screen.step()
    #expect(view.animation(forKey: "annotation.slide") == nil)
  }

  @Test("a callout's tip is moved by the callout offset")
  func calloutOffset() throws {
    var frames: [Rect] = []
    for offset in [Point.zero, Point(x: 7, y: -20)] {
      let screen = MapScreen(camera: MapCamera(center: .beijing, zoom: 15))
      let annotation = PointAnnotation(coordinate: .beijing, title: "Tower")
      screen.map.viewFor = { annotation in
        let view = PinAnnotationView(annotation: annotation, reuseIdentifier: nil)
        (view.canShowCallout, view.calloutOffset) = (true, offset)
        return view
      }
      screen.map.addAnnotation(annotation)
      screen.map.selectAnnotation(annotation, animated: false)
      screen.runUntilIdle()
      frames.append(try #require(callouts(in: screen.map).first).frame)
    }
    #expect(frames[1].origin == frames[0].origin + Point(x: 7, y: -20))
  }

  @Test("a subclass's setSelected is called when its annotation is selected and deselected")
  func setSelected() {
    final class Selectable: AnnotationView {
      var calls: [Bool] = []
      override func setSelected(_ selected: Bool, animated: Bool) {
        super.setSelected(selected, animated: animated)
        calls.append(selected)
      }
    }
    let annotation = PointAnnotation(coordinate: .beijing)
    let view = Selectable(annotation: annotation, reuseIdentifier: nil)
    map.viewFor = { _ in view }
    map.addAnnotation(annotation)
    screen.runUntilIdle()
    map.selectAnnotation(annotation, animated: false)
    #expect(view.calls == [true] && view.isSelected)
    map.deselectAnnotation(annotation, animated: false)
    #expect(view.calls == [true, false] && !view.isSelected)
  }

  @Test("a class registered for the default cluster identifier makes the views of clusters")
  func defaultClusterView() {
    final class Clustered: MarkerAnnotationView {
      required init(annotation: (any Annotation)?, reuseIdentifier: String?) {
        super.init(annotation: annotation, reuseIdentifier: reuseIdentifier)
        clusteringIdentifier = "cluster"
      }
    }
    final class Badge: AnnotationView {}
    map.register(Clustered.self, forAnnotationViewWithReuseIdentifier: MapView.defaultReuseIdentifier)
    map.register(Badge.self, forAnnotationViewWithReuseIdentifier: MapView.defaultClusterReuseIdentifier)
    map.addAnnotations([
      PointAnnotation(coordinate: .beijing),
      PointAnnotation(coordinate: Coordinate(latitude: 39.90005, longitude: 116.38005)),
    ])
    screen.runUntilIdle()
    #expect(map.clusters.count == 1 && map.clusters.allSatisfy { map.view(for: $0) is Badge })
  }

  // MARK: Overlays and style

  @Test("reloading a tile overlay requests its images again")
  func reloadTiles() throws {
    var requests = 0
    var color: UInt32 = 0xff00_ff00
    let overlay = TileOverlay { _ in
      requests += 1
      return Image(size: PixelSize(width: 16, height: 16)) { pixels in for index in pixels.indices { pixels[index] = color } }
    }
    let screen = OverlayScreen(39.9, 116.38, zoom: 12)
    screen.map.rendererFor = { TileOverlayRenderer(overlay: $0) }
    screen.map.addOverlay(overlay)
    screen.show()
    let first = requests
    #expect(first > 0 && screen.color(160, 100) == 0x00ff00)
    color = 0xffff_0000
    screen.show()
    #expect(requests == first && screen.color(160, 100) == 0x00ff00)
    try #require(screen.map.renderer(for: overlay) as? TileOverlayRenderer).reloadData()
    screen.show()
    #expect(requests == 2 * first && screen.color(160, 100) == 0xff0000)
  }

  @Test("tiles of a source do not hide those of the sources below")
  func sourcesBelow() throws {
    let center = try #require(TileID(zoom: 9, x: 300, y: 200))
    var land = TileMaker()
    land.add(.polygon, [[SIMD2(0, 0), SIMD2(4096, 0), SIMD2(4096, 4096), SIMD2(0, 4096)]], to: "land")
    var other = TileMaker()
    other.add(.polygon, [[SIMD2(0, 0), SIMD2(9, 0), SIMD2(9, 9)]], to: "other")
    let world = FixedSource(zoomRange: 0...0, [try #require(TileID(zoom: 0, x: 0, y: 0)): land.bytes()])
    let city = FixedSource(
      zoomRange: 8...9, [center: other.bytes(), try #require(center.parent): other.bytes()])
    let map = MapView(frame: Rect(x: 0, y: 0, width: 32, height: 32), theme: .plain)
    map.sources = [world, city]
    map.style = MapStyle(layers: [
      StyleLayer("background", kind: .background, properties: [.backgroundColor: 0x0000ff]),
      StyleLayer("land", kind: .fill, sourceLayer: "land", properties: [.fillColor: 0xff0000]),
    ])
    for zoom: Scalar in [8.5, 9, 14] {
      map.camera = MapCamera(
        centerPoint: MapPoint(x: center.origin.x + center.size / 2, y: center.origin.y + center.size / 2), zoom: zoom)
      #expect(Set(pixels(of: map, width: 32, height: 32).map { $0 & 0xff_ffff }) == [0xff0000])
    }
  }

  @Test("public limits and units are those that the map uses")
  func constants() {
    #expect(FogOverlay().memoryLimit == FogOverlay.defaultMemoryLimit)
    #expect(TileID(zoom: TileID.maximumZoom, x: 0, y: 0) != nil && TileID(zoom: TileID.maximumZoom + 1, x: 0, y: 0) == nil)
    #expect(MapRect(center: MapPoint(x: 0, y: 0), mapPoints: 2).width == 2 << ZoomScale.mapPointBits)
  }
}
