import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

/// A map with a style of its own, drawn without a screen.
struct StyledMap {
  static let size = PixelSize(width: 320, height: 200)
  static let bounds = Rect(x: 0, y: 0, width: 320, height: 200)
  /// The point in the middle of the world.
  static let middle = Coordinate(latitude: 0, longitude: 0)

  var style: MapStyle
  var sources: [any TileSource] = []

  init(_ layers: [StyleLayer], sources: [any TileSource] = []) {
    (style, self.sources) = (MapStyle(layers: layers), sources)
  }

  func view(_ camera: MapCamera) -> MapView {
    let map = MapView(frame: Self.bounds, theme: .plain)
    map.showsCompass = false
    map.sources = sources
    map.style = style
    map.camera = camera
    return map
  }

  func pixels(_ camera: MapCamera) -> Pixels { Pixels(CartoucheMapsTests.pixels(of: view(camera), width: 320, height: 200)) }

  /// Returns the shapes of a frame, without painting them.
  func drawing(_ camera: MapCamera) -> MapDrawing {
    var list = MapSources()
    list.replace(sources, style: style)
    let store = TileStore(style: CompiledStyle(style, sources: list), byteLimit: 1 << 20)
    return MapDrawing(MapTransform(camera: camera, bounds: Self.bounds).gridAligned, tiles: store, within: Self.bounds)
  }

  /// Returns a camera that shows the map of another one, moved by whole points, and the exact move.
  static func pan(_ camera: MapCamera, x: Scalar, y: Scalar) throws -> (camera: MapCamera, dx: Int, dy: Int) {
    let transform = MapTransform(camera: camera, bounds: bounds)
    var moved = camera
    moved.center = try #require(Coordinate(transform.mapPoint(at: bounds.center - Point(x: x, y: y))))
    let (a, b) = (transform.gridAligned, MapTransform(camera: moved, bounds: bounds).gridAligned)
    let corner = MapPoint(x: 1 << 40, y: 1 << 40)
    let (from, to) = (a.point(for: corner), b.point(for: corner))
    return (moved, (to.x - from.x).rounded, (to.y - from.y).rounded)
  }
}

/// The pixels of a map of 320 × 200 points, as 0xRRGGBB.
struct Pixels: Equatable {
  let values: [UInt32]

  init(_ values: [UInt32]) {
    self.values = values.map { $0 & 0xff_ffff }
  }

  subscript(x: Int, y: Int) -> UInt32 { values[y * 320 + x] }

  /// The number of pixels that are different where both pictures show the same part of the map.
  func differences(from other: Pixels, movedBy dx: Int, _ dy: Int) -> Int {
    var count = 0
    for y in 0..<200 {
      for x in 0..<320 where (0..<320).contains(x + dx) && (0..<200).contains(y + dy) {
        if self[x, y] != other[x + dx, y + dy] { count += 1 }
      }
    }
    return count
  }

  var image: Image {
    Image(size: StyledMap.size) { pixels in for index in pixels.indices { pixels[index] = values[index] | 0xff00_0000 } }
  }
}

extension FixedSource {
  /// A source that has the same tile everywhere at the zooms 0 to 2.
  convenience init(everywhere maker: TileMaker) throws {
    let bytes = maker.bytes()
    var tiles: [TileID: [UInt8]] = [:]
    for zoom in 0...2 {
      for x in 0..<1 << zoom {
        for y in 0..<1 << zoom { tiles[try #require(TileID(zoom: zoom, x: x, y: y))] = bytes }
      }
    }
    self.init(zoomRange: 0...2, tiles)
  }

  /// A source with one tile, that of the whole world.
  convenience init(world maker: TileMaker) throws {
    self.init(zoomRange: 0...0, [try #require(TileID(zoom: 0, x: 0, y: 0)): maker.bytes()])
  }

  /// A source with one tile that has a single line, along which `progress` is known.
  convenience init(line: [SIMD2<Int>], progress: ClosedRange<Double>?) throws {
    var maker = TileMaker()
    maker.add(.line, [line], to: "lines")
    var tile = maker.message()
    if let progress {
      tile.layers[0].keys = ["mapbox_clip_start", "mapbox_clip_end"]
      tile.layers[0].values = [progress.lowerBound, progress.upperBound].map { .double($0) }
      tile.layers[0].features[0].tags = [0, 0, 1, 1]
    }
    self.init(zoomRange: 0...0, [try #require(TileID(zoom: 0, x: 0, y: 0)): tile.encoded()])
  }
}

extension TileMaker {
  /// A tile that is one area, with a margin around it.
  static var area: TileMaker {
    var maker = TileMaker()
    maker.add(.polygon, [[SIMD2(-64, -64), SIMD2(4160, -64), SIMD2(4160, 4160), SIMD2(-64, 4160)]], to: "areas")
    return maker
  }

  static func points(_ points: [SIMD2<Int>]) -> TileMaker {
    var maker = TileMaker()
    for point in points { maker.add(.point, [[point]], to: "points") }
    return maker
  }
}

extension StyleImage {
  /// An image of 8 × 8 pixels, each of another color.
  static var patches: StyleImage {
    StyleImage(
      Image(size: PixelSize(width: 8, height: 8)) { pixels in
        for index in pixels.indices {
          pixels[index] = 0xff00_0000 | UInt32(index % 8 * 32) << 16 | UInt32(index / 8 * 32) << 8 | 64
        }
      })
  }
}
