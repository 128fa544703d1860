import CartoucheControls
import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import CartoucheText
import Testing

@Suite("The theme of a map")
struct MapThemeTests {
  /// A label that follows a theme, as an application's accessory or annotation view may.
  private final class Swatch: Layer, ThemedLayer {
    var theme: Theme { didSet { backgroundColor = theme.tintColor } }

    init(_ theme: Theme) {
      self.theme = theme
      super.init(frame: Rect(x: 0, y: 0, width: 20, height: 20))
      backgroundColor = theme.tintColor
    }
  }

  private final class ThemedView: AnnotationView, ThemedLayer {
    var theme = Theme.plain { didSet { changes += 1 } }
    var changes = 0
  }

  private func texts(in layer: Layer) -> [TextLayer] {
    layer.sublayers.flatMap { [$0 as? TextLayer].compactMap { $0 } + texts(in: $0) }
  }

  private func callouts(in layer: Layer) -> [Callout] {
    layer.sublayers.flatMap { [$0 as? Callout].compactMap { $0 } + callouts(in: $0) }
  }

  /// Returns a screen with a compass, a scale, an attribution, two markers, and the callout of a pin.
  private func screen(fonts: FontCollection? = nil) -> MapScreen {
    let screen = MapScreen(fonts: fonts, camera: MapCamera(center: .beijing, zoom: 15, bearing: .degrees(30)))
    let map = screen.map
    (map.showsScale, map.attribution, map.animatesAnnotations) = (true, "© OpenStreetMap contributors", false)
    let pin = PointAnnotation(coordinate: .beijing, title: "Drum Tower", subtitle: "Open until 17:00")
    map.viewFor = { [map] annotation in
      guard annotation === pin else { return nil }
      let view = PinAnnotationView(annotation: annotation, reuseIdentifier: nil)
      (view.canShowCallout, view.rightCalloutAccessory) = (true, Swatch(map.theme))
      return view
    }
    map.addAnnotations([
      pin, PointAnnotation(coordinate: Coordinate(latitude: 39.899, longitude: 116.3783), title: "Museum"),
      PointAnnotation(coordinate: Coordinate(latitude: 39.8993, longitude: 116.3826), title: "Harbor"),
    ])
    screen.runUntilIdle()
    map.selectAnnotation(pin, animated: false)
    screen.runUntilIdle()
    return screen
  }

  @Test("a map that gets the theme and the style of the night looks as if it had been made with them")
  func night() throws {
    let screen = screen(fonts: standardFonts())
    let map = screen.map
    let day = screen.image
    (map.theme, map.style) = (map.theme.dark, .standardDark)
    screen.runUntilIdle()
    let night = screen.image
    try expectFrame(night, matches: "night")
    (map.theme, map.style) = (Theme(fonts: map.theme.fonts), .standard)
    screen.runUntilIdle()
    let isDayAgain = screen.image.pixels == day.pixels
    #expect(isDayAgain)
  }

  @Test("a new theme is faded in, and then nothing moves")
  func fade() {
    let screen = screen()
    let map = screen.map
    let (before, layerCount) = (screen.image.pixels, texts(in: map).count)
    map.theme = map.theme.dark
    screen.step()
    screen.step(ms: 100)
    let between = screen.image.pixels
    screen.runUntilIdle()
    let after = screen.image.pixels
    #expect(screen.stage.nextFrame == .never)
    let isGradual = between != before && between != after && before != after
    #expect(isGradual)
    #expect(texts(in: map).count == layerCount, "the old layers are gone")
    #expect(screen.repaintEqualsRedraw())
  }

  @Test("callouts, their accessories and annotation views that follow a theme get the new one")
  func followers() throws {
    let screen = screen()
    let map = screen.map
    let view = ThemedView(annotation: nil, reuseIdentifier: nil)
    let other = PointAnnotation(coordinate: Coordinate(latitude: 39.9021, longitude: 116.38))
    map.viewFor = { _ in view }
    map.addAnnotation(other)
    screen.runUntilIdle()
    var theme = map.theme.dark
    theme.tintColor = Color(hex: 0x12ab34)
    map.theme = theme
    screen.runUntilIdle()
    let shown = callouts(in: map)
    #expect(shown.count == 1 && shown.allSatisfy { $0.theme.surfaceColor == theme.surfaceColor && $0.isPresented })
    #expect(shown.first?.rightAccessory?.backgroundColor == theme.tintColor)
    #expect(view.changes == 1 && view.theme.tintColor == theme.tintColor)
    #expect(map.selectedAnnotations.count == 1, "the selection stays")
  }

  @Test("a theme may change at any time: without a size, off-screen, in a fade and in a callback")
  func anyTime() {
    let map = MapView(frame: .zero, theme: .plain)
    map.theme = map.theme.dark
    let screen = screen()
    screen.map.events.didDeselect = { [map = screen.map] _ in map.theme = map.theme.dark }
    for step in 0..<20 {
      screen.map.theme = step % 2 == 0 ? screen.map.theme.dark : .plain
      screen.step(ms: 40)
      if step == 10 { for annotation in screen.map.annotations { screen.map.deselectAnnotation(annotation, animated: true) } }
    }
    screen.runUntilIdle()
    #expect(screen.stage.nextFrame == .never && callouts(in: screen.map).isEmpty)
    #expect(screen.repaintEqualsRedraw())
  }

  @Test("a style for the night fades in between its colors and those of the day")
  func styleFade() throws {
    let screen = MapScreen(camera: MapCamera(center: .beijing, zoom: 15))
    screen.runUntilIdle()
    func lightness() -> Int { Int(screen.image.pixels[10] >> 8 & 255) }
    let day = lightness()
    screen.map.style = .standardDark
    screen.step()
    screen.step(ms: 150)
    let dusk = lightness()
    screen.runUntilIdle()
    #expect(lightness() < dusk && dusk < day)
  }

  @Test("an application can read the colors, widths and expressions of a style")
  func styleValues() throws {
    let style = MapStyle.standard
    let background = try #require(style.layers.first { $0.kind == .background })
    guard case .zoomColor(let paper) = background.properties[.backgroundColor] else {
      Issue.record("the background has no color of the zoom")
      return
    }
    #expect(paper.stops.map(\.color) == [paper.color(at: 12)])
    let faded = ZoomColor([(zoom: 4, color: .red), (zoom: 8, color: .blue)])
    #expect(faded.stops == [ZoomColor.Stop(zoom: 4, color: .red), ZoomColor.Stop(zoom: 8, color: .blue)])
    let road = try #require(style.layers.first { $0.kind == .line && $0.properties[.lineWidth] != nil })
    guard case .ramp(let width) = road.properties[.lineWidth] else {
      Issue.record("the line has no width of the zoom")
      return
    }
    #expect(width.value(at: 18) > 0)
    guard case .json(let json) = PropertyValue.expression(" [ \"get\",\n \"color\" ] ") else {
      Issue.record("an expression is not JSON")
      return
    }
    #expect(json.text == "[\"get\",\"color\"]")
  }

  @Test("an application can ask for the color and the number of a property at a zoom")
  func evaluatedValues() {
    var layer = StyleLayer("roads", kind: .line)
    #expect(layer.color(.lineColor, at: 9) == .black && layer.number(.lineWidth, at: 9) == 1, "the defaults")
    #expect(layer.color(.lineWidth, at: 9) == nil && layer.number(.lineColor, at: 9) == nil)
    #expect(layer.color(.fillColor, at: 9) == nil && layer.number("no-such", at: 9) == nil)
    layer[.lineColor] = .expression(##"["interpolate", ["linear"], ["zoom"], 5, "#000000", 15, "#ff0000"]"##)
    layer[.lineWidth] = .ramp(ZoomRamp([(10, 2), (12, 6)]))
    #expect(layer.color(.lineColor, at: 10) == Color(hex: 0x800000))
    #expect(layer.number(.lineWidth, at: 12) == 6)
    layer[.lineColor] = "#0000ff"
    #expect(layer.color(.lineColor, at: 0) == .blue)
    layer[.lineColor] = .expression(#"["get", "color"]"#)
    layer[.lineOpacity] = .expression(#"["global-state", "opacity"]"#)
    #expect(layer.color(.lineColor, at: 10) == nil && layer.number(.lineOpacity, at: 10) == nil)
    let (day, night) = (MapStyle.standard.layers[0], MapStyle.standardDark.layers[0])
    #expect(day.color(.backgroundColor, at: 12)?.green ?? 0 > 200 && night.color(.backgroundColor, at: 12)?.green ?? 255 < 60)
  }

  @Test("labels are shaped again with the fonts of a new theme, also while workers place them", arguments: [false, true])
  func fonts(isQueued: Bool) {
    func theme(_ font: String) -> Theme {
      Theme(fonts: FontCollection(files: ["/usr/share/fonts/truetype/dejavu/\(font).ttf"]))
    }
    var style = MapStyle(layers: [
      StyleLayer("background", kind: .background, properties: [.backgroundColor: 0xffffff]),
      StyleLayer("names", kind: .symbol, source: "data", properties: [.textField: "Harbor", .textSize: 24]),
    ])
    style.sources = ["data": .geoJSON(GeoJSONSource(.features([GeoJSONFeature(geometry: .point(.beijing))])))]
    func screen(_ font: String, _ queue: ShufflingQueue?) -> MapScreen {
      let screen = MapScreen(fonts: theme(font).fonts, camera: MapCamera(center: .beijing, zoom: 15))
      screen.stage.backgroundQueue = queue
      screen.map.style = style
      return screen
    }
    func settle(_ screen: MapScreen, _ queue: ShufflingQueue?) {
      screen.runUntilIdle()
      while queue?.deliver() == true { screen.runUntilIdle() }
    }
    let serif = screen("DejaVuSerif", nil)
    settle(serif, nil)
    let queue = isQueued ? ShufflingQueue(workerCount: 2) : nil
    let changing = screen("DejaVuSans", queue)
    // The first labels may still be at the workers.
    changing.commit()
    queue?.deliver()
    changing.map.theme = theme("DejaVuSerif")
    settle(changing, queue)
    let isEqual = changing.image.pixels == serif.image.pixels
    #expect(isEqual && changing.map.takeErrors() == [])
    changing.map.theme = theme("DejaVuSans")
    settle(changing, queue)
    let isDifferent = changing.image.pixels != serif.image.pixels
    #expect(isDifferent && changing.image.pixels.contains { $0 & 0xff < 128 }, "the name is drawn, in the other font")
  }
}
