import CartoucheControls
import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import CartoucheText
import Testing

@Suite("Compasses, scales and attributions of an application")
struct MapOrnamentTests {
  /// A map in the left part of the screen.
  private let screen: MapScreen
  private var map: MapView { screen.map }

  init() {
    screen = MapScreen(fonts: standardFonts(), camera: MapCamera(center: .beijing, zoom: 15))
    screen.map.frame = Rect(x: 0, y: 0, width: 300, height: 320)
    (screen.map.showsCompass, screen.map.showsAttribution) = (false, false)
  }

  private func texts(in layer: Layer) -> [String] {
    layer.sublayers.flatMap { [($0 as? TextLayer)?.string].compactMap { $0 } + texts(in: $0) }
  }

  @Test("a compass beside the map turns with it, hides while north is up, and a tap turns the map to north")
  func compass() {
    let compass = CompassButton(map: map)
    compass.position = Point(x: 400, y: 100)
    screen.stage.root.addSublayer(compass)
    screen.runUntilIdle()
    #expect(compass.isHidden)
    map.camera.bearing = .degrees(90)
    screen.runUntilIdle()
    #expect(!compass.isHidden)
    // The red half of the needle points to the left.
    #expect(isRed(392, 100) && !isRed(400, 92))
    screen.tap(compass.position)
    screen.runUntilIdle()
    #expect(map.camera.bearing == .zero && compass.isHidden)
    compass.compassVisibility = .visible
    screen.runUntilIdle()
    #expect(!compass.isHidden && isRed(400, 92))
    compass.compassVisibility = .hidden
    #expect(compass.isHidden)
    #expect(screen.repaintEqualsRedraw())
  }

  /// Whether a pixel of the screen has the color of the needle's north.
  private func isRed(_ x: Int, _ y: Int) -> Bool {
    let pixel = screen.image.pixels[y * 480 + x]
    let (red, blue) = (pixel >> 16 & 0xff, pixel & 0xff)
    return red > 0xb0 && blue < 0x60
  }

  @Test("a theme of the application's own scale and attribution gives their texts the size of its fonts")
  func applicationThemes() throws {
    map.attribution = "© OpenStreetMap contributors"
    func views() -> (ScaleView, AttributionView) { (ScaleView(map: map), AttributionView(map: map)) }
    let (scale, attribution) = views()
    for (index, layer) in [scale, attribution].enumerated() as EnumeratedSequence<[Layer]> {
      layer.position = Point(x: 400, y: 200 + Scalar(index) * 40)
      screen.stage.root.addSublayer(layer)
    }
    screen.runUntilIdle()
    func label(_ layer: Layer) throws -> TextLayer { try #require(layer.sublayers.lazy.compactMap { $0 as? TextLayer }.first) }
    let serif = Theme(fonts: FontCollection(files: ["/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf"]))
    let before = (try label(scale).bounds.size, attribution.bounds.size)
    (scale.theme, attribution.theme) = (serif, serif)
    screen.runUntilIdle()
    map.theme = serif
    let (newScale, newAttribution) = views()
    #expect(try label(scale).frame == label(newScale).frame && label(scale).bounds.size != before.0)
    #expect(attribution.bounds.size == newAttribution.bounds.size && attribution.bounds.size != before.1)
    #expect(try label(attribution).frame == label(newAttribution).frame)
    #expect(attribution.position == Point(x: 400, y: 240), "the position stays")
  }

  @Test("a scale shows the longest round length in its units, and follows the zoom")
  func scale() {
    let scale = ScaleView(map: map)
    scale.position = Point(x: 400, y: 200)
    screen.stage.root.addSublayer(scale)
    screen.runUntilIdle()
    #expect(texts(in: scale) == ["200 m"])
    scale.formatter.units = .imperial
    #expect(texts(in: scale) == ["500 ft"])
    scale.formatter = DistanceFormatter(unitStyle: .full)
    map.camera.zoom = 11
    screen.runUntilIdle()
    #expect(texts(in: scale) == ["2 kilometers"])
    map.camera.zoom = 2
    screen.runUntilIdle()
    #expect(texts(in: scale) == ["1,000 kilometers"])
    let leading = inkColumns(of: scale)
    scale.legendAlignment = .trailing
    screen.runUntilIdle()
    let trailing = inkColumns(of: scale)
    #expect(leading.lowerBound < trailing.lowerBound && trailing.upperBound >= 457 && leading.lowerBound <= 342)
  }

  /// The columns of the screen in which something of a scale is drawn.
  private func inkColumns(of scale: ScaleView) -> ClosedRange<Int> {
    let image = screen.image
    scale.isHidden = true
    let empty = screen.image
    scale.isHidden = false
    let (shown, hidden) = (image.pixels, empty.pixels)
    let indices: [Int] = (180 * 480..<220 * 480).filter { shown[$0] != hidden[$0] }
    let columns = indices.map { $0 % 480 }.sorted()
    return (columns.first ?? 0)...(columns.last ?? 0)
  }

  @Test("an adaptive scale is shown while the map zooms, and then fades out; at rest nothing moves")
  func adaptiveScale() {
    let scale = ScaleView(map: map)
    scale.position = Point(x: 400, y: 200)
    scale.scaleVisibility = .adaptive
    screen.stage.root.addSublayer(scale)
    screen.runUntilIdle()
    /// The pixels of the row of the line.
    func row() -> [UInt32] { Array(screen.image.pixels[(210 * 480 + 310)..<(211 * 480)]) }
    let rest = row()
    map.camera.zoom = 15.2
    screen.step()
    screen.step(ms: 500)
    #expect(row() != rest)
    screen.runUntilIdle()
    #expect(row() == rest)
    #expect(screen.stage.nextFrame == .never && screen.repaintEqualsRedraw())
    // A pan shows no scale.
    map.pan(by: Point(x: 30, y: 0))
    screen.step()
    #expect(row() == rest)
  }

  @Test("an attribution beside the map has the map's text, and is truncated to its width")
  func attribution() {
    let view = AttributionView(map: map)
    screen.stage.root.addSublayer(view)
    map.attribution = "© somebody"
    screen.runUntilIdle()
    let width = view.bounds.width
    #expect(texts(in: view) == ["© somebody"] && width > 20)
    view.maximumWidth = 20
    #expect(view.bounds.width == 20)
    view.maximumWidth = 400
    map.attribution = "© somebody else"
    screen.runUntilIdle()
    #expect(view.bounds.width > width)
  }

  @Test("a new theme of the screen reaches them, and a map does not retain them")
  func themes() {
    weak var compass: CompassButton?
    do {
      let new = CompassButton(map: map)
      compass = new
      screen.stage.root.addSublayer(new)
      let scale = ScaleView(map: map)
      screen.stage.root.addSublayer(scale)
      var theme = Theme(fonts: standardFonts())
      theme.textColor = .red
      screen.stage.root.setTheme(theme)
      #expect(scale.theme.textColor == .red && new.theme.textColor == .red)
      new.removeFromSuperlayer()
    }
    screen.runUntilIdle()
    #expect(compass == nil)
  }

  @Test("a compass, scales and an attribution beside a map, and overlays of GeoJSON on it, match the golden frame")
  func golden() throws {
    (map.sources, map.style) = ([CountingSource.town()], .town)
    map.camera = MapCamera(center: .beijing, zoom: 14.5, bearing: .degrees(30))
    map.attribution = "© somebody"
    screen.stage.root.backgroundColor = .white
    let (compass, metric, imperial) = (CompassButton(map: map), ScaleView(map: map), ScaleView(map: map))
    (imperial.formatter, imperial.legendAlignment) = (DistanceFormatter(units: .imperial, unitStyle: .full), .trailing)
    let credits = AttributionView(map: map)
    (compass.position, metric.position) = (Point(x: 390, y: 60), Point(x: 390, y: 120))
    (imperial.position, credits.position) = (Point(x: 390, y: 170), Point(x: 390, y: 220))
    for layer in [compass, metric, imperial, credits] as [Layer] { screen.stage.root.addSublayer(layer) }
    map.rendererFor = { overlay in
      let renderer = overlay is MultiPolygon ? MultiPolygonRenderer(overlay: overlay) : MultiPolylineRenderer(overlay: overlay)
      (renderer.fillColor, renderer.strokeColor, renderer.lineWidth) = (.blue.withAlpha(0.3), .blue.withAlpha(0.6), 4)
      return renderer
    }
    for feature in try GeoJSONDecoder().decode(.text(Self.park)) {
      map.addOverlays(feature.overlays)
      map.addAnnotations(feature.annotations)
    }
    screen.runUntilIdle()
    try expectFrame(screen.image, matches: "map-ornaments")
  }

  /// Two squares, one of which has a hole, two crossing lines, and a point.
  private static let park = """
    {"type": "FeatureCollection", "features": [
      {"type": "Feature", "geometry": {"type": "MultiPolygon", "coordinates": [
        [[[116.375, 39.899], [116.379, 39.899], [116.379, 39.902], [116.375, 39.902]],
         [[116.376, 39.9], [116.378, 39.9], [116.378, 39.901], [116.376, 39.901]]],
        [[[116.379, 39.899], [116.382, 39.899], [116.382, 39.902], [116.379, 39.902]]]]}},
      {"type": "Feature", "geometry": {"type": "MultiLineString", "coordinates": [
        [[116.374, 39.896], [116.386, 39.904]], [[116.374, 39.904], [116.386, 39.896]]]}},
      {"type": "Feature", "geometry": {"type": "Point", "coordinates": [116.385, 39.9]}}
    ]}
    """
}
