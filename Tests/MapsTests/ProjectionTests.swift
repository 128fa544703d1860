import CartoucheMaps
import CartoucheTestSupport
import Foundation
import Testing

@Suite("Places on Earth and on the map's plane")
struct ProjectionTests {
  @Test("known places: the middle, the edges, and the square's corners")
  func known() {
    let half = MapPoint.worldSize / 2
    #expect(MapPoint(Coordinate(latitude: 0, longitude: 0)) == MapPoint(x: half, y: half))
    #expect(MapPoint(Coordinate(latitude: 0, longitude: -180)) == MapPoint(x: 0, y: half))
    #expect(MapPoint(Coordinate(latitude: 0, longitude: 180)) == MapPoint(x: 0, y: half))
    #expect(MapPoint(Coordinate(latitude: 0, longitude: 540)) == MapPoint(x: 0, y: half))
    #expect(MapPoint(Coordinate(latitude: Coordinate.maximumLatitude, longitude: 90))?.y == 0)
    #expect(MapPoint(Coordinate(latitude: -Coordinate.maximumLatitude, longitude: 90))?.y == MapPoint.worldSize)
  }

  @Test("the projection is the textbook's within one unit")
  func textbook() throws {
    var random = SeededRandom(seed: 4)
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

  @Test("there and back is the same place to 1e-9 degrees")
  func roundTrip() throws {
    var random = SeededRandom(seed: 5)
    for _ in 0..<20_000 {
      let there = Coordinate(latitude: random.double(in: -85.05...85.05), longitude: random.double(in: -180...179.999_999))
      let point = try #require(MapPoint(there))
      let back = try #require(Coordinate(point))
      // A unit is 1.6e-10 degrees of longitude.
      #expect(abs(back.latitude - there.latitude) < 1e-9)
      #expect(abs(back.longitude - there.longitude) < 1e-9)
      #expect(MapPoint(back) == point)
    }
  }

  @Test(
    "what is no place on the map has no point",
    arguments: [
      (Double.nan, 0.0), (0, .nan), (.infinity, 0), (0, -.infinity), (90, 0), (-90, 0), (85.06, 0), (91, 0), (1e300, 1e300),
    ])
  func nowhere(latitude: Double, longitude: Double) {
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    #expect(MapPoint(coordinate) == nil)
    let held = MapPoint(clamping: coordinate)
    #expect((0..<MapPoint.worldSize).contains(held.x) && (0...MapPoint.worldSize).contains(held.y))
    #expect(Coordinate(held) != nil)
  }

  @Test("north and south of the map there is no coordinate; beyond its sides there is the next copy's")
  func beyond() throws {
    #expect(Coordinate(MapPoint(x: 0, y: -1)) == nil)
    #expect(Coordinate(MapPoint(x: 0, y: MapPoint.worldSize + 1)) == nil)
    let here = try #require(Coordinate(MapPoint(x: 12345, y: 6789)))
    #expect(Coordinate(MapPoint(x: 12345 - MapPoint.worldSize, y: 6789)) == here)
    #expect(Coordinate(MapPoint(x: Int64.min, y: 0))?.longitude == -180)
  }
}
