import CartoucheInventedTown
import CartoucheMaps
import CartoucheTestSupport
import Foundation
import Testing

@Suite("The PMTiles writer")
struct PMTilesWriterTests {
  /// Returns an archive of `side` × `side` tiles at zoom 14, with different content of a few bytes each.
  private func archive(side: Int) -> [UInt8] {
    var writer = PMTilesWriter()
    for (address, tile) in tiles(side: side) { writer.add(tile, at: address) }
    return writer.archive(
      .init(
        zooms: 4...14, south: 1, west: 2, north: 3, east: 4, centerLatitude: 2, centerLongitude: 3, centerZoom: 14, metadata: "{}"))
  }

  private func tiles(side: Int) -> [(TileAddress, [UInt8])] {
    var tiles: [(TileAddress, [UInt8])] = []
    var noise: UInt64 = 1  // keeps tiles and their lengths from compressing well, as in real archives
    for x in 0..<side {
      for y in 0..<side {
        noise = noise &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let length = 20 + Int(noise >> 55)
        let tile: [UInt8] = (0..<length).map { index in
          let product: UInt64 = (noise >> 20) &* UInt64(index * index + 7) >> 9
          return UInt8(truncatingIfNeeded: product)
        }
        tiles.append((TileAddress(zoom: 14, x: 5000 + x, y: 6000 + y), tile))
      }
    }
    return tiles
  }

  private func number(_ bytes: [UInt8], _ offset: Int) -> Int {
    (0..<8).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
  }

  @Test("a small archive has one directory, a large one has leaf directories, and there are no gaps", arguments: [10, 160])
  func directories(side: Int) {
    let bytes = archive(side: side)
    #expect(bytes.starts(with: Array("PMTiles".utf8) + [3]))
    let sections = (0..<4).map { (offset: number(bytes, 8 + 16 * $0), length: number(bytes, 16 + 16 * $0)) }
    #expect(sections[0].offset == 127)
    #expect(sections[0].offset + sections[0].length <= 16384, "the root ends within the first 16 KiB")
    for (a, b) in zip(sections, sections.dropFirst()) { #expect(a.offset + a.length == b.offset) }
    #expect(sections[3].offset + sections[3].length == bytes.count)
    #expect((sections[2].length > 0) == (side == 160))
    #expect([72, 80, 88].allSatisfy { number(bytes, $0) == side * side })
    #expect(Array(bytes[96..<102]) == [1, 2, 2, 1, 4, 14])
    for section in [sections[0], sections[1], sections[3]] {
      #expect(Array(bytes[section.offset..<section.offset + 2]) == [0x1F, 0x8B])
    }
  }

  @Test("a reader finds every tile, in the root directory and in leaf directories, and no others", arguments: [10, 160])
  func readBack(side: Int) throws {
    try withScratchFolder { folder in
      let path = folder.appending(path: "square.pmtiles").path
      try Data(archive(side: side)).write(to: URL(filePath: path))
      let reader = try PMTilesArchive(path: path)
      for (address, tile) in tiles(side: side) {
        let id = try #require(TileID(zoom: address.zoom, x: address.x, y: address.y))
        let found = try reader.tile(id)
        try #require(found == tile)
      }
      for (x, y) in [(4999, 6000), (5000, 5999), (5000 + side, 6000), (5000, 6000 + side)] {
        let id = try #require(TileID(zoom: 14, x: x, y: y))
        #expect(try reader.tile(id) == nil)
      }
    }
  }

  @Test("the archive of an invented town contains the generated tiles")
  func town() throws {
    let town = try TownGenerator(center: (47.5, -20), extent: 4, seed: 3)
    try withScratchFolder { folder in
      let path = folder.appending(path: "town.pmtiles").path
      try town.write(to: path)
      let reader = try PMTilesArchive(path: path)
      var count = 0
      var differing: [TileAddress] = []
      town.makeTiles { address, bytes in
        count += 1
        guard let id = TileID(zoom: address.zoom, x: address.x, y: address.y), (try? reader.tile(id)) == .some(.some(bytes)) else {
          return differing.append(address)
        }
      }
      #expect(count > 10)
      #expect(differing.isEmpty)
    }
  }

  @Test("tile numbers match the specification's table, and neighbors on the curve are neighbors on the map")
  func hilbert() {
    let known = [(0, 0, 0, 0), (1, 0, 0, 1), (1, 0, 1, 2), (1, 1, 1, 3), (1, 1, 0, 4), (2, 0, 0, 5), (12, 3423, 1763, 19_078_479)]
    for (zoom, x, y, id) in known { #expect(PMTilesWriter.id(of: TileAddress(zoom: zoom, x: x, y: y)) == UInt64(id)) }
    var positions: [UInt64: (Int, Int)] = [:]
    for x in 0..<32 { for y in 0..<32 { positions[PMTilesWriter.id(of: TileAddress(zoom: 5, x: x, y: y))] = (x, y) } }
    let sorted = positions.keys.sorted()
    #expect(sorted.count == 1024 && sorted.first == 341 && sorted.last == 1364)
    for (a, b) in zip(sorted, sorted.dropFirst()) {
      if let p = positions[a], let q = positions[b] { #expect(abs(p.0 - q.0) + abs(p.1 - q.1) == 1) }
    }
  }
}
