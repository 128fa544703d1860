import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("A change of the style")
struct StyleChangeTests {
  private func colors(_ screen: MapScreen) -> Set<UInt32> { Set(screen.image.pixels.map { $0 & 0xff_ffff }) }

  @Test("the old style stays until all tiles are ready for the new one, and no tile is read again", arguments: [1, 2, 7])
  func replaced(workers: Int) throws {
    let queue = ShufflingQueue(workerCount: workers)
    let source = CountingSource.town()
    let screen = TileArrivalTests.screen([source], .plainTown(.red), queue)
    screen.settle(queue)
    let reads = source.reads
    #expect(colors(screen) == [0xff0000])
    // A layer more needs other features of the tiles.
    var style = MapStyle.plainTown(.blue)
    style.layers.append(StyleLayer("areas", kind: .fill, sourceLayer: "areas", properties: [.fillColor: 0x00ff00]))
    screen.map.style = style
    var frames = 0
    var changes = 0
    var last: Set<UInt32> = [0xff0000]
    let isAtRest = screen.settle(queue) {
      let now = colors(screen)
      #expect(now == [0xff0000] || now.isSuperset(of: [0x0000ff, 0x00ff00]) && !now.contains(0xff0000))
      if now != last { changes += 1 }
      (last, frames) = (now, frames + 1)
    }
    #expect(isAtRest)
    #expect(frames > 3 && changes <= 1 && colors(screen).contains(0x00ff00))
    #expect(source.reads == reads)
    let fresh = TileArrivalTests.screen([CountingSource.town()], style)
    fresh.runUntilIdle()
    let isEqual = screen.image.pixels == fresh.image.pixels
    #expect(isEqual)
  }

  @Test("a color is changed in the next frame, without any work")
  func color() throws {
    let queue = ShufflingQueue(workerCount: 2)
    let screen = TileArrivalTests.screen([CountingSource.town()], .plainTown(.red), queue)
    screen.settle(queue)
    let count = queue.submittedCount
    screen.map.style[layer: "land"]?[.fillColor] = 0x0000ff
    screen.step()
    #expect(colors(screen) == [0x0000ff] && queue.submittedCount == count && !screen.map.isLoadingTiles)
  }

  @Test("tiles arrive while a color changes in each frame")
  func animatedColor() throws {
    let queue = ShufflingQueue(workerCount: 1)
    let source = CountingSource.town()
    let screen = TileArrivalTests.screen([source], .plainTown(.red), queue)
    screen.commit()
    for index in 0..<60 {
      screen.map.style[layer: "land"]?[.fillColor] = .color(Color(hex: UInt32(0x000100 * (index + 1))))
      screen.step()
      queue.deliver()
    }
    screen.step()
    #expect(!screen.map.isLoadingTiles && source.rereadCount == 0 && colors(screen) == [0x003c00])
    // The same for a style that is being prepared.
    var style = screen.map.style
    style.layers.append(StyleLayer("areas", kind: .fill, sourceLayer: "areas", properties: [.fillColor: 0xffffff]))
    for index in 0..<60 {
      style[layer: "land"]?[.fillColor] = .color(Color(hex: UInt32(0x010000 * (index + 1))))
      screen.map.style = style
      screen.step()
      queue.deliver()
    }
    screen.step()
    #expect(!screen.map.isLoadingTiles && source.rereadCount == 0 && colors(screen).contains(0x3c0000))
  }

  @Test("sources come and go with a style", arguments: 0..<8 as Range<UInt64>)
  func sources(seed: UInt64) throws {
    let queue = ShufflingQueue(workerCount: 1 + Int(seed % 3), seed: seed)
    let (town, other) = (CountingSource.town(seed: 1), CountingSource.town(name: "other", seed: 2))
    func style(_ names: [String], _ color: Color) -> MapStyle {
      var style = MapStyle.plainTown(color)
      style.layers[1].source = names.first
      style.sources = ["a": .tiles(town), "b": .tiles(other)].filter { names.contains($0.key) }
      for name in names {
        style.layers.append(
          StyleLayer("areas \(name)", kind: .fill, source: name, sourceLayer: "areas", properties: [.fillColor: .color(color)]))
      }
      return style
    }
    let styles = [
      style(["a", "b"], .red), style(["b"], .green), style(["a"], .blue), style([], .black), style(["b", "a"], .white),
    ]
    let screen = TileArrivalTests.screen([], styles[0], queue)
    var random = SplitMix64(seed: seed)
    var last = 0
    for _ in 0..<30 {
      last = random.int(in: 0...styles.count - 1)
      screen.map.style = styles[last]
      for _ in 0..<random.int(in: 0...12) {
        if random.int(in: 0...1) == 0 { screen.step() }
        queue.deliver()
      }
    }
    #expect(screen.settle(queue))
    let fresh = TileArrivalTests.screen([], styles[last])
    fresh.runUntilIdle()
    let isEqual = screen.image.pixels == fresh.image.pixels
    #expect(isEqual)
  }

  @Test("a style without tiles replaces one whose tiles are still to arrive")
  func withoutTiles() throws {
    let queue = ShufflingQueue(workerCount: 1)
    let screen = TileArrivalTests.screen([CountingSource.town(), CountingSource.town(seed: 2)], .town, queue)
    screen.commit()
    queue.deliver()
    screen.map.sources = []
    screen.map.style = MapStyle(layers: [StyleLayer("back", kind: .background, properties: [.backgroundColor: 0x123456])])
    #expect(screen.settle(queue) && colors(screen) == [0x123456])
  }

  @Test("a visibility that reads the global state follows it, until the application sets one")
  func visibility() throws {
    var style = try MapStyle(
      json: Array(
        ##"""
        {"version": 8, "state": {"night": {"default": false}}, "sources": {}, "layers": [
        {"id": "day", "type": "background", "paint": {"background-color": "#ffffff"}},
        {"id": "night", "type": "background", "paint": {"background-color": "#101020"},
        "layout": {"visibility": ["case", ["global-state", "night"], "visible", "none"]}}]}
        """##.utf8), path: "style.json", directory: "")
    style.transition = .none
    let screen = TileArrivalTests.screen([], style)
    #expect(colors(screen) == [0xffffff])
    screen.map.style.globalState["night"] = StyleJSON("true")
    #expect(colors(screen) == [0x101020])
    screen.map.style[layer: "night"]?.isHidden = true
    #expect(colors(screen) == [0xffffff])
  }

  @Test("layers and sources are added, moved and removed without a queue")
  func immediate() throws {
    let source = CountingSource.town()
    let screen = TileArrivalTests.screen([source], .plainTown(.red))
    screen.runUntilIdle()
    let reads = source.reads
    let areas = StyleLayer("areas", kind: .fill, sourceLayer: "areas", properties: [.fillColor: 0x00ff00])
    screen.map.style.insert(areas, below: "land")
    screen.step()
    #expect(colors(screen) == [0xff0000], "the new layer is below the land")
    screen.map.style.layers.swapAt(1, 2)
    screen.step()
    #expect(colors(screen).contains(0x00ff00))
    screen.map.style[layer: "areas"]?.isHidden = true
    screen.step()
    #expect(colors(screen) == [0xff0000])
    screen.map.style[layer: "areas"] = nil
    screen.step()
    #expect(colors(screen) == [0xff0000] && source.reads == reads)
    screen.map.sources = []
    screen.step()
    #expect(colors(screen) == [0xff00ff])
  }
}
