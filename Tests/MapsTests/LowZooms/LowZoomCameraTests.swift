import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Foundation
import Testing

@Suite("Cameras below zoom 0")
struct LowZoomCameraTests {
  private static let origin = Coordinate(latitude: 0, longitude: 0)
  /// The zooms of all maps, which a map has to ask for.
  private static let all = MapCamera.zoomRange

  private func view(_ camera: MapCamera, width: Scalar = 800, height: Scalar = 480) -> MapView {
    let map = MapView(frame: Rect(x: 0, y: 0, width: width, height: height), theme: .plain)
    map.cameraZoomRange = Self.all
    map.camera = camera
    return map
  }

  @Test(
    "the world halves with each zoom down to −2",
    arguments: [(-0.5, 362.03867), (-1, 256), (-1.75, 152.21851), (-2, 128)] as [(Scalar, Scalar)])
  func scale(zoom: Scalar, width: Scalar) throws {
    let map = view(MapCamera(center: Self.origin, zoom: zoom))
    #expect(map.camera.zoom == zoom)
    let east = try #require(map.convert(Coordinate(latitude: 0, longitude: 90)))
    #expect((east.x - 400 - width / 4).magnitude.rawValue <= 64 && east.y == 240)
    // Units of the map are far smaller than the view's 1/65536 points here.
    for point in [Point(x: 400, y: 250), Point(x: 341.5, y: 239), Point(x: 450, y: 180.25)] {
      let place: Coordinate = try #require(map.convert(point))
      let back: Point = try #require(map.convert(place))
      #expect((back.x - point.x).magnitude.rawValue <= 1 && (back.y - point.y).magnitude.rawValue <= 1)
    }
    let scale = ZoomScale(MapTransform(camera: map.camera, bounds: map.bounds))
    let side = scale.points(forUnits: MapPoint.worldSize)
    #expect((side - width).magnitude < 0.001)
    #expect((scale.mapPoints(for: side) / 268_435_456 - 1).magnitude < 0.0001)
  }

  @Test("by default a map stays at zoom 0, and a range of zooms reaches down to −2")
  func limits() {
    let map = MapView(frame: Rect(x: 0, y: 0, width: 800, height: 480), theme: .plain)
    #expect(map.cameraZoomRange == 0...24 && Self.all == -2...24)
    map.camera.zoom = -1
    #expect(map.camera.zoom == 0)
    map.visibleMapRect = .world
    #expect(map.camera.zoom == 0)
    map.cameraZoomRange = -1.5...3
    map.camera.zoom = -7
    #expect(map.camera.zoom == -1.5)
    map.cameraZoomRange = -1000...1000
    #expect(map.cameraZoomRange == -2...24)
    map.camera.zoom = .min
    #expect(map.camera.zoom == -2)
    map.cameraZoomRange = 0...24
    #expect(map.camera.zoom == 0)
  }

  @Test("a world that is less tall than the view is in its middle, and goes around it to the east and west")
  func smallWorld() throws {
    for bearing in [Angle.zero, .degrees(30)] {
      let map = view(MapCamera(center: Coordinate(latitude: 60, longitude: 100), zoom: -1, bearing: bearing))
      #expect(map.camera.centerPoint.y == MapPoint.worldSize / 2)
      map.pan(by: Point(x: 0, y: 57))
      #expect(map.camera.centerPoint.y == MapPoint.worldSize / 2)
      // 256 points are once around the world, if north is up.
      guard bearing == .zero else { continue }
      let before = map.camera.centerPoint
      map.pan(by: Point(x: 256, y: 0))
      #expect(map.camera.centerPoint == before)
      #expect(map.region.span.longitudeDelta == 360)
    }
  }

  @Test("a rectangle, a region and annotations fit at zooms below 0, and not on a map without them")
  func fits() throws {
    let thumbnail = Size(width: 256, height: 256)
    for (side, zoom) in [(256, -1), (128, -2), (181.02, -1.5)] as [(Scalar, Scalar)] {
      let fitting = try #require(MapCamera(fitting: MapRect.world, in: Size(width: side, height: side)))
      #expect((fitting.zoom - zoom).magnitude < 0.001)
    }
    let tiny = try #require(MapCamera(fitting: MapRect.world, in: Size(width: 9, height: 9)))
    #expect(tiny.zoom == -2)
    let map = view(MapCamera(center: Self.origin, zoom: 3), width: thumbnail.width, height: thumbnail.height)
    map.visibleMapRect = .world
    #expect(map.visibleMapRect.width >= MapPoint.worldSize && map.camera.zoom >= -1.001)
    let region = CoordinateRegion(center: Self.origin, span: CoordinateSpan(latitudeDelta: 100, longitudeDelta: 300))
    map.region = region
    #expect(map.camera.zoom < -0.7 && map.region.span.longitudeDelta >= 299.99)
    let places = [(60.0, -150.0), (-50.0, 150.0), (10.0, 0.0)].map { Coordinate(latitude: $0.0, longitude: $0.1) }
    map.showAnnotations(places.map { PointAnnotation(coordinate: $0) }, animated: false)
    #expect(map.camera.zoom < -0.5)
    for place in places {
      let point: Point = try #require(map.convert(place))
      #expect(map.bounds.contains(point))
    }
    map.cameraZoomRange = 0...24
    for show in [{ map.visibleMapRect = .world }, { map.region = region }] {
      show()
      #expect(map.camera.zoom == 0)
    }
  }

  @Test("flights and eases go below 0 where the map may, and nowhere else", arguments: [-2, 0] as [Scalar])
  func movements(lowest: Scalar) {
    let screen = MapScreen(width: 60, height: 60, camera: MapCamera(center: .beijing, zoom: 0.5))
    screen.map.cameraZoomRange = lowest...24
    screen.commit()
    var zooms: [Scalar] = []
    func run() {
      for _ in 0..<150 {
        screen.step()
        zooms.append(screen.map.camera.zoom)
      }
    }
    screen.map.setCamera(MapCamera(center: .cupertino, zoom: 0.5), animated: true)
    run()
    #expect(lowest == 0 ? zooms.min() == 0 : (zooms.min() ?? 0) < -0.3)
    screen.map.ease(to: MapCamera(center: .cupertino, zoom: -1.5))
    run()
    #expect(screen.map.camera.zoom == max(lowest, -1.5) && zooms.allSatisfy { $0 >= lowest })
  }

  @Test("a map glides from below 0 into a range without such zooms")
  func animatedLimits() {
    let screen = MapScreen(width: 60, height: 60, camera: MapCamera(center: .beijing, zoom: 0))
    screen.map.cameraZoomRange = Self.all
    screen.map.camera.zoom = -1
    screen.runUntilIdle()
    screen.map.setCameraZoomRange(0...24, animated: true)
    var zooms: [Scalar] = []
    for _ in 0..<30 {
      screen.step()
      zooms.append(screen.map.camera.zoom)
    }
    #expect(zooms.filter { $0 > -0.95 && $0 < -0.05 }.count > 5 && zooms == zooms.sorted() && zooms.last == 0)
  }

  @Test("a camera below zoom 0 is encoded and decoded to the bit")
  func coding() throws {
    let camera = MapCamera(center: .beijing, zoom: -1.3125, bearing: .degrees(30))
    #expect(try JSONDecoder().decode(MapCamera.self, from: JSONEncoder().encode(camera)) == camera)
    #expect(view(camera).camera.zoom == -1.3125)
  }

  @Test("a distance in meters has zooms below 0 and back")
  func distances() {
    let size = Size(width: 128, height: 128)
    let camera = MapCamera(center: Self.origin, zoom: -1.5)
    let distance = camera.centerCoordinateDistance(in: size)
    let back = MapCamera(lookingAtCenter: Self.origin, fromDistance: distance, in: size)
    #expect((back.zoom + 1.5).magnitude < 0.001 && distance > 50_000_000)
  }

  @Test("no zoom, bearing, point or size traps, and lengths saturate", arguments: [0, 37, 90, -181] as [WideFixed<32>])
  func extremes(bearing: WideFixed<32>) {
    let numbers: [Scalar] = [.min, .max, 0, -0.5, 1_000_000]
    for zoom in [.min, .max, -2, Scalar(rawValue: -131_071), Scalar(rawValue: -1), 0] as [Scalar] {
      for side in [1, 16_384, .max] as [Scalar] {
        let camera = MapCamera(centerPoint: MapPoint(x: .min, y: .max), zoom: zoom, bearing: .degrees(bearing))
        let size = Size(width: side, height: side)
        let clamped = camera.clamped(in: size)
        #expect(Self.all.contains(clamped.zoom) && (0..<MapPoint.worldSize).contains(clamped.centerPoint.x))
        let transform = MapTransform(camera: clamped, bounds: Rect(origin: .zero, size: size))
        for x in numbers {
          for y in numbers {
            let place = transform.mapPoint(at: Point(x: x, y: y))
            _ = transform.point(for: place)
            _ = transform.gridAligned.point(for: MapPoint(x: .max, y: .min))
          }
        }
        let scale = ZoomScale(transform)
        #expect(clamped.zoom > 0 || scale.mapPoints(for: .max) == .max && scale.mapPoints(for: .min) == .min)
        #expect(scale.points(forUnits: MapPoint.worldSize) > 0)
      }
    }
  }
}
