import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("Laws of overlays")
struct OverlayLawTests {
  /// A custom renderer that draws lines, images, groups and clips around the overlay's coordinate.
  final class Rosette: OverlayRenderer {
    var phase = 0
    override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: inout MapContext) {
      guard let mapPoint = MapPoint(overlay.coordinate) else { return }
      let center = context.point(for: mapPoint)
      let size = zoomScale.points(forMapPoints: 160)
      context.group(opacity: 0.75) { context in
        context.fill(
          Path(ellipseIn: Rect(x: center.x - size, y: center.y - size / 2, width: size * 2, height: size)), with: .color(.green))
        context.clipped(to: Path(ellipseIn: Rect(x: center.x - size / 2, y: center.y - size, width: size, height: size * 2))) {
          $0.fill(
            Path(rect: Rect(x: center.x - size, y: center.y - size, width: size + Scalar(phase), height: size * 2)),
            with: .color(.blue))
        }
      }
      context.draw(
        PortalRenderer.images[0], in: context.rect(for: MapRect(center: mapPoint, mapPoints: 300)),
        flipped: phase % 2 == 0 ? .none : .both)
      let ring = (0...6).map {
        Coordinate(
          latitude: overlay.coordinate.latitude + ($0 % 2 == 0 ? 0.0006 : 0.0002),
          longitude: overlay.coordinate.longitude + (Double($0) - 3) * 0.0003)
      }
      context.stroke(context.path(for: ring), style: StrokeStyle(width: 3, dashes: [7, 4]), with: .color(.orange))
    }
  }

  private func renderer(_ overlay: any Overlay) -> OverlayRenderer? {
    switch overlay {
    case is MapPolyline:
      let renderer =
        overlay.coordinate.latitude > 0.0005 ? GradientPolylineRenderer(overlay: overlay) : PolylineRenderer(overlay: overlay)
      (renderer as? GradientPolylineRenderer)?.setColors([.red, Color(hex: 0xe02010), Color(hex: 0xf03020)])
      (renderer.strokeColor, renderer.lineWidth, renderer.lineDashPattern) = (.red, 4, [12, 5])
      return renderer
    case is MapPolygon:
      let renderer = PolygonRenderer(overlay: overlay)
      (renderer.fillColor, renderer.strokeColor, renderer.lineWidth, renderer.alpha) = (.blue, .black, 3, 0.4)
      return renderer
    case is MapCircle:
      let renderer = CircleRenderer(overlay: overlay)
      (renderer.fillColor, renderer.strokeColor, renderer.lineDashPattern) = (Color.orange.withAlpha(0.5), .black, [2, 6])
      return renderer
    default: return Rosette(overlay: overlay)
    }
  }

  private func overlays() -> [any Overlay] {
    var random = SplitMix64(seed: 77)
    func coordinates(_ count: Int, _ latitude: Double) -> [Coordinate] {
      (0..<count).map { _ in
        Coordinate(latitude: latitude + random.double(in: -0.002...0.002), longitude: random.double(in: -0.003...0.003))
      }
    }
    var walk = [Coordinate(latitude: 0, longitude: 0)]
    for _ in 0..<600 {
      let last = walk[walk.count - 1]
      walk.append(
        Coordinate(
          latitude: last.latitude + random.double(in: -0.0001...0.0001),
          longitude: last.longitude + random.double(in: -0.0001...0.0001)))
    }
    return [
      MapPolyline(coordinates: coordinates(7, 0.001)), MapPolyline(coordinates: walk),
      MapPolygon(
        coordinates: [(-0.002, -0.002), (0.002, -0.002), (0.001, 0.002), (-0.002, 0.003)].map {
          Coordinate(latitude: $0.0, longitude: $0.1)
        },
        interiorPolygons: [MapPolygon(coordinates: coordinates(5, 0))]),
      MapCircle(center: Coordinate(latitude: 0.0003, longitude: 0.0005), radius: 120), Portal(0, 0), Portal(0.0005, -0.001),
    ]
  }

  @Test(
    "P6: drawn in parts, custom and built-in renderers give the pixels that they give whole", arguments: [0, 19, 90],
    [15.0, 16.4, 18])
  func parts(degrees: Int, zoom: Double) {
    let screen = OverlayScreen(0, 0, zoom: Scalar(floatLiteral: zoom), bearing: .degrees(WideFixed(degrees)))
    screen.map.rendererFor = { renderer($0).map { PartRenderer($0) } }
    let overlays = overlays()
    screen.map.addOverlays(overlays)
    let whole = screen.show()
    #expect(Set(whole).count > 50)
    let renderers = overlays.compactMap { screen.map.renderer(for: $0) as? PartRenderer }
    let before = renderers.map(\.drawCount)
    for count in [2, 3] { screen.expectDrawnInParts(count, renderers, whole: whole) }
    for (renderer, count) in zip(renderers, before) {
      #expect(renderer.drawCount == (count == 0 ? 0 : count + 4 + 9))
    }
  }

  @Test("a repainted map equals a full redraw after random changes of overlays, renderers and camera", arguments: [0, 33])
  func repaint(degrees: Int) {
    let screen = OverlayScreen(0, 0, zoom: 16, bearing: .degrees(WideFixed(degrees)))
    screen.map.rendererFor = renderer
    var random = SplitMix64(seed: UInt64(degrees) + 4)
    var candidates = overlays()
    for step in 0..<60 {
      switch random.int(in: 0...8) {
      case 0: screen.map.addOverlays(candidates)
      case 1: screen.map.removeOverlay(candidates[random.int(in: 0...candidates.count - 1)])
      case 2: screen.map.pan(by: Point(x: Scalar(random.int(in: -40...40)) / 3, y: Scalar(random.int(in: -40...40)) / 7))
      case 3: screen.map.camera.zoom = 15 + Scalar(random.int(in: 0...200)) / 100
      case 4: candidates = overlays() + candidates.prefix(3)
      case 5: screen.map.insertOverlay(candidates[random.int(in: 0...candidates.count - 1)], at: 0, level: .aboveRoads)
      case 6: screen.map.camera.bearing = .degrees(WideFixed(random.int(in: 0...4) * 22))
      default:
        guard let overlay = screen.map.overlays.randomElement(using: &random), let renderer = screen.map.renderer(for: overlay)
        else { continue }
        if let path = renderer as? OverlayPathRenderer {
          path.lineWidth = Scalar(random.int(in: 1...12))
          path.alpha = Scalar(random.int(in: 1...10)) / 10
        } else if let rosette = renderer as? Rosette {
          rosette.phase += 5
          rosette.setNeedsDisplay()
        }
      }
      let shown = screen.show()
      #expect(difference(shown, screen.redrawn()) == nil, "step \(step)")
    }
    screen.map.removeOverlays(screen.map.overlays)
    #expect(screen.map.overlays.isEmpty)
  }

  @Test(
    "overlays that leave the view and come back are drawn as on a new map", arguments: OverlayLevel.allCases, [0, 33])
  func leaving(level: OverlayLevel, degrees: Int) {
    let overlays = overlays()
    func screen(_ camera: MapCamera) -> OverlayScreen {
      let screen = OverlayScreen(camera)
      screen.map.rendererFor = renderer
      screen.map.addOverlays(overlays, level: level)
      return screen
    }
    let home = MapCamera(
      center: Coordinate(latitude: 0, longitude: 0), zoom: 16, bearing: .degrees(WideFixed(degrees)))
    let moved = screen(home)
    var random = SplitMix64(seed: UInt64(degrees) + 9)
    var (empty, full) = (0, 0)
    for step in 0..<60 {
      switch random.int(in: 0...9) {
      case 0: moved.map.camera.zoom = 15 + Scalar(random.int(in: 0...8)) / 4
      case 1: moved.map.camera = home
      case 2: moved.map.camera.bearing = .degrees(WideFixed(degrees + random.int(in: 0...3) * 30))
      case 3:
        for overlay in overlays { moved.map.renderer(for: overlay)?.setNeedsDisplay() }
      default: moved.map.pan(by: Point(x: Scalar(random.int(in: -400...400)), y: Scalar(random.int(in: -250...250))))
      }
      let shown = moved.show()
      #expect(difference(shown, screen(moved.map.camera).show()) == nil, "step \(step)")
      if Set(shown).count < 3 { empty += 1 } else { full += 1 }
    }
    #expect(empty > 3 && full > 3)
  }

  @Test(
    "in a pan, each copy of the world has its overlays from the frame in which it comes into view", arguments: OverlayLevel.allCases
  )
  func copies(level: OverlayLevel) {
    let disk = MapCircle(center: Coordinate(latitude: 0, longitude: 0), radius: 300_000)
    func screen(_ camera: MapCamera) -> OverlayScreen {
      let screen = OverlayScreen(width: 800, height: 200, camera)
      screen.map.rendererFor = renderer
      screen.map.addOverlay(disk, level: level)
      return screen
    }
    let moved = screen(MapCamera(center: Coordinate(latitude: 0, longitude: 0), zoom: 0))
    moved.show()
    for step in 0..<40 {
      moved.map.pan(by: Point(x: step < 20 ? -11 : 11, y: 0))
      #expect(difference(moved.show(), screen(moved.map.camera).show()) == nil, "step \(step)")
    }
  }

  @Test("an overlay that comes into view or leaves it asks no layer around the map for a layout")
  func sizes() {
    final class Frame: Layer {
      var calls = 0
      override func invalidateIntrinsicContentSize() { calls += 1 }
    }
    let screen = OverlayScreen(0, 0, zoom: 16)
    let frame = Frame(frame: screen.map.frame)
    screen.stage.root.addSublayer(frame)
    frame.addSublayer(screen.map)
    screen.map.rendererFor = renderer
    for level in OverlayLevel.allCases { screen.map.addOverlays(overlays(), level: level) }
    screen.show()
    frame.calls = 0
    for step in 0..<20 {
      screen.map.pan(by: Point(x: step < 10 ? 90 : -90, y: 0))
      screen.show()
    }
    #expect(frame.calls == 0)
  }

  @Test("a changed overlay damages only its own area, and an invalidated part only that part")
  func damage() throws {
    let screen = OverlayScreen(0, 0, zoom: 16)
    screen.map.rendererFor = renderer
    let (one, other) = (
      Portal(0, 0.001),
      MapPolyline(coordinates: [Coordinate(latitude: -0.001, longitude: -0.002), Coordinate(latitude: 0.001, longitude: -0.0015)])
    )
    screen.map.addOverlays([one, other])
    screen.show()
    let line = try #require(screen.map.renderer(for: other) as? PolylineRenderer)
    line.strokeColor = .blue
    screen.show()
    #expect(!screen.damage.isEmpty && screen.damage.allSatisfy { $0.maxX < 160 })
    let rosette = try #require(screen.map.renderer(for: one) as? Rosette)
    rosette.phase = 3
    rosette.setNeedsDisplay(in: MapRect(center: try #require(MapPoint(one.coordinate)), mapPoints: 16))
    screen.show()
    #expect(screen.damage.count == 1 && screen.damage.allSatisfy { $0.width <= 7 && $0.height <= 7 && $0.minX > 160 })
    rosette.setNeedsDisplay(in: MapRect(origin: MapPoint(x: .max / 2, y: .max / 2), width: .max, height: .max))
    screen.show()
    #expect(screen.stage.commit().isEmpty)
  }

  @Test(
    "degenerate, huge and non-finite polygons, circles and bounds repaint correctly and do not trap", arguments: [0, 2, 12, 24])
  func badInput(zoom: Int) {
    let numbers = [0.0, 45, 90, -90, 85.1, 179.9999, -180, 540, 1e18, .nan, .infinity, -.infinity]
    var random = SplitMix64(seed: UInt64(zoom))
    func randomNumber() -> Double { numbers[random.int(in: 0...numbers.count - 1)] }
    let screen = OverlayScreen(0, 0, zoom: Scalar(zoom), bearing: .degrees(WideFixed(zoom * 5)))
    screen.map.rendererFor = renderer
    for _ in 0..<40 {
      let coordinates = (0..<random.int(in: 0...6)).map { _ in Coordinate(latitude: randomNumber(), longitude: randomNumber()) }
      screen.map.addOverlay(
        MapPolygon(coordinates: coordinates, interiorPolygons: [MapPolygon(coordinates: coordinates.dropLast())]))
      screen.map.addOverlay(
        MapCircle(center: Coordinate(latitude: randomNumber(), longitude: randomNumber()), radius: randomNumber() * 1e6))
      screen.map.addOverlay(Portal(randomNumber(), randomNumber()))
    }
    final class BoundsOnly: Overlay {
      let coordinate = Coordinate(latitude: 0, longitude: 0)
      let boundingMapRect: MapRect
      init(_ rect: MapRect) { boundingMapRect = rect }
    }
    for (x, width) in [(Int64.min, Int64.max), (.max, .max), (0, .max), (.min, 1), (0, -5), (-(1 << 60), 1 << 61)] {
      screen.map.addOverlay(BoundsOnly(MapRect(origin: MapPoint(x: x, y: x), width: width, height: width)))
    }
    screen.show()
    #expect(difference(screen.pixels, screen.redrawn()) == nil)
    screen.map.pan(by: Point(x: 50, y: 20))
    screen.show()
    #expect(difference(screen.pixels, screen.redrawn()) == nil)
  }

  @Test("P14: a one-pixel line, fields at opacity 0.1, discs colored by level, holes and islands match the golden frame")
  func frame() throws {
    let screen = OverlayScreen(width: 480, height: 300, 37.3318, -122.0312, zoom: 15)
    func coordinate(_ x: Double, _ y: Double) -> Coordinate {
      Coordinate(latitude: 37.3318 - y / 1e5 * 1.7, longitude: -122.0312 + x / 1e5 * 2.15)
    }
    func ring(_ x: Double, _ y: Double, _ size: Double) -> [Coordinate] {
      [
        coordinate(x - size, y - size), coordinate(x + size, y - size), coordinate(x + size, y + size),
        coordinate(x - size, y + size),
      ]
    }
    let levels: [UInt32] = [0xfece5a, 0xffa630, 0xff7315, 0xe40000, 0xfd2992, 0xeb26cd, 0xc124e0, 0x9627f4]
    let discs = (0..<8).map { MapCircle(center: coordinate(-190 + Double($0) * 54, 110), radius: 12 + Double($0) * 3) }
    let fields = [
      [coordinate(-210, -110), coordinate(-40, -100), coordinate(-120, 40)],
      [coordinate(-180, 20), coordinate(-150, -120), coordinate(0, 0)],
    ].map {
      MapPolygon(coordinates: $0)
    }
    let nested = MapPolygon(
      coordinates: ring(130, -30, 70),
      interiorPolygons: [
        MapPolygon(coordinates: ring(130, -30, 45), interiorPolygons: [MapPolygon(coordinates: ring(130, -30, 20))])
      ])
    let link = MapPolyline(coordinates: [
      coordinate(-210, -110), coordinate(-40, -100), coordinate(-120, 40), coordinate(-210, -110),
    ])
    screen.map.rendererFor = { overlay in
      if overlay === link {
        let renderer = PolylineRenderer(overlay: overlay)
        renderer.strokeColor = Color(hex: 0x0088ff)
        return renderer
      }
      if overlay === nested {
        let renderer = PolygonRenderer(overlay: overlay)
        (renderer.fillColor, renderer.strokeColor, renderer.lineWidth) = (Color.green.withAlpha(0.5), .black, 2)
        return renderer
      }
      if overlay is MapPolygon {
        let renderer = PolygonRenderer(overlay: overlay)
        (renderer.fillColor, renderer.alpha) = (Color(hex: 0x03dc03), 0.1)
        return renderer
      }
      let renderer = CircleRenderer(overlay: overlay)
      renderer.fillColor = discs.firstIndex { $0 === overlay }.map { Color(hex: levels[$0]) }
      return renderer
    }
    screen.map.addOverlays(fields + [link, nested] + discs)
    screen.show()
    try expectFrame(screen.image, matches: "fields")
  }
}
