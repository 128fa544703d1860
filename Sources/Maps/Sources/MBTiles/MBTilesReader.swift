/// The queries of an MBTiles archive. A reader is used by one thread at a time.
///
/// Rows are those of the database: by the specification, counted from the south.
final class MBTilesReader {
  private let path: String
  private let database: SQLiteDatabase
  private let tileStatement: SQLiteStatement

  /// The most metadata that is read, as a number of rows.
  private static let maximumMetadataCount = 1000
  /// The most metadata that is read, in bytes. Longer rows are left out.
  private static let maximumMetadataSize = 4 << 20

  /// Opens the database in the file at `path`.
  init(path: String) throws(TileError) {
    self.path = path
    let database = try Self.query(path) { () throws(SQLiteError) in try SQLiteDatabase(path: path) }
    guard try Self.query(path, { () throws(SQLiteError) in try Self.hasTable("tiles", in: database) }) else {
      throw .notAnArchive(file: path, reason: "it is an SQLite database without a table or view \"tiles\"")
    }
    tileStatement = try Self.query(path) { () throws(SQLiteError) in
      try database.statement(
        "SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ? LIMIT 1")
    }
    self.database = database
  }

  /// Runs queries whose errors concern the archive as a whole.
  private static func query<Value>(_ path: String, _ body: () throws(SQLiteError) -> Value) throws(TileError) -> Value {
    do throws(SQLiteError) {
      return try body()
    } catch {
      throw error.isBusy ? .locked(file: path) : .notAnArchive(file: path, reason: error.reason)
    }
  }

  private static func hasTable(_ name: String, in database: SQLiteDatabase) throws(SQLiteError) -> Bool {
    try database.statement("SELECT 1 FROM sqlite_master WHERE name = '\(name)' AND type IN ('table', 'view')").hasRow()
  }

  /// Returns the bytes of a tile as the archive stores them; nil if the archive has no such tile.
  func tile(zoom: Int, column: Int, row: Int) throws(SQLiteError) -> [UInt8]? {
    var bytes: [UInt8]?
    try tileStatement.run(zoom, column, row) { row in
      bytes = row.bytes(0)
      return false
    }
    return bytes
  }

  /// Returns the names and values of the metadata. An archive without metadata has none.
  func metadata() throws(TileError) -> [(name: String, value: String)] {
    try Self.query(path) { () throws(SQLiteError) in
      var rows: [(name: String, value: String)] = []
      var remaining = Self.maximumMetadataSize
      guard try Self.hasTable("metadata", in: database) else { return rows }
      try database.statement("SELECT name, value FROM metadata LIMIT \(Self.maximumMetadataCount)").run { row in
        if let name = row.text(0), let value = row.text(1), name.utf8.count + value.utf8.count <= remaining {
          remaining -= name.utf8.count + value.utf8.count
          rows.append((name, value))
        }
        return true
      }
      return rows
    }
  }

  /// Returns the bytes of any tile; nil if there are no tiles.
  func anyTile() throws(TileError) -> [UInt8]? {
    try Self.query(path) { () throws(SQLiteError) in
      var bytes: [UInt8]?
      try database.statement("SELECT tile_data FROM tiles LIMIT 1").run { row in
        bytes = row.bytes(0)
        return false
      }
      return bytes
    }
  }

  /// Returns the lowest and the highest zoom of the tiles; nil if there are no tiles.
  ///
  /// Each zoom is looked up by itself, because the minimum of a view would have to read all of its rows.
  func zoomRange() throws(TileError) -> ClosedRange<Int>? {
    try Self.query(path) { () throws(SQLiteError) in
      let statement = try database.statement("SELECT 1 FROM tiles WHERE zoom_level = ? LIMIT 1")
      var lowest = 0
      while try !statement.hasRow(lowest) {
        lowest += 1
        if lowest > TileID.maximumZoom { return nil }
      }
      var highest = TileID.maximumZoom
      while highest > lowest, try !statement.hasRow(highest) { highest -= 1 }
      return lowest...highest
    }
  }

  /// Returns the columns and rows of the tiles of a zoom; nil if there are none, or too many to look at.
  func extent(zoom: Int) throws(TileError) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>)? {
    try Self.query(path) { () throws(SQLiteError) in
      let statement = try database.statement(
        "SELECT min(tile_column), max(tile_column), min(tile_row), max(tile_row) FROM tiles WHERE zoom_level = ?")
      var sides: [Int] = []
      do throws(SQLiteError) {
        try statement.run(zoom) { row in
          for column in 0..<4 { sides.append(row.integer(Int32(column)).map { Int(clamping: $0) } ?? -1) }
          return false
        }
      } catch {
        guard error.isInterruption else { throw error }
        return nil
      }
      let side = 1 << zoom
      guard sides.count == 4, sides.allSatisfy({ (0..<side).contains($0) }), sides[0] <= sides[1], sides[2] <= sides[3] else {
        return nil
      }
      return (sides[0]...sides[1], sides[2]...sides[3])
    }
  }
}
