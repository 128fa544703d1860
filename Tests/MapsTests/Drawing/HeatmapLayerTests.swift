import CartoucheMaps
import CartoucheRaster
import Testing

@Suite("Heatmaps of map styles")
struct HeatmapLayerTests {
  /// From black without heat to white.
  private static let gray: PropertyValue = .expression(
    #"["interpolate", ["linear"], ["heatmap-density"], 0, "rgba(255, 255, 255, 0)", 1, "white"]"#)
  private static let camera = MapCamera(center: StyledMap.middle, zoom: 0)

  private static func map(_ points: [SIMD2<Int>], _ properties: [StyleProperty: PropertyValue] = [:]) throws -> StyledMap {
    var layer = StyleLayer("heat", kind: .heatmap, sourceLayer: "points", properties: ["heatmap-color": gray])
    for (property, value) in properties { layer[property] = value }
    return StyledMap(
      [StyleLayer("background", kind: .background, properties: [.backgroundColor: 0x000000]), layer],
      sources: [try FixedSource(everywhere: .points(points))])
  }

  @Test("the heat of a point is highest at the point, and the same on all sides")
  func peak() throws {
    let pixels = try Self.map([SIMD2(2048, 2048)]).pixels(Self.camera)
    // 255 / √(2π)
    #expect(abs(Int(pixels[160, 100] & 255) - 101) <= 3)
    for (x, y) in [(20, 3), (9, 30), (0, 11), (33, 33)] {
      #expect(pixels[160 + x, 100 + y] == pixels[159 - x, 100 + y])
      #expect(pixels[160 + x, 100 + y] == pixels[160 + x, 99 - y])
      #expect(pixels[160 + x, 100 + y] == pixels[160 + y, 100 + x])
    }
    #expect(pixels[210, 100] == 0)
    // A third of the radius is one standard deviation.
    #expect(abs(Int(pixels[170, 100] & 255) - 61) <= 4)
  }

  @Test("weights and intensity multiply the heat")
  func weight() throws {
    let pixels = try Self.map([SIMD2(2048, 2048)], ["heatmap-weight": 0.5, "heatmap-intensity": 3]).pixels(Self.camera)
    #expect(abs(Int(pixels[160, 100] & 255) - 152) <= 6)
  }

  @Test("the heat of a point beyond the view reaches into it, and each point counts once")
  func edges() throws {
    // At zoom 2, the tiles meet in the view's middle. The point is in four of them, and one owns it.
    let corners = [SIMD2(0, 0), SIMD2(4096, 0), SIMD2(0, 4096), SIMD2(4096, 4096)]
    let once = try Self.map([SIMD2(0, 0)]).pixels(MapCamera(center: StyledMap.middle, zoom: 2))
    let often = try Self.map(corners).pixels(MapCamera(center: StyledMap.middle, zoom: 2))
    #expect(once == often)
    #expect(abs(Int(once[160, 100] & 255) - 101) <= 3)
    let camera = MapCamera(center: StyledMap.middle, zoom: 2)
    let aside = try StyledMap.pan(camera, x: 170, y: 0)
    let pixels = try Self.map([SIMD2(0, 0)]).pixels(aside.camera)
    #expect(once.differences(from: pixels, movedBy: aside.dx, aside.dy) == 0)
    #expect(pixels[319, 100] != 0)
  }

  @Test(
    "a pan by whole points moves heat unchanged, also in strips", arguments: [(1, 1), (33, -14), (-3, 62)] as [(Scalar, Scalar)])
  func pan(x: Scalar, y: Scalar) throws {
    let points = (0..<40).map { SIMD2($0 * 641 % 4096, $0 * 977 % 4096) }
    let map = try Self.map(points, ["heatmap-radius": 17])
    let camera = MapCamera(center: StyledMap.middle, zoom: 1.5)
    let moved = try StyledMap.pan(camera, x: x, y: y)
    let (before, after) = (map.pixels(camera), map.pixels(moved.camera))
    #expect(before.differences(from: after, movedBy: moved.dx, moved.dy) == 0)
    let view = map.view(camera)
    let first = Pixels(pixels(of: view, width: 320, height: 200))
    #expect(first == before)
    view.camera = moved.camera
    #expect(Pixels(pixels(of: view, width: 320, height: 200)) == after)
  }
}
