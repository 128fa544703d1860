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
