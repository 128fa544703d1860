import CartoucheControls
import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

/// What happens round a map that is carried: animations, perspective, other layers, renderers that count, and its end.
@Suite("A map that is carried, in special cases", .enabled(if: Shared.isThere, Shared.reason))
struct MapScrollCacheCaseTests {
  private static func polygon() -> MapPolygon {
    MapPolygon(coordinates: [(40.0, 0.0), (40, 20), (55, 20), (55, 0)].map { Coordinate(latitude: $0.0, longitude: $0.1) })
  }

  @Test(
    "shows all of itself in every frame in which its size is animated, laid out for the last at once",
    arguments: [(40, 40, 260, 190), (260, 190, 90, 101), (200, 50, 70, 190)])
  func sizes(from width: Int, _ height: Int, to lastWidth: Int, _ lastHeight: Int) throws {
    let twins = try MapPair(MapPair.camera(14))
    for screen in twins.both {
      screen.map.frame = Rect(x: 0, y: 0, width: Scalar(width), height: Scalar(height))
      screen.rest()
      screen.stage.animate(duration: 0.3) {
        screen.map.frame = Rect(x: 0, y: 0, width: Scalar(lastWidth), height: Scalar(lastHeight))
        screen.stage.root.layoutIfNeeded()
      }
    }
    for step in 0..<24 {
      for screen in twins.both { screen.step() }
      let areEqual = twins.areEqual()
      #expect(areEqual, "step \(step)")
    }
    for screen in twins.both { screen.rest() }
    let fresh = try MapPair(twins.kept.map.camera).kept
    fresh.map.frame = twins.kept.map.frame
    fresh.rest()
    let isAsFresh = fresh.image.storage.bytes == twins.kept.image.storage.bytes
    #expect(isAsFresh)
  }

  @Test("where its pixels cannot be moved shows what one shows that was always there", arguments: 0..<5)
  func otherwise(kind: Int) throws {
    func screen(_ camera: MapCamera) throws -> MapScreen {
      let screen = MapScreen(width: 300, height: 200, fonts: standardFonts(), camera: camera)
      screen.map.sources = try MapPair(camera).kept.map.sources
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
      screen.rest()
      return screen
    }
    let panned = try screen(MapPair.camera(14))
    let before = panned.image.storage.bytes
    for _ in 0..<5 {
      panned.map.pan(by: Point(x: 10, y: 7))
      panned.step()
    }
    panned.rest()
    #expect(panned.paintsAsWhole())
    let isOther = before != panned.image.storage.bytes
    #expect(isOther)
    let fresh = try screen(panned.map.camera)
    let isAsFresh = fresh.image.storage.bytes == panned.image.storage.bytes
    #expect(isAsFresh)
  }

  @Test("is carried in an annotation's view on another map")
  func inAnother() throws {
    let twins = try MapPair(MapPair.camera(14))
    var inner: [MapView] = []
    for screen in twins.both {
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
      screen.rest()
    }
    for step in 0..<6 {
      for map in inner { map.pan(by: Point(x: 9, y: 5)) }
      for screen in twins.both {
        if step > 3 { screen.map.pan(by: Point(x: -6, y: 2)) }
        screen.step()
      }
      let areEqual = twins.areEqual()
      #expect(areEqual, "step \(step)")
    }
  }

  @Test("lies below the sublayers of an application, wherever these are put", arguments: [0, 1, 2])
  func below(kind: Int) throws {
    let screen = try MapPair(MapPair.camera(14)).kept
    let layer = Layer(frame: Rect(x: 20, y: 20, width: 40, height: 40))
    layer.backgroundColor = .red
    if kind == 0 { screen.map.insertSublayer(layer, at: 0) } else { screen.map.addSublayer(layer) }
    if kind == 2 { layer.zPosition = -1 }
    screen.rest()
    #expect(screen.image.storage.pixels[40 * 260 + 40] == 0xffff_0000)
    #expect(screen.map.hitTest(Point(x: 40, y: 40)) === layer)
  }

  private final class Counting: OverlayRenderer {
    var isFollowing = false
    var rects: [MapRect] = []
    override var needsDisplayOnCameraChange: Bool { isFollowing }
    override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: inout MapContext) {
      rects.append(mapRect)
      context.fill(Path(rect: context.rect(for: mapRect)), with: .color(Color.red.withAlpha(0.1)))
    }
  }

  @Test("asks renderers for what comes into view, and for nothing while it rests", arguments: [false, true])
  func asking(isFollowing: Bool) throws {
    let screen = try MapPair(MapPair.camera(14)).kept
    let overlay = Self.polygon()
    let renderer = Counting(overlay: overlay)
    renderer.isFollowing = isFollowing
    screen.map.rendererFor = { _ in renderer }
    screen.map.addOverlay(overlay)
    let pin = PointAnnotation(coordinate: MapPair.camera(14).center)
    screen.map.addAnnotation(pin)
    screen.map.userLocation.coordinate = MapPair.camera(14).center
    screen.map.showsUserLocation = true
    for _ in 0..<20 { screen.step() }
    let whole = try #require(renderer.rects.first)

    renderer.rects = []
    screen.map.pan(by: Point(x: 9, y: 5))
    screen.step()
    if isFollowing {
      #expect(renderer.rects.allSatisfy { $0.width > whole.width / 2 && $0.height > whole.height / 2 })
    } else {
      #expect(!renderer.rects.isEmpty)
      // Two strips, and the pulsing place.
      #expect(renderer.rects.allSatisfy { min($0.width, $0.height) < whole.height / 2 })
    }
    for _ in 0..<3 { screen.step() }

    // The place pulses, and the pin moves.
    renderer.rects = []
    for step in 0..<60 {
      pin.coordinate = try #require(screen.map.convert(Point(x: 100, y: 90 + Scalar(step % 9))))
      let damage = screen.step()
      #expect(!damage.isEmpty && !damage.contains { $0.width > 200 })
    }
    #expect(renderer.rects.isEmpty)
  }

  @Test("goes with all that is on it when nobody holds it", arguments: [false, true])
  func end(hasOverlay: Bool) throws {
    weak var map: MapView?
    weak var ground: Layer?
    weak var overlay: MapPolygon?
    weak var renderer: OverlayRenderer?
    weak var annotation: PointAnnotation?
    weak var view: AnnotationView?
    try {
      let screen = try MapPair(MapPair.camera(14)).kept
      let (polygon, pin) = (Self.polygon(), PointAnnotation(coordinate: MapPair.camera(14).center))
      screen.map.rendererFor = { PolygonRenderer(overlay: $0) }
      if hasOverlay { screen.map.addOverlay(polygon) }
      screen.map.addAnnotation(pin)
      screen.rest()
      (map, ground, overlay, annotation) = (screen.map, screen.map.sublayers.first, polygon, pin)
      (renderer, view) = (screen.map.renderer(for: polygon), screen.map.view(for: pin))
      #expect(view != nil && (renderer != nil) == hasOverlay)
    }()
    #expect(map == nil && ground == nil)
    #expect(overlay == nil && renderer == nil)
    #expect(annotation == nil && view == nil)
  }
}
