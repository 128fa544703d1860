import CartoucheMaps
import CartoucheRaster
import CartoucheTestSupport
import Testing

@Suite("Alignment with the pixel grid")
struct MapGridTests {
  private static let vaduz = Coordinate(latitude: 47.141, longitude: 9.5209)
  private static let pans = [Point(x: 8, y: 4), Point(x: -37, y: 11), Point(x: 3.4, y: -2.8), Point(x: 100, y: 0)]

  private static func camera(_ zoom: Double, _ bearing: Int) -> MapCamera {
    MapCamera(center: vaduz, zoom: Scalar(floatLiteral: zoom), bearing: .degrees(WideFixed(bearing)))
  }

  private static func screen(_ camera: MapCamera) throws -> MapScreen {
    let screen = MapScreen(fonts: standardFonts(), camera: camera)
    screen.map.sources = [try PMTilesArchive(path: SharedData.path("data/tiles/liechtenstein.pmtiles"))]
    (screen.map.showsCompass, screen.map.animatesAnnotations) = (false, false)
    screen.commit()
    return screen
  }

  /// Returns how two frames differ where both show the map, of which the second is moved by `offset`.
  ///
  /// - Returns: The number of different pixels, the largest difference of a component, and the first pixel.
  private static func compare(_ before: Image, _ after: Image, movedBy offset: Point) -> (count: Int, largest: Int, first: [Int]) {
    let (width, height) = (before.size.width, before.size.height)
    let (dx, dy) = (offset.x.floor, offset.y.floor)
    let (a, b) = (before.pixels, after.pixels)
    var (count, largest, first) = (0, 0, [Int]())
    for y in max(dy, 0)..<min(height + dy, height) {
      for x in max(dx, 0)..<min(width + dx, width) {
        let (old, new) = (a[(y - dy) * width + x - dx], b[y * width + x])
        guard old != new else { continue }
        count += 1
        if first.isEmpty { first = [x, y] }
        for shift in [UInt32(0), 8, 16] { largest = max(largest, abs(Int(old >> shift & 255) - Int(new >> shift & 255))) }
      }
    }
    return (count, largest, first)
  }

  /// Pans the map by each offset in turn, and passes the difference of the frames to `check`.
  private static func pan(
    _ screen: MapScreen, _ check: (_ pan: Point, _ difference: (count: Int, largest: Int, first: [Int])) -> Void
  )
    throws
  {
    screen.runUntilIdle()
    var before = screen.image
    for pan in pans {
      let oldPoint = try #require(screen.map.drawnPoint(for: vaduz))
      screen.map.pan(by: pan)
      screen.runUntilIdle()
      let newPoint = try #require(screen.map.drawnPoint(for: vaduz))
      let offset = newPoint - oldPoint
      #expect(offset.x.rawValue & 0xffff == 0 && offset.y.rawValue & 0xffff == 0)
      #expect((offset.x - pan.x).magnitude <= 1 && (offset.y - pan.y).magnitude <= 1)
      let after = screen.image
      check(pan, compare(before, after, movedBy: offset))
      before = after
    }
  }

  @Test(
    "a pan moves everything on a map by whole points, with identical pixels",
    .enabled(if: SharedData.isAvailable, SharedData.skipReason),
    arguments: [11, 14.3, 16.7, 19],
    [0, 33])
  func everything(zoom: Double, bearing: Int) throws {
    let screen = try Self.screen(Self.camera(zoom, bearing))
    try GridContent.add(to: screen.map)
    try Self.pan(screen) { pan, difference in
      #expect(
        difference.count == 0,
        "panned by \(pan): \(difference.count) pixels, by \(difference.largest), the first at \(difference.first)")
    }
    #expect(Set(screen.image.pixels).count > 40)
  }

  @Test(
    "a pan moves images scaled with the map, with components that differ by 1 at most",
    .enabled(if: SharedData.isAvailable, SharedData.skipReason), arguments: [14.3, 16.7], [0, 33])
  func fields(zoom: Double, bearing: Int) throws {
    let grid = try #require(MapRect(center: Self.vaduz, meters: 3000))
    let values = (0..<13 * 11).map { Scalar($0 * 37 % 100) / 100 }
    var random = SplitMix64(seed: 4)
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
      try Self.pan(screen) { pan, difference in
        #expect(
          difference.largest <= bound,
          "\(name) panned by \(pan): \(difference.count) pixels, by \(difference.largest), the first at \(difference.first)")
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

  @Test(
    "a pinched map is not aligned with the grid; afterward it is drawn like a new map with its camera",
    .enabled(if: SharedData.isAvailable, SharedData.skipReason))
  func pinch() throws {
    let screen = try Self.screen(Self.camera(14.3, 0))
    try GridContent.add([.tiles, .line, .circle, .fog, .pins], to: screen.map)
    let map = screen.map
    screen.runUntilIdle()
    #expect(map.drawnPoint(for: Self.vaduz) != map.convert(Self.vaduz), "the map is aligned with the grid")
    let (first, second) = (screen.begin(Point(x: 200, y: 160)), screen.begin(Point(x: 280, y: 160)))
    screen.step()
    var frames = 0
    for index in 1...20 {
      screen.move(first, Point(x: 200 - Scalar(index * 4), y: 160 + Scalar(index * 5)))
      screen.move(second, Point(x: 280 + Scalar(index * 4), y: 160 - Scalar(index)))
      screen.step()
      guard map.camera.zoom != 14.3 else { continue }
      frames += 1
      #expect(map.drawnPoint(for: Self.vaduz) == map.convert(Self.vaduz))
    }
    #expect(frames > 10 && map.camera.bearing != .zero)
    screen.runUntilIdle()
    func fresh() throws -> Image {
      let other = try Self.screen(Self.camera(14.3, 0))
      try GridContent.add([.tiles, .line, .circle, .fog, .pins], to: other.map)
      other.commit()
      other.map.camera = map.camera
      other.runUntilIdle()
      return other.image
    }
    // The fingers rest before they are lifted, so that the map is not flung.
    screen.step(ms: 1000)
    screen.move(first, Point(x: 120, y: 260))
    screen.move(second, Point(x: 360, y: 140))
    screen.step()
    let camera = map.camera
    let pinched = screen.image
    #expect(Self.compare(pinched, try fresh(), movedBy: .zero).count > 0 && screen.repaintEqualsRedraw())
    screen.end(first, Point(x: 120, y: 260))
    screen.end(second, Point(x: 360, y: 140))
    screen.runUntilIdle()
    #expect(screen.repaintEqualsRedraw() && map.camera == camera)
    let (now, other) = (screen.image, try fresh())
    let difference = Self.compare(now, other, movedBy: .zero)
    #expect(difference.count == 0, "\(difference.count) pixels, by \(difference.largest), the first at \(difference.first)")
    #expect(map.drawnPoint(for: Self.vaduz) != map.convert(Self.vaduz))
  }

  @Test(
    "flights and zooms end on the grid, and a fling stays on it",
    .enabled(if: SharedData.isAvailable, SharedData.skipReason))
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
      screen.runUntilIdle()
      #expect(map.camera == target)
      #expect(try isGridAligned() && screen.repaintEqualsRedraw())
    }
    map.setCamera(Self.camera(12, 0), animated: true)
    screen.step()
    screen.step(ms: 100)
    map.camera = map.camera
    screen.drag(from: Point(x: 200, y: 160), to: Point(x: 320, y: 180), frames: 5)
    let flung = map.camera
    screen.step()
    #expect(map.camera != flung)
    #expect(try isGridAligned())
    screen.runUntilIdle()
    #expect(try isGridAligned())
  }

  @Test(
    "at every zoom, bearing and corner of the world, the aligned transform is half a point off at most, and invertible"
  )
  func transforms() throws {
    var random = SplitMix64(seed: 8)
    for zoom in Array(stride(from: 0.0, through: 24, by: 0.7)) + [24.0] {
      for bearing in [0, 33, 90, 201, 315] {
        let bounds = Rect(x: 0, y: 0, width: Scalar(random.int(in: 1...2000)), height: Scalar(random.int(in: 1...2000)))
        let corners = [Int64(0), MapPoint.worldSize - 1, 1_234_567_890_123]
        for center in corners.flatMap({ x in corners.map { MapPoint(x: x, y: $0) } }) {
          let camera = MapCamera(centerPoint: center, zoom: Scalar(floatLiteral: zoom), bearing: .degrees(WideFixed(bearing)))
          let exact = MapTransform(camera: camera, bounds: bounds)
          let aligned = exact.gridAligned
          #expect(aligned == aligned.gridAligned)
          for _ in 0..<20 {
            let point = Point(x: Scalar(random.int(in: -3000...3000)), y: Scalar(random.int(in: -3000...3000)))
            let mapPoint = exact.mapPoint(at: point)
            // Where the whole world is visible, another copy of the point may be nearer.
            guard abs(mapPoint.x - center.x) < MapPoint.worldSize / 2 else { continue }
            let offset = aligned.point(for: mapPoint) - exact.point(for: mapPoint)
            #expect(offset.x.magnitude.rawValue <= 32769 && offset.y.magnitude.rawValue <= 32769)
            let error = aligned.point(for: aligned.mapPoint(at: point)) - point
            #expect(error.x.magnitude.rawValue <= 200 && error.y.magnitude.rawValue <= 200)
            let roundTrip = aligned.mapPoint(at: aligned.point(for: mapPoint))
            let unit = max(Int64(1), 2 << Int64(max(16 - zoom, 0)))
            #expect(abs(roundTrip.x - mapPoint.x) <= unit && abs(roundTrip.y - mapPoint.y) <= unit)
          }
          let clipExtent = aligned.clipExtent
          #expect(
            clipExtent.minX <= -512 && clipExtent.minY <= -512 && clipExtent.maxX >= bounds.maxX + 512
              && clipExtent.maxY >= bounds.maxY + 512)
          #expect(
            clipExtent.width <= bounds.width + 1024 + 4096
              && (clipExtent.width.rawValue | clipExtent.height.rawValue) & (2048 << 16 - 1) == 0)
        }
      }
    }
  }
}
