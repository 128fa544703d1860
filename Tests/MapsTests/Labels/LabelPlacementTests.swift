import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import CartoucheText
import Testing

@Suite("Labels")
struct LabelPlacementTests {
  /// Returns a screen that shows features around the middle of the world, at zoom 14, where a degree is about
  /// 23 300 points wide.
  private func screen(
    _ features: [GeoJSONFeature], _ properties: [StyleProperty: PropertyValue], sortKey: Bool = false
  ) -> MapScreen {
    let camera = MapCamera(center: Coordinate(latitude: 0, longitude: 0), zoom: 14)
    let fonts = FontCollection(files: FontCollection.standardFiles)
    let screen = MapScreen(width: 480, height: 320, fonts: fonts, camera: camera)
    var symbols = StyleLayer("names", kind: .symbol, source: "data", properties: properties)
    symbols[.textField] = .expression("[\"get\", \"name\"]")
    symbols[.textSize] = 16
    if sortKey { symbols[.symbolSortKey] = .expression("[\"get\", \"rank\"]") }
    var style = MapStyle(layers: [
      StyleLayer("background", kind: .background, properties: [.backgroundColor: 0xffffff]), symbols,
    ])
    style.sources = ["data": .geoJSON(GeoJSONSource(.features(features)))]
    screen.map.style = style
    screen.runUntilIdle()
    return screen
  }

  private func point(_ name: String, _ east: Double, _ south: Double, rank: Double = 0) -> GeoJSONFeature {
    GeoJSONFeature(
      geometry: .point(Coordinate(latitude: -south / 23_301.69, longitude: east / 23_301.69)),
      properties: ["name": .text(name), "rank": .number(rank)])
  }

  @Test("of two names that overlap, the one with the lower sort key is shown; at the side, there is room for both")
  func collisions() {
    let near = screen([point("Second", 4, 4, rank: 2), point("First", 0, 0, rank: 1)], [:], sortKey: true)
    #expect(near.map.listedLabels().map(\.text) == ["First"])
    let far = screen([point("Second", 0, 60, rank: 2), point("First", 0, 0, rank: 1)], [:], sortKey: true)
    #expect(Set(far.map.listedLabels().map(\.text)) == ["First", "Second"])
    let free = screen([point("Second", 4, 4), point("First", 0, 0)], [.textAllowOverlap: true])
    #expect(free.map.listedLabels().count == 2)
  }

  @Test("a name stands in the middle of its point, or beside it with an anchor")
  func anchors() throws {
    let middle = Point(x: 240, y: 160)
    let center = try #require(screen([point("Name", 0, 0)], [:]).map.listedLabels().first?.box)
    #expect((center.center.x - middle.x).magnitude < 1 && (center.center.y - middle.y).magnitude < 1)
    #expect(center.width > 30 && center.width < 60 && (center.height - 19.2).magnitude < 0.1)
    let left = try #require(screen([point("Name", 0, 0)], [.textAnchor: "left"]).map.listedLabels().first?.box)
    #expect((left.minX - middle.x).magnitude < 1 && left.size == center.size)
    let top = try #require(screen([point("Name", 0, 0)], [.textAnchor: "top"]).map.listedLabels().first?.box)
    #expect((top.minY - middle.y).magnitude < 1)
  }

  @Test("a text that has no room at one anchor takes the next one")
  func variableAnchors() {
    let features = [point("First", 0, 0), point("Second", 20, 20)]
    let map = screen(features, [.textVariableAnchor: .expression("[\"literal\", [\"left\", \"right\", \"top\", \"bottom\"]]")]).map
    #expect(Set(map.listedLabels().map(\.text)) == ["First", "Second"])
    let boxes = map.listedLabels().map(\.box)
    #expect(boxes.count == 2 && !boxes[0].intersects(boxes[1]))
  }

  @Test("a street's name follows the street and reads from left to right", arguments: [0, 40, 90, 140, 200, 270, 320])
  func lines(bearing: Int) throws {
    let ends = [(-300.0, 20.0), (300.0, -20.0)].map { x, y in Coordinate(latitude: -y / 23_301.69, longitude: x / 23_301.69) }
    let street = GeoJSONFeature(geometry: .lineString(ends), properties: ["name": .text("Long Street")])
    let screen = screen([street], [.symbolPlacement: "line"])
    screen.map.camera.bearing = .degrees(WideFixed(bearing))
    screen.runUntilIdle()
    let label = try #require(screen.map.listedLabels().first { $0.text == "Long Street" })
    #expect(label.angle >= -90.01 && label.angle <= 90.01)
    // The street runs 3.8° north of east, and the map turns against its bearing.
    let expected = -3.81 - Double(bearing)
    let difference = ((label.angle - expected).truncatingRemainder(dividingBy: 180) + 270).truncatingRemainder(dividingBy: 180) - 90
    #expect(abs(difference) < 0.5)
  }

  @Test("a pan moves the labels that stay in view by whole points, and adds none among them")
  func pans() throws {
    // Crowds of nine labels. In a crowd that reached beyond a block, the next block could have other labels.
    let features = (0..<900).map { index in
      let (column, row) = (index % 30, index / 30)
      return point("Name \(index)", Double(column * 55 + column / 3 * 75 - 1200), Double(row * 37 + row / 3 * 45 - 780))
    }
    let screen = screen(features, [:])
    var (exceptions, blocks) = (0, Set<PixelPoint?>())
    for _ in 0..<120 {
      let before = inner(screen)
      screen.map.pan(by: Point(x: 7.3, y: -3.1))
      screen.runUntilIdle()
      blocks.insert(screen.map.labelBlock)
      let after = Dictionary(screen.map.listedLabels().map { ($0.text, $0.box.origin) }, uniquingKeysWith: { a, _ in a })
      for (name, origin) in before {
        guard let moved = after[name] else {
          exceptions += 1
          continue
        }
        let delta = moved - origin
        #expect(delta.x == Scalar(delta.x.rounded) && delta.y == Scalar(delta.y.rounded), "\(name) moved by \(delta)")
      }
    }
    #expect(exceptions == 0)
    // Labels are placed again when the middle of the view has moved by 512 points, here by 876 to the side
    // and 372 down.
    #expect((2...4).contains(blocks.count))
    #expect(screen.repaintEqualsRedraw())
  }

  @Test("a pan inside a block adds no label among those that stay in view, however crowded they are")
  func crowdedPan() throws {
    let features = (0..<400).map { index in point("Name \(index)", Double(index % 20) * 55 - 550, Double(index / 20) * 37 - 370) }
    let screen = screen(features, [:])
    var (exceptions, stepCount) = (0, 0)
    for _ in 0..<60 {
      let (before, block) = (inner(screen), screen.map.labelBlock)
      screen.map.pan(by: Point(x: 7.3, y: -3.1))
      screen.runUntilIdle()
      guard screen.map.labelBlock == block else { continue }
      stepCount += 1
      let after = Set(screen.map.listedLabels().map(\.text))
      exceptions += before.keys.count { !after.contains($0) }
    }
    #expect(stepCount > 55 && exceptions == 0)
    #expect(screen.repaintEqualsRedraw())
  }

  private func inner(_ screen: MapScreen) -> [String: Point] {
    let inside = screen.map.bounds.insetBy(dx: 64, dy: 64)
    return Dictionary(
      screen.map.listedLabels().filter { inside.contains($0.box.center) }.map { ($0.text, $0.box.origin) },
      uniquingKeysWith: { a, _ in a })
  }

  @Test("labels at rest depend on the camera, not on the way there")
  func paths() {
    let features = (0..<300).map { index in point("Name \(index)", Double(index % 17) * 41 - 350, Double(index / 17) * 29 - 260) }
    let target = MapCamera(center: Coordinate(latitude: 0.002, longitude: 0.003), zoom: 14.3, bearing: .degrees(20))
    let direct = screen(features, [:])
    direct.map.camera = target
    direct.runUntilIdle()
    let flown = screen(features, [:])
    flown.map.setCamera(target, animated: true)
    flown.runUntilIdle()
    #expect(!direct.map.listedLabels().isEmpty)
    #expect(direct.map.listedLabels().map(\.text) == flown.map.listedLabels().map(\.text))
    #expect(direct.map.listedLabels().map(\.box) == flown.map.listedLabels().map(\.box))
    let (a, b) = (direct.image.pixels, flown.image.pixels)
    #expect(a == b)
  }

  @Test("the language of names changes at run time")
  func languages() {
    let place = GeoJSONFeature(
      geometry: .point(Coordinate(latitude: 0, longitude: 0)),
      properties: ["name": .text("Helsinki"), "name:sv": .text("Helsingfors")])
    let screen = screen([place], [:])
    #expect(screen.map.listedLabels().map(\.text) == ["Helsinki"])
    screen.map.language = .language("sv")
    screen.runUntilIdle()
    #expect(screen.map.listedLabels().map(\.text) == ["Helsingfors"])
    screen.map.language = .language("de")
    screen.runUntilIdle()
    #expect(screen.map.listedLabels().map(\.text) == ["Helsinki"])
  }

  @Test(
    "names that nobody wrote are drawn or left out, and the rest of the map is drawn",
    arguments: [
      "", " ", "\n\n", String(repeating: "a", count: 10_000), String(repeating: "\u{301}", count: 500), "abc אבג 123 \u{202e}x",
    ]
  )
  func hostileNames(name: String) {
    for properties in [[:], [.symbolPlacement: "line"]] as [[StyleProperty: PropertyValue]] {
      let line = GeoJSONFeature(
        geometry: .lineString([Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 0, longitude: 0)]),
        properties: ["name": .text(name)])
      let screen = screen([point(name, 0, 0), line, point("Other", 0, 120)], properties)
      if properties.isEmpty { #expect(screen.map.listedLabels().contains { $0.text == "Other" }) }
    }
  }

  @Test("sizes that make no sense show nothing, and end nothing", arguments: [-5, 0, 1_000_000] as [Scalar])
  func hostileSizes(size: Scalar) {
    let screen = screen([point("Name", 0, 0)], [:])
    screen.map.style[layer: "names"]?[.textSize] = .number(size)
    screen.runUntilIdle()
    #expect(screen.map.listedLabels().count <= 1)
  }

  @Test("offsets and paddings beyond all bounds give boxes with finite edges")
  func hostileOffsets() {
    let properties: [StyleProperty: PropertyValue] = [
      .textVariableAnchorOffset: .expression("[\"literal\", [\"right\", [1e300, -1e300]]]"), .textAllowOverlap: true,
    ]
    let screen = screen([point("Name", 0, 0)], properties)
    screen.map.style[layer: "names"]?[.textSize] = .number(1_000_000)
    screen.runUntilIdle()
    #expect(screen.map.listedLabels().isEmpty)
    screen.map.style[layer: "names"]?[.textVariableAnchorOffset] = nil
    screen.map.style[layer: "names"]?[.textSize] = 16
    screen.runUntilIdle()
    #expect(screen.map.listedLabels().map(\.text) == ["Name"])
  }
}
