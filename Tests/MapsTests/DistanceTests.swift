import CartoucheMaps
import CartoucheRaster
import CartoucheTestSupport
import Foundation
import Testing

@Suite("Distances on Earth")
struct DistanceTests {
  /// Flinders Peak to Buninyong is the line with which Geoscience Australia checks programs.
  ///
  /// - Source: GDA2020 Technical Manual, section 4.
  @Test("P3: distances are geodesic, exact to the millimeter")
  func published() throws {
    func degrees(_ d: Double, _ m: Double, _ s: Double) -> Double { d + m / 60 + s / 3600 }
    let peak = Coordinate(latitude: -degrees(37, 57, 3.72030), longitude: degrees(144, 25, 29.52440))
    let town = Coordinate(latitude: -degrees(37, 39, 10.15610), longitude: degrees(143, 55, 35.38390))
    #expect(abs(try #require(peak.distance(to: town)) - 54_972.271) < 0.001)
    let equator = Coordinate(latitude: 0, longitude: 179.5)
    #expect(abs(try #require(equator.distance(to: Coordinate(latitude: 0, longitude: -179.5))) - 111_319.4908) < 0.001)
    // A quarter of a WGS 84 meridian.
    let pole = Coordinate(latitude: 90, longitude: 77)
    #expect(abs(try #require(Coordinate(latitude: 0, longitude: 0).distance(to: pole)) - 10_001_965.7293) < 0.001)
  }

  @Test("P3: a point just under 40 meters away is within 40 meters, and one 40.01 meters away is not")
  func range() throws {
    // On the equator a meter to the east is the same angle everywhere.
    func east(_ meters: Double) -> Coordinate { Coordinate(latitude: 0, longitude: meters / 6_378_137 * 180 / .pi) }
    let player = east(1000)
    #expect(try #require(player.distance(to: east(1039.999_999))) <= 40)
    #expect(try #require(player.distance(to: east(1040.01))) > 40)
  }

  @Test("antipodal points have about the distance of a sphere, and invalid coordinates have none")
  func extremes() throws {
    let zero = Coordinate(latitude: 0, longitude: 0)
    for other in [
      Coordinate(latitude: 0, longitude: 180), Coordinate(latitude: 0.5, longitude: 179.7),
      Coordinate(latitude: -0.001, longitude: -180),
    ] {
      #expect(abs(try #require(zero.distance(to: other)) - 20_003_931) < 100_000)
    }
    let (north, south) = (Coordinate(latitude: 90, longitude: 5), Coordinate(latitude: -90, longitude: 99))
    #expect(abs(try #require(north.distance(to: south)) - 20_003_931) < 100_000)
    #expect(north.distance(to: Coordinate(latitude: 90, longitude: -40)) == 0 && zero.distance(to: zero) == 0)
    for invalid in [
      Coordinate(latitude: .nan, longitude: 0), Coordinate(latitude: 0, longitude: .infinity),
      Coordinate(latitude: 90.1, longitude: 0),
    ] {
      #expect(zero.distance(to: invalid) == nil && invalid.distance(to: zero) == nil)
    }
  }

  @Test("a distance is the same in both directions, and within 0.6 % of a sphere's")
  func random() throws {
    var random = SplitMix64(seed: 11)
    for _ in 0..<2000 {
      let (a, b) = (
        Coordinate(latitude: random.double(in: -90...90), longitude: random.double(in: -180...180)),
        Coordinate(latitude: random.double(in: -90...90), longitude: random.double(in: -180...180))
      )
      let (forward, backward) = (try #require(a.distance(to: b)), try #require(b.distance(to: a)))
      #expect(abs(forward - backward) < 0.001)
      func radians(_ x: Double) -> Double { x * .pi / 180 }
      let h =
        pow(sin(radians(b.latitude - a.latitude) / 2), 2) + cos(radians(a.latitude)) * cos(radians(b.latitude))
        * pow(sin(radians(b.longitude - a.longitude) / 2), 2)
      #expect(abs(forward - 2 * 6_371_008.8 * asin(h.squareRoot())) < forward * 0.006)
    }
  }

  @Test(
    "P4: a square of 200 m has the expected side in map points, of which the world is 2^28 wide",
    arguments: [(0.0, 1339.66), (37.3318, 1684.82), (60, 2679.33)])
  func square(latitude: Double, side: Double) throws {
    let rect = try #require(MapRect(center: Coordinate(latitude: latitude, longitude: 12), meters: 200))
    let point = Double(MapPoint.worldSize >> 28)
    #expect(abs(Double(rect.width) / point - side) < 0.006 && rect.width == rect.height)
    #expect(rect.center == MapPoint(Coordinate(latitude: latitude, longitude: 12)))
  }

  @Test("rectangles across the 180th meridian contain points and intersect rectangles on either side of it")
  func meridian() throws {
    let rect = try #require(MapRect(center: Coordinate(latitude: 10, longitude: 179.999), meters: 1000))
    for longitude in [179.998, 180, -179.999] {
      #expect(rect.contains(try #require(MapPoint(Coordinate(latitude: 10, longitude: longitude)))))
    }
    #expect(!rect.contains(try #require(MapPoint(Coordinate(latitude: 10, longitude: 179.9)))))
    let near = try #require(MapRect(center: Coordinate(latitude: 10, longitude: -179.997), meters: 100))
    #expect(rect.intersects(near) && near.intersects(rect))
    let distant = try #require(MapRect(center: Coordinate(latitude: 10, longitude: -179.98), meters: 100))
    #expect(!rect.intersects(distant) && !distant.intersects(rect) && rect.intersects(.world) && MapRect.world.intersects(rect))
    #expect(MapRect(center: Coordinate(latitude: 90, longitude: 0), meters: 1) == nil)
    #expect(MapRect(center: Coordinate(latitude: 0, longitude: 0), meters: .nan) == nil)
    #expect(MapRect(center: Coordinate(latitude: 0, longitude: 0), meters: 1e9) == nil)
  }
}
