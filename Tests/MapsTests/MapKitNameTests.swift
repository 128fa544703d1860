import CartoucheMaps
import CartoucheRaster
import Testing

@Suite("Small methods that MapKit has")
struct MapKitNameTests {
  private let screen = MapScreen(camera: MapCamera(center: .beijing, zoom: 15))
  private var map: MapView { screen.map }

  @Test("an overlay is inserted above or below another one, in its level; without the other one, nothing is inserted")
  func siblings() {
    let portals = (0..<5).map { Portal(Double($0), 0) }
    map.addOverlay(portals[0], level: .aboveRoads)
    map.addOverlay(portals[1], level: .aboveLabels)
    map.insertOverlay(portals[2], below: portals[0])
    map.insertOverlay(portals[3], above: portals[0])
    map.insertOverlay(portals[4], above: Portal(9, 9))
    map.insertOverlay(portals[1], above: portals[2])
    func latitudes(_ level: OverlayLevel) -> [Double] { map.overlays(in: level).map(\.coordinate.latitude) }
    #expect(latitudes(.aboveRoads) == [2, 0, 3] && latitudes(.aboveLabels) == [1])
  }

  @Test("two overlays exchange their positions, and their levels; without one of them, nothing changes")
  func exchange() {
    let portals = (0..<5).map { Portal(Double($0), 0) }
    map.addOverlays(Array(portals[..<3]), level: .aboveRoads)
    map.addOverlays(Array(portals[3...]), level: .aboveLabels)
    screen.commit()
    func latitudes(_ level: OverlayLevel) -> [Double] { map.overlays(in: level).map(\.coordinate.latitude) }
    map.exchangeOverlay(portals[2], with: portals[0])
    #expect(latitudes(.aboveRoads) == [2, 1, 0])
    map.exchangeOverlay(at: 1, withOverlayAt: 4)
    #expect(latitudes(.aboveRoads) == [2, 4, 0] && latitudes(.aboveLabels) == [3, 1])
    map.exchangeOverlay(portals[0], with: Portal(9, 9))
    map.exchangeOverlay(at: 1, withOverlayAt: 5)
    map.exchangeOverlay(at: -1, withOverlayAt: 0)
    map.exchangeOverlay(portals[0], with: portals[0])
    #expect(latitudes(.aboveRoads) == [2, 4, 0] && latitudes(.aboveLabels) == [3, 1])
  }

  @Test("overlays that exchanged their positions are drawn in the new order")
  func exchangeDrawing() {
    let circles = [MapCircle(center: .beijing, radius: 300), MapCircle(center: .beijing, radius: 300)]
    let other = MapScreen(camera: MapCamera(center: .beijing, zoom: 15))
    for shown in [map, other.map] {
      shown.rendererFor = { [weak first = circles[0]] overlay in
        let renderer = CircleRenderer(overlay: overlay)
        renderer.fillColor = overlay === first ? .red : .blue
        return renderer
      }
    }
    map.addOverlays(circles)
    other.map.addOverlays(circles.reversed())
    let before = screen.image.pixels
    map.exchangeOverlay(circles[0], with: circles[1])
    #expect(screen.repaintEqualsRedraw())
    let after = screen.image.pixels
    let isExchanged = after == other.image.pixels
    #expect(isExchanged && after != before)
  }

  @Test("a circle in a rectangle has the rectangle's center, and its longer side as diameter")
  func circleInRectangle() throws {
    let circle = MapCircle(center: .beijing, radius: 500)
    let same = MapCircle(mapRect: circle.boundingMapRect)
    #expect(same.boundingMapRect == circle.boundingMapRect)
    #expect(abs(same.radius - 500) < 0.001 && abs(same.coordinate.latitude - Coordinate.beijing.latitude) < 1e-7)
    var wide = circle.boundingMapRect
    wide.width *= 3
    #expect(MapCircle(mapRect: wide).boundingMapRect.height == wide.width)
    for empty in [MapRect.null, MapRect(origin: MapPoint(x: 0, y: -9_000), width: 4, height: 4)] {
      let nothing = MapCircle(mapRect: empty)
      #expect(nothing.radius == 0 && nothing.boundingMapRect.isEmpty)
    }
  }

  @Test("the user's location is visible while it is shown, known and inside the view")
  func userLocation() {
    screen.commit()
    #expect(!map.isUserLocationVisible)
    map.userLocation.location = .beijing
    #expect(!map.isUserLocationVisible)
    map.showsUserLocation = true
    #expect(map.isUserLocationVisible)
    map.pan(by: Point(x: 400, y: 0))
    #expect(!map.isUserLocationVisible)
    map.userLocation.location = nil
    #expect(!map.isUserLocationVisible)
  }
}
