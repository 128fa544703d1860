import Cartouche
import CartoucheCommandLine
import CartoucheTestSupport
import Testing

@MainActor
@Suite("Portals")
struct PortalTests {
  @Test("P3: a portal at exactly 40 meters is in range, and one at 40.01 meters is not")
  func range() throws {
    let player = Coordinate(latitude: 0, longitude: 0)
    // On the equator, where adjacent longitudes have adjacent distances, so that one of exactly 40 m exists.
    var portal = Coordinate(latitude: 0, longitude: 40 / 6_378_137 * 180 / Double.pi)
    for _ in 0..<8 { portal.longitude *= 40 / (try #require(portal.distance(to: player))) }
    for _ in 0..<1000 { portal.longitude = portal.longitude.nextDown }
    for _ in 0..<2000 where portal.distance(to: player) != 40 { portal.longitude = portal.longitude.nextUp }
    try #require(portal.distance(to: player) == 40)
    #expect(GamePortal("", .aliens, at: portal).isInRange(of: player))
    #expect(!GamePortal("", .aliens, at: Coordinate(latitude: 0, longitude: portal.longitude * 40.01 / 40)).isInRange(of: player))
    #expect(!GamePortal("", .aliens, at: Coordinate(latitude: .nan, longitude: 0)).isInRange(of: player))
  }

  @Test(
    "P4: the bounding rectangle is a square of 200 m",
    arguments: [(0.0, 133_966), (37.3318, 168_482), (60, 267_933)] as [(Double, Int)])
  func rectangle(latitude: Double, side: Int) {
    let rect = GamePortal("", .aliens, at: Coordinate(latitude: latitude, longitude: 12)).boundingMapRect
    #expect((rect.widthInMapPoints * 100).rounded == side && (rect.heightInMapPoints * 100).rounded == side)
  }

  @Test("P5, P7: a portal is drawn 400 map points wide with its team's image, and an incomplete one is not drawn")
  func images() throws {
    let stage = Stage(size: PixelSize(width: 480, height: 160))
    let map = MapView(frame: stage.root.bounds, theme: .standard)
    // A map point is half a point.
    map.camera = MapCamera(center: Coordinate(latitude: 0, longitude: 0), zoom: 17)
    map.rendererFor = { PortalRenderer(overlay: $0) }
    stage.root.addSublayer(map)
    for (index, team) in [GamePortal.Team.aliens, .resistance, .neutral, .aliens].enumerated() {
      let coordinate = Coordinate(latitude: 0, longitude: (Double(index) - 1.5) * 0.000_64)
      map.addOverlay(GamePortal("", team, at: coordinate, isComplete: index < 3))
    }
    _ = stage.commit()
    let panel = TestPanel(size: stage.size, format: .xrgb8888, gap: 0)
    Renderer().draw(stage.displayList, into: panel.buffer, damage: [PixelRect(stage.size)], workers: SerialWorkerPool())
    try expectFrame(panel, matches: "portals")
  }
}
