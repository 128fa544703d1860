import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("Random changes while tiles arrive")
struct TileStressTests {
  private let towns = [CountingSource.town(10...14, seed: 1), CountingSource.town(12...16, name: "other", seed: 2)]
  private let data = GeoJSONSource(.features([]))

  private func square(_ id: Int, _ random: inout SplitMix64) -> GeoJSONFeature {
    let (x, y) = (116.38 + random.double(in: -0.03...0.03), 39.9 + random.double(in: -0.02...0.02))
    let size = random.double(in: 0.001...0.01)
    let ring = [(0.0, 0.0), (size, 0), (size, size), (0, size), (0, 0)].map { Coordinate(latitude: y + $0.1, longitude: x + $0.0) }
    return GeoJSONFeature(id: .number(Double(id)), geometry: .polygon([ring]))
  }

  /// Returns one of some styles, whose layers and sources differ.
  private func style(_ kind: Int, _ color: Int) -> MapStyle {
    var style = MapStyle.town
    let state = #"["boolean", ["feature-state", "on"], false]"#
    let data = StyleLayer(
      "data", kind: .fill, source: "data",
      properties: [
        .fillColor: .expression(##"["case", \##(state), "#000000", "#0\##(color % 10)0"]"##),
        .fillOpacity: .expression(#"["interpolate", ["linear"], ["zoom"], 12, ["case", \#(state), 0.2, 0.4], 17, 0.9]"#),
      ])
    style[layer: "land"]?[.fillColor] = .color(Color(hex: UInt32(0xf0f000 + color * 16)))
    if kind & 1 != 0 {
      style.layers.append(data)
      style.sources["data"] = .geoJSON(self.data)
    }
    if kind & 2 != 0 {
      style.layers.append(StyleLayer("more", kind: .line, source: "other", sourceLayer: "areas", properties: [.lineWidth: 2]))
      style.sources["other"] = .tiles(towns[1])
    }
    if kind & 4 != 0 { style.layers.remove(at: 2) }
    return style
  }

  @Test("whatever changes while tiles arrive, the map settles to what a new map shows", arguments: 0..<24 as Range<UInt64>)
  func everything(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let queue = ShufflingQueue(workerCount: [1, 2, 7][Int(seed % 3)], seed: seed)
    let screen = TileArrivalTests.screen([towns[0]], style(1, 0), queue)
    if seed % 4 == 0 { screen.map.tileCacheLimit = 60_000 }
    var (kind, color, sources) = (1, 0, [towns[0]])
    var states: [Int: Bool] = [:]
    for _ in 0..<120 {
      let map = screen.map
      switch random.int(in: 0...13) {
      case 0:
        kind = random.int(in: 0...7)
        map.style = style(kind, color)
      case 1, 2:
        color = random.int(in: 0...9)
        map.style = style(kind, color)
      case 3: map.camera.zoom = 12.5 + Scalar(random.int(in: 0...50)) / 10
      case 4: map.camera = TileArrivalTests.camera
      case 5: data.setData(.features((0..<3).map { square($0, &random) }))
      case 6: data.update(GeoJSONChanges(added: .features([square(random.int(in: 0...5), &random)])))
      case 7:
        // States are those of the source while it is in the style.
        guard kind & 1 != 0, !map.isLoadingTiles else { break }
        let id = random.int(in: 0...5)
        states[id] = random.int(in: 0...1) == 0
        map.setFeatureState(["on": .flag(states[id] == true)], of: .number(Double(id)), source: "data")
      case 8:
        sources = [[towns[0]], [towns[0], towns[1]], [towns[1]]][random.int(in: 0...2)]
        map.sources = sources
      case 9: screen.stage.backgroundQueue = random.int(in: 0...3) == 0 ? nil : queue
      default: map.pan(by: Point(x: Scalar(random.int(in: -90...90)), y: Scalar(random.int(in: -60...60))))
      }
      for _ in 0..<random.int(in: 0...4) { queue.deliver() }
      if random.int(in: 0...3) > 0 { screen.step() }
    }
    screen.stage.backgroundQueue = queue
    #expect(screen.settle(queue))
    // A source that left and came back has no states.
    if kind & 1 != 0 {
      for (id, isOn) in states {
        screen.map.setFeatureState(["on": .flag(isOn)], of: .number(Double(id)), source: "data")
      }
      #expect(screen.settle(queue))
    }
    let fresh = TileArrivalTests.screen(sources, style(kind, color), camera: screen.map.camera)
    if kind & 1 != 0 {
      for (id, isOn) in states {
        fresh.map.setFeatureState(["on": .flag(isOn)], of: .number(Double(id)), source: "data")
      }
    }
    fresh.runUntilIdle()
    let isEqual = screen.image.pixels == fresh.image.pixels
    #expect(isEqual && screen.repaintEqualsRedraw())
  }
}
