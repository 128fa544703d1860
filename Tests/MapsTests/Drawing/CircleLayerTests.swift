import CartoucheMaps
import CartoucheRaster
import CartoucheTestSupport
import Testing

@Suite("Circles of style layers")
struct CircleLayerTests {
  private func map(_ maker: TileMaker, _ properties: [StyleProperty: PropertyValue] = [:]) throws -> StyledMap {
    StyledMap(
      [
        StyleLayer("background", kind: .background, properties: [.backgroundColor: 0xffffff]),
        StyleLayer(
          "points", kind: .circle, sourceLayer: "points",
          properties: [.circleRadius: 20, .circleColor: 0x000000, .circleOpacity: 0.5].merging(properties) { $1 }),
      ], sources: [try FixedSource(everywhere: maker)])
  }

  private func expectWholeCircle(_ pixels: Pixels, at x: Int, _ y: Int) {
    // 0.5 over white, once: nowhere darker, also not where tiles meet.
    #expect(Set((-17...17).map { pixels[x + $0, y] }).count == 1 && Set((-17...17).map { pixels[x, y + $0] }).count == 1)
    #expect(pixels[x, y] == 0x7f7f7f || pixels[x, y] == 0x808080)
    #expect(pixels[x + 24, y] == 0xffffff && pixels[x, y - 24] == 0xffffff)
  }

  @Test("a circle at the corner of four tiles is drawn once and whole, although each has its point")
  func corner() throws {
    let map = try map(.points([SIMD2(0, 0), SIMD2(4096, 0), SIMD2(0, 4096), SIMD2(4096, 4096)]))
    // The middle of the world is a corner of four tiles of zoom 1.
    expectWholeCircle(map.pixels(MapCamera(center: StyledMap.middle, zoom: 1)), at: 160, 100)
    expectWholeCircle(map.pixels(MapCamera(center: StyledMap.middle, zoom: 4.5)), at: 160, 100)
  }

  @Test("a circle at a view's edge is shown, although its center is in a tile beyond the view")
  func beyond() throws {
    let map = try map(.points([SIMD2(4090, 2048)]), [.circleRadius: 30])
    // The view begins where the tile ends that has the point.
    let camera = MapCamera(centerPoint: MapPoint(x: MapPoint.worldSize / 2 + 161 << 31, y: MapPoint.worldSize / 4), zoom: 1)
    let pixels = map.pixels(camera)
    #expect(pixels[2, 100] != 0xffffff && pixels[2, 20] == 0xffffff)
  }

  @Test("each point of a geometry, and each vertex of a line, has a circle")
  func parts() throws {
    var maker = TileMaker()
    maker.add(.point, [[SIMD2(1000, 2048)], [SIMD2(1600, 2048)]], to: "points")
    maker.add(.line, [[SIMD2(2200, 2048), SIMD2(2200, 2700), SIMD2(3000, 2048)]], to: "points")
    let map = try map(maker)
    let pixels = map.pixels(
      MapCamera(centerPoint: MapPoint(x: MapPoint.worldSize / 4, y: MapPoint.worldSize / 4 + 1 << 36), zoom: 1))
    let dark = pixels.values.count { $0 != 0xffffff }
    // Five circles of about 1257 pixels each.
    #expect((5 * 1220...5 * 1390).contains(dark), "\(dark)")
  }

  @Test("circles with a lower sort key are below")
  func sortKeys() throws {
    var maker = TileMaker()
    for (key, color) in [("2", "#ff0000"), ("1", "#00ff00"), ("3", "#0000ff")] {
      maker.add(.point, [[SIMD2(2000 + (Int(key) ?? 0) * 60, 2048)]], to: "points", tags: [("key", key), ("color", color)])
    }
    let map = try map(
      maker,
      [
        .circleOpacity: 1, .circleColor: .expression(#"["get", "color"]"#),
        .circleSortKey: .expression(#"["-", ["to-number", ["get", "key"]]]"#),
      ])
    let pixels = map.pixels(MapCamera(centerPoint: MapPoint(x: MapPoint.worldSize / 4, y: MapPoint.worldSize / 4), zoom: 1))
    // 60 units are 7.5 points.
    let left = 160 + (2060 - 2048) / 8
    #expect(pixels[left, 100] == 0x00ff00 && pixels[left + 25, 100] == 0xff0000 && pixels[left + 33, 100] == 0x0000ff)
  }

  @Test("of a circle larger than the view, only the pixels in the view are made, and they are the same")
  func largeCircle() {
    let style = CircleStyle(radius: 1000, color: Color(hex: 0x0066ff), strokeWidth: 30, strokeColor: .black, blur: 0.5)
    let (part, center) = (Rect(x: 10, y: 20, width: 300, height: 150), Point(x: 160.25, y: -700))
    let (image, origin) = DrawingCache().circle(style, centeredAt: center, within: part)
    #expect(origin == PixelPoint(x: 10, y: 20) && image.size == PixelSize(width: 300, height: 150))
    let (whole, corner) = style.image(centeredAt: center)
    for (x, y) in [(0, 0), (299, 0), (0, 149), (299, 149), (150, 70)] {
      let (column, row) = (x + origin.x - corner.x, y + origin.y - corner.y)
      let expected: UInt32 = whole.storage.pixels[row * whole.size.width + column]
      #expect(image.storage.pixels[y * 300 + x] == expected)
    }
    let small = CircleStyle(radius: 3, color: Color(hex: 0x0066ff))
    #expect(DrawingCache().circle(small, centeredAt: center, within: .zero).image.size.width == 7)
  }
}
