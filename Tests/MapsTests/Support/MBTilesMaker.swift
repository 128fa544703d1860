import CSQLite
import CartoucheMaps
import CartoucheTestSupport
import Foundation

/// Writes small MBTiles archives, valid and invalid ones.
struct MBTilesMaker {
  var metadata: [(name: String, value: String)] = []
  var tiles: [(id: TileID, bytes: [UInt8])] = []
  /// Whether `tiles` is a view of a table in which equal tiles are stored once.
  var usesView = false
  /// Whether rows are counted from the north, against the specification.
  var countsRowsFromNorth = false
  /// SQL that is run before the tables are created, and after they are filled.
  var (before, after) = ("", "")

  func write(to path: String) throws {
    let database = try SQLiteFile(path: path)
    try database.run(before)
    try database.run("CREATE TABLE metadata (name text, value text)")
    for (name, value) in metadata {
      try database.run("INSERT INTO metadata VALUES (?1, ?2)", .text(name), .text(value))
    }
    if usesView {
      try database.run("CREATE TABLE images (tile_id text UNIQUE, tile_data blob)")
      try database.run("CREATE TABLE map (zoom_level integer, tile_column integer, tile_row integer, tile_id text)")
      try database.run(
        """
        CREATE VIEW tiles AS SELECT map.zoom_level AS zoom_level, map.tile_column AS tile_column, map.tile_row AS tile_row,
        images.tile_data AS tile_data FROM map JOIN images ON images.tile_id = map.tile_id
        """)
    } else {
      try database.run("CREATE TABLE tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob)")
      try database.run("CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row)")
    }
    for (id, bytes) in tiles {
      let row = countsRowsFromNorth ? id.y : (1 << id.zoom) - 1 - id.y
      let position: [SQLiteFile.Value] = [.integer(id.zoom), .integer(id.x), .integer(row)]
      if usesView {
        let key = "\(bytes.hashValue)"
        try database.run("INSERT OR IGNORE INTO images VALUES (?1, ?2)", .text(key), .blob(bytes))
        try database.run("INSERT INTO map VALUES (?1, ?2, ?3, ?4)", position + [.text(key)])
      } else {
        try database.run("INSERT INTO tiles VALUES (?1, ?2, ?3, ?4)", position + [.blob(bytes)])
      }
    }
    try database.run(after)
  }

  /// Writes the archive to a temporary file, and calls `body` with its path.
  func withArchive<Result>(_ body: (String) throws -> Result) throws -> Result {
    try withScratchFolder { folder in
      let path = folder.appending(path: "t.mbtiles").path
      try write(to: path)
      return try body(path)
    }
  }
}

/// An SQLite database that is written.
final class SQLiteFile {
  enum Value {
    case integer(Int)
    case text(String)
    case blob([UInt8])
  }

  struct Failure: Error { var message: String }

  private var handle: OpaquePointer?

  init(path: String) throws {
    guard sqlite3_open(path, &handle) == SQLITE_OK else { throw Failure(message: "not opened") }
  }

  deinit { sqlite3_close_v2(handle) }

  func run(_ sql: String, _ values: Value...) throws { try run(sql, values) }

  func run(_ sql: String, _ values: [Value]) throws {
    guard !sql.isEmpty else { return }
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { throw failure }
    defer { sqlite3_finalize(statement) }
    // SQLITE_TRANSIENT: SQLite copies the bytes.
    let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    for (index, value) in values.enumerated() {
      let place = Int32(index + 1)
      switch value {
      case .integer(let number): sqlite3_bind_int64(statement, place, Int64(number))
      case .text(let text): sqlite3_bind_text(statement, place, text, -1, copies)
      case .blob(let bytes): sqlite3_bind_blob(statement, place, bytes.isEmpty ? [0] : bytes, Int32(bytes.count), copies)
      }
    }
    var status = sqlite3_step(statement)
    while status == SQLITE_ROW { status = sqlite3_step(statement) }
    guard status == SQLITE_DONE else { throw failure }
  }

  private var failure: Failure { Failure(message: String(cString: sqlite3_errmsg(handle))) }
}
