import CartoucheMaps
import CartoucheRaster
import CartoucheTestSupport
import Testing

@Suite("A pan moves pixels and changes none")
struct MapGridTests {
  private static let vaduz = Coordinate(latitude: 47.141, longitude: 9.5209)
  private static let pans = [Point(x: 8, y: 4), Point(x: -37, y: 11), Point(x: 3.4, y: -2.8), Point(x: 100, y: 0)]

  private static func camera(_ zoom: Double, _ bearing: Int) -> MapCamera {
    MapCamera(center: vaduz, zoom: Scalar(floatLiteral: zoom), bearing: .degrees(WideFixed(bearing)))
  }

  private static func screen(_ camera: MapCamera) throws -> MapScreen {
    let screen = MapScreen(fonts: standardFonts(), camera: camera)
    screen.map.sources = [try PMTilesArchive(path: Shared.path + "/data/tiles/liechtenstein.pmtiles")]
    (screen.map.showsCompass, screen.map.animatesAnnotations) = (false, false)
    screen.commit()
    return screen
  }

  /// How two frames of which the second is `way` further differ where both see the map.
  private static func compare(_ before: Image, _ after: Image, movedBy way: Point) -> (count: Int, largest: Int, first: [Int]) {
    let (width, height) = (before.size.width, before.size.height)
    let (dx, dy) = (way.x.floor, way.y.floor)
    let (a, b) = (before.pixels, after.pixels)
    var (count, largest, first) = (0, 0, [Int]())
    for y in max(dy, 0)..<min(height + dy, height) {
      for x in max(dx, 0)..<min(width + dx, width) {
        let (then, now) = (a[(y - dy) * width + x - dx], b[y * width + x])
        guard then != now else { continue }
        count += 1
        if first.isEmpty { first = [x, y] }
        for shift in [UInt32(0), 8, 16] { largest = max(largest, abs(Int(then >> shift & 255) - Int(now >> shift & 255))) }
      }
    }
    return (count, largest, first)
  }

  /// Pans the map by each way in turn; `judge` hears how the frames differ.
  private static func pan(_ screen: MapScreen, _ judge: (_ pan: Point, _ found: (count: Int, largest: Int, first: [Int])) -> Void)
    throws
  {
    screen.rest()
    var before = screen.image
    for pan in pans {
      let then = try #require(screen.map.drawnPoint(for: vaduz))
      screen.map.pan(by: pan)
      screen.rest()
      let now = try #require(screen.map.drawnPoint(for: vaduz))
      let way = now - then
      #expect(way.x.rawValue & 0xffff == 0 && way.y.rawValue & 0xffff == 0)
      #expect((way.x - pan.x).magnitude <= 1 && (way.y - pan.y).magnitude <= 1)
      let after = screen.image
      judge(pan, compare(before, after, movedBy: way))
      before = after
    }
  }

  @Test(
    "all that is on a map moves by whole points, to the bit", .enabled(if: Shared.isThere, Shared.reason),
    arguments: [11, 14.3, 16.7, 19],
    [0, 33])
  func everything(zoom: Double, bearing: Int) throws {
    let screen = try Self.screen(Self.camera(zoom, bearing))
    try GridContent.add(to: screen.map)
    try Self.pan(screen) { pan, found in
      #expect(
        found.count == 0,
        "panned by \(pan): \(found.count) pixels, by \(found.largest), the first at \(found.first)")
    }
    #expect(Set(screen.image.pixels).count > 40)
  }

  @Test("pictures that are scaled with the map move too, shaded a little otherwise", arguments: [14.3, 16.7], [0, 33])
  func fields(zoom: Double, bearing: Int) throws {
    let grid = try #require(MapRect(center: Self.vaduz, meters: 3000))
    let values = (0..<13 * 11).map { Scalar($0 * 37 % 100) / 100 }
    var random = SeededRandom(seed: 4)
    let heat = (0..<500).map { _ in
      HeatPoint(
        Coordinate(
          latitude: Self.vaduz.latitude + random.double(in: -0.004...0.004),
          longitude: Self.vaduz.longitude + random.double(in: -0.007...0.007)))
    }
    let kinds: [(name: String, overlay: any Overlay, bound: Int)] = [
      ("tiles", TileOverlay { Self.tile($0) }, 1), ("values", ValueGrid(over: grid, columns: 13, rows: 11, values: values), 1),
      ("heat", HeatMap(heat), 1),
    ]
    for (name, overlay, bound) in kinds {
      let screen = try Self.screen(Self.camera(zoom, bearing))
      screen.map.rendererFor = { overlay in
        switch overlay {
        case is TileOverlay: return TileOverlayRenderer(overlay: overlay)
        case is HeatMap: return HeatMapRenderer(overlay: overlay)
        default:
          let renderer = ValueGridRenderer(overlay: overlay)
          renderer.smoothing = .smooth
          return renderer
        }
      }
      screen.map.addOverlay(overlay)
      try Self.pan(screen) { pan, found in
        #expect(
          found.largest <= bound,
          "\(name) panned by \(pan): \(found.count) pixels, by \(found.largest), the first at \(found.first)")
      }
    }
  }

  private static func tile(_ id: TileID) -> Image {
    Image(size: PixelSize(width: 64, height: 64)) { pixels in
      for index in pixels.indices {
        pixels[index] =
          0xff00_0000 | UInt32(index * 5 & 255) << 16 | UInt32((id.x + id.y) * 40 & 255) << 8 | UInt32(index / 64 * 4 & 255)
      }
    }
  }

  @Test("while two fingers zoom or turn it nothing is moved to whole points, and then it is as if it had never been elsewhere")
  func pinch() throws {
    let screen = try Self.screen(Self.camera(14.3, 0))
    try GridContent.add([.tiles, .line, .circle, .fog, .pins], to: screen.map)
    let map = screen.map
    screen.rest()
    #expect(map.drawnPoint(for: Self.vaduz) != map.convert(Self.vaduz), "it is on the grid")
    let (first, second) = (screen.begin(Point(x: 200, y: 160)), screen.begin(Point(x: 280, y: 160)))
    screen.step()
    var frames = 0
    for index in 1...20 {
      screen.move(first, Point(x: 200 - Scalar(index * 4), y: 160 + Scalar(index * 5)))
      screen.move(second, Point(x: 280 + Scalar(index * 4), y: 160 + Scalar(index)))
      screen.step()
      guard map.camera.zoom != 14.3 else { continue }
      frames += 1
      #expect(map.drawnPoint(for: Self.vaduz) == map.convert(Self.vaduz))
    }
    #expect(frames > 10 && map.camera.bearing != .zero)
    screen.rest()
    func fresh() throws -> Image {
      let other = try Self.screen(Self.camera(14.3, 0))
      try GridContent.add([.tiles, .line, .circle, .fog, .pins], to: other.map)
      other.commit()
      other.map.camera = map.camera
      other.rest()
      return other.image
    }
    // At rest, or they would throw it.
    screen.step(ms: 1000)
    screen.move(first, Point(x: 120, y: 260))
    screen.move(second, Point(x: 360, y: 180))
    screen.step()
    let camera = map.camera
    let pinched = screen.image
    #expect(Self.compare(pinched, try fresh(), movedBy: .zero).count > 0 && screen.paintsAsWhole())
    screen.end(first, Point(x: 120, y: 260))
    screen.end(second, Point(x: 360, y: 180))
    screen.rest()
    #expect(screen.paintsAsWhole() && map.camera == camera)
    let (now, other) = (screen.image, try fresh())
    let found = Self.compare(now, other, movedBy: .zero)
    #expect(found.count == 0, "\(found.count) pixels, by \(found.largest), the first at \(found.first)")
    #expect(map.drawnPoint(for: Self.vaduz) != map.convert(Self.vaduz))
  }

  @Test("a flight and a zoom end on the grid, a fling never leaves it")
  func movements() throws {
    let screen = try Self.screen(Self.camera(14.3, 20))
    let map = screen.map
    func isGridAligned() throws -> Bool {
      let corner = try #require(map.drawnPoint(for: Self.vaduz)) - (try #require(fresh().drawnPoint(for: Self.vaduz)))
      return corner == .zero
    }
    func fresh() throws -> MapView { try Self.screen(map.camera).map }
    #expect(try isGridAligned())
    for target in [
      Self.camera(15.1, 50), Self.camera(15.1, 0), MapCamera(center: Coordinate(latitude: 47.15, longitude: 9.53), zoom: 15.1),
    ] {
      map.setCamera(target, animated: true)
      screen.step()
      screen.step(ms: 100)
      #expect(map.camera != target && map.drawnPoint(for: Self.vaduz) == map.convert(Self.vaduz))
      screen.rest()
      #expect(map.camera == target)
      #expect(try isGridAligned() && screen.paintsAsWhole())
    }
    map.setCamera(Self.camera(12, 0), animated: true)
    screen.step()
    screen.step(ms: 100)
    map.camera = map.camera
    screen.drag(from: Point(x: 200, y: 160), to: Point(x: 320, y: 180), frames: 5)
    let thrown = map.camera
    screen.step()
    #expect(map.camera != thrown)
    #expect(try isGridAligned())
    screen.rest()
    #expect(try isGridAligned())
  }

  @Test(
    "at every zoom and bearing, in every corner of the world, the grid lies half a point beside the camera's own at most, and its inverse is its own"
  )
  func transforms() throws {
    var random = SeededRandom(seed: 8)
    for zoom in Array(stride(from: 0.0, through: 24, by: 0.7)) + [24.0] {
      for bearing in [0, 33, 90, 201, 315] {
        let bounds = Rect(x: 0, y: 0, width: Scalar(random.int(in: 1...2000)), height: Scalar(random.int(in: 1...2000)))
        let corners = [Int64(0), MapPoint.worldSize - 1, 1_234_567_890_123]
        for center in corners.flatMap({ x in corners.map { MapPoint(x: x, y: $0) } }) {
          let camera = MapCamera(centerPoint: center, zoom: Scalar(floatLiteral: zoom), bearing: .degrees(WideFixed(bearing)))
          let exact = MapTransform(camera: camera, bounds: bounds)
          let grid = exact.gridAligned
          #expect(grid == grid.gridAligned)
          for _ in 0..<20 {
            let point = Point(x: Scalar(random.int(in: -3000...3000)), y: Scalar(random.int(in: -3000...3000)))
            let place = exact.mapPoint(at: point)
            // A world that is seen whole has other copies nearer.
            guard abs(place.x - center.x) < MapPoint.worldSize / 2 else { continue }
            let way = grid.point(for: place) - exact.point(for: place)
            #expect(way.x.magnitude.rawValue <= 32769 && way.y.magnitude.rawValue <= 32769)
            let back = grid.point(for: grid.mapPoint(at: point)) - point
            #expect(back.x.magnitude.rawValue <= 200 && back.y.magnitude.rawValue <= 200)
            let again = grid.mapPoint(at: grid.point(for: place))
            let unit = max(Int64(1), 2 << Int64(max(16 - zoom, 0)))
            #expect(abs(again.x - place.x) <= unit && abs(again.y - place.y) <= unit)
          }
          let ground = grid.clipExtent
          #expect(
            ground.minX <= -512 && ground.minY <= -512 && ground.maxX >= bounds.maxX + 512 && ground.maxY >= bounds.maxY + 512)
          #expect(
            ground.width <= bounds.width + 1024 + 4096 && (ground.width.rawValue | ground.height.rawValue) & (2048 << 16 - 1) == 0)
        }
      }
    }
  }
}

extension Image {
  fileprivate var pixels: [UInt32] { Array(UnsafeBufferPointer(start: storage.pixels, count: storage.count)) }
}
