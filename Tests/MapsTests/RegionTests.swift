import CartoucheMaps
import CartoucheRaster
import Testing

@Suite("Map regions")
struct RegionTests {
  private let size = Size(width: 800, height: 480)
  private let home = Coordinate(latitude: 39.9, longitude: 116.38)

  @Test("M4: degrees and meters give the same region")
  func units() {
    let metric = CoordinateRegion(center: home, latitudinalMeters: 400, longitudinalMeters: 400)
    #expect(abs(metric.span.latitudeDelta - 0.003593) < 1e-6 && abs(metric.span.longitudeDelta - 0.004684) < 1e-6)
    let angular = CoordinateRegion(center: home, span: metric.span)
    #expect(angular == metric && abs(angular.latitudinalMeters - 400) < 1e-6 && abs(angular.longitudinalMeters - 400) < 1e-6)
  }

  @Test("a fitted region is completely visible, and fills the view in one direction", arguments: [0, 33, 90, 200])
  func fits(bearing: Int) throws {
    for (center, span) in [
      (home, 0.004), (home, 20), (Coordinate(latitude: 70, longitude: 179.9), 8), (Coordinate(latitude: -30, longitude: 0), 0.5),
    ] {
      let region = CoordinateRegion(center: center, span: CoordinateSpan(latitudeDelta: span, longitudeDelta: span))
      let camera = try #require(MapCamera(fitting: region, in: size, bearing: .degrees(WideFixed(bearing))))
      let view = MapTransform(camera: camera, bounds: Rect(origin: .zero, size: size))
      var extent = (x: Scalar.zero, y: Scalar.zero)
      for (dy, dx) in [(-0.5, -0.5), (-0.5, 0.5), (0.5, -0.5), (0.5, 0.5)] {
        let corner = Coordinate(latitude: center.latitude + dy * span, longitude: center.longitude + dx * span)
        let point = view.point(for: try #require(MapPoint(corner)))
        extent = (max(extent.x, (point.x - 400).magnitude), max(extent.y, (point.y - 240).magnitude))
      }
      #expect(extent.x <= 400.01 && extent.y <= 240.01)
      #expect(extent.x > 399 || extent.y > 239)
    }
  }

  @Test("setting a map's own region changes the camera by rounding only")
  func again() {
    let map = MapView(frame: Rect(origin: .zero, size: size), theme: .plain)
    map.camera = MapCamera(center: home, zoom: 13.3)
    let region = map.region
    map.region = region
    #expect((map.camera.zoom - 13.3).magnitude < 0.01 && map.camera.center == MapCamera(center: home, zoom: 1).center)
    #expect(abs(map.region.span.longitudeDelta - region.span.longitudeDelta) < region.span.longitudeDelta * 0.01)
  }

  @Test("an invalid region changes nothing, an empty one gives the largest zoom, and a huge one the smallest")
  func extremes() {
    let map = MapView(frame: Rect(origin: .zero, size: size), theme: .plain)
    map.camera = MapCamera(center: home, zoom: 9)
    let before = map.camera
    for (latitude, longitude, span) in [(0, 0, Double.nan), (.nan, 0, 1), (0, .infinity, 1), (89, 0, 1), (0, 0, -1)]
      as [(Double, Double, Double)]
    {
      map.region = CoordinateRegion(
        center: Coordinate(latitude: latitude, longitude: longitude),
        span: CoordinateSpan(latitudeDelta: span, longitudeDelta: span))
      #expect(map.camera == before)
    }
    map.region = CoordinateRegion(center: home, span: CoordinateSpan(latitudeDelta: 0, longitudeDelta: 0))
    #expect(map.camera.zoom == 24)
    map.region = CoordinateRegion(center: home, span: CoordinateSpan(latitudeDelta: 1e9, longitudeDelta: 1e9))
    #expect(map.camera.zoom < 1)
    #expect(MapView(frame: .zero, theme: .plain).region.span.longitudeDelta == 0)
  }
}
