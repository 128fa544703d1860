import CartoucheMaps
import CartoucheTestSupport
import Testing

@Suite("Tile IDs")
struct TileIDTests {
  @Test("Hilbert indices match the PMTiles specification")
  func known() throws {
    let known: [(Int, Int, Int, UInt64)] = [
      (0, 0, 0, 0), (1, 0, 0, 1), (1, 0, 1, 2), (1, 1, 1, 3), (1, 1, 0, 4), (2, 0, 0, 5), (12, 3423, 1763, 19_078_479),
    ]
    for (zoom, x, y, index) in known {
      let tile = try #require(TileID(zoom: zoom, x: x, y: y))
      #expect(tile.hilbertIndex == index)
      #expect(TileID(hilbertIndex: index) == tile)
    }
  }

  @Test("Hilbert indices and tiles correspond one to one, and successive tiles of a zoom are adjacent")
  func oneToOne() throws {
    var previous = try #require(TileID(hilbertIndex: 0))
    for index in UInt64(1)..<87381 {  // all of zooms 0 … 8
      let tile = try #require(TileID(hilbertIndex: index))
      #expect(tile.hilbertIndex == index)
      if tile.zoom == previous.zoom { #expect(abs(tile.x - previous.x) + abs(tile.y - previous.y) == 1) }
      previous = tile
    }
    var random = SplitMix64(seed: 6)
    for _ in 0..<10_000 {
      let zoom = random.int(in: 9...24)
      let tile = try #require(
        TileID(zoom: zoom, x: random.int(in: 0...(1 << zoom) - 1), y: random.int(in: 0...(1 << zoom) - 1)))
      #expect(TileID(hilbertIndex: tile.hilbertIndex) == tile)
    }
    #expect(TileID(hilbertIndex: .max) == nil)
  }

  @Test("there is no ID outside the world or its zooms")
  func outside() {
    for (zoom, x, y) in [(-1, 0, 0), (25, 0, 0), (0, 1, 0), (3, 8, 0), (3, 0, 8), (3, -1, 0), (3, 0, -1)] {
      #expect(TileID(zoom: zoom, x: x, y: y) == nil)
    }
  }

  @Test("a tile contains the points from its corner to the next tile's, and its ancestors contain it")
  func points() throws {
    let tile = try #require(TileID(zoom: 14, x: 8625, y: 5747))
    let corner = tile.origin
    #expect(TileID(at: corner, zoom: 14) == tile)
    #expect(TileID(at: MapPoint(x: corner.x + tile.size - 1, y: corner.y + tile.size - 1), zoom: 14) == tile)
    #expect(TileID(at: MapPoint(x: corner.x + tile.size, y: corner.y), zoom: 14) == TileID(zoom: 14, x: 8626, y: 5747))
    #expect(TileID(at: MapPoint(x: corner.x - MapPoint.worldSize, y: corner.y), zoom: 14) == tile)
    #expect(tile.parent == TileID(zoom: 13, x: 4312, y: 2873))
    #expect(tile.ancestor(atZoom: 6) == TileID(at: corner, zoom: 6))
    #expect(TileID(zoom: 0, x: 0, y: 0)?.parent == nil)
  }
}
