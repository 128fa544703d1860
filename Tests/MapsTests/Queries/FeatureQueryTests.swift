import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("Features that a map draws at a point")
struct FeatureQueryTests {
  private typealias Fixture = FeatureQueryFixture
  private let middle = Point(x: 120, y: 80)

  private func area(_ id: Int, _ properties: [String: GeoJSONValue] = [:], half: Double = 30) -> GeoJSONFeature {
    GeoJSONFeature(id: .number(Double(id)), geometry: Fixture.square(0, 0, half: half), properties: properties)
  }

  private func label(_ name: String, _ x: Double = 0, _ y: Double = 0) -> GeoJSONFeature {
    GeoJSONFeature(geometry: .point(Fixture.at(x, y)), properties: ["name": .text(name)])
  }

  private let areas = StyleLayer("areas", kind: .fill, source: "data", filter: .polygons, properties: [.fillColor: 0x808080])

  private func names(_ properties: [StyleProperty: PropertyValue] = [:]) -> StyleLayer {
    var layer = StyleLayer("names", kind: .symbol, source: "data", properties: properties)
    layer[.textField] = .expression(#"["get", "name"]"#)
    layer[.textSize] = 16
    return layer
  }

  @Test("labels come first, then the layers from the top, and in a layer the features from the top")
  func order() throws {
    let outlines = StyleLayer("outlines", kind: .line, source: "data", filter: .polygons, properties: [.lineWidth: 80])
    let features = [area(1), area(2), label("Name")]
    let map = Fixture.screen(features, [names(), areas, outlines]).map
    #expect(
      Fixture.names(map.features(at: middle)) == ["names", "outlines 2", "outlines 1", "areas 2", "areas 1"])
    #expect(Fixture.names(map.features(at: middle, layers: ["areas"])) == ["areas 2", "areas 1"])
    let label = try #require(map.features(at: middle).first)
    #expect(label.title == "Name" && label.geometryType == .point && label.source == "data" && label.id == nil)
    #expect(map.takeErrors().isEmpty)
  }

  @Test("of translucent areas in one color, too, the last one is above, also if its own neighbors are apart")
  func translucentOrder() {
    let features = [30.0, 55, 80].enumerated().map { index, x in
      GeoJSONFeature(id: .number(Double(index + 1)), geometry: Fixture.square(x, 40, half: 15))
    }
    var layer = areas
    layer[.fillOpacity] = 0.5
    let map = Fixture.screen(features, [layer]).map
    #expect(Fixture.names(map.features(at: middle + Point(x: 43, y: 40))) == ["areas 2", "areas 1"])
    #expect(Fixture.names(map.features(at: middle + Point(x: 67, y: 40))) == ["areas 3", "areas 2"])
  }

  @Test("a feature has its tags, its ID and a point inside it")
  func content() throws {
    let properties: [String: GeoJSONValue] = [
      "name": .text("Court"), "levels": .number(2.5), "open": .boolean(true), "list": .array([.number(1), .text("b")]),
    ]
    let screen = Fixture.screen([area(7, properties)], [areas])
    let feature = try #require(screen.map.features(at: Point(x: 140, y: 60)).first)
    #expect(feature.properties == properties && feature.id == .number(7) && feature.title == "Court")
    #expect(feature.layer == "areas" && feature.geometryType == .polygon && feature.featureType == nil)
    let point = try #require(screen.map.drawnPoint(for: feature.coordinate))
    #expect(Rect(x: 90, y: 50, width: 60, height: 60).contains(point))
    let promoted = Fixture.screen([area(7, ["key": .text("k")])], [areas], promoting: "key")
    #expect(promoted.map.features(at: middle).first?.id == .text("k"))
    let line = GeoJSONFeature(geometry: .lineString([Fixture.at(-80, 20), Fixture.at(-20, 20), Fixture.at(-20, 60)]))
    let street = StyleLayer("lines", kind: .line, source: "data", properties: [.lineWidth: 6])
    let map = Fixture.screen([line], [street]).map
    let middle = try #require(map.features(at: Point(x: 60, y: 100)).first?.coordinate)
    let drawn = try #require(map.drawnPoint(for: middle))
    #expect((drawn.x - 90).magnitude < 2 && (drawn.y - 100).magnitude < 2, "\(drawn)")
  }

  @Test("a feature in four tiles is found once, and so is each feature whose ID another one has, too")
  func tiles() {
    let map = Fixture.screen([area(1, ["name": .text("a")]), area(1, ["name": .text("b")])], [areas]).map
    #expect(map.features(in: map.bounds).map(\.title) == ["b", "a"])
  }

  @Test("what is not drawn is not found")
  func invisible() {
    func found(_ features: [GeoJSONFeature], _ layer: StyleLayer) -> [String] {
      Fixture.names(Fixture.screen(features, [layer]).map.features(at: middle))
    }
    func layer(_ change: (inout StyleLayer) -> Void) -> StyleLayer {
      var layer = areas
      change(&layer)
      return layer
    }
    #expect(found([area(1)], areas) == ["areas 1"])
    #expect(found([area(1)], layer { $0[.fillOpacity] = 0 }).isEmpty)
    #expect(found([area(1)], layer { $0[.fillColor] = .color(.clear) }).isEmpty)
    #expect(found([area(1)], layer { $0.zoomRange = 15..<20 }).isEmpty)
    #expect(found([area(1)], layer { $0.filter = .has("name") }).isEmpty)
    #expect(found([area(1)], layer { $0.isHidden = true }).isEmpty)
    #expect(found([label("Name")], names()) == ["names"])
    #expect(found([label("Name")], names([.textOpacity: 0])).isEmpty)
    #expect(Fixture.screen([label("Upper"), label("Lower", 3, 3)], [names()]).map.features(at: middle).map(\.title) == ["Upper"])
  }

  @Test("an area is found where its pattern is transparent")
  func pattern() {
    let dots = StyleImage(Image(size: PixelSize(width: 8, height: 8)) { $0[0] = 0xffff_ffff })
    let screen = Fixture.screen([area(1)], [StyleLayer("dots", kind: .fill, source: "data", properties: [.fillPattern: "dot"])])
    screen.map.style.images["dot"] = dots
    screen.runUntilIdle()
    for x in 0..<8 { #expect(Fixture.names(screen.map.features(at: Point(x: middle.x + Scalar(x), y: middle.y))) == ["dots 1"]) }
  }

  @Test("a label takes its box, along a line that of each letter, and in other sources too", arguments: [0, 40, 200])
  func labels(bearing: Int) throws {
    let street = GeoJSONFeature(
      geometry: .lineString([Fixture.at(-300, 200), Fixture.at(0, 0), Fixture.at(300, -220)]),
      properties: ["name": .text("Long Street")])
    let screen = Fixture.screen([street], [names([.symbolPlacement: "line"])], bearing: bearing)
    let map = screen.map
    let listed = try #require(map.listedLabels().first)
    // Just above and below the baseline of each glyph.
    let (x, y) = try #require(listed.glyphs.first.map { ($0.x, $0.y) })
    let last = try #require(listed.glyphs.last.map { ($0.x, $0.y) })
    let length = ((last.0 - x) * (last.0 - x) + (last.1 - y) * (last.1 - y)).squareRoot()
    let up = ((last.1 - y) / length, -(last.0 - x) / length)
    for glyph in listed.glyphs {
      func point(above baseline: Double) -> Point {
        Point(x: Scalar(floatLiteral: glyph.x + up.0 * baseline), y: Scalar(floatLiteral: glyph.y + up.1 * baseline))
      }
      let inside = point(above: 5)
      guard map.bounds.contains(inside) else { continue }
      #expect(map.features(at: inside).first?.title == "Long Street")
      #expect(map.features(at: point(above: 30)).isEmpty)
    }
  }

  @Test("labels of two sources are shown, and found")
  func twoSources() {
    let screen = Fixture.screen([label("First", -50, 0)], [names()])
    var second = names()
    (second.name, second.source) = ("others", "more")
    screen.map.style.sources["more"] = .geoJSON(GeoJSONSource(.features([label("Second", 50, 0)])))
    screen.map.style.layers.append(second)
    screen.runUntilIdle()
    #expect(Set(screen.map.listedLabels().map(\.text)) == ["First", "Second"])
    #expect(Set(screen.map.features(in: screen.map.bounds).map(\.source)) == ["data", "more"])
    #expect(screen.map.features(at: Point(x: 170, y: 80)).map(\.title) == ["Second"])
  }

  // MARK: Bad input

  @Test("points and rectangles that are off the map, empty or without end find what is on the map")
  func extremes() {
    let map = Fixture.screen([area(1, half: 500)], [areas]).map
    for value in [Scalar.max, .min, -1, 240, Scalar(rawValue: -1)] {
      #expect(map.features(at: Point(x: value, y: 80)).isEmpty)
      #expect(map.features(at: Point(x: 120, y: value)).isEmpty)
    }
    #expect(map.features(at: Point(x: 239.9, y: 159.9)).count == 1)
    for rect in [
      Rect.zero, Rect(x: 10, y: 10, width: 0, height: 9), Rect(x: 50, y: 50, width: -20, height: -20),
      Rect(x: .max, y: .max, width: .max, height: .max), Rect(x: 240, y: 0, width: 9, height: 9),
      Rect(x: .min, y: 0, width: 1, height: .max),
    ] {
      #expect(map.features(in: rect).isEmpty, "\(rect)")
    }
    for rect in [
      Rect(x: .min / 2, y: .min / 2, width: .max, height: .max), Rect(x: -1e9, y: -1e9, width: 2e9, height: 2e9),
      Rect(x: 239, y: 159, width: .max, height: .max),
    ] {
      #expect(map.features(in: rect).count == 1, "\(rect)")
    }
    #expect(MapView(frame: .zero, theme: .plain).features(in: Rect(x: 0, y: 0, width: 9, height: 9)).isEmpty)
  }

  @Test("an unknown layer finds nothing, and is an error once")
  func unknownLayers() {
    let map = Fixture.screen([area(1)], [areas]).map
    for _ in 0..<3 { #expect(map.features(at: middle, layers: ["houses", "areas"]).count == 1) }
    #expect(map.features(at: middle, layers: []).isEmpty)
    let errors = map.takeErrors().map(\.description)
    #expect(errors == [#"the style: there is no layer "houses". No features are found in it."#])
  }

  @Test("before its tile has arrived, a feature is not found; a worker loads it")
  func arrival() {
    let queue = ShufflingQueue(workerCount: 1)
    let style = Fixture.style([area(1), label("Name")], [areas, names()])
    let screen = TileArrivalTests.screen([], style, queue, camera: MapCamera(center: Fixture.at(0, 0), zoom: 14))
    let middle = screen.map.bounds.center
    #expect(screen.map.features(at: middle).isEmpty)
    screen.commit()
    #expect(screen.map.features(at: middle).isEmpty)
    screen.settle(queue)
    #expect(Fixture.names(screen.map.features(at: middle, layers: ["areas"])) == ["areas 1"])
  }
}
