import CartoucheMaps
import CartoucheTestSupport
import Foundation
import Synchronization
import Testing

@Suite("MBTiles archives")
struct MBTilesTests {
  static let ids = PMTilesTests.ids

  private static func maker(_ metadata: [(name: String, value: String)] = []) -> MBTilesMaker {
    var maker = MBTilesMaker()
    maker.metadata = metadata
    maker.tiles = ids.enumerated().map { (id: $1, bytes: [0x1a] + [UInt8](repeating: UInt8($0), count: 10 + $0)) }
    return maker
  }

  /// Returns the error of opening the archive.
  private func error(_ maker: MBTilesMaker) throws -> TileError {
    try maker.withArchive { path in try #require(throws: TileError.self) { try MBTilesArchive(path: path) } }
  }

  @Test("every tile is read as it was written, from a table or a view", arguments: [false, true], [false, true])
  func roundTrip(usesView: Bool, isCompressed: Bool) throws {
    var maker = Self.maker([("format", "pbf")])
    maker.usesView = usesView
    let tiles = maker.tiles
    if isCompressed { maker.tiles = tiles.map { ($0.id, gzip($0.bytes)) } }
    try maker.withArchive { path in
      let archive = try MBTilesArchive(path: path)
      #expect(archive.name == path && archive.tileFormat == .vector && archive.zoomRange == 0...14)
      for tile in tiles { #expect(try archive.tile(tile.id) == tile.bytes) }
      for (zoom, x, y) in [(1, 0, 0), (5, 3, 9), (14, 0, 0), (15, 0, 0)] {
        let absent = try #require(TileID(zoom: zoom, x: x, y: y))
        #expect(try archive.tile(absent) == nil)
      }
    }
  }

  @Test("rows are counted from the south, or from the north if the metadata says so")
  func scheme() throws {
    var maker = Self.maker([("scheme", "xyz")])
    maker.countsRowsFromNorth = true
    try maker.withArchive { path in
      let archive = try MBTilesArchive(path: path)
      for tile in maker.tiles { #expect(try archive.tile(tile.id) == tile.bytes) }
    }
    maker.metadata = []
    try maker.withArchive { path in
      let archive = try MBTilesArchive(path: path)
      #expect(try archive.tile(Self.ids[1]) == nil)
    }
  }

  @Test("the metadata has the zooms, area, attribution and layers")
  func metadata() throws {
    let maker = Self.maker([
      ("name", "Town"), ("format", "pbf"), ("minzoom", "2"), ("maxzoom", " 14 "), ("bounds", "9, 47,10,48.5"),
      ("attribution", "<a href=\"https://example.org\">&copy; Somebody</a>"),
      ("json", #"{"vector_layers": [{"id": "water"}, {"id": "road", "minzoom": 3}, {}, 7], "minzoom": 9}"#),
    ])
    try maker.withArchive { path in
      let archive = try MBTilesArchive(path: path)
      #expect(archive.zoomRange == 2...14)
      #expect(try archive.tile(Self.ids[0]) == nil, "a tile below the lowest zoom")
      #expect(archive.attribution == "© Somebody")
      #expect(archive.vectorLayers == ["water", "road"])
      let northwest = try #require(MapPoint(Coordinate(latitude: 48.5, longitude: 9)))
      let southeast = try #require(MapPoint(Coordinate(latitude: 47, longitude: 10)))
      #expect(
        archive.bounds
          == MapRect(origin: northwest, width: southeast.x - northwest.x, height: southeast.y - northwest.y))
    }
  }

  @Test(
    "without usable metadata, the zooms and the area are those of the tiles",
    arguments: [
      [], [("bounds", "0.000000,0.000000,0.000000,0.000000")], [("bounds", "1,2,3")], [("bounds", "a,b,c,d")],
      [("minzoom", "9"), ("maxzoom", "5")], [("minzoom", "-1"), ("maxzoom", "99")], [("json", "{")], [("json", "[1]")],
    ] as [[(name: String, value: String)]])
  func derived(metadata: [(name: String, value: String)]) throws {
    for usesView in [false, true] {
      var maker = Self.maker(metadata)
      maker.usesView = usesView
      try maker.withArchive { path in
        let archive = try MBTilesArchive(path: path)
        #expect(archive.zoomRange == 0...14)
        // The tiles of zoom 14 are 14/8625/5747, 14/8626/5747 and 14/8625/5748.
        let corner = try #require(TileID(zoom: 14, x: 8625, y: 5747))
        #expect(archive.bounds == MapRect(origin: corner.origin, width: 2 * corner.size, height: 2 * corner.size))
      }
    }
  }

  @Test("the format is that of the metadata, or else that of the first tile")
  func formats() throws {
    for (name, format) in [("pbf", TileFormat.vector), ("png", .png), ("jpg", .jpeg), ("JPEG", .jpeg), ("webp", .webp)] {
      try Self.maker([("format", name)]).withArchive { path in
        let archive = try MBTilesArchive(path: path)
        #expect(archive.tileFormat == format)
      }
    }
    let images: [([UInt8], TileFormat)] = [
      ([0x89, 0x50, 0x4e, 0x47, 1], .png), ([0xff, 0xd8, 0xff, 0xe0], .jpeg), (Array("RIFF....WEBPVP8".utf8), .webp), ([], .vector),
    ]
    for (bytes, format) in images {
      var maker = MBTilesMaker()
      maker.tiles = [(Self.ids[0], bytes)]
      try maker.withArchive { path in
        let archive = try MBTilesArchive(path: path)
        #expect(archive.tileFormat == format)
        #expect(try archive.tile(Self.ids[0]) == bytes)
      }
    }
    let refused = try error(Self.maker([("format", "tiff")]))
    #expect("\(refused)".contains("format \"tiff\""))
  }

  @Test("a file that is not an archive of tiles is rejected with the reason")
  func rejected() throws {
    try withFile([]) { path in
      let error = #expect(throws: TileError.self) { try MBTilesArchive(path: path) }
      #expect(error == .notAnArchive(file: path, reason: "it is empty"))
    }
    try withFile(Array("Hello".utf8)) { path in
      let error = #expect(throws: TileError.self) { try MBTilesArchive(path: path) }
      #expect(error == .notAnArchive(file: path, reason: "it is not an SQLite database"))
    }
    try withFile(Array("SQLite format 3\0".utf8) + [UInt8](repeating: 7, count: 500)) { path in
      let error = try #require(throws: TileError.self) { try MBTilesArchive(path: path) }
      #expect("\(error)".contains("SQLite database is broken"))
    }
    #expect(throws: TileError.unreadable(file: "/nowhere/x", reason: "No such file or directory")) {
      try MBTilesArchive(path: "/nowhere/x")
    }
    var maker = Self.maker()
    maker.after = "DROP TABLE tiles"
    let withoutTable = try error(maker)
    #expect("\(withoutTable)".contains("without a table or view \"tiles\""))
    maker.after = "ALTER TABLE tiles RENAME COLUMN tile_data TO data"
    let withoutColumn = try error(maker)
    #expect("\(withoutColumn)".contains("tile_data"))
    let withoutTiles = try error(MBTilesMaker())
    #expect("\(withoutTiles)".contains("it has no tiles"))
  }

  @Test("a view that never ends is an error", .timeLimit(.minutes(1)))
  func endlessView() throws {
    var maker = MBTilesMaker()
    maker.after = "ALTER TABLE tiles RENAME TO others"
    try maker.withArchive { path in
      try SQLiteFile(path: path).run(
        """
        CREATE VIEW tiles AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
        SELECT -i AS zoom_level, i AS tile_column, i AS tile_row, i AS tile_data FROM n
        """)
      let error = try #require(throws: TileError.self) { try MBTilesArchive(path: path) }
      #expect("\(error)".contains("takes too long"))
    }
  }

  @Test("a locked archive is an error, at the opening and at a tile, until the lock is released")
  func locked() throws {
    try Self.maker().withArchive { path in
      let archive = try MBTilesArchive(path: path)
      let writer = try SQLiteFile(path: path)
      try writer.run("BEGIN EXCLUSIVE")
      #expect(throws: TileError.locked(file: path)) { try archive.tile(Self.ids[0]) }
      #expect(throws: TileError.locked(file: path)) { try MBTilesArchive(path: path) }
      try writer.run("COMMIT")
      #expect(try archive.tile(Self.ids[0]) != nil)
    }
  }

  @Test("an archive in WAL mode is read")
  func writeAheadLog() throws {
    var maker = Self.maker()
    maker.before = "PRAGMA journal_mode = WAL"
    try maker.withArchive { path in
      let archive = try MBTilesArchive(path: path)
      #expect(try archive.tile(Self.ids[2]) == maker.tiles[2].bytes)
    }
  }

  @Test("a broken page is an error of the tiles in it, and the others are read")
  func brokenPage() throws {
    var maker = MBTilesMaker()
    maker.metadata = [("minzoom", "8"), ("maxzoom", "8"), ("format", "pbf"), ("bounds", "0,0,1,1")]
    for x in 0..<100 {
      maker.tiles.append((try #require(TileID(zoom: 8, x: x, y: 9)), [0x1a] + [UInt8](repeating: UInt8(x), count: 1500)))
    }
    try maker.withArchive { path in
      var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      // Pages have 4096 bytes. The first ones have the schema, the last ones the tiles.
      let start = bytes.count / 4096 / 2 * 4096
      for index in start..<start + 64 { bytes[index] = 0xff }
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      let archive = try MBTilesArchive(path: path)
      var (read, broken) = (0, 0)
      for tile in maker.tiles {
        do throws(TileError) {
          if try archive.tile(tile.id) == tile.bytes { read += 1 }
        } catch {
          guard case .brokenTile(path, tile.id, let reason) = error else {
            Issue.record("\(error)")
            continue
          }
          #expect(reason.contains("SQLite"))
          broken += 1
        }
      }
      #expect(broken > 0 && read > 80 && read + broken == 100)
    }
  }

  @Test("a tile of broken gzip is an error that names the tile")
  func brokenGzip() throws {
    var maker = Self.maker()
    maker.tiles[3].bytes = [0x1f, 0x8b, 8, 0, 1]
    try maker.withArchive { path in
      let archive = try MBTilesArchive(path: path)
      let error = try #require(throws: TileError.self) { try archive.tile(Self.ids[3]) }
      #expect("\(error)".contains("tile 5/3/8: broken gzip"))
      #expect(try archive.tile(Self.ids[2]) == maker.tiles[2].bytes)
    }
  }

  @Test("eight threads read the same tiles as one")
  func threads() throws {
    try Self.maker().withArchive { path in
      let archive = try MBTilesArchive(path: path)
      let expected = try Self.ids.map { try archive.tile($0) }
      let differences = Mutex(0)
      DispatchQueue.concurrentPerform(iterations: 8) { _ in
        for _ in 0..<100 where (try? Self.ids.map { try archive.tile($0) }) != expected { differences.withLock { $0 += 1 } }
      }
      #expect(differences.withLock { $0 } == 0)
    }
  }

  @Test("an archive with flipped bits gives errors or tiles, and does not trap")
  func flips() throws {
    var random = SplitMix64(seed: 19)
    var errors = 0
    let maker = Self.maker([("format", "pbf"), ("json", "{\"vector_layers\":[{\"id\":\"x\"}]}")])
    let intact = try maker.withArchive { [UInt8](try Data(contentsOf: URL(fileURLWithPath: $0))) }
    for _ in 0..<300 {
      var bytes = intact
      for _ in 0..<random.int(in: 1...20) { bytes[random.int(in: 16...bytes.count - 1)] ^= 1 << UInt8(random.int(in: 0...7)) }
      if random.next() & 7 == 0 { bytes.removeLast(random.int(in: 0...bytes.count - 20)) }
      try withFile(bytes) { path in
        do throws(TileError) {
          let archive = try MBTilesArchive(path: path)
          _ = (archive.bounds, archive.attribution)
          for id in Self.ids { do throws(TileError) { _ = try archive.tile(id) } catch { errors += 1 } }
        } catch {
          errors += 1
        }
      }
    }
    #expect(errors > 20)
  }
}
