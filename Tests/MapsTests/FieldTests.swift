import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("Values, heat and tiles over the map")
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
    "P16: a grid of values is coloured cells, smooth if wanted, clear where there is none",
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
      // Clear, and not of the colour that nought has.
      let renderer = try #require(screen.map.renderer(for: grid) as? ValueGridRenderer)
      renderer.scale = ColorScale([.init(0, .black), .init(1, .blue)])
      screen.show()
      let (clear, beside) = (screen.color(177, 150), screen.color(220, 150))
      screen.map.removeOverlay(grid)
      screen.show()
      #expect(clear == screen.color(177, 150) && beside != screen.color(220, 150))
    }
    #expect(grid.value(at: Coordinate(latitude: 39.9, longitude: 116.384)) == nil)
    #expect(
      grid.value(at: Coordinate(latitude: 39.9, longitude: 116.39)) != nil
        && grid.value(at: Coordinate(latitude: 40, longitude: 116.39)) == nil)
    #expect(ValueGrid(over: .world, columns: -4, rows: .max, values: []).values.isEmpty)
  }

  @Test("a colour scale mixes between its stops and goes on beyond them")
  func scales() {
    let scale = ColorScale([.init(10, .red), .init(0, .black), .init(10, .blue)])
    #expect(scale.color(for: -5) == .black && scale.color(for: 5) == Color(hex: 0x800000))
    #expect(scale.color(for: 9.9999).red > 250 && scale.color(for: 10) == .blue && scale.color(for: .max) == .blue)
    #expect(ColorScale([]).color(for: 1) == .clear)
  }

  private func points(_ count: Int) -> [HeatPoint] {
    var random = SeededRandom(seed: 12)
    return (0..<count).map { _ in
      let (a, b) = (random.double(in: -1...1), random.double(in: -1...1))
      return HeatPoint(
        Coordinate(latitude: 39.9 + a * abs(a) * 0.004, longitude: 116.385 + b * b * b * 0.007), weight: random.int(in: 1...3))
    }
  }

  @Test("P16: a heat map warms where places lie together, the same however it is cut")
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

  @Test("heat adds up: a hundred places on one spot are a place of weight a hundred, and one place is hottest in its middle")
  func sums() throws {
    let middle = Coordinate(latitude: 39.9, longitude: 116.385)
    func pixels(_ points: [HeatPoint], zoom: Scalar = 15) -> [UInt32] {
      screen(HeatMap(points), zoom: zoom) {
        let renderer = HeatMapRenderer(overlay: $0)
        (renderer.saturation, renderer.scale) = (200, ColorScale([.init(0, .white), .init(1, .black)]))
        return renderer
      }.pixels
    }
    let many = pixels(Array(repeating: HeatPoint(middle), count: 100))
    #expect(difference(many, pixels([HeatPoint(middle, weight: 100)])) == nil)
    let row = 150 * 400
    let peak = (0..<400).min { many[row + $0] & 255 < many[row + $1] & 255 } ?? 0
    #expect(abs(peak - 200) <= 4 && abs(Int(many[row + peak] & 255) - 128) < 16)
    #expect(many[row + 200 + 30] & 255 > 220)
    let crowd = Array(repeating: HeatPoint(middle, weight: .max), count: 100_000)
    for zoom in [0, 12, 24] { #expect(pixels(crowd, zoom: Scalar(zoom)).count == 120_000) }
    #expect(HeatMap([HeatPoint(Coordinate(latitude: .nan, longitude: 0)), HeatPoint(middle, weight: -4)]).boundingMapRect.isEmpty)
  }

  /// A picture with the tile's numbers as colours and an edge that tells its corners apart.
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
    "P16: pictures by tile lie side by side without a seam, and where one lacks, the part of the one above stands in",
    arguments: [0, 28])
  func tiles(bearing: Int) throws {
    var asked: [TileID] = []
    let overlay = TileOverlay(zoomRange: 10...15) { id in
      asked.append(id)
      return id.zoom == 15 && (id.x + id.y) % 3 == 0 ? nil : Self.tile(id)
    }
    let screen = screen(overlay, zoom: 14.4, bearing: .degrees(WideFixed(bearing))) { PartRenderer(TileOverlayRenderer(overlay: $0)) }
    try expectFrame(screen.image, matches: "tiles-\(bearing)")
    #expect(
      Set(asked).count == asked.count && asked.contains { $0.zoom == 14 } && asked.allSatisfy { $0.zoom >= 14 && $0.zoom <= 15 })
    let whole = screen.pixels
    let renderer = try #require(screen.map.renderer(for: overlay) as? PartRenderer)
    screen.expectDrawnInParts(2, [renderer], whole: whole)
    renderer.part = nil
    #expect(difference(screen.show(), whole) == nil)
    let count = asked.count
    screen.map.pan(by: Point(x: 5, y: 5))
    #expect(difference(screen.show(), screen.redrawn()) == nil && asked.count <= count + 12)
  }

  @Test("tiles of one colour leave no line where they meet", arguments: [0, 13, 45], [12.3, 15.9, 22])
  func seams(bearing: Int, zoom: Double) {
    let overlay = TileOverlay(zoomRange: 0...16) { _ in
      Image(size: PixelSize(width: 16, height: 16)) { pixels in for index in pixels.indices { pixels[index] = 0x8040_2010 } }
    }
    let screen = screen(overlay, zoom: Scalar(floatLiteral: zoom), bearing: .degrees(WideFixed(bearing))) {
      TileOverlayRenderer(overlay: $0)
    }
    #expect(Set(screen.pixels).count == 1)
  }

  @Test("where the view would take too many tiles, a strip that comes into view is of the tiles that are there")
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
    // 45 tiles each way at zoom 17.
    #expect(zooms == [16])
    for _ in 0..<3 {
      screen.map.pan(by: Point(x: 40, y: 0))
      screen.step()
    }
    #expect(zooms == [16])
    // A view beyond all measure has few tiles of the world, and no harm.
    zooms = []
    for side in [100_000, 100_000_000, 1 << 40] as [Int] {
      screen.map.frame = Rect(x: 0, y: 0, width: Scalar(side), height: Scalar(side))
      screen.step()
    }
    #expect(!zooms.isEmpty && zooms.allSatisfy { $0 < 14 })
  }

  @Test("fields far away, on the edge of the world, without cells or closures that answer nothing: no harm", arguments: [0, 2, 24])
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
