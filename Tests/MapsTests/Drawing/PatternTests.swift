import CartoucheMaps
import CartoucheRaster
import Testing

@Suite("Patterns of map styles")
struct PatternTests {
  private static func background(_ pattern: String = "patches") -> StyledMap {
    var map = StyledMap([StyleLayer("background", kind: .background, properties: [.backgroundPattern: .text(pattern)])])
    map.style.images = ["patches": .patches]
    return map
  }

  private static func fills() throws -> StyledMap {
    var map = StyledMap(
      [
        StyleLayer("background", kind: .background, properties: [.backgroundColor: 0x336699]),
        StyleLayer("areas", kind: .fill, sourceLayer: "areas", properties: [.fillPattern: "patches"]),
      ], sources: [try FixedSource(everywhere: .area)])
    map.style.images = ["patches": .patches]
    return map
  }

  @Test("at a whole zoom, each pixel of the map is the image's pixel, counted from the world's corner")
  func wholeZoom() throws {
    let camera = MapCamera(center: StyledMap.middle, zoom: 2)
    let pixels = Self.background().pixels(camera)
    let corner = MapTransform(camera: camera, bounds: StyledMap.bounds).gridAligned.point(for: MapPoint(x: 1 << 40, y: 1 << 40))
    let (left, top) = (corner.x.rounded, corner.y.rounded)
    for y in 0..<200 {
      for x in 0..<320 {
        // The world's middle is at a multiple of 8.
        let (column, row) = ((x - left) & 7, (y - top) & 7)
        #expect(pixels[x, y] == UInt32(column * 32) << 16 | UInt32(row * 32) << 8 | 64)
      }
    }
  }

  @Test("areas continue the pattern of the background across tiles", arguments: [(2, 0), (2.5, 0), (2.25, 30)] as [(Scalar, Int)])
  func acrossTiles(zoom: Scalar, bearing: Int) throws {
    let camera = MapCamera(center: StyledMap.middle, zoom: zoom, bearing: .degrees(.init(bearing)))
    #expect(try Self.fills().pixels(camera) == Self.background().pixels(camera))
  }

  @Test("a pan by whole points moves a pattern unchanged", arguments: [(2, 0), (2.5, 0), (2.25, 30)] as [(Scalar, Int)])
  func pan(zoom: Scalar, bearing: Int) throws {
    let camera = MapCamera(center: StyledMap.middle, zoom: zoom, bearing: .degrees(.init(bearing)))
    let moved = try StyledMap.pan(camera, x: 37, y: -21)
    #expect(abs(moved.dx) + abs(moved.dy) > 40)
    let (before, after) = (try Self.fills().pixels(camera), try Self.fills().pixels(moved.camera))
    #expect(before.differences(from: after, movedBy: moved.dx, moved.dy) == 0)
  }

  @Test("a pattern has its size in points, whatever the density of its image")
  func pixelRatio() throws {
    let camera = MapCamera(center: StyledMap.middle, zoom: 2)
    var dense = Self.background()
    let image = StyleImage.patches.image
    let twice = Image(size: PixelSize(width: 16, height: 16)) { pixels in
      for index in pixels.indices {
        pixels[index] = 0xff00_0000 | UInt32(index % 16 / 2 * 32) << 16 | UInt32(index / 32 * 32) << 8 | 64
      }
    }
    #expect(twice.size.width == image.size.width * 2)
    dense.style.images = ["patches": StyleImage(twice, pixelRatio: 2)]
    #expect(dense.pixels(camera) == Self.background().pixels(camera))
  }

  @Test("where an image is missing, nothing is drawn, and its name is known")
  func missing() throws {
    var map = try Self.fills()
    map.style.images = [:]
    let camera = MapCamera(center: StyledMap.middle, zoom: 2)
    #expect(map.pixels(camera).values.allSatisfy { $0 == 0x336699 })
    #expect(map.drawing(camera).missingImages == ["patches"])
  }

  @Test("the opacity of areas fades their pattern")
  func opacity() throws {
    var map = try Self.fills()
    map.style.layers[1][.fillOpacity] = 0.5
    let camera = MapCamera(center: StyledMap.middle, zoom: 2)
    let (faded, full) = (map.pixels(camera), try Self.fills().pixels(camera))
    let (a, b) = (faded[100, 100], full[100, 100])
    for shift in [0, 8, 16] as [UInt32] {
      let mean = (Int(b >> shift & 255) + Int(0x336699 >> shift & 255)) / 2
      #expect(abs(Int(a >> shift & 255) - mean) <= 1)
    }
  }
}
