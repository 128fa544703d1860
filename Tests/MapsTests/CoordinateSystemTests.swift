import CartoucheMaps
import CartoucheTestSupport
import Foundation
import Testing

@Suite("Coordinate systems")
struct CoordinateSystemTests {
  private let coordinate = Coordinate(latitude: 39.915, longitude: 116.404)

  /// The values are those of the examples of wandergis/coordtransform.
  @Test(
    "H6: conversions match the published values to 5 decimals",
    arguments: [
      (CoordinateSystem.bd09, CoordinateSystem.gcj02, 116.397_627_29, 39.908_656_74),
      (.gcj02, .bd09, 116.410_369_49, 39.921_336_99),
      (.wgs84, .gcj02, 116.410_244_50, 39.916_404_28), (.gcj02, .wgs84, 116.397_755_50, 39.913_595_72),
    ])
  func published(source: CoordinateSystem, target: CoordinateSystem, longitude: Double, latitude: Double) throws {
    let converted = try #require(coordinate.converted(from: source, to: target))
    #expect(abs(converted.longitude - longitude) < 0.5e-5 && abs(converted.latitude - latitude) < 0.5e-5)
  }

  @Test("H6: converting a coordinate and back gives the same position within a millimeter", arguments: CoordinateSystem.allCases)
  func roundTrip(system: CoordinateSystem) throws {
    var random = SplitMix64(seed: 6)
    for _ in 0..<5000 {
      let coordinate = Coordinate(latitude: random.double(in: 18...53.5), longitude: random.double(in: 73.6...135))
      let displaced = try #require(coordinate.converted(to: system))
      let back = try #require(displaced.converted(from: system, to: .wgs84))
      #expect(try #require(coordinate.distance(to: back)) < 0.001)
      let displacement = try #require(coordinate.distance(to: displaced))
      #expect(system == .wgs84 ? displacement == 0 : displacement > 0 && displacement < 3000)
    }
  }

  @Test("H6: coordinates outside China are not displaced")
  func outside() {
    for coordinate in [
      Coordinate(latitude: 47.14, longitude: 9.52), Coordinate(latitude: -33.86, longitude: 151.2),
      Coordinate(latitude: 37.33, longitude: -122),
    ] {
      #expect(
        !coordinate.isInDisplacedArea && coordinate.converted(to: .gcj02) == coordinate
          && coordinate.converted(to: .bd09) == coordinate)
    }
  }

  @Test("H7: an invalid coordinate has no conversion to or from any system", arguments: [Double.nan, .infinity, -.infinity, 1e300])
  func invalid(value: Double) {
    for system in CoordinateSystem.allCases {
      #expect(Coordinate(latitude: value, longitude: 116).converted(to: system) == nil)
      #expect(Coordinate(latitude: 39, longitude: value).converted(from: system, to: .wgs84) == nil)
    }
  }
}
