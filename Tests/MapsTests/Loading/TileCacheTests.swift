import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("The cache of tiles")
struct TileCacheTests {
  @Test("the cache fills, evicts, and stays within its limit; evicted tiles are read again", arguments: [true, false])
  func limit(isQueued: Bool) throws {
    let queue = isQueued ? ShufflingQueue(workerCount: 2) : nil
    let source = CountingSource.town()
    let screen = TileArrivalTests.screen([source], .town, queue)
    func rest() {
      if let queue { screen.settle(queue) } else { screen.runUntilIdle() }
    }
    rest()
    let first = source.readCount
    // A view needs 16 tiles at most, with those around it.
    let limit = screen.map.tileByteCount / first * 20
    screen.map.tileCacheLimit = limit
    let home = screen.map.camera
    let pixels = screen.image.pixels
    var largest = 0
    for _ in 0..<80 {
      screen.map.pan(by: Point(x: -130, y: 70))
      screen.step()
      for _ in 0..<4 { queue?.deliver() }
      largest = max(largest, screen.map.tileByteCount)
      #expect(screen.map.tileByteCount <= limit)
    }
    rest()
    #expect(largest > limit * 3 / 4)
    let before = source.readCount
    screen.map.camera = home
    rest()
    let isEqual = screen.image.pixels == pixels
    #expect(isEqual && source.readCount - before == first)
  }

  @Test("a limit below the tiles of one view does not keep them from being shown")
  func tinyLimit() throws {
    let expected = TileArrivalTests.screen([CountingSource.town()])
    expected.runUntilIdle()
    for workers in [0, 2] {
      let queue = workers == 0 ? nil : ShufflingQueue(workerCount: workers)
      let source = CountingSource.town()
      let screen = TileArrivalTests.screen([source], .town, queue)
      screen.map.tileCacheLimit = 1000
      func rest() {
        if let queue { screen.settle(queue) } else { screen.runUntilIdle() }
      }
      rest()
      let isEqual = screen.image.pixels == expected.image.pixels
      #expect(isEqual && source.rereadCount == 0)
      let all = screen.map.tileByteCount
      // Nothing of a frame that is past stays above the limit.
      for _ in 0..<20 {
        screen.map.pan(by: Point(x: 100, y: 0))
        rest()
        #expect(screen.map.tileByteCount <= max(all * 4, 40_000))
      }
      screen.map.style = MapStyle(layers: [])
      rest()
      screen.map.pan(by: Point(x: 1, y: 0))
      rest()
      #expect(screen.map.tileByteCount < 1000)
    }
  }

  @Test("tiles of a source that left are dropped")
  func sources() throws {
    let (a, b) = (CountingSource.town(seed: 1), CountingSource.town(seed: 2))
    let screen = TileArrivalTests.screen([a, b])
    screen.runUntilIdle()
    let both = screen.map.tileByteCount
    screen.map.sources = [b]
    screen.step()
    #expect(screen.map.tileByteCount < both * 2 / 3 && screen.map.tileByteCount > both / 3)
    screen.map.sources = []
    screen.step()
    #expect(screen.map.tileByteCount == 0)
    screen.map.sources = [b]
    screen.step()
    #expect(b.reads.values.allSatisfy { $0 == 2 })
  }
}
