import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import Testing

@Suite("The user's location")
struct UserLocationTests {
  @Test("M5: the user's location is a pulsing dot with a ring of its accuracy and a heading beam")
  func appearance() throws {
    let screen = MapScreen(camera: MapCamera(center: .beijing, zoom: 16))
    let map = screen.map
    map.showsUserLocation = true
    screen.commit()
    #expect(map.view(for: map.userLocation) == nil, "the location is not known yet")
    map.userLocation.location = .beijing
    map.userLocation.accuracy = 60
    map.userLocation.heading = .degrees(45)
    screen.step()
    let view = try #require(map.view(for: map.userLocation) as? UserLocationView)
    #expect(view.position == Point(x: 240, y: 160))
    let first = screen.image.pixels
    for _ in 0..<20 { screen.step() }
    #expect(screen.stage.nextFrame == .nextRefresh)
    let hasChanged = first != screen.image.pixels
    #expect(hasChanged, "it pulses")
    for _ in 0..<300 { screen.step() }
    #expect(screen.stage.nextFrame != .never, "it keeps pulsing")
    view.isPulsing = false
    screen.runUntilIdle()
    #expect(screen.stage.nextFrame == .never, "it stops pulsing when pulsing is off")
    // 60 m are 32.7 points here, the distance of the ring's westernmost pixel. The beam points northeast.
    let still = screen.image.pixels
    func color(_ x: Int, _ y: Int) -> UInt32 { still[y * 480 + x] }
    let background = color(10, 10)
    let ring = (0..<240).filter { color($0, 160) != background }
    let points = 60 * (try #require(MapPoint.unitsPerMeter(atLatitude: 39.9))) / 65_536
    #expect(abs(240 - Double(try #require(ring.first)) - points) <= 1.5)
    #expect(color(240 + 16, 160 - 16) != color(240 - 16, 160 - 16) && color(240 - 16, 160 - 16) == color(240 + 16, 160 + 16))
    map.userLocation.accuracy = 0
    screen.runUntilIdle()
    let withoutRing = screen.image.pixels
    #expect((0..<200).allSatisfy { withoutRing[160 * 480 + $0] == background }, "without an accuracy there is no ring")
    map.showsUserLocation = false
    screen.runUntilIdle()
    #expect(map.view(for: map.userLocation) == nil)
  }

  @Test("touches pass through the heading beam of the user's location")
  func beam() {
    let screen = MapScreen(camera: MapCamera(center: .beijing, zoom: 15))
    let map = screen.map
    map.showsUserLocation = true
    (map.userLocation.location, map.userLocation.heading) = (.beijing, .degrees(45))
    screen.runUntilIdle()
    for (x, y) in [(268, 188), (212, 132), (262, 140)] as [(Scalar, Scalar)] {
      var hit = screen.stage.root.hitTest(Point(x: x, y: y))
      #expect(hit != nil)
      while let layer = hit {
        #expect(!(layer is UserLocationView), "at \(x), \(y)")
        hit = layer.superlayer
      }
    }
  }
}
