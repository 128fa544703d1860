import CartoucheMaps
import CartoucheRaster
import CartoucheTestSupport
import Testing

@Suite("The order of features in a layer")
struct GroupOrderTests {
  private static let camera = MapCamera(center: StyledMap.middle, zoom: 0)
  private static let color = PropertyValue.expression(#"["get", "color"]"#)
  private static let colors = ["#ff0000", "#00ff00", "#0000ff"]

  private func map(_ kind: StyleLayer.Kind, _ maker: TileMaker, _ properties: [StyleProperty: PropertyValue]) throws -> StyledMap {
    var map = StyledMap(
      [
        StyleLayer("background", kind: .background, properties: [.backgroundColor: 0xffffff]),
        StyleLayer("features", kind: kind, sourceLayer: "features", properties: properties),
      ], sources: [try FixedSource(world: maker)])
    map.style[layer: "features"]?.widensAreas = false
    return map
  }

  /// Returns the color of the map at a position in the tile, at zoom 0.
  private func color(_ map: StyledMap, _ x: Int, _ y: Int) -> UInt32 {
    // The tile is 512 points wide, and its middle is in the middle of the view.
    map.pixels(Self.camera)[160 + (x - 2048) / 8, 100 + (y - 2048) / 8]
  }

  /// A row of areas or lines, each over a part of the one before it.
  private func row(_ kind: VectorFeature.Kind, _ count: Int, step: Int, tags: (Int) -> [(String, String)]) -> TileMaker {
    var maker = TileMaker()
    for index in 0..<count {
      let x = 1200 + index * step
      let part: [SIMD2<Int>] = kind == .line ? [SIMD2(x, 1800), SIMD2(x + step * 2, 2200)] : .square(SIMD2(x, 1800), 400)
      maker.add(kind, [part], to: "features", tags: tags(index))
    }
    return maker
  }

  @Test("features that overlap are drawn in their order, whatever their colors", arguments: [false, true])
  func alternating(isLine: Bool) throws {
    let maker = row(isLine ? .line : .polygon, 40, step: 40) { [("color", Self.colors[$0 % 3])] }
    let properties: [StyleProperty: PropertyValue] =
      isLine ? [.lineColor: Self.color, .lineWidth: 12] : [.fillColor: Self.color]
    let grouped = try map(isLine ? .line : .fill, maker, properties).pixels(Self.camera)
    let single = try separated(map(isLine ? .line : .fill, maker, properties), maker) { index, layer in
      layer[isLine ? .lineColor : .fillColor] = .text(Self.colors[index % 3])
    }
    let expected = single.pixels(Self.camera)
    #expect(grouped == expected && Set(expected.values).count > 3)
  }

  /// Returns a map that draws each feature in a layer of its own.
  private func separated(_ map: StyledMap, _ maker: TileMaker, _ change: (Int, inout StyleLayer) -> Void) throws -> StyledMap {
    var (map, tile) = (map, TileMaker())
    let layer = map.style.layers.removeLast()
    for (index, feature) in maker.layers[0].features.enumerated() {
      var (feature, own) = (feature, layer)
      feature.tags = []
      tile.layers.append(("f\(index)", [feature]))
      (own.name, own.sourceLayer) = ("f\(index)", "f\(index)")
      change(index, &own)
      map.style.layers.append(own)
    }
    map.sources = [try FixedSource(world: tile)]
    return map
  }

  @Test("translucent lines with a pattern are drawn in their order, also those that only a third one crosses")
  func translucentPatterns() throws {
    var maker = TileMaker()
    maker.add(.line, [[SIMD2(1400, 1700), SIMD2(1400, 2300)]], to: "features")
    maker.add(.line, [[SIMD2(1300, 2000), SIMD2(2600, 2000)]], to: "features")
    maker.add(.line, [[SIMD2(2400, 1703), SIMD2(2400, 2300)]], to: "features")
    var map = try map(.line, maker, [.linePattern: "patches", .lineWidth: 8, .lineOpacity: 0.5])
    map.style.images = ["patches": .patches]
    let expected = try separated(map, maker) { _, _ in }.pixels(Self.camera)
    #expect(map.pixels(Self.camera) == expected && Set(expected.values).count > 64)
  }

  @Test("opaque features with the same paint are one shape, and those apart too, whatever is between them in the tile")
  func shapes() throws {
    let same = row(.polygon, 30, step: 40) { _ in [("color", "#ff0000")] }
    func count(_ maker: TileMaker) throws -> Int {
      try map(.fill, maker, [.fillColor: Self.color]).drawing(Self.camera).shapes.count { $0.features > 0 }
    }
    #expect(try count(same) == 1)
    var apart = TileMaker()
    for index in 0..<25 {
      let corner = SIMD2(100 + index % 5 * 800, 100 + index / 5 * 800)
      apart.add(.polygon, [.square(corner, 30)], to: "features", tags: [("color", Self.colors[index % 3])])
    }
    #expect(try count(apart) == 3)
    #expect(try count(row(.polygon, 30, step: 40) { [("color", Self.colors[$0 % 2])] }) == 30)
  }

  @Test("a sort key decides which feature is above, and among equal keys the order")
  func sortKeys() throws {
    var maker = TileMaker()
    for (key, color) in [("3", "#ff0000"), ("1", "#00ff00"), ("2", "#0000ff"), ("3", "#000000")] {
      let corner = SIMD2(1800 + (Int(key) ?? 0) * 100, 1800)
      maker.add(.polygon, [.square(corner, 400)], to: "features", tags: [("color", color), ("key", key)])
    }
    let map = try map(.fill, maker, [.fillColor: Self.color, .fillSortKey: .expression(#"["to-number", ["get", "key"]]"#)])
    #expect(color(map, 2300, 2000) == 0x000000)
    #expect(color(map, 2050, 2000) == 0x0000ff && color(map, 1950, 2000) == 0x00ff00)
    // From the key alone no groups follow.
    var line = TileMaker()
    for index in 0..<20 {
      let x = 1500 + index * 50
      line.add(.line, [[SIMD2(x, 1800), SIMD2(x, 2300)]], to: "features", tags: [("key", "\(index)")])
    }
    let lines = try self.map(.line, line, [.lineColor: 0, .lineSortKey: .expression(#"["to-number", ["get", "key"]]"#)])
    #expect(lines.drawing(Self.camera).shapes.count { $0.features > 0 } == 1)
  }

  @Test("translucent features darken where they overlap, and not within one feature")
  func translucentAreas() throws {
    var maker = TileMaker()
    // Two rings of one feature overlap, and a second feature overlaps one of them.
    maker.add(.polygon, [.square(SIMD2(1400, 1800), 400), .square(SIMD2(1600, 1800), 400)], to: "features")
    maker.add(.polygon, [.square(SIMD2(1900, 1800), 400)], to: "features")
    let map = try map(.fill, maker, [.fillColor: 0x000000, .fillOpacity: 0.5])
    let (single, overlap) = (color(map, 1500, 2000), color(map, 1950, 2000))
    #expect(single == 0x7f7f7f || single == 0x808080)
    #expect(color(map, 1700, 2000) == single && color(map, 2200, 2000) == single)
    #expect(overlap == 0x3f3f3f || overlap == 0x404040)
  }

  @Test("translucent lines darken where they overlap, also beside each other, and not within one line")
  func translucentLines() throws {
    var maker = TileMaker()
    // A line that crosses itself, and two lines whose edges overlap but whose vertices are apart.
    maker.add(.line, [[SIMD2(1400, 1500), SIMD2(1600, 1700), SIMD2(1600, 1500), SIMD2(1400, 1700)]], to: "features")
    maker.add(.line, [[SIMD2(1400, 2000), SIMD2(2600, 2000)]], to: "features")
    maker.add(.line, [[SIMD2(1400, 2080), SIMD2(2600, 2080)]], to: "features")
    let map = try map(.line, maker, [.lineColor: 0x000000, .lineOpacity: 0.5, .lineWidth: 16])
    let single = color(map, 2000, 1960)
    #expect(color(map, 1500, 1600) == single && color(map, 2000, 2120) == single)
    let overlap = color(map, 2000, 2040)
    #expect(overlap == 0x3f3f3f || overlap == 0x404040)
  }
}
