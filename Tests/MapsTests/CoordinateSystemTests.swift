import CartoucheMaps
import CartoucheTestSupport
import Foundation
import Testing

@Suite("Displaced coordinates")
struct CoordinateSystemTests {
  private let place = Coordinate(latitude: 39.915, longitude: 116.404)

  /// The numbers of wandergis/coordtransform's own examples.
  @Test(
    "H6: are those that are published, to 5 decimals",
    arguments: [
      (CoordinateSystem.bd09, CoordinateSystem.gcj02, 116.397_627_29, 39.908_656_74),
      (.gcj02, .bd09, 116.410_369_49, 39.921_336_99),
      (.wgs84, .gcj02, 116.410_244_50, 39.916_404_28), (.gcj02, .wgs84, 116.397_755_50, 39.913_595_72),
    ])
  func published(source: CoordinateSystem, target: CoordinateSystem, longitude: Double, latitude: Double) throws {
    let converted = try #require(place.converted(from: source, to: target))
    #expect(abs(converted.longitude - longitude) < 0.5e-5 && abs(converted.latitude - latitude) < 0.5e-5)
  }

  @Test("H6: there and back is the same place within half a metre", arguments: CoordinateSystem.allCases)
  func roundTrip(system: CoordinateSystem) throws {
    var random = SeededRandom(seed: 6)
    for _ in 0..<5000 {
      let there = Coordinate(latitude: random.double(in: 18...53.5), longitude: random.double(in: 73.6...135))
      let displaced = try #require(there.converted(to: system))
      let back = try #require(displaced.converted(from: system, to: .wgs84))
      #expect(try #require(there.distance(to: back)) < 0.001)
      let way = try #require(there.distance(to: displaced))
      #expect(system == .wgs84 ? way == 0 : way > 0 && way < 3000)
    }
  }

  @Test("H6: outside of China nothing is displaced")
  func outside() {
    for there in [
      Coordinate(latitude: 47.14, longitude: 9.52), Coordinate(latitude: -33.86, longitude: 151.2),
      Coordinate(latitude: 37.33, longitude: -122),
    ] {
      #expect(!there.isInDisplacedArea && there.converted(to: .gcj02) == there && there.converted(to: .bd09) == there)
    }
  }

  @Test("H7: what is no place has none in any system", arguments: [Double.nan, .infinity, -.infinity, 1e300])
  func nowhere(value: Double) {
    for system in CoordinateSystem.allCases {
      #expect(Coordinate(latitude: value, longitude: 116).converted(to: system) == nil)
      #expect(Coordinate(latitude: 39, longitude: value).converted(from: system, to: .wgs84) == nil)
    }
  }
}
