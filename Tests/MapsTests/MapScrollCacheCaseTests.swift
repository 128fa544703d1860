import CartoucheControls
import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

/// The scroll cache with animations, perspective, other layers and counting renderers, and its release.
@Suite("A map's scroll cache in special cases", .enabled(if: SharedData.isAvailable, SharedData.skipReason))
struct MapScrollCacheCaseTests {
  private static func polygon() -> MapPolygon {
    MapPolygon(coordinates: [(40.0, 0.0), (40, 20), (55, 20), (55, 0)].map { Coordinate(latitude: $0.0, longitude: $0.1) })
  }

  @Test(
    "a map with an animated size is drawn completely in every frame, and laid out for its final size at once",
    arguments: [(40, 40, 260, 190), (260, 190, 90, 101), (200, 50, 70, 190)])
  func sizes(from width: Int, _ height: Int, to lastWidth: Int, _ lastHeight: Int) throws {
    let pair = try MapPair(MapPair.camera(14))
    for screen in pair.both {
      screen.map.frame = Rect(x: 0, y: 0, width: Scalar(width), height: Scalar(height))
      screen.runUntilIdle()
      screen.stage.animate(duration: 0.3) {
        screen.map.frame = Rect(x: 0, y: 0, width: Scalar(lastWidth), height: Scalar(lastHeight))
        screen.stage.root.layoutIfNeeded()
      }
    }
    for step in 0..<24 {
      for screen in pair.both { screen.step() }
      let areEqual = pair.areEqual()
      #expect(areEqual, "step \(step)")
    }
    for screen in pair.both { screen.runUntilIdle() }
    let fresh = try MapPair(pair.cached.map.camera).cached
    fresh.map.frame = pair.cached.map.frame
    fresh.runUntilIdle()
    let equalsNewMap = fresh.image.pixels == pair.cached.image.pixels
    #expect(equalsNewMap)
  }

  @Test("a panned map whose pixels cannot be moved is drawn like a new map with its camera", arguments: 0..<5)
  func uncached(kind: Int) throws {
    func screen(_ camera: MapCamera) throws -> MapScreen {
      let screen = MapScreen(width: 300, height: 200, fonts: standardFonts(), camera: camera)
      screen.map.sources = try MapPair(camera).cached.map.sources
      var tilt = Transform3D.identity
      tilt.m34 = -1.0 / 500
      tilt = tilt.rotated(by: .degrees(30), axis: .x)
      switch kind {
      case 0: screen.map.sublayerTransform = tilt
      case 1: screen.map.transform = tilt
      case 2: screen.map.shouldRasterize = true
      case 3: screen.stage.root.sublayerTransform = tilt
      default: screen.map.opacity = 0.5
      }
      screen.runUntilIdle()
      return screen
    }
    let panned = try screen(MapPair.camera(14))
    let before = panned.image.pixels
    for _ in 0..<5 {
      panned.map.pan(by: Point(x: 10, y: 7))
      panned.step()
    }
    panned.runUntilIdle()
    #expect(panned.repaintEqualsRedraw())
    let hasChanged = before != panned.image.pixels
    #expect(hasChanged)
    let fresh = try screen(panned.map.camera)
    let equalsNewMap = fresh.image.pixels == panned.image.pixels
    #expect(equalsNewMap)
  }

  @Test("a map in an annotation view of another map equals a redrawn one")
  func nested() throws {
    let pair = try MapPair(MapPair.camera(14))
    var inner: [MapView] = []
    for screen in pair.both {
      let map = MapView(frame: Rect(x: 0, y: 0, width: 80, height: 60), theme: .plain)
      (map.sources, map.camera) = (screen.map.sources, MapPair.camera(15))
      inner.append(map)
      screen.map.viewFor = { annotation in
        let view = AnnotationView(annotation: annotation, reuseIdentifier: nil)
        view.bounds = map.bounds
        view.addSublayer(map)
        return view
      }
      screen.map.addAnnotation(PointAnnotation(coordinate: MapPair.camera(14).center))
      screen.runUntilIdle()
    }
    for step in 0..<6 {
      for map in inner { map.pan(by: Point(x: 9, y: 5)) }
      for screen in pair.both {
        if step > 3 { screen.map.pan(by: Point(x: -6, y: 2)) }
        screen.step()
      }
      let areEqual = pair.areEqual()
      #expect(areEqual, "step \(step)")
    }
  }

  @Test("an application's sublayers are above the map, wherever they are inserted", arguments: [0, 1, 2])
  func below(kind: Int) throws {
    let screen = try MapPair(MapPair.camera(14)).cached
    let layer = Layer(frame: Rect(x: 20, y: 20, width: 40, height: 40))
    layer.backgroundColor = .red
    if kind == 0 { screen.map.insertSublayer(layer, at: 0) } else { screen.map.addSublayer(layer) }
    if kind == 2 { layer.zPosition = -1 }
    screen.runUntilIdle()
    let pixels = screen.image.pixels
    #expect(pixels[40 * 260 + 40] == 0xffff_0000)
    #expect(screen.map.hitTest(Point(x: 40, y: 40)) === layer)
  }

  /// A renderer that records the areas it is called for.
  private final class RecordingRenderer: OverlayRenderer {
    var followsCamera = false
    var rects: [MapRect] = []
    override var needsDisplayOnCameraChange: Bool { followsCamera }
    override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: inout MapContext) {
      rects.append(mapRect)
      context.fill(Path(rect: context.rect(for: mapRect)), with: .color(Color.red.withAlpha(0.1)))
    }
  }

  @Test("a renderer is called for areas that come into view, and not while the map rests", arguments: [false, true])
  func requestedAreas(followsCamera: Bool) throws {
    let screen = try MapPair(MapPair.camera(14)).cached
    let overlay = Self.polygon()
    let renderer = RecordingRenderer(overlay: overlay)
    renderer.followsCamera = followsCamera
    screen.map.rendererFor = { _ in renderer }
    screen.map.addOverlay(overlay, level: .aboveRoads)
    let pin = PointAnnotation(coordinate: MapPair.camera(14).center)
    screen.map.addAnnotation(pin)
    screen.map.userLocation.coordinate = MapPair.camera(14).center
    screen.map.showsUserLocation = true
    for _ in 0..<20 { screen.step() }
    let whole = try #require(renderer.rects.first)

    renderer.rects = []
    screen.map.pan(by: Point(x: 9, y: 5))
    screen.step()
    if followsCamera {
      #expect(renderer.rects.allSatisfy { $0.width > whole.width / 2 && $0.height > whole.height / 2 })
    } else {
      #expect(!renderer.rects.isEmpty)
      // Two strips, and the pulsing user location.
      #expect(renderer.rects.allSatisfy { min($0.width, $0.height) < whole.height / 2 })
    }
    for _ in 0..<3 { screen.step() }

    // The user location pulses, and the pin moves.
    renderer.rects = []
    for step in 0..<60 {
      pin.coordinate = try #require(screen.map.convert(Point(x: 100, y: 90 + Scalar(step % 9))))
      let damage = screen.step()
      #expect(!damage.isEmpty && !damage.contains { $0.width > 200 })
    }
    #expect(renderer.rects.isEmpty)
  }

  @Test("a released map releases its layers, overlays, annotations and views", arguments: [false, true])
  func release(hasOverlay: Bool) throws {
    weak var map: MapView?
    weak var content: Layer?
    weak var overlay: MapPolygon?
    weak var renderer: OverlayRenderer?
    weak var annotation: PointAnnotation?
    weak var view: AnnotationView?
    try {
      let screen = try MapPair(MapPair.camera(14)).cached
      let (polygon, pin) = (Self.polygon(), PointAnnotation(coordinate: MapPair.camera(14).center))
      screen.map.rendererFor = { PolygonRenderer(overlay: $0) }
      if hasOverlay { screen.map.addOverlay(polygon) }
      screen.map.addAnnotation(pin)
      screen.runUntilIdle()
      (map, content, overlay, annotation) = (screen.map, screen.map.sublayers.first, polygon, pin)
      (renderer, view) = (screen.map.renderer(for: polygon), screen.map.view(for: pin))
      #expect(view != nil && (renderer != nil) == hasOverlay)
    }()
    #expect(map == nil && content == nil)
    #expect(overlay == nil && renderer == nil)
    #expect(annotation == nil && view == nil)
  }
}
