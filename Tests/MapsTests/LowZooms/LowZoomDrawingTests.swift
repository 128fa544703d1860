import CartoucheImages
import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("Maps drawn below zoom 0")
struct LowZoomDrawingTests {
  private static let size = PixelSize(width: 320, height: 200)
  private let background = StyleLayer("background", kind: .background, properties: [.backgroundColor: 0x0000ff])

  private func camera(_ zoom: Scalar, bearing: Angle = .zero) -> MapCamera {
    MapCamera(center: StyledMap.middle, zoom: zoom, bearing: bearing)
  }

  private func view(_ layers: [StyleLayer], _ sources: [any TileSource], _ camera: MapCamera) -> MapView {
    let map = StyledMap(layers, sources: sources).view(MapCamera(center: StyledMap.middle, zoom: 0))
    map.cameraZoomRange = MapCamera.zoomRange
    map.camera = camera
    return map
  }

  private func pixels(_ layers: [StyleLayer], _ sources: [any TileSource], _ camera: MapCamera) -> Pixels {
    Pixels(CartoucheMapsTests.pixels(of: view(layers, sources, camera), width: 320, height: 200))
  }

  private func area(_ range: Range<Scalar> = 0..<25, _ color: PropertyValue = 0xff0000) -> StyleLayer {
    StyleLayer("areas", kind: .fill, sourceLayer: "areas", zoomRange: range, properties: [.fillColor: color])
  }

  @Test("the tile of zoom 0 is drawn in each copy of the world, which is in the middle of the view; no other tile is read")
  func copies() {
    let source = CountingSource(0...14) { _ in TileMaker.area.bytes() }
    let shown = pixels([background, area()], [source], camera(-2))
    let uneven = (0..<200).filter { y in
      let color: UInt32 = (36..<164).contains(y) ? 0xff0000 : 0x0000ff
      return !(0..<320).allSatisfy { shown[$0, y] == color }
    }
    #expect(uneven == [], "rows of another color")
    #expect(source.reads.keys.map(\.zoom) == [0])
    // Tiles of other zooms are not for a map of the world.
    let other = CountingSource(1...14) { _ in TileMaker.area.bytes() }
    #expect(Set(pixels([background, area()], [other], camera(-2)).values) == [0x0000ff] && other.readCount == 0)
  }

  @Test("a turned map has no seam between the copies, and the same width at every bearing", arguments: [17, 90, 211])
  func turned(degrees: Int) {
    let source = CountingSource(0...4) { _ in TileMaker.area.bytes() }
    let shown = pixels([background, area()], [source], camera(-2, bearing: .degrees(WideFixed(degrees))))
    let angle = Double(degrees) * .pi / 180
    let (sine, cosine) = (ElementaryFunctions.sine(angle), ElementaryFunctions.cosine(angle))
    var errors = 0
    for y in 0..<200 {
      for x in 0..<320 {
        // The distance from the equator, which runs through the middle.
        let distance = abs((Double(x) - 159.5) * sine + (Double(y) - 99.5) * cosine)
        if distance < 63 && shown[x, y] != 0xff0000 || distance > 65 && shown[x, y] != 0x0000ff { errors += 1 }
      }
    }
    #expect(errors == 0)
  }

  @Test("a style is evaluated at the zoom itself, and values of features at zoom 0, as in MapLibre")
  func expressions() {
    let steps = PropertyValue.expression(##"["step", ["zoom"], "#010203", -1.75, "#040506", -0.5, "#070809"]"##)
    let source = CountingSource(0...4) { _ in TileMaker.area.bytes() }
    for (zoom, color) in [(-2, 0x010203), (-1, 0x040506), (-0.5, 0x070809)] as [(Scalar, UInt32)] {
      #expect(pixels([area(0..<25, steps)], [source], camera(zoom))[160, 100] == color)
    }
    let ofFeature = PropertyValue.expression(
      ##"["interpolate", ["linear"], ["zoom"], -2, ["case", ["has", "x"], "#ffffff", "#000000"], 0, "#804020", 1, "#ffffff"]"##)
    #expect(pixels([area(0..<25, ofFeature)], [source], camera(-2))[160, 100] == 0x804020)
  }

  @Test("a layer whose range begins at 0 is drawn below, and other ranges hold")
  func ranges() {
    let source = CountingSource(0...4) { _ in TileMaker.area.bytes() }
    // A value of features and zooms, for which tiles are prepared at each whole zoom.
    let red = PropertyValue.expression(
      ##"["interpolate", ["linear"], ["zoom"], 0, ["case", ["has", "x"], "#ffffff", "#ff0000"], 5, "#ff0000"]"##)
    for (range, zoom, isShown) in [
      (0..<25, -2, true), (0..<0.5, -0.25, true), (0.5..<25, -1, false), (-1.5 ..< -0.5, -1, true), (-1.5 ..< -0.5, -2, false),
      (-1.5 ..< -0.5, 0, false), (0..<0, -1, false),
    ] as [(Range<Scalar>, Scalar, Bool)] {
      for color in [0xff0000, red] {
        let shown = pixels([background, area(range, color)], [source], camera(zoom))[160, 100]
        #expect(shown == (isShown ? 0xff0000 : 0x0000ff), "\(range) at \(zoom)")
      }
    }
  }

  @Test("image tiles of every size are those of zoom 0", arguments: [256, 512])
  func images(tileSize: Int) throws {
    let source = CountingSource(0...8, format: .png) { id in
      try PNG.encode(Image(size: PixelSize(width: 4, height: 4)) { $0.update(repeating: id.zoom == 0 ? 0xff00_ff00 : 0xffff_ffff) })
    }
    let map = view([], [], camera(-2))
    map.style = MapStyle(layers: [background, StyleLayer("images", kind: .raster, source: "images")])
    var images = StyleSource.tiles(source)
    images.tileSize = tileSize
    map.style.sources = ["images": images]
    let shown = Pixels(CartoucheMapsTests.pixels(of: map, width: 320, height: 200))
    #expect(shown[160, 100] == 0x00ff00 && shown[3, 40] == 0x00ff00 && shown[160, 20] == 0x0000ff)
  }

  @Test("a tile overlay shows the image of zoom 0, and lines, areas and fog are where the map is")
  func overlays() throws {
    let map = view([background], [], camera(-1))
    let green = Image(size: PixelSize(width: 4, height: 4)) { $0.update(repeating: 0xff00_ff00) }
    map.rendererFor = { overlay in
      if overlay is TileOverlay { return TileOverlayRenderer(overlay: overlay) }
      if let fog = overlay as? FogOverlay {
        let renderer = FogRenderer(fog: fog)
        renderer.color = .black
        return renderer
      }
      let renderer = PolylineRenderer(overlay: overlay)
      (renderer.strokeColor, renderer.lineWidth) = (.red, 4)
      return renderer
    }
    for tileSize in [256, 512] {
      let overlay = TileOverlay(zoomRange: 0...4, tileSize: tileSize) { id in id.zoom == 0 ? green : nil }
      map.addOverlay(overlay)
      let shown = Pixels(CartoucheMapsTests.pixels(of: map, width: 320, height: 200))
      #expect(shown[160, 100] == 0x00ff00, "tiles of \(tileSize)")
      map.removeOverlay(overlay)
    }
    let line = (-100...100).map { Coordinate(latitude: 20, longitude: Double($0)) }
    map.addOverlay(MapPolyline(coordinates: line))
    let row = try #require(map.convert(Coordinate(latitude: 20, longitude: 0))).y.floor
    let shown = Pixels(CartoucheMapsTests.pixels(of: map, width: 320, height: 200))
    #expect(shown[160, row] == 0xff0000 && shown[100, row] == 0xff0000 && shown[160, row - 5] == 0x0000ff && row == 85)
    let fog = FogOverlay(gridZoom: 2)
    fog.clear(along: line, radius: 1_500_000)
    map.addOverlay(fog)
    let fogged = Pixels(CartoucheMapsTests.pixels(of: map, width: 320, height: 200))
    #expect(fogged[160, row] == 0xff0000 && fogged[160, 170] == 0x000000 && fogged[250, row] == 0x000000)
  }

  @Test("tiles of zooms up to four stand in until the tile of zoom 0 is there, and each frame equals a redraw")
  func standIns() {
    let source = CountingSource(0...5) { _ in TileMaker.area.bytes() }
    let screen = MapScreen(width: 320, height: 200, camera: MapCamera(center: Coordinate(latitude: 0, longitude: 1), zoom: 4))
    let queue = LateQueue(workerCount: 2, source: source, seed: 5)
    screen.stage.backgroundQueue = queue
    (screen.map.sources, screen.map.style) = ([source], MapStyle(layers: [background, area()]))
    (screen.map.showsCompass, screen.map.cameraZoomRange) = (false, MapCamera.zoomRange)
    func run(frames: Int) {
      for _ in 0..<frames {
        screen.step()
        queue.advance(to: screen.now)
      }
    }
    func color(_ x: Int, _ y: Int) -> UInt32 { screen.image.pixels[y * 320 + x] & 0xff_ffff }
    run(frames: 200)
    #expect(color(160, 100) == 0xff0000)
    screen.map.camera.zoom = -2
    screen.step()
    // Tiles of zoom 4 are 8 points wide.
    #expect(color(160, 102) == 0xff0000 && color(160, 112) == 0x0000ff && color(160, 60) == 0x0000ff)
    #expect(screen.repaintEqualsRedraw())
    run(frames: 200)
    #expect(color(160, 60) == 0xff0000 && color(20, 60) == 0xff0000 && color(160, 20) == 0x0000ff)
    #expect(screen.repaintEqualsRedraw())
  }

  @Test("a pinch from zoom 1 to below 0 shows in each frame what a redraw shows", arguments: [0, 40])
  func pinch(degrees: Double) {
    let source = CountingSource(0...5) { _ in TileMaker.area.bytes() }
    let screen = MapScreen(width: 240, height: 160, camera: MapCamera(center: StyledMap.middle, zoom: 1))
    (screen.map.sources, screen.map.style) = ([source], MapStyle(layers: [background, area()]))
    screen.map.cameraZoomRange = MapCamera.zoomRange
    screen.runUntilIdle()
    var different = 0
    screen.pinch(around: Point(x: 120, y: 80), scale: 0.2, degrees: degrees, frames: 8) { _ in
      if !screen.repaintEqualsRedraw() { different += 1 }
    }
    screen.runUntilIdle()
    #expect(different == 0 && screen.repaintEqualsRedraw() && screen.map.camera.zoom < -0.5)
  }

  @Test("a thumbnail of 128 pixels shows the whole world, from a camera, a region or a rectangle")
  func snapshots() throws {
    var options = MapSnapshotOptions(size: PixelSize(width: 128, height: 128), theme: .plain)
    options.sources = [CountingSource(0...4) { _ in TileMaker.area.bytes() }]
    options.style = MapStyle(layers: [background, area()])
    options.showsAttribution = false
    options.mapRect = .world
    #expect(try MapSnapshotDrawing(options).draw().camera.zoom == 0)
    options.cameraZoomRange = MapCamera.zoomRange
    for zoom in [-2, -2.5] as [Scalar] {
      options.camera = camera(zoom)
      let snapshot = try MapSnapshotDrawing(options).draw()
      #expect(snapshot.camera.zoom == -2 && Set(snapshot.image.pixels) == [0xffff_0000])
    }
    options.mapRect = .world
    #expect(try MapSnapshotDrawing(options).draw().camera.zoom == -2)
    options.size.height = 160
    let tall = try MapSnapshotDrawing(options).draw().image
    #expect(tall.pixels[15 * 128] == 0xff00_00ff && tall.pixels[16 * 128] == 0xffff_0000)
    options.region = CoordinateRegion(center: StyledMap.middle, span: CoordinateSpan(latitudeDelta: 10, longitudeDelta: 180))
    #expect((try MapSnapshotDrawing(options).draw().camera.zoom + 1).magnitude < 0.001)
  }
}
