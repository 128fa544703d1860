import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("Overlays")
struct OverlayTests {
  private func line(_ color: Color = .red, width: Scalar = 5) -> (any Overlay) -> OverlayRenderer? {
    { overlay in
      let renderer = PolylineRenderer(overlay: overlay)
      (renderer.strokeColor, renderer.lineWidth) = (color, width)
      return renderer
    }
  }

  private let background: UInt32 = OverlayScreen(0, 0, zoom: 4).show()[0] & 0xff_ffff

  @Test("P4: a portal's rectangle is a square of 200 m: 1339.66 map points at the equator, 1684.82 at 37.3318° N, 2679.33 at 60° N")
  func portalRect() {
    for (latitude, expected) in [(0.0, 133_966), (37.3318, 168_482), (60, 267_933)] {
      let rect = Portal(latitude, -122.03).boundingMapRect
      #expect((rect.widthInMapPoints * 100).rounded == expected && (rect.heightInMapPoints * 100).rounded == expected)
      #expect(abs(rect.center.x - MapPoint(clamping: Coordinate(latitude: latitude, longitude: -122.03)).x) <= 1)
    }
  }

  @Test("P5: a portal's image is 400 × 400 map points, 59.7 m at the equator and 47.5 m at 37.33° N, and within its rectangle")
  func portalImage() throws {
    for (latitude, decimeters) in [(0.0, 597.0), (37.33, 475.0)] {
      let portal = Portal(latitude, -122.03)
      let center = try #require(MapPoint(portal.coordinate))
      let image = MapRect(center: center, mapPoints: 400)
      #expect(image.widthInMapPoints == 400 && image.heightInMapPoints == 400)
      let units = try #require(MapPoint.unitsPerMeter(atLatitude: latitude))
      #expect((Double(image.width) / units * 10).rounded() == decimeters)
    }
    for latitude in stride(from: -85.0, through: 85, by: 5) {
      let portal = Portal(latitude, 10)
      let (image, rect) = (MapRect(center: try #require(MapPoint(portal.coordinate)), mapPoints: 400), portal.boundingMapRect)
      #expect(image.origin.x >= rect.origin.x && image.origin.y >= rect.origin.y)
      #expect(image.origin.x + image.width <= rect.origin.x + rect.width)
      #expect(image.origin.y + image.height <= rect.origin.y + rect.height)
    }
  }

  @Test("zoom scales are powers of two: a map point is one point at zoom 19 and half a point at 18")
  func zoomScales() throws {
    final class Probe: OverlayRenderer {
      var scale: ZoomScale?
      override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: inout MapContext) { scale = zoomScale }
    }
    for zoom in 0...24 {
      let screen = OverlayScreen(0, 0, zoom: Scalar(zoom))
      let portal = Portal(0, 0)
      screen.map.rendererFor = { Probe(overlay: $0) }
      screen.map.addOverlay(portal)
      screen.show()
      let scale = try #require((screen.map.renderer(for: portal) as? Probe)?.scale)
      #expect(scale.pointsPerMapPoint.rawValue == Int64(1) << Int64(32 + zoom - 19))
      #expect(scale.mapPoints(for: 10).rawValue == (Int64(10) << 35) >> Int64(zoom))
      #expect(scale.points(forMapPoints: 1_048_576).rawValue == (Int64(1) << Int64(17 + zoom)))
      #expect(scale.points(forUnits: 1 << 32).rawValue == (Int64(1) << Int64(16 + zoom)))
    }
  }

  @Test("P2: one zoom level doubles the size of an overlay's image, and leaves a line's width unchanged")
  func scaling() throws {
    func extent(zoom: Scalar) -> (image: Int, line: Int) {
      let screen = OverlayScreen(width: 400, height: 400, 37.3318, -122.0312, zoom: zoom)
      screen.map.rendererFor = { overlay in
        overlay is Portal ? PortalRenderer(overlay: overlay) : line()(overlay)
      }
      screen.map.addOverlay(Portal(37.3318, -122.0312, team: "ALIENS"))
      screen.show()
      let rows = (0..<400).filter { y in (0..<400).contains { screen.color($0, y) != background } }
      screen.map.removeOverlays(screen.map.overlays)
      screen.map.addOverlay(
        MapPolyline(coordinates: [
          Coordinate(latitude: 37.3318, longitude: -122.04), Coordinate(latitude: 37.3318, longitude: -122.02),
        ]))
      screen.show()
      return (rows.count, (0..<400).filter { screen.color(200, $0) == 0xff0000 }.count)
    }
    let (far, near) = (extent(zoom: 17), extent(zoom: 18))
    #expect(abs(far.image - 100) <= 1 && abs(near.image - 200) <= 1)
    #expect(abs(near.line - far.line) <= 1 && near.line >= 4)
  }

  @Test("P7: a portal has the image of its team, and an incomplete portal is not drawn")
  func teams() throws {
    let screen = OverlayScreen(width: 420, height: 120, 0, 0, zoom: 17)
    screen.map.rendererFor = { PortalRenderer(overlay: $0) }
    for (index, team) in ["ALIENS", "RESISTANCE", nil, "ALIENS"].enumerated() {
      screen.map.addOverlay(Portal(0, (Double(index) - 1.5) * 0.00056, team: team, isComplete: index < 3))
    }
    screen.show()
    try expectFrame(screen.image, matches: "portals")
  }

  @Test("P8: images are upright unless they are flipped")
  func flips() throws {
    func rows(_ flip: ImageFlip) -> (top: UInt32, bottom: UInt32) {
      let screen = OverlayScreen(width: 100, height: 100, 0, 0, zoom: 17)
      screen.map.rendererFor = { overlay in
        let renderer = PortalRenderer(overlay: overlay)
        renderer.flip = flip
        return renderer
      }
      screen.map.addOverlay(Portal(0, 0, team: "ALIENS"))
      screen.show()
      return (screen.color(50, 3), screen.color(50, 96))
    }
    #expect(rows(.none).top == 0x20c040 && rows(.none).bottom != 0x20c040)
    #expect(rows(.vertical).bottom == 0x20c040 && rows(.vertical).top != 0x20c040)
    #expect(rows(.horizontal) == rows(.none) && rows(.both) == rows(.vertical))
  }

  @Test("P10: an overlay added outside the view gets its renderer and is drawn when it comes into view")
  func culling() {
    let screen = OverlayScreen(39.9, 116.30, zoom: 14)
    var requests = 0
    screen.map.rendererFor = { overlay in
      requests += 1
      return line()(overlay)
    }
    let track = MapPolyline(coordinates: [
      Coordinate(latitude: 39.9, longitude: 116.38), Coordinate(latitude: 39.9, longitude: 116.39),
    ])
    screen.map.addOverlay(track)
    #expect(!screen.show().contains(0xff0000) && requests == 0 && screen.map.renderer(for: track) == nil)
    screen.map.camera.center = Coordinate(latitude: 39.9, longitude: 116.385)
    #expect(screen.show().contains { $0 & 0xff_ffff == 0xff0000 } && requests == 1)
    screen.map.camera.center = Coordinate(latitude: 39.9, longitude: 116.30)
    #expect(!screen.show().contains { $0 & 0xff_ffff == 0xff0000 })
    screen.map.camera.center = Coordinate(latitude: 39.9, longitude: 116.385)
    #expect(screen.show().contains { $0 & 0xff_ffff == 0xff0000 } && requests == 1)
  }

  @Test("P10: an overlay added twice keeps its position and is drawn once")
  func idempotence() {
    let screen = OverlayScreen(0, 0, zoom: 10)
    screen.map.rendererFor = { overlay in
      let renderer = CircleRenderer(overlay: overlay)
      renderer.fillColor = Color.red.withAlpha(0.5)
      return renderer
    }
    let (one, two) = (MapCircle(center: Coordinate(latitude: 0, longitude: 0), radius: 5000), Portal(0, 0))
    screen.map.addOverlays([one, two, one])
    let once = screen.show()
    screen.map.addOverlay(one, level: .aboveRoads)
    screen.map.insertOverlay(one, at: 0)
    #expect(screen.show() == once)
    #expect(screen.map.overlays.count == 2 && screen.map.overlays[0] === one && screen.map.overlays(in: .aboveRoads).isEmpty)
    screen.map.removeOverlay(one)
    screen.map.removeOverlay(one)
    #expect(screen.map.overlays.count == 1)
    screen.show()
    #expect(screen.color(160, 100) == background)
  }

  @Test("levels, and positions within a level, determine the drawing order")
  func order() {
    let screen = OverlayScreen(0, 0, zoom: 10)
    func circle(_ number: Double) -> MapCircle { MapCircle(center: Coordinate(latitude: 0, longitude: 0), radius: 5000 + number) }
    let circles = [circle(1), circle(2), circle(3)]
    screen.map.rendererFor = { overlay in
      let renderer = CircleRenderer(overlay: overlay)
      renderer.fillColor = overlay === circles[0] ? .red : overlay === circles[1] ? .green : .blue
      return renderer
    }
    screen.map.addOverlay(circles[0])
    screen.map.addOverlay(circles[1], level: .aboveRoads)
    screen.show()
    #expect(screen.color(160, 100) == 0xff0000)
    screen.map.insertOverlay(circles[2], at: 0)
    screen.show()
    #expect(
      screen.color(160, 100) == 0xff0000
        && screen.map.overlays.map { $0 as AnyObject }.elementsEqual([circles[1], circles[2], circles[0]], by: ===))
    screen.map.removeOverlay(circles[0])
    screen.show()
    #expect(screen.color(160, 100) == 0x0000ff)
  }

  @Test("touches pass through overlays")
  func hits() {
    let screen = OverlayScreen(0, 0, zoom: 10)
    screen.map.rendererFor = { CircleRenderer(overlay: $0) }
    screen.map.addOverlay(MapCircle(center: Coordinate(latitude: 0, longitude: 0), radius: 5000))
    screen.show()
    #expect(screen.stage.root.hitTest(Point(x: 160, y: 100)) === screen.map)
  }

  @Test("P14: an overlay without a renderer is not drawn, and is asked for one only once")
  func withoutRenderer() {
    let screen = OverlayScreen(0, 0, zoom: 10)
    let plain = screen.show()
    var requests = 0
    screen.map.rendererFor = { _ in
      requests += 1
      return nil
    }
    screen.map.addOverlay(Portal(0, 0))
    #expect(screen.show() == plain)
    screen.map.pan(by: Point(x: 1, y: 0))
    screen.show()
    #expect(requests == 1)
  }

  @Test("P14: an alpha of 0.1 applies to a polygon's fill and stroke as a group, and two polygons give about 0.19")
  func groupAlpha() {
    let screen = OverlayScreen(0, 0, zoom: 10)
    func square(_ west: Double, _ east: Double) -> MapPolygon {
      MapPolygon(
        coordinates: [(0.02, west), (0.02, east), (-0.02, east), (-0.02, west)].map { Coordinate(latitude: $0.0, longitude: $0.1) })
    }
    screen.map.rendererFor = { overlay in
      let renderer = PolygonRenderer(overlay: overlay)
      (renderer.fillColor, renderer.strokeColor, renderer.lineWidth, renderer.alpha) = (.black, .black, 6, 0.1)
      return renderer
    }
    let plain = Double(screen.show()[100 * 320 + 160] & 255)
    screen.map.addOverlays([square(-0.1, 0.02), square(-0.02, 0.1)])
    screen.show()
    let both = (160, 100)
    let one = (110, 100)
    func coverage(_ pixel: (x: Int, y: Int)) -> Double { 1 - Double(screen.color(pixel.x, pixel.y) & 255) / plain }
    #expect(abs(coverage(both) - 0.19) < 0.01 && abs(coverage(one) - 0.1) < 0.01)
    // The stroke's inner half, which overlaps the fill, has the same coverage.
    let west = (0..<160).first { screen.color($0, 100) != background }
    #expect(west.map { abs(coverage(($0 + 2, 100)) - 0.1) < 0.01 } == true)
  }

  @Test("rendererFor may add and remove overlays")
  func reentrance() {
    let screen = OverlayScreen(0, 0, zoom: 10)
    let circles = (0..<20).map { MapCircle(center: Coordinate(latitude: 0, longitude: Double($0) / 1000), radius: 500) }
    screen.map.rendererFor = { [unowned map = screen.map] overlay in
      map.removeOverlay(circles[3])
      map.removeOverlay(overlay)
      map.addOverlay(circles[19])
      return CircleRenderer(overlay: overlay)
    }
    screen.map.addOverlays(circles)
    screen.show()
    screen.map.pan(by: Point(x: 3, y: 3))
    screen.show()
    #expect(screen.map.overlays.count <= 1)
  }
}
