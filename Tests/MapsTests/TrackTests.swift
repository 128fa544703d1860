import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

/// A layer above a map that projects a track in every tick and strokes it with round joins and caps.
private final class TrackLayer: Layer {
  unowned let map: MapView
  let track: [Coordinate]
  let course: Course
  private var path = Path()

  /// The path along the track.
  enum Course { case out, outAndBack }

  init(_ map: MapView, _ track: [Coordinate], _ course: Course) {
    (self.map, self.track, self.course) = (map, track, course)
    super.init(frame: map.bounds)
  }

  override func tick(at now: Timestamp) -> MotionState {
    path.removeAll()
    let points = track.compactMap { map.drawnPoint(for: $0) }
    guard let first = points.first else { return .moving }
    path.move(to: first)
    for point in points.dropFirst() { path.addLine(to: point) }
    if course == .outAndBack {
      for point in points.reversed().dropFirst() { path.addLine(to: point) }
      path.closeSubpath()
    }
    setNeedsDisplay()
    return .moving
  }

  override func draw(into list: inout DisplayList, transform: Homography, opacity: UInt8) {
    list.stroke(path, style: StrokeStyle(width: 5, cap: .round, join: .round), with: .color(.red), transform: transform)
  }
}

@Suite("Tracks")
struct TrackTests {
  static let track = [Coordinate(latitude: 39.9, longitude: 116.38), Coordinate(latitude: 39.9, longitude: 116.39)]

  private func screen(
    _ track: [Coordinate], _ camera: MapCamera, _ change: @escaping (PolylineRenderer) -> Void = { _ in }
  ) -> (OverlayScreen, MapPolyline) {
    let screen = OverlayScreen(camera)
    let line = MapPolyline(coordinates: track)
    screen.map.rendererFor = { overlay in
      let renderer = PolylineRenderer(overlay: overlay)
      (renderer.strokeColor, renderer.lineWidth) = (.red, 5)
      change(renderer)
      return renderer
    }
    screen.map.addOverlay(line)
    screen.show()
    return (screen, line)
  }

  private func camera(_ zoom: Scalar, bearing: Angle = .zero) -> MapCamera {
    MapCamera(center: Coordinate(latitude: 39.9005, longitude: 116.385), zoom: zoom, bearing: bearing)
  }

  @Test("M9: the track from 39.9, 116.38 to 39.9, 116.39 is red and five points wide")
  func red() throws {
    let (screen, _) = screen(Self.track, camera(14))
    try expectFrame(screen.image, matches: "track")
    #expect((0..<200).filter { screen.color(160, $0) != screen.color(2, 2) }.count <= 6)
  }

  @Test(
    "M11, M12: a layer that projects the track in every tick draws the renderer's pixels", arguments: [0, 30, 90, 211],
    [11.0, 14, 15.3, 17.7])
  func layerAndRenderer(degrees: Int, zoom: Double) {
    var random = SplitMix64(seed: UInt64(degrees) * 31 + UInt64(zoom * 10))
    let longTrack =
      Self.track
      + (0..<40).map { _ in
        Coordinate(latitude: 39.9 + random.double(in: -0.004...0.004), longitude: 116.385 + random.double(in: -0.006...0.006))
      }
    for track in [Self.track, longTrack] {
      let trackCamera = camera(Scalar(floatLiteral: zoom), bearing: .degrees(WideFixed(degrees)))
      let (one, _) = screen(track, trackCamera)
      let other = OverlayScreen(trackCamera)
      let layer = TrackLayer(other.map, track, .out)
      other.map.addSublayer(layer)
      layer.startTicking()
      other.show()
      for step in 0..<4 {
        if step > 0 {
          for screen in [one, other] { screen.map.pan(by: Point(x: 7.3, y: -2.6)) }
        }
        let (a, b) = (one.show(), other.show())
        if zoom < 17 { #expect(a.contains { $0 & 0xff_ffff == 0xff0000 }) }
        let differing = a.indices.filter { a[$0] != b[$0] }
        #expect(differing.isEmpty, "\(differing.count) pixels in step \(step)")
      }
    }
  }

  @Test("M11: a layer's closed path out and back covers the renderer's line, with harder edges")
  func outAndBack() {
    let (one, _) = screen(Self.track, camera(15, bearing: .degrees(20)))
    let other = OverlayScreen(camera(15, bearing: .degrees(20)))
    let layer = TrackLayer(other.map, Self.track, .outAndBack)
    other.map.addSublayer(layer)
    layer.startTicking()
    let (a, b) = (one.show(), other.show())
    let background = one.color(2, 2)
    var inner = 0
    for (line, path) in zip(a, b) {
      let (lineGreen, pathGreen) = (line & 0xff00, path & 0xff00)
      if line & 0xff_ffff == 0xff0000 { inner += 1 }
      // Red has no green, so less green is more coverage: the layer covers as much or more. A pixel that the
      // line does not visibly cover may get twice that coverage from the path.
      #expect(pathGreen <= lineGreen && (lineGreen != background & 0xff00 || lineGreen - pathGreen <= 2 << 8))
    }
    #expect(inner > 500)
  }

  @Test("a line is drawn from its strokeStart to its strokeEnd, and its dashes move with the map")
  func parts() throws {
    let zigzag = (0..<9).map { Coordinate(latitude: 39.899 + Double($0 % 2) * 0.003, longitude: 116.381 + Double($0) * 0.001) }
    let (screen, line) = screen(zigzag, camera(15))
    let renderer = try #require(screen.map.renderer(for: line) as? PolylineRenderer)
    (renderer.strokeStart, renderer.strokeEnd) = (0.125, 0.8125)
    (renderer.lineDashPattern, renderer.lineCap) = ([14, 6], .butt)
    screen.show()
    try expectFrame(screen.image, matches: "track-dashed")
    let before = screen.pixels
    // The map moves by whole pixels, so each pixel is compared with the one it came from.
    screen.map.pan(by: Point(x: 64, y: 32))
    screen.show()
    // Dashes are drawn from where the line enters the view, with a phase rounded to 1/65536 of a point.
    var largest = 0
    for y in 32..<200 {
      for x in 64..<320 {
        let (new, old) = (screen.pixels[y * 320 + x], before[(y - 32) * 320 + x - 64])
        for shift in [UInt32(0), 8, 16] { largest = max(largest, abs(Int(new >> shift & 255) - Int(old >> shift & 255))) }
      }
    }
    #expect(largest <= 2)
  }

  @Test("the color changes along a gradient line, which is composited with one outline and one opacity")
  func gradient() throws {
    let screen = OverlayScreen(camera(15))
    let zigzag = (0..<9).map { Coordinate(latitude: 39.899 + Double($0 % 2) * 0.003, longitude: 116.381 + Double($0) * 0.001) }
    let line = MapPolyline(coordinates: zigzag)
    screen.map.rendererFor = { overlay in
      let renderer = GradientPolylineRenderer(overlay: overlay)
      renderer.setColors([Color.blue, .green, .yellow, .red].map { $0.withAlpha(0.7) }, locations: [0, 0.25, 0.5, 1])
      renderer.lineWidth = 10
      return renderer
    }
    screen.map.addOverlay(line)
    screen.show()
    try expectFrame(screen.image, matches: "track-gradient")
  }

  @Test("a line across the 180th meridian takes the shorter side, in every visible copy of the world")
  func antimeridian() throws {
    let screen = OverlayScreen(width: 640, height: 200, 0, 0, zoom: 0)
    let short = MapPolyline(coordinates: [Coordinate(latitude: 0, longitude: 170), Coordinate(latitude: 0, longitude: -170)])
    #expect(short.boundingMapRect.width < MapPoint.worldSize / 16)
    screen.map.rendererFor = { overlay in
      let renderer = PolylineRenderer(overlay: overlay)
      (renderer.strokeColor, renderer.lineWidth, renderer.lineCap) = (.red, 5, .butt)
      return renderer
    }
    screen.map.addOverlay(short)
    screen.show()
    let red = (0..<640).filter { screen.color($0, 100) == 0xff0000 }
    // 28 points wide, around x = 64 and 576.
    #expect(red == Array(50..<78) + Array(562..<590))
  }

  @Test("a great circle is within a pixel at zoom 18, and takes the shorter side across the 180th meridian")
  func geodesics() throws {
    let (tokyo, seattle) = (Coordinate(latitude: 35.7, longitude: 139.7), Coordinate(latitude: 47.6, longitude: -122.3))
    let line = GeodesicPolyline(coordinates: [tokyo, seattle])
    #expect(line.pointCount > 100 && line.pointCount < 6000)
    #expect(line.boundingMapRect.width < MapPoint.worldSize / 3)
    // Every point of a great circle is on the plane through both ends and the globe's center.
    func direction(_ c: Coordinate) -> SIMD3<Double> {
      let (a, b) = (c.latitude * .pi / 180, c.longitude * .pi / 180)
      return SIMD3(
        ElementaryFunctions.cosine(a) * ElementaryFunctions.cosine(b), ElementaryFunctions.cosine(a) * ElementaryFunctions.sine(b),
        ElementaryFunctions.sine(a))
    }
    func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
    var normal = cross(direction(tokyo), direction(seattle))
    normal /= (normal * normal).sum().squareRoot()
    for (a, b) in zip(line.coordinates, line.coordinates.dropFirst()) {
      #expect(abs((direction(a) * normal).sum()) < 1e-9)
      let midpoint = Coordinate(
        latitude: (a.latitude + b.latitude) / 2, longitude: b.longitude - a.longitude > 180 ? 180 : (a.longitude + b.longitude) / 2)
      if abs(a.longitude - b.longitude) < 180 { #expect(abs((direction(midpoint) * normal).sum()) < 3e-7) }
    }
    #expect(
      GeodesicPolyline(coordinates: [Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 0, longitude: 180)]).pointCount
        == 2)
    #expect(
      GeodesicPolyline(coordinates: [Coordinate(latitude: 90, longitude: 0), Coordinate(latitude: -90, longitude: 50)]).pointCount
        >= 2)
    #expect(GeodesicPolyline(coordinates: [Coordinate(latitude: .nan, longitude: 0), tokyo]).pointCount == 1)
  }

  @Test("a line of 100,000 points is simplified at low zooms, by half a pixel at most")
  func many() throws {
    var random = SplitMix64(seed: 5)
    var (x, y) = (116.3, 39.8)
    let track = (0..<100_000).map { _ in
      (x, y) = (x + random.double(in: -0.00009...0.0001), y + random.double(in: -0.00005...0.00006))
      return Coordinate(latitude: y, longitude: x)
    }
    let line = MapPolyline(coordinates: track)
    for step in [6, 10, 14, 18] {
      let count = line.simplifiedPoints(atZoomStep: step).count
      #expect(count >= 2 && (step > 10 || count < 60_000) && (step > 6 || count < 4000))
      #expect(line.largestDeviation(atZoomStep: step) <= Int64(1) << Int64(30 - step))
    }
  }

  @Test("lines of 100,000 equal points, of one, of none and of invalid ones repaint correctly and do not trap")
  func degenerate() {
    let coordinate = Coordinate(latitude: 39.9, longitude: 116.385)
    let lines = [
      MapPolyline(coordinates: Array(repeating: coordinate, count: 100_000)), MapPolyline(coordinates: [coordinate]),
      MapPolyline(coordinates: [Coordinate]()),
      MapPolyline(coordinates: [
        Coordinate(latitude: .nan, longitude: 0), Coordinate(latitude: 0, longitude: .infinity),
        Coordinate(latitude: -.infinity, longitude: .nan),
      ]),
      MapPolyline(coordinates: [
        Coordinate(latitude: 90, longitude: 0), Coordinate(latitude: -90, longitude: 1e300),
        Coordinate(latitude: 1e9, longitude: -1e18),
        coordinate, Coordinate(latitude: 39.9, longitude: 476.386),
      ]),
    ]
    for zoom in [0, 3, 14, 24] {
      for bearing in [0, 77] {
        let screen = OverlayScreen(camera(Scalar(zoom), bearing: .degrees(WideFixed(bearing))))
        screen.map.rendererFor = { overlay in
          let renderer = zoom == 3 ? GradientPolylineRenderer(overlay: overlay) : PolylineRenderer(overlay: overlay)
          (renderer as? GradientPolylineRenderer)?.setColors([.red, .blue])
          (renderer.strokeColor, renderer.lineWidth) = (.red, 5)
          if bearing > 0 { renderer.lineDashPattern = [3, 4, 5] }
          return renderer
        }
        screen.map.addOverlays(lines)
        screen.show()
        #expect(difference(screen.redrawn(), screen.pixels) == nil)
      }
    }
    #expect(lines[0].boundingMapRect.width == 1 && lines[2].boundingMapRect.isEmpty && lines[3].points.isEmpty)
  }
}
