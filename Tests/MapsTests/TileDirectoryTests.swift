import CartoucheMaps
import CartoucheTestSupport
import Foundation
import Testing

@Suite("Directories of tiles, and sources opened by path")
struct TileDirectoryTests {
  private static let tiles = PMTilesTests.maker().tiles

  /// Writes the files to a new folder, and calls `body` with the folder's path.
  private func withFiles<Result>(_ files: [(path: String, bytes: [UInt8])], _ body: (String) throws -> Result) throws -> Result {
    try withScratchFolder { folder in
      for (path, bytes) in files {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
      }
      return try body(folder.path)
    }
  }

  private static func files(
    _ fileExtension: String = "pbf", in folder: String = "", countsRowsFromSouth: Bool = false
  ) -> [(path: String, bytes: [UInt8])] {
    tiles.map { tile in
      let row = countsRowsFromSouth ? (1 << tile.id.zoom) - 1 - tile.id.y : tile.id.y
      return ("\(folder)\(tile.id.zoom)/\(tile.id.x)/\(row).\(fileExtension)", tile.bytes)
    }
  }

  private func expectTiles(_ source: any TileSource) throws {
    #expect(source.zoomRange == 0...14)
    for tile in Self.tiles { #expect(try source.tile(tile.id) == tile.bytes) }
    let absent = try #require(TileID(zoom: 5, x: 3, y: 9))
    #expect(try source.tile(absent) == nil)
    let corner = try #require(TileID(zoom: 14, x: 8625, y: 5747))
    #expect(source.bounds == MapRect(origin: corner.origin, width: 2 * corner.size, height: 2 * corner.size))
  }

  @Test("every tile is read as it was written", arguments: ["pbf", "mvt", "png", "jpg", "jpeg", "webp"])
  func roundTrip(fileExtension: String) throws {
    try withFiles(Self.files(fileExtension)) { path in
      let directory = try TileDirectory(path: path)
      #expect(directory.tileFormat.isImage == !["pbf", "mvt"].contains(fileExtension))
      try expectTiles(directory)
    }
  }

  @Test("tiles may be compressed by gzip")
  func compressed() throws {
    try withFiles(Self.files().map { ($0.path, gzip($0.bytes)) }) { path in
      let directory = try TileDirectory(path: path)
      try expectTiles(directory)
    }
  }

  @Test("metadata in the directory has the row order, the area and the attribution", arguments: ["metadata.json", "tiles.json"])
  func metadata(fileName: String) throws {
    let json = """
      {"scheme": "tms", "attribution": "&copy; A", "vector_layers": [{"id": "water"}], "minzoom": 3, "maxzoom": "9"}
      """
    try withFiles(Self.files(countsRowsFromSouth: true) + [(fileName, Array(json.utf8))]) { path in
      let directory = try TileDirectory(path: path)
      #expect(directory.attribution == "© A" && directory.vectorLayers == ["water"])
      // The zooms are those of the subdirectories.
      try expectTiles(directory)
    }
    try withFiles(Self.files() + [(fileName, Array(#"{"bounds": [9, 47, 10, 48]}"#.utf8))]) { path in
      let directory = try TileDirectory(path: path)
      #expect(directory.bounds?.origin == MapPoint(Coordinate(latitude: 48, longitude: 9)))
    }
    try withFiles(Self.files() + [(fileName, Array("{\n  \"a\": }".utf8))]) { path in
      let error = try #require(throws: TileError.self) { try TileDirectory(path: path) }
      #expect("\(error)".contains(fileName) && "\(error)".contains("line 2"))
    }
  }

  @Test("other files and names that are no tiles are passed over")
  func otherNames() throws {
    let others = [
      "readme.txt", "00/0/0.pbf", "25/0/0.pbf", "-1/0/0.pbf", "2/4/0.pbf", "2/1/x.pbf", "2/1/4.pbf", "2/01/1.pbf", "2/1/1.txt",
      "3.pbf",
      "fonts/0/0.pbf",
    ]
    try withFiles(Self.files() + others.map { ($0, [1]) }) { path in
      let directory = try TileDirectory(path: path)
      try expectTiles(directory)
    }
    try withFiles(others.map { ($0, [1]) }) { path in
      let error = try #require(throws: TileError.self) { try TileDirectory(path: path) }
      #expect("\(error)".contains("a directory without tiles"))
    }
  }

  @Test("symbolic links that form a loop end the search", .timeLimit(.minutes(1)))
  func loop() throws {
    try withFiles([("0/0/1.pbf", [1])]) { path in
      for name in ["0/0", "1", "1x", "2"] {
        try? FileManager.default.createSymbolicLink(atPath: "\(path)/\(name)", withDestinationPath: path)
      }
      try FileManager.default.createSymbolicLink(atPath: "\(path)/3", withDestinationPath: "3")
      try FileManager.default.createSymbolicLink(atPath: "\(path)/0/0/0.pbf", withDestinationPath: "0.pbf")
      let directory = try TileDirectory(path: path)
      #expect(directory.zoomRange.lowerBound == 0)
      let id = try #require(TileID(zoom: 0, x: 0, y: 0))
      #expect(throws: TileError.self) { try directory.tile(id) }
    }
  }

  @Test("a tile that is a folder is an error that names the tile")
  func folderAsTile() throws {
    try withFiles(Self.files() + [("5/3/9.pbf/x", [1])]) { path in
      let directory = try TileDirectory(path: path)
      let id = try #require(TileID(zoom: 5, x: 3, y: 9))
      let error = try #require(throws: TileError.self) { try directory.tile(id) }
      #expect("\(error)".contains("tile 5/3/9") && "\(error)".contains("not a file"))
    }
  }

  @Test("a TileJSON file names the directory, relative to itself")
  func tileJSON() throws {
    for address in ["sub/{z}/{x}/{y}.mvt", "./sub/{z}/{x}/{y}.mvt"] {
      let json = #"{"tilejson": "3.0.0", "tiles": ["\#(address)"], "attribution": "B"}"#
      try withFiles(Self.files("mvt", in: "sub/") + [("town.json", Array(json.utf8))]) { path in
        let source = try TileArchive.open(path: path + "/town.json")
        #expect(source.attribution == "B" && source.name == path + "/town.json")
        try expectTiles(source)
      }
    }
    for tiles in [#"["https://example.org/{z}/{x}/{y}.pbf"]"#, #"["{z}-{x}-{y}.pbf"]"#, "[]", "7"] {
      try withFiles([("town.json", Array(#"{"tiles": \#(tiles)}"#.utf8))]) { path in
        let error = try #require(throws: TileError.self) { try TileArchive.open(path: path + "/town.json") }
        #expect("\(error)".hasPrefix(path + "/town.json: "))
      }
    }
  }

  @Test("a source is opened by what is in the file, whatever the file is called")
  func opening() throws {
    try withFile(PMTilesTests.maker().bytes()) { path in
      let source = try TileArchive.open(path: path)
      #expect(source is PMTilesArchive)
    }
    var maker = MBTilesMaker()
    maker.tiles = Self.tiles
    try maker.withArchive { path in
      try FileManager.default.moveItem(atPath: path, toPath: path + ".pmtiles")
      let source = try TileArchive.open(path: path + ".pmtiles")
      #expect(source is MBTilesArchive)
      try expectTiles(source)
    }
    try withFiles(Self.files()) { path in
      let source = try TileArchive.open(path: path + "/")
      #expect(source is TileDirectory)
      try expectTiles(source)
    }
    for (bytes, reason) in [([], "it is empty"), (Array("PK".utf8), "neither a PMTiles nor an MBTiles archive")]
      as [([UInt8], String)]
    {
      try withFile(bytes) { path in
        let error = try #require(throws: TileError.self) { try TileArchive.open(path: path) }
        #expect("\(error)".contains(reason))
      }
    }
    #expect(throws: TileError.unreadable(file: "/nowhere/x", reason: "No such file or directory")) {
      try TileArchive.open(path: "/nowhere/x")
    }
  }
}
