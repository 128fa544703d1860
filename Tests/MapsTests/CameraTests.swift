import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("Map cameras")
struct CameraTests {
  private let size = Size(width: 800, height: 480)

  private func view(_ camera: MapCamera) -> MapView {
    let map = MapView(frame: Rect(origin: .zero, size: size), theme: .plain)
    map.camera = camera
    return map
  }

  @Test("the world is 512 points wide at zoom 0, as in MapLibre, and doubles with each zoom level")
  func scale() throws {
    for zoom in 1...20 {
      let map = view(MapCamera(center: Coordinate(latitude: 0, longitude: 0), zoom: Scalar(zoom)))
      let step = 90 / Double(1 << zoom)
      let point = try #require(map.convert(Coordinate(latitude: 0, longitude: step)))
      #expect((point.x - 400 - 128).magnitude.rawValue <= 64 && point.y == 240)
    }
    let half = view(MapCamera(center: Coordinate(latitude: 0, longitude: 0), zoom: 4.5))
    let point = try #require(half.convert(Coordinate(latitude: 0, longitude: 5.625)))
    #expect((point.x - 400 - 181.01933598).magnitude.rawValue <= 64)
  }

  @Test("the bearing is the compass direction that points up")
  func bearing() throws {
    let east = Coordinate(latitude: 0, longitude: 0.1)
    for (bearing, x, y) in [(Angle.degrees(0), 1, 0), (.degrees(90), 0, -1), (.degrees(180), -1, 0), (.degrees(-90), 0, 1)] {
      let map = view(MapCamera(center: Coordinate(latitude: 0, longitude: 0), zoom: 8, bearing: bearing))
      let point = try #require(map.convert(east))
      #expect((point.x - 400 - Scalar(x) * 36.40888889).magnitude.rawValue <= 64)
      #expect((point.y - 240 - Scalar(y) * 36.40888889).magnitude.rawValue <= 64)
    }
  }

  @Test("the coordinate under a finger stays under it during a pan")
  func translation() throws {
    var random = SplitMix64(seed: 11)
    for zoom in [3.0, 8.25, 14, 17.9, 22] {
      for bearing in [0.0, 33, 180, 271] {
        let map = view(
          MapCamera(
            center: Coordinate(latitude: 47.141, longitude: 9.5209), zoom: Scalar(floatLiteral: zoom),
            bearing: Angle(degrees: WideFixed<32>(floatLiteral: bearing))))
        var finger = Point(x: 300, y: 200)
        let grabbed = try #require(map.convert(finger))
        for _ in 0..<100 {
          let delta = Point(
            x: Scalar(rawValue: Int64(random.int(in: -500_000...500_000))),
            y: Scalar(rawValue: Int64(random.int(in: -500_000...500_000))))
          finger = finger + delta
          map.pan(by: delta)
        }
        let point = try #require(map.convert(grabbed))
        #expect((point.x - finger.x).magnitude.rawValue < 65536 / 10 && (point.y - finger.y).magnitude.rawValue < 65536 / 10)
      }
    }
  }

  @Test("converting a point to a coordinate and back gives the same point")
  func roundTrip() throws {
    let map = view(MapCamera(center: Coordinate(latitude: -33.9, longitude: 151.2), zoom: 11.3, bearing: .degrees(17)))
    for x in stride(from: 0, to: 800, by: 37) {
      for y in stride(from: 0, to: 480, by: 41) {
        let point = Point(x: Scalar(x), y: Scalar(y))
        let coordinate: Coordinate = try #require(map.convert(point))
        let result: Point = try #require(map.convert(coordinate))
        #expect((result.x - point.x).magnitude.rawValue < 64 && (result.y - point.y).magnitude.rawValue < 64)
      }
    }
  }

  @Test("the view is clamped to the world's north and south, and wraps around east and west")
  func edges() throws {
    let map = view(MapCamera(center: Coordinate(latitude: 84, longitude: 179), zoom: 3))
    #expect((try #require(map.convert(Point(x: 400, y: 0)))).latitude > 85.05)
    map.pan(by: Point(x: -2000, y: 100_000))
    #expect(map.camera.centerPoint == map.camera.centerPoint.wrapped)
    #expect((try #require(map.convert(Point(x: 400, y: 0)))).latitude > 85.05)
    let small = view(MapCamera(center: Coordinate(latitude: 60, longitude: 0), zoom: -5))
    #expect(small.camera.zoom == 0)
  }

  @Test("there is no conversion for NaN, a pole, a point off the map or a view without a size")
  func offMap() {
    let map = view(MapCamera(center: Coordinate(latitude: 0, longitude: 0), zoom: 0))
    #expect(map.convert(Coordinate(latitude: .nan, longitude: 0)) == nil)
    #expect(map.convert(Coordinate(latitude: 90, longitude: 0)) == nil)
    #expect(map.convert(Point(x: 400, y: -5000)) == nil)
    let empty = MapView(frame: .zero, theme: .plain)
    #expect(empty.convert(Coordinate(latitude: 0, longitude: 0)) == nil && empty.convert(Point.zero) == nil)
    var list = DisplayList()
    empty.draw(into: &list, transform: .identity, opacity: 255)
    #expect(list.isEmpty)
  }

  @Test("a flight starts and ends at its cameras, zooms out for far targets, and stays within the zoom range")
  func flights() {
    let size = Size(width: 480, height: 320)
    let start = MapCamera(center: .beijing, zoom: 15)
    for target in [
      MapCamera(center: .cupertino, zoom: 15), MapCamera(center: .beijing, zoom: 3, bearing: .degrees(90)),
      MapCamera(center: Coordinate(latitude: 39.9001, longitude: 116.3801), zoom: 15), MapCamera(center: .beijing, zoom: 24),
    ] {
      let flight = CameraFlight(from: start, to: target, in: size)
      #expect(flight.camera(at: flight.duration) == target)
      let first = flight.camera(at: 0)
      #expect(abs(first.centerPoint.x - start.centerPoint.x) < 1000 && (first.zoom - start.zoom).magnitude < 0.001)
      var lowest = start.zoom
      for step in 0...100 {
        let zoom = flight.camera(at: flight.duration * step / 100).zoom
        lowest = min(lowest, zoom)
        #expect(zoom > -1 && zoom < 25)
      }
      if target.center == Coordinate.cupertino { #expect(lowest < 5) }
      #expect(flight.duration >= 0.25 && flight.duration <= 2)
    }
  }
}
