import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("Overlays in a pan of thousands of points")
struct LongPanTests {
  /// An overlay below the labels, placed by points of the view in which it is added.
  enum Kind: CaseIterable {
    case shortLine, longLine, distantSegment, shortDashes, longDashes, gradient, dashedGradient
    case polygon, longOutline, wideRing, distantRing, circle, custom

    /// Whether the drawing depends on where it is clipped, far beyond the view.
    func isClipped(bearing: Int) -> Bool {
      switch self {
      case .distantSegment, .longDashes, .dashedGradient, .distantRing: true
      // A drawing with the context's methods is turned about a point near the view.
      case .custom: bearing != 0
      default: false
      }
    }

    func overlay(on map: MapView) throws -> any Overlay {
      func coordinates(_ points: [(Int, Int)]) throws -> [Coordinate] {
        try points.map { try #require(map.convert(Point(x: Scalar($0.0), y: Scalar($0.1)))) }
      }
      func ring(_ side: Int) throws -> MapPolygon {
        let hole = MapPolygon(coordinates: try coordinates([(180, 90), (320, 100), (250, 220)]))
        let corners = [(70, 60), (side, 130), (side - 40, side), (110, side + 90), (40, 200)]
        return MapPolygon(coordinates: try coordinates(corners), interiorPolygons: [hole])
      }
      func zigzag(_ count: Int, _ step: Int) throws -> MapPolyline {
        let points = (-count / 2..<count).map { ($0 * step, 160 + abs($0) % 2 * 90 + abs($0) % 7 * 3) }
        return MapPolyline(coordinates: try coordinates(points))
      }
      switch self {
      case .shortLine, .shortDashes, .gradient: return try zigzag(50, 47)
      case .longLine, .longDashes: return try zigzag(600, 23)
      case .dashedGradient: return try zigzag(400, 47)
      case .distantSegment: return MapPolyline(coordinates: try coordinates([(-33_000, -7000), (33_000, 7300), (33_100, 0)]))
      case .polygon, .custom: return try ring(900)
      case .longOutline: return try ring(6000)
      case .wideRing: return try ring(11_000)
      case .distantRing: return try ring(40_000)
      case .circle: return MapCircle(center: try coordinates([(210, 120)])[0], radius: 900)
      }
    }

    func renderer(of overlay: any Overlay) -> OverlayRenderer {
      switch self {
      case .polygon, .longOutline, .wideRing, .distantRing: return styled(PolygonRenderer(overlay: overlay))
      case .circle: return styled(CircleRenderer(overlay: overlay))
      case .custom: return TriangleRenderer(overlay: overlay)
      case .gradient, .dashedGradient:
        let renderer = styled(GradientPolylineRenderer(overlay: overlay))
        renderer.setColors([.red, .green, .blue])
        return renderer
      default: return styled(PolylineRenderer(overlay: overlay))
      }
    }

    private func styled<Renderer: OverlayPathRenderer>(_ renderer: Renderer) -> Renderer {
      (renderer.strokeColor, renderer.lineWidth, renderer.lineJoin) = (.red, 5, .miter)
      renderer.fillColor = Color(hex: 0x2060c0).withAlpha(0.6)
      if [.shortDashes, .longDashes, .dashedGradient].contains(self) { renderer.lineDashPattern = [13, 6] }
      return renderer
    }
  }

  /// Draws a triangle with the public methods of the context.
  private final class TriangleRenderer: OverlayRenderer {
    override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: inout MapContext) {
      let rect = context.rect(for: overlay.boundingMapRect)
      var path = Path()
      path.move(to: Point(x: rect.minX + 60, y: rect.minY))
      path.addLine(to: Point(x: rect.maxX, y: rect.minY + 70))
      path.addLine(to: Point(x: rect.minX, y: rect.maxY))
      path.closeSubpath()
      context.fill(path, with: .color(Color(hex: 0x208040).withAlpha(0.7)))
      context.stroke(path, style: StrokeStyle(width: 3), with: .color(.black))
    }
  }

  @Test("stay in place over the 180th meridian, where the map's corner moves by billions of points")
  func meridian() {
    let camera = MapCamera(center: Coordinate(latitude: 10, longitude: 179.9999), zoom: 23)
    let screen = MapScreen(camera: camera)
    (screen.map.showsCompass, screen.map.showsScale) = (false, false)
    screen.map.rendererFor = { TileOverlayRenderer(overlay: $0) }
    let tiles = TileOverlay { id in
      Image(size: PixelSize(width: 16, height: 16)) { pixels in
        for index in pixels.indices {
          pixels[index] = 0xff00_0000 | UInt32(truncatingIfNeeded: index * 977 &+ (id.x &+ id.y) &* 4999) & 0xff_ffff
        }
      }
    }
    screen.map.addOverlay(tiles, level: .aboveRoads)
    screen.runUntilIdle()
    for frame in 0..<40 {
      screen.map.pan(by: Point(x: -60, y: 11))
      screen.step()
      guard frame % 5 == 0 else { continue }
      let isRepaired = screen.repaintEqualsRedraw()
      let difference = CrowdedMap().largestDifference(screen.image.pixels, CrowdedMap().exactPixels(screen))
      #expect(isRepaired && difference <= 1, "frame \(frame): \(difference)")
    }
    let isEast = screen.map.camera.centerPoint.x < MapPoint.worldSize / 2
    #expect(isEast)
  }

  @Test("are redrawn only where they are clipped far beyond the view, and exact", arguments: Kind.allCases, [0, 33])
  func longPan(kind: Kind, bearing: Int) throws {
    let camera = MapCamera(center: .beijing, zoom: 15, bearing: .degrees(WideFixed(bearing)))
    let screen = MapScreen(camera: camera)
    (screen.map.showsCompass, screen.map.showsScale) = (false, false)
    screen.map.rendererFor = { kind.renderer(of: $0) }
    let overlay = try kind.overlay(on: screen.map)
    screen.map.addOverlay(overlay, level: .aboveRoads)
    screen.runUntilIdle()
    let first = screen.map.redrawCount(of: overlay)
    // There and back, so that the overlay comes into view again where the clip extent is another one.
    for frame in 0..<160 {
      screen.map.pan(by: frame < 80 ? Point(x: -37, y: -29) : Point(x: 35, y: 28))
      screen.step()
      guard frame % 20 == 9 else { continue }
      let isRepaired = screen.repaintEqualsRedraw()
      let (shown, exact) = (screen.image.pixels, CrowdedMap().exactPixels(screen))
      #expect(isRepaired && shown == exact, "frame \(frame)")
    }
    let count = screen.map.redrawCount(of: overlay) - first
    if kind.isClipped(bearing: bearing) {
      #expect(count > 0)
    } else {
      #expect(count == 0)
    }
  }
}
