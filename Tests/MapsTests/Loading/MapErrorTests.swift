import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("Errors of a styled map")
struct MapErrorTests {
  private func colors(_ screen: MapScreen) -> Set<UInt32> { Set(screen.image.pixels.map { $0 & 0xff_ffff }) }

  /// Shows a style and pans, and returns the errors as texts.
  private func errors(_ screen: MapScreen, _ queue: ShufflingQueue? = nil) -> [String] {
    var errors: [String] = []
    for _ in 0..<3 {
      if let queue { screen.settle(queue) } else { screen.runUntilIdle() }
      errors += screen.map.takeErrors().map(\.description)
      screen.map.pan(by: Point(x: -300, y: 100))
      screen.map.camera.zoom = screen.map.camera.zoom + 0.3
    }
    return errors
  }

  @Test("a wrong layer is reported once, and the others are drawn")
  func layers() throws {
    let color = PropertyValue.expression(#"["to-color", ["frobnicate"]]"#)
    let wrong: [(StyleLayer, String)] = [
      (StyleLayer("x", kind: .fill, source: "nowhere", sourceLayer: "land"), "nowhere"),
      (StyleLayer("x", kind: .line, sourceLayer: "lines", properties: [.lineWidth: "wide"]), "line-width"),
      (StyleLayer("x", kind: .line, sourceLayer: "lines", properties: [.lineWidth: .flag(true)]), "line-width"),
      (StyleLayer("x", kind: .line, sourceLayer: "lines", properties: [.lineColor: color]), "frobnicate"),
      (StyleLayer("x", kind: .line, sourceLayer: "lines", properties: [.lineColor: .expression("[")]), "JSON"),
      (StyleLayer("x", kind: .line, sourceLayer: "lines", filter: .json(StyleJSON(#"["frobnicate"]"#))), "frobnicate"),
      (StyleLayer("x", kind: .line, sourceLayer: "lines", filter: .json(StyleJSON("{"))), "JSON"),
    ]
    for (layer, word) in wrong {
      var style = MapStyle.plainTown(.green)
      style.layers.append(layer)
      let screen = TileArrivalTests.screen([CountingSource.town()], style)
      let errors = errors(screen)
      #expect(errors.count == 1 && errors[0].contains(word) && errors[0].contains("\"x\""), "\(errors)")
      #expect(colors(screen).contains(0x00ff00) && !colors(screen).contains(0xff00ff))
      // A change of the style does not report the error again.
      screen.map.style[layer: "land"]?[.fillColor] = 0x010203
      #expect(self.errors(screen).isEmpty && colors(screen).contains(0x010203))
    }
  }

  @Test("tiles with unknown layers are reported once for each source", arguments: [true, false])
  func unknownLayers(isQueued: Bool) throws {
    func errors(_ zooms: ClosedRange<Int>, layers: [String]) -> [String] {
      let other = CountingSource(zooms, name: "other.pmtiles", layers: layers) { _ in
        var maker = TileMaker()
        maker.add(.polygon, [.square(SIMD2(0, 0), 4096)], to: "elsewhere")
        return maker.bytes()
      }
      let queue = isQueued ? ShufflingQueue(workerCount: 2) : nil
      let screen = TileArrivalTests.screen([CountingSource.town(), other], .plainTown(.red), queue)
      let errors = self.errors(screen, queue)
      #expect(colors(screen) == [0xff0000])
      return errors
    }
    for found in [errors(10...16, layers: ["elsewhere"]), errors(10...14, layers: [])] {
      #expect(found.count == 1 && found[0].hasPrefix("other.pmtiles: tile ") && found[0].contains("elsewhere"), "\(found)")
    }
    // At low zooms, or where the source declares a layer that is drawn, the layer may be in other tiles.
    #expect(errors(10...16, layers: []).isEmpty && errors(10...16, layers: ["elsewhere", "land"]).isEmpty)
  }

  @Test("a map that draws nothing of any tile says so at every zoom", arguments: [true, false])
  func blank(isQueued: Bool) throws {
    let other = CountingSource(10...16, name: "other.pmtiles", layers: []) { _ in
      var maker = TileMaker()
      maker.add(.polygon, [.square(SIMD2(0, 0), 4096)], to: "elsewhere")
      return maker.bytes()
    }
    let queue = isQueued ? ShufflingQueue(workerCount: 2) : nil
    let screen = TileArrivalTests.screen([other], .plainTown(.red), queue)
    let found = errors(screen, queue)
    #expect(found.count == 1 && found[0].hasPrefix("other.pmtiles: tile ") && found[0].contains("elsewhere"), "\(found)")
    #expect(errors(screen, queue).isEmpty)
  }

  @Test("a broken tile is reported once, and its ancestor is drawn in its place", arguments: [true, false])
  func brokenTiles(isQueued: Bool) throws {
    let source = CountingSource(12...15, name: "broken.pmtiles") { id in
      if id.zoom == 15 { return [0xff, 0xff, 1, 2, 3] }
      var maker = TileMaker()
      maker.add(.polygon, [.square(SIMD2(-64, -64), 4224)], to: "land")
      return maker.bytes()
    }
    let queue = isQueued ? ShufflingQueue(workerCount: 2) : nil
    let camera = MapCamera(centerPoint: try #require(TileID(zoom: 15, x: 26900, y: 12400)).point(2048, 2048), zoom: 17)
    let screen = TileArrivalTests.screen([source], .plainTown(.red), queue, camera: camera, width: 64, height: 64)
    if let queue { screen.settle(queue) } else { screen.runUntilIdle() }
    let errors = screen.map.takeErrors().map(\.description)
    #expect(errors.count == source.reads.keys.count { $0.zoom == 15 } && Set(errors).count == errors.count, "\(errors)")
    #expect(errors.allSatisfy { $0.hasPrefix("broken.pmtiles: tile 15/") } && colors(screen) == [0xff0000])
    screen.map.pan(by: Point(x: 3, y: 3))
    screen.runUntilIdle()
    #expect(screen.map.takeErrors().isEmpty && source.rereadCount == 0)
  }

  @Test("a view outside of the data is reported once, with where the data is")
  func outsideData() throws {
    let corner = try #require(MapPoint(Coordinate(latitude: 48, longitude: 9)))
    let bounds = MapRect(origin: corner, width: 1 << 33, height: 1 << 33)
    let town = CountingSource(12...16, name: "town.pmtiles", bounds: bounds) { _ in nil }
    let screen = TileArrivalTests.screen([town], .plainTown(.red))
    let errors = errors(screen)
    #expect(errors.count == 1 && errors[0].hasPrefix("town.pmtiles: has nothing at 39.9000,116.3800."), "\(errors)")
    // Not if the data is in view, if one source covers everything, or if a source's area is not known.
    let near = TileArrivalTests.screen(
      [town], .plainTown(.red), camera: MapCamera(center: Coordinate(latitude: 47.5, longitude: 9.7), zoom: 14))
    #expect(self.errors(near).isEmpty)
    #expect(self.errors(TileArrivalTests.screen([town, CountingSource.town()], .plainTown(.red))).isEmpty)
  }

  @Test("errors of a style sheet's text are reported by the map")
  func sheet() throws {
    let style = try MapStyle(
      json: Array(
        ##"""
        {"version": 8, "sources": {"s": {"type": "vector", "url": "https://example.org/tiles.json"}},
        "layers": [{"id": "b", "type": "background", "paint": {"background-color": "#112233", "background-colour": "red"}},
        {"id": "f", "type": "fill", "source": "s", "source-layer": "land"},
        {"id": "g", "type": "frobnicate", "source": "s"}]}
        """##.utf8), path: "style.json", directory: "")
    let screen = TileArrivalTests.screen([], style)
    let errors = errors(screen)
    #expect(errors.count == 3 && errors.allSatisfy { $0.hasPrefix("style.json:") }, "\(errors)")
    #expect(colors(screen) == [0x112233])
  }
}
