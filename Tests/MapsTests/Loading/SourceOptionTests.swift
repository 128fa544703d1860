import CartoucheImages
import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("The options of a style's sources")
struct SourceOptionTests {
  private let middle = MapPoint(x: MapPoint.worldSize / 2, y: MapPoint.worldSize / 2)

  /// Returns a sheet that fills the layer `land` of one source.
  private func sheet(_ options: String, _ source: any TileSource, type: String = "vector", layers: String = "") throws -> MapStyle {
    let layer =
      type == "vector"
      ? ##"{"id": "land", "type": "fill", "source": "s", "source-layer": "land", "paint": {"fill-color": "#ff0000"}}"##
      : ##"{"id": "images", "type": "raster", "source": "s", "paint": {"raster-resampling": "nearest"}}"##
    let style = try MapStyle(
      json: Array(
        """
        {"version": 8, "sources": {"s": {"type": "\(type)"\(options.isEmpty ? "" : ", " + options)}},
        "layers": [{"id": "b", "type": "background", "paint": {"background-color": "#ff00ff"}}, \(layers.isEmpty ? layer : layers)]}
        """.utf8), path: "style.json", directory: "", tiles: ["s": source])
    #expect(style.errors.isEmpty, "\(style.errors)")
    return style
  }

  private func screen(_ style: MapStyle, zoom: Scalar, at point: MapPoint? = nil, size: Int = 64) -> MapScreen {
    let screen = TileArrivalTests.screen(
      [], style, camera: MapCamera(centerPoint: point ?? middle, zoom: zoom), width: size, height: size)
    screen.runUntilIdle()
    return screen
  }

  private func colors(_ screen: MapScreen) -> Set<UInt32> { Set(screen.image.pixels.map { $0 & 0xff_ffff }) }

  /// A source of image tiles, with the color of a tile's place.
  private func images(_ zooms: ClosedRange<Int>, _ color: @escaping @Sendable (TileID) -> UInt32) -> CountingSource {
    CountingSource(zooms, format: .png) { id in
      try PNG.encode(
        Image(size: PixelSize(width: 256, height: 256)) { pixels in
          for index in pixels.indices { pixels[index] = color(id) | 0xff00_0000 }
        })
    }
  }

  @Test("only tiles between minzoom and maxzoom are read, and a view below minzoom shows none")
  func zooms() throws {
    let source = CountingSource.town(0...16)
    let style = try sheet(#""minzoom": 4, "maxzoom": 6"#, source)
    #expect(colors(screen(style, zoom: 3.9)) == [0xff00ff] && source.readCount == 0)
    #expect(colors(screen(style, zoom: 4)) == [0xff0000] && Set(source.reads.keys.map(\.zoom)) == [4])
    #expect(colors(screen(style, zoom: 9.5)) == [0xff0000] && Set(source.reads.keys.map(\.zoom)) == [4, 6])
  }

  @Test("the rows of the scheme tms are counted from the south")
  func scheme() throws {
    let source = CountingSource.town(0...16)
    let north = MapPoint(x: middle.x, y: MapPoint.worldSize / 8)
    _ = screen(try sheet(#""scheme": "tms""#, source), zoom: 3.2, at: north)
    #expect(!source.reads.isEmpty && source.reads.keys.allSatisfy { $0.y >= 6 })
    let other = CountingSource.town(0...16)
    _ = screen(try sheet(#""scheme": "xyz""#, other), zoom: 3.2, at: north)
    #expect(Set(other.reads.keys.map { 7 - $0.y }) == Set(source.reads.keys.map(\.y)))
  }

  @Test("no tiles beyond the bounds are read or shown", arguments: [true, false])
  func bounds(isQueued: Bool) throws {
    let source = CountingSource.town(0...16)
    // The bounds end within tiles of zoom 5, which are 11.25 degrees wide.
    let style = try sheet(#""bounds": [1, -8, 20, 8]"#, source)
    let queue = isQueued ? ShufflingQueue(workerCount: 2) : nil
    let screen = TileArrivalTests.screen([], style, queue, camera: MapCamera(centerPoint: middle, zoom: 5), width: 1300, height: 64)
    if let queue { screen.settle(queue) } else { screen.runUntilIdle() }
    #expect(Set(source.reads.keys.map(\.x)) == [16, 17])
    let row = screen.image.pixels.prefix(1300).map { $0 & 0xff_ffff }
    #expect(row[640] == 0xff00ff && row[652] == 0xff0000 && row[1299] == 0xff0000)
    // Across the 180th meridian.
    let far = CountingSource.town(0...16)
    _ = self.screen(
      try sheet(#""bounds": [175, -8, -175, 8]"#, far), zoom: 5, at: MapPoint(x: 0, y: middle.y), size: 1400)
    #expect(Set(far.reads.keys.map(\.x)) == [31, 0])
  }

  @Test("image tiles of 256 pixels belong to a view one zoom lower than those of 512")
  func tileSize() throws {
    for (size, zoom) in [(256, 5), (512, 4), (1024, 3)] {
      let source = images(0...10) { _ in 0x00ff00 }
      #expect(colors(screen(try sheet("\"tileSize\": \(size)", source, type: "raster"), zoom: 4)) == [0x00ff00])
      #expect(Set(source.reads.keys.map(\.zoom)) == [zoom], "\(size)")
    }
  }

  @Test("image tiles meet without gaps, at each zoom and bearing", arguments: [0, 30])
  func imageTiles(bearing: Int) throws {
    let source = images(0...4) { id in (id.x + id.y).isMultiple(of: 2) ? 0x00ff00 : 0x0000ff }
    let style = try sheet("", source, type: "raster")
    for zoom: Scalar in [3, 4.3, 5.6] {
      let camera = MapCamera(centerPoint: middle, zoom: zoom, bearing: .degrees(WideFixed(bearing)))
      let queue = ShufflingQueue(workerCount: 2)
      let screen = TileArrivalTests.screen([], style, queue, camera: camera)
      #expect(screen.settle(queue))
      #expect(!TileArrivalTests.hasHoles(screen) && colors(screen).isSuperset(of: [0x00ff00, 0x0000ff]))
      let fresh = TileArrivalTests.screen([], style, camera: camera)
      fresh.runUntilIdle()
      let isEqual = screen.image.pixels == fresh.image.pixels
      #expect(isEqual)
    }
  }

  @Test("a filter that reads the zoom follows it, also in enlarged tiles")
  func zoomFilters() throws {
    let layers =
      #"{"id": "land", "type": "fill", "source": "s", "source-layer": "land", "filter": [">=", ["zoom"], 7], "#
      + ##""paint": {"fill-color": "#ff0000"}}"##
    let style = try sheet(#""maxzoom": 4"#, CountingSource.town(0...16), layers: layers)
    let screen = screen(style, zoom: 6.9)
    #expect(colors(screen) == [0xff00ff])
    for (zoom, color) in [(7.1, 0xff0000), (8, 0xff0000), (5, 0xff00ff), (7, 0xff0000)] as [(Scalar, UInt32)] {
      screen.map.camera.zoom = zoom
      screen.runUntilIdle()
      #expect(colors(screen) == [color], "at \(zoom)")
    }
  }

  @Test("a value of the zoom and the feature is interpolated between whole zooms")
  func interpolated() throws {
    let layers =
      ##"{"id": "land", "type": "fill", "source": "s", "source-layer": "land", "paint": {"fill-color": "#000000", "##
      + #""fill-antialias": false, "fill-opacity": ["interpolate", ["linear"], ["zoom"], "#
      + #"4, ["case", ["has", "x"], 0, 0], 8, ["case", ["has", "x"], 0, 1]]}}"#
    let style = try sheet("", CountingSource.town(0...16), layers: layers)
    var last: UInt32 = 256
    for zoom: Scalar in [4.25, 4.75, 5, 5.5, 6.25, 7.75] {
      let shown = colors(screen(style, zoom: zoom))
      #expect(shown.count == 1)
      let red = try #require(shown.first) >> 16
      // Black over a red of 255, with an opacity of (zoom − 4) ∕ 4.
      let expected = 255 - (zoom - 4) / 4 * 255
      #expect((Scalar(Int(red)) - expected).magnitude <= 2 && red < last, "at \(zoom)")
      last = red
    }
  }
}
