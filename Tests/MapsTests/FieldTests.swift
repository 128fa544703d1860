import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("Value grids, heat maps and tile overlays")
struct FieldTests {
  private func screen(
    _ overlay: any Overlay, zoom: Scalar, bearing: Angle = .zero, _ renderer: @escaping (any Overlay) -> OverlayRenderer
  ) -> OverlayScreen {
    let screen = OverlayScreen(width: 400, height: 300, 39.9, 116.385, zoom: zoom, bearing: bearing)
    screen.map.rendererFor = { renderer($0) }
    screen.map.addOverlay(overlay)
    screen.show()
    return screen
  }

  private func grid() throws -> ValueGrid {
    let rect = try #require(MapRect(center: Coordinate(latitude: 39.9, longitude: 116.385), meters: 2000))
    let values = (0..<12 * 9).map { index -> Scalar? in
      let (x, y) = (index % 12, index / 12)
      return x == 5 && y == 4 ? nil : Scalar(x + y) / 19
    }
    return ValueGrid(over: rect, columns: 12, rows: 9, values: values)
  }

  @Test(
    "P16: a value grid is drawn as colored cells or smoothly, and is clear where it has no value",
    arguments: [ValueGridRenderer.Smoothing.cells, .smooth])
  func cells(smoothing: ValueGridRenderer.Smoothing) throws {
    let grid = try grid()
    let screen = screen(grid, zoom: 14, bearing: .degrees(smoothing == .cells ? 0 : 20)) {
      let renderer = ValueGridRenderer(overlay: $0)
      renderer.smoothing = smoothing
      return renderer
    }
    try expectFrame(screen.image, matches: "values-\(smoothing)")
    if smoothing == .cells {
      // The cell without a value is clear, instead of having the color of 0.
      let renderer = try #require(screen.map.renderer(for: grid) as? ValueGridRenderer)
      renderer.scale = ColorScale([.init(0, .black), .init(1, .blue)])
      screen.show()
      let (clear, colored) = (screen.color(177, 150), screen.color(220, 150))
      screen.map.removeOverlay(grid)
      screen.show()
      #expect(clear == screen.color(177, 150) && colored != screen.color(220, 150))
    }
    #expect(grid.value(at: Coordinate(latitude: 39.9, longitude: 116.384)) == nil)
    #expect(
      grid.value(at: Coordinate(latitude: 39.9, longitude: 116.39)) != nil
        && grid.value(at: Coordinate(latitude: 40, longitude: 116.39)) == nil)
    #expect(ValueGrid(over: .world, columns: -4, rows: .max, values: []).values.isEmpty)
  }

  @Test("a color scale interpolates between its stops and extends the outer ones")
  func scales() {
    let scale = ColorScale([.init(10, .red), .init(0, .black), .init(10, .blue)])
    #expect(scale.color(for: -5) == .black && scale.color(for: 5) == Color(hex: 0x800000))
    #expect(scale.color(for: 9.9999).red > 250 && scale.color(for: 10) == .blue && scale.color(for: .max) == .blue)
    #expect(ColorScale([]).color(for: 1) == .clear)
  }

  private func points(_ count: Int) -> [HeatPoint] {
    var random = SplitMix64(seed: 12)
    return (0..<count).map { _ in
      let (a, b) = (random.double(in: -1...1), random.double(in: -1...1))
      return HeatPoint(
        Coordinate(latitude: 39.9 + a * abs(a) * 0.004, longitude: 116.385 + b * b * b * 0.007), weight: random.int(in: 1...3))
    }
  }

  @Test("P16: a heat map is hotter where points are dense, and has the same pixels when drawn in parts")
  func heat() throws {
    let map = HeatMap(points(400))
    let renderer = HeatMapRenderer(overlay: map)
    let screen = screen(map, zoom: 14) { _ in PartRenderer(renderer) }
    try expectFrame(screen.image, matches: "heat")
    let whole = screen.pixels
    screen.expectDrawnInParts(3, [try #require(screen.map.renderer(for: map) as? PartRenderer)], whole: whole)
    screen.map.rendererFor = { _ in renderer }
    #expect(difference(screen.show(), whole) == nil)
    renderer.radius = .meters(300)
    screen.map.camera.bearing = .degrees(25)
    #expect(difference(screen.show(), screen.redrawn()) == nil)
    #expect(difference(screen.pixels, whole) != nil)
  }

  @Test("heat adds up: 100 equal points are as hot as one of weight 100, and heat is greatest at a point's center")
  func sums() throws {
    let center = Coordinate(latitude: 39.9, longitude: 116.385)
    func pixels(_ points: [HeatPoint], zoom: Scalar = 15) -> [UInt32] {
      screen(HeatMap(points), zoom: zoom) {
        let renderer = HeatMapRenderer(overlay: $0)
        (renderer.saturation, renderer.scale) = (200, ColorScale([.init(0, .white), .init(1, .black)]))
        return renderer
      }.pixels
    }
    let many = pixels(Array(repeating: HeatPoint(center), count: 100))
    #expect(difference(many, pixels([HeatPoint(center, weight: 100)])) == nil)
    let row = 150 * 400
    let peak = (0..<400).min { many[row + $0] & 255 < many[row + $1] & 255 } ?? 0
    #expect(abs(peak - 200) <= 4 && abs(Int(many[row + peak] & 255) - 128) < 16)
    #expect(many[row + 200 + 30] & 255 > 220)
    let crowd = Array(repeating: HeatPoint(center, weight: .max), count: 100_000)
    for zoom in [0, 12, 24] { #expect(pixels(crowd, zoom: Scalar(zoom)).count == 120_000) }
    #expect(HeatMap([HeatPoint(Coordinate(latitude: .nan, longitude: 0)), HeatPoint(center, weight: -4)]).boundingMapRect.isEmpty)
  }

  /// Returns an image whose color encodes the tile's ID. White top and left edges show its orientation.
  private static func tile(_ id: TileID) -> Image {
    Image(size: PixelSize(width: 64, height: 64)) { pixels in
      for y in 0..<64 {
        for x in 0..<64 {
          let isEdge = x < 2 || y < 2
          let color: UInt32 = 0xff00_0000 | UInt32(id.x * 40 & 255) << 16 | UInt32(id.y * 56 & 255) << 8 | UInt32(id.zoom * 12)
          pixels[y * 64 + x] = isEdge ? 0xffff_ffff : color
        }
      }
    }
  }

  @Test(
    "P16: the images of tiles join without a seam, and a missing one is replaced by part of its parent",
    arguments: [0, 28])
  func tiles(bearing: Int) throws {
    var requested: [TileID] = []
    let overlay = TileOverlay(zoomRange: 10...15) { id in
      requested.append(id)
      return id.zoom == 15 && (id.x + id.y) % 3 == 0 ? nil : Self.tile(id)
    }
    let screen = screen(overlay, zoom: 14.4, bearing: .degrees(WideFixed(bearing))) {
      PartRenderer(TileOverlayRenderer(overlay: $0))
    }
    try expectFrame(screen.image, matches: "tiles-\(bearing)")
    #expect(
      Set(requested).count == requested.count && requested.contains { $0.zoom == 14 }
        && requested.allSatisfy { $0.zoom >= 14 && $0.zoom <= 15 })
    let whole = screen.pixels
    let renderer = try #require(screen.map.renderer(for: overlay) as? PartRenderer)
    screen.expectDrawnInParts(2, [renderer], whole: whole)
    renderer.part = nil
    #expect(difference(screen.show(), whole) == nil)
    let count = requested.count
    screen.map.pan(by: Point(x: 5, y: 5))
    #expect(difference(screen.show(), screen.redrawn()) == nil && requested.count <= count + 12)
  }

  @Test("tiles of one color meet without a visible line", arguments: [0, 13, 45], [12.3, 15.9, 22])
  func seams(bearing: Int, zoom: Double) {
    let overlay = TileOverlay(zoomRange: 0...16) { _ in
      Image(size: PixelSize(width: 16, height: 16)) { pixels in for index in pixels.indices { pixels[index] = 0x8040_2010 } }
    }
    let screen = screen(overlay, zoom: Scalar(floatLiteral: zoom), bearing: .degrees(WideFixed(bearing))) {
      TileOverlayRenderer(overlay: $0)
    }
    #expect(Set(screen.pixels).count == 1)
  }

  @Test("a view that would need too many tiles uses a lower zoom, also for strips that come into view")
  func manyTiles() throws {
    var zooms = Set<Int>()
    let overlay = TileOverlay(tileSize: 64) { id in
      zooms.insert(id.zoom)
      return Image(size: PixelSize(width: 1, height: 1)) { $0[0] = 0xff00_0000 | UInt32(id.zoom) }
    }
    let camera = MapCamera(center: Coordinate(latitude: 20, longitude: 9), zoom: 14, bearing: .degrees(45))
    let screen = MapScreen(width: 1920, height: 1080, fonts: standardFonts(), camera: camera)
    screen.map.rendererFor = { TileOverlayRenderer(overlay: $0) }
    screen.map.addOverlay(overlay)
    screen.commit()
    // At zoom 17 there would be 45 tiles in each direction.
    #expect(zooms == [16])
    for _ in 0..<3 {
      screen.map.pan(by: Point(x: 40, y: 0))
      screen.step()
    }
    #expect(zooms == [16])
    // A view of any size needs few tiles and does not trap.
    zooms = []
    for side in [100_000, 100_000_000, 1 << 40] as [Int] {
      screen.map.frame = Rect(x: 0, y: 0, width: Scalar(side), height: Scalar(side))
      screen.step()
    }
    #expect(!zooms.isEmpty && zooms.allSatisfy { $0 < 14 })
  }

  @Test(
    "fields at the world's edge, without cells or images, or with invalid sizes repaint correctly and do not trap",
    arguments: [0, 2, 24])
  func badInput(zoom: Int) {
    let screen = OverlayScreen(85, 179.9, zoom: Scalar(zoom), bearing: .degrees(40))
    screen.map.rendererFor = { overlay in
      switch overlay {
      case is ValueGrid: return ValueGridRenderer(overlay: overlay)
      case is HeatMap:
        let renderer = HeatMapRenderer(overlay: overlay)
        renderer.radius = zoom == 2 ? .meters(.infinity) : zoom == 0 ? .meters(.nan) : .points(.max)
        renderer.saturation = 0
        return renderer
      default: return TileOverlayRenderer(overlay: overlay)
      }
    }
    screen.map.addOverlays([
      ValueGrid(over: .world, columns: 3, rows: 3, values: [1, nil]),
      ValueGrid(over: MapRect(origin: MapPoint(x: 0, y: 0), width: .max, height: 5), columns: 2, rows: 2, values: [1, 2, 3, 4]),
      HeatMap((0..<50).map { HeatPoint(Coordinate(latitude: 85, longitude: 170 + Double($0))) }), TileOverlay { _ in nil },
      TileOverlay(zoomRange: 3...3, tileSize: -7) { Self.tile($0) },
      TileOverlay { _ in Image(size: PixelSize(width: 0, height: 0)) { _ in } },
    ])
    #expect(difference(screen.show(), screen.redrawn()) == nil)
    screen.map.pan(by: Point(x: 400, y: 30))
    #expect(difference(screen.show(), screen.redrawn()) == nil)
  }
}
