import CartoucheMaps
import CartoucheTestSupport
import Foundation
import Testing

@Suite("Projection")
struct ProjectionTests {
  @Test("the center and the edges of the world are projected exactly")
  func known() {
    let half = MapPoint.worldSize / 2
    #expect(MapPoint(Coordinate(latitude: 0, longitude: 0)) == MapPoint(x: half, y: half))
    #expect(MapPoint(Coordinate(latitude: 0, longitude: -180)) == MapPoint(x: 0, y: half))
    #expect(MapPoint(Coordinate(latitude: 0, longitude: 180)) == MapPoint(x: 0, y: half))
    #expect(MapPoint(Coordinate(latitude: 0, longitude: 540)) == MapPoint(x: 0, y: half))
    #expect(MapPoint(Coordinate(latitude: Coordinate.maximumLatitude, longitude: 90))?.y == 0)
    #expect(MapPoint(Coordinate(latitude: -Coordinate.maximumLatitude, longitude: 90))?.y == MapPoint.worldSize)
  }

  @Test("the projection is within one unit of the textbook formula")
  func textbook() throws {
    var random = SplitMix64(seed: 4)
    for _ in 0..<20_000 {
      let coordinate = Coordinate(latitude: random.double(in: -85...85), longitude: random.double(in: -180...179.999))
      let point = try #require(MapPoint(coordinate))
      let size = Double(MapPoint.worldSize)
      let x = (coordinate.longitude + 180) / 360 * size
      let y = (1 - log(tan(.pi / 4 + coordinate.latitude * .pi / 360)) / .pi) / 2 * size
      #expect(abs(Double(point.x) - x) <= 1)
      #expect(abs(Double(point.y) - y) <= 1)
    }
  }

  @Test("projecting a coordinate and back gives the same one to 1e-9 degrees")
  func roundTrip() throws {
    var random = SplitMix64(seed: 5)
    for _ in 0..<20_000 {
      let coordinate = Coordinate(latitude: random.double(in: -85.05...85.05), longitude: random.double(in: -180...179.999_999))
      let point = try #require(MapPoint(coordinate))
      let result = try #require(Coordinate(point))
      // A unit is 1.6e-10 degrees of longitude.
      #expect(abs(result.latitude - coordinate.latitude) < 1e-9)
      #expect(abs(result.longitude - coordinate.longitude) < 1e-9)
      #expect(MapPoint(result) == point)
    }
  }

  @Test(
    "a coordinate that is not on the map has no map point, and is clamped on request",
    arguments: [
      (Double.nan, 0.0), (0, .nan), (.infinity, 0), (0, -.infinity), (90, 0), (-90, 0), (85.06, 0), (91, 0), (1e300, 1e300),
    ])
  func offMap(latitude: Double, longitude: Double) {
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    #expect(MapPoint(coordinate) == nil)
    let clamped = MapPoint(clamping: coordinate)
    #expect((0..<MapPoint.worldSize).contains(clamped.x) && (0...MapPoint.worldSize).contains(clamped.y))
    #expect(Coordinate(clamped) != nil)
  }

  @Test("points north and south of the map have no coordinate, and points east and west wrap around")
  func outside() throws {
    #expect(Coordinate(MapPoint(x: 0, y: -1)) == nil)
    #expect(Coordinate(MapPoint(x: 0, y: MapPoint.worldSize + 1)) == nil)
    let here = try #require(Coordinate(MapPoint(x: 12345, y: 6789)))
    #expect(Coordinate(MapPoint(x: 12345 - MapPoint.worldSize, y: 6789)) == here)
    #expect(Coordinate(MapPoint(x: Int64.min, y: 0))?.longitude == -180)
  }
}
