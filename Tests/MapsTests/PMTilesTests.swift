import CartoucheMaps
import CartoucheTestSupport
import Foundation
import Testing

@Suite("PMTiles archives")
struct PMTilesTests {
  static let ids = [(0, 0, 0), (1, 0, 1), (5, 3, 7), (5, 3, 8), (14, 8625, 5747), (14, 8626, 5747), (14, 8625, 5748)]
    .compactMap { TileID(zoom: $0, x: $1, y: $2) }

  static func maker() -> ArchiveMaker {
    ArchiveMaker(tiles: ids.enumerated().map { (id: $1, bytes: [UInt8](repeating: UInt8($0), count: 10 + $0)) })
  }

  @Test("every tile is read as it was written", arguments: [false, true], 0...3)
  func roundTrip(isCompressed: Bool, leafLevels: Int) throws {
    var maker = Self.maker()
    maker.isCompressed = isCompressed
    maker.leafLevels = leafLevels
    try withFile(maker.bytes()) { path in
      let archive = try PMTilesArchive(path: path)
      #expect(archive.zoomRange == 0...14)
      for tile in maker.tiles { #expect(try archive.tile(tile.id) == tile.bytes) }
      for (zoom, x, y) in [(1, 0, 0), (5, 3, 9), (14, 0, 0), (15, 0, 0)] {
        let absent = try #require(TileID(zoom: zoom, x: x, y: y))
        #expect(try archive.tile(absent) == nil)
      }
    }
  }

  @Test("one entry may represent a run of tiles")
  func run() throws {
    let maker = ArchiveMaker(isCompressed: false)
    let bytes = maker.assemble(
      root: ArchiveMaker.directory([.init(tile: 5, offset: 0, length: 3, runLength: 4)]), leaves: [], data: [7, 8, 9])
    try withFile(bytes) { path in
      let archive = try PMTilesArchive(path: path)
      for index in UInt64(0)..<21 {
        let id = try #require(TileID(hilbertIndex: index))
        #expect(try archive.tile(id) == ((5..<9).contains(index) ? [7, 8, 9] : nil))
      }
    }
  }

  @Test("a fourth level of leaf directories is an error that names the tile")
  func leafLevels() throws {
    var maker = Self.maker()
    maker.leafLevels = 4
    try withFile(maker.bytes()) { path in
      let archive = try PMTilesArchive(path: path)
      let error = try #require(throws: TileError.self) { try archive.tile(Self.ids[4]) }
      #expect("\(error)".contains("14/8625/5747") && "\(error)".contains("three times"))
    }
  }

  @Test("a leaf directory that contains itself is an error, and not an endless loop")
  func cycle() throws {
    let maker = ArchiveMaker(isCompressed: false)
    let leaf = ArchiveMaker.directory([.init(tile: 0, offset: 0, length: 5, runLength: 0)])
    #expect(leaf.count == 5)
    try withFile(maker.assemble(root: leaf, leaves: leaf, data: [])) { path in
      let archive = try PMTilesArchive(path: path)
      #expect(throws: TileError.self) { try archive.tile(Self.ids[4]) }
    }
  }

  /// The bytes of an invalid archive, and what the error says.
  struct Rejection: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var reason: String
    var bytes: [UInt8]

    init(
      _ name: String, says reason: String, _ change: (inout ArchiveMaker) -> Void = { _ in },
      after: (inout [UInt8]) -> Void = { _ in }
    ) {
      var maker = PMTilesTests.maker()
      change(&maker)
      var bytes = maker.bytes()
      after(&bytes)
      (testDescription, self.reason, self.bytes) = (name, reason, bytes)
    }
  }

  @Test(
    "a file that is not a supported archive is rejected with the reason",
    arguments: [
      Rejection("empty", says: "it is empty", after: { $0 = [] }),
      Rejection("a text", says: "not a PMTiles archive", after: { $0 = Array("Hello, world".utf8) }),
      Rejection("an SQLite file", says: "MBTiles", after: { $0 = Array("SQLite format 3\0".utf8) + $0 }),
      Rejection("version 2", says: "version 2", { $0.version = 2 }),
      Rejection("version 4", says: "version 4", { $0.version = 4 }),
      Rejection("tiles of no type", says: "an unknown type", { $0.tileType = 0 }),
      Rejection("AVIF tiles", says: "AVIF", { $0.tileType = 5 }),
      Rejection("tiles of type 77", says: "type 77", { $0.tileType = 77 }),
      Rejection("an unknown compression", says: "unknown", { $0.tileCompression = 0 }),
      Rejection("compression 77", says: "number 77", { $0.tileCompression = 77 }),
      Rejection("reversed zooms", says: "zooms", after: { ($0[100], $0[101]) = (9, 8) }),
      Rejection("zoom 99", says: "zooms", after: { $0[101] = 99 }),
      Rejection("half a header", says: "cut short", after: { $0 = Array($0.prefix(60)) }),
      Rejection("half a root directory", says: "byte 8:", after: { $0 = Array($0.prefix(135)) }),
      Rejection("a broken root directory", says: "byte 127:", after: { $0[140] ^= 0xff }),
      Rejection("a root directory beyond the file", says: "byte 8:", after: { $0[15] = 0x7f }),
      Rejection("a root length of 2^64 − 1", says: "byte 8:", after: { bytes in for i in 16..<24 { bytes[i] = 255 } }),
    ])
  func rejected(_ rejection: Rejection) throws {
    try withFile(rejection.bytes) { path in
      let error = try #require(throws: TileError.self) { try PMTilesArchive(path: path) }
      #expect("\(error)".hasPrefix(path + ": "))
      #expect("\(error)".contains(rejection.reason), "\(error)")
    }
  }

  @Test("a missing file, and a folder, are rejected with the reason")
  func missing() throws {
    #expect(throws: TileError.unreadable(file: "/nowhere/x.pmtiles", reason: "No such file or directory")) {
      try PMTilesArchive(path: "/nowhere/x.pmtiles")
    }
    #expect(throws: TileError.unreadable(file: "/", reason: "it is not a file")) { try PMTilesArchive(path: "/") }
    // A named pipe, whose opening waits for a writer, is refused at once.
    try withScratchFolder { folder in
      let pipe = folder.appending(path: "pipe").path(percentEncoded: false)
      #expect(mkfifo(pipe, 0o600) == 0)
      #expect(throws: TileError.unreadable(file: pipe, reason: "it is not a file")) { try TileArchive.open(path: pipe) }
      #expect(throws: TileError.unreadable(file: pipe, reason: "it is not a file")) { try PMTilesArchive(path: pipe) }
    }
  }

  @Test("a broken tile is an error that names it, and the others are read")
  func brokenTile() throws {
    var bytes = Self.maker().bytes()
    bytes[bytes.count - 8] ^= 1  // the last tile's checksum
    try withFile(bytes) { path in
      let archive = try PMTilesArchive(path: path)
      let last = try #require(Self.ids.max { $0.hilbertIndex < $1.hilbertIndex })
      for id in Self.ids where id != last { #expect(try archive.tile(id) != nil) }
      let error = try #require(throws: TileError.self) { try archive.tile(last) }
      guard case .brokenTile(path, last, let reason) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(reason.contains("broken gzip"))
    }
  }

  @Test("an entry beyond the tile data is an error")
  func entryOutside() throws {
    let maker = ArchiveMaker(isCompressed: false)
    let root = ArchiveMaker.directory([
      .init(tile: 0, offset: 0, length: 3, runLength: 1), .init(tile: 1, offset: 2, length: 2, runLength: 1),
      .init(tile: 2, offset: Int.max - 1, length: 0xffff_ffff, runLength: 1),
    ])
    try withFile(maker.assemble(root: root, leaves: [], data: [1, 2, 3])) { path in
      let archive = try PMTilesArchive(path: path)
      for index in UInt64(0)..<3 {
        let id = try #require(TileID(hilbertIndex: index))
        if index == 0 {
          #expect(try archive.tile(id) == [1, 2, 3])
        } else {
          let error = try #require(throws: TileError.self) { try archive.tile(id) }
          #expect("\(error)".contains("not within the archive's 3 bytes"))
        }
      }
    }
  }

  @Test(
    "an invalid directory is rejected",
    arguments: [
      [], [0], [255, 255, 255, 255, 255, 255, 255, 255, 255, 1], [255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255],
      [2, 0, 0, 1, 1, 1, 1, 1, 1],  // the second ID equals the first
      [1, 0, 1, 0, 1],  // a length of 0
      [1, 0, 1, 1, 0],  // no offset for the first entry
      [1, 0, 1, 1], [4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    ] as [[UInt8]])
  func brokenDirectory(_ root: [UInt8]) throws {
    try withFile(ArchiveMaker(isCompressed: false).assemble(root: root, leaves: [], data: [1])) { path in
      let error = try #require(throws: TileError.self) { try PMTilesArchive(path: path) }
      #expect("\(error)".contains("a directory cannot be read"))
    }
  }
}
