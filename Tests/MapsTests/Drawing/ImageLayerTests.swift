import CartoucheMaps
import CartoucheRaster
import Testing

@Suite("Images and circles of map styles")
struct ImageLayerTests {
  private static let camera = MapCamera(center: StyledMap.middle, zoom: 2)

  /// An image of four pixels between places that are `degrees` from the world's middle.
  private static func map(_ corners: [Coordinate], _ properties: [StyleProperty: PropertyValue] = [:]) -> StyledMap {
    var layer = StyleLayer("image", kind: .raster, source: "image", properties: ["raster-resampling": "nearest"])
    for (property, value) in properties { layer[property] = value }
    var map = StyledMap([StyleLayer("background", kind: .background, properties: [.backgroundColor: 0x000000]), layer])
    let colors: [UInt32] = [0xffff_0000, 0xff00_ff00, 0xff00_00ff, 0xffff_ff00]
    let image = Image(size: PixelSize(width: 2, height: 2)) { pixels in
      for index in pixels.indices { pixels[index] = colors[index] }
    }
    map.style.sources = ["image": .image(ImageSource(image, corners: corners))]
    return map
  }

  private static func corners(_ degrees: Double) -> [Coordinate] {
    [
      Coordinate(latitude: degrees, longitude: -degrees), Coordinate(latitude: degrees, longitude: degrees),
      Coordinate(latitude: -degrees, longitude: degrees), Coordinate(latitude: -degrees, longitude: -degrees),
    ]
  }

  @Test("an image is drawn between its four corners")
  func corners() throws {
    let map = Self.map(Self.corners(10))
    let view = MapTransform(camera: Self.camera, bounds: StyledMap.bounds).gridAligned
    let pixels = map.pixels(Self.camera)
    let points = Self.corners(10).map { view.point(for: MapPoint(clamping: $0)) }
    let colors: [UInt32] = [0xff0000, 0x00ff00, 0xffff00, 0x0000ff]
    for (index, point) in points.enumerated() {
      let inward = Point(x: point.x < 160 ? 3 : -3, y: point.y < 100 ? 3 : -3)
      let (inside, outside) = (point + inward, point - inward)
      #expect(pixels[inside.x.floor, inside.y.floor] == colors[index])
      #expect(pixels[outside.x.floor, outside.y.floor] == 0)
    }
    #expect(pixels[150, 90] == 0xff0000 && pixels[170, 90] == 0x00ff00)
  }

  @Test("an image may be turned, and need not be a parallelogram")
  func quadrilateral() throws {
    let corners = [
      Coordinate(latitude: 3, longitude: -8), Coordinate(latitude: 9, longitude: 8),
      Coordinate(latitude: -8, longitude: 6), Coordinate(latitude: -3, longitude: -10),
    ]
    let camera = MapCamera(center: StyledMap.middle, zoom: 2, bearing: .degrees(20))
    let pixels = Self.map(corners).pixels(camera)
    let view = MapTransform(camera: camera, bounds: StyledMap.bounds).gridAligned
    let points = corners.map { view.point(for: MapPoint(clamping: $0)) }
    let colors: [UInt32] = [0xff0000, 0x00ff00, 0xffff00, 0x0000ff]
    for (index, point) in points.enumerated() {
      // A tenth of the way to the opposite corner.
      let other = points[(index + 2) % 4]
      let (x, y) = (point.x + (other.x - point.x) / 10, point.y + (other.y - point.y) / 10)
      #expect(pixels[x.floor, y.floor] == colors[index])
      #expect(pixels[(point.x * 2 - x).floor, (point.y * 2 - y).floor] == 0)
    }
  }

  @Test("an image is in each copy of the world, and may be as wide as the world")
  func copies() {
    let camera = MapCamera(center: Coordinate(latitude: 0, longitude: 179), zoom: 2)
    let edge = [
      Coordinate(latitude: 10, longitude: 175), Coordinate(latitude: 10, longitude: 185),
      Coordinate(latitude: -10, longitude: 185), Coordinate(latitude: -10, longitude: 175),
    ]
    let pixels = Self.map(edge).pixels(camera)
    #expect(pixels[155, 95] == 0xff0000 && pixels[180, 95] == 0x00ff00)
    let world = [
      Coordinate(latitude: 60, longitude: -180), Coordinate(latitude: 60, longitude: 180),
      Coordinate(latitude: -60, longitude: 180), Coordinate(latitude: -60, longitude: -180),
    ]
    let wide = Self.map(world).pixels(camera)
    #expect(wide[20, 95] == 0x00ff00 && wide[300, 95] == 0xff0000)
  }

  @Test("the colors of an image are adjusted once, and kept")
  func adjustments() {
    let map = Self.map(Self.corners(10), ["raster-saturation": -1, "raster-opacity": 0.5])
    let pixel = map.pixels(Self.camera)[150, 90]
    #expect(pixel & 255 == pixel >> 8 & 255 && pixel & 255 == pixel >> 16 & 255)
    #expect(abs(Int(pixel & 255) - 255 / 6) <= 1)
    let cache = DrawingCache()
    let image = Image(size: PixelSize(width: 4, height: 4)) { pixels in for index in pixels.indices { pixels[index] = 0xffaa_3311 }
    }
    let adjustment = ImageAdjustment(saturation: 0.5)
    #expect(cache.adjusted(image, by: adjustment) == cache.adjusted(image, by: adjustment))
    #expect(cache.reducible(image) == cache.reducible(image))
  }

  @Test("a corner too few, or a corner that is no place, shows nothing")
  func badCorners() {
    for corners in [[], Array(Self.corners(10).prefix(3)), Self.corners(.nan), Self.corners(.infinity), Self.corners(0)] {
      #expect(Self.map(corners).pixels(Self.camera).values.allSatisfy { $0 == 0 })
    }
  }

  @Test("circles are drawn whole and once, also at tile edges and from beyond the view")
  func circles() throws {
    let layer = StyleLayer(
      "points", kind: .circle, sourceLayer: "points",
      properties: ["circle-radius": 14, "circle-color": 0xff0000, "circle-opacity": 0.5])
    let background = StyleLayer("background", kind: .background, properties: [.backgroundColor: 0xffffff])
    let corners = [SIMD2(0, 0), SIMD2(4096, 0), SIMD2(0, 4096), SIMD2(4096, 4096)]
    let map = StyledMap([background, layer], sources: [try FixedSource(everywhere: .points(corners))])
    let pixels = map.pixels(Self.camera)
    for (x, y) in [(0, 0), (-9, -9), (8, 8), (-12, 0), (0, 11)] {
      #expect(pixels[160 + x, 100 + y] >> 16 == 255)
      #expect(abs(Int(pixels[160 + x, 100 + y] & 255) - 127) <= 1)
    }
    let aside = try StyledMap.pan(Self.camera, x: 165, y: 0)
    let moved = map.pixels(aside.camera)
    #expect(pixels.differences(from: moved, movedBy: aside.dx, aside.dy) == 0)
    #expect(moved[318, 100] != 0xffffff)
  }
}
