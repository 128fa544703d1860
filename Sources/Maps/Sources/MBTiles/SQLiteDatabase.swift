import CSQLite
import CartoucheRaster

/// An error of SQLite.
struct SQLiteError: Error, Hashable {
  /// The primary result code, for example `SQLITE_CORRUPT`.
  var code: Int32
  /// SQLite's message, for example "database disk image is malformed".
  var message: String

  var isBusy: Bool { code == SQLITE_BUSY || code == SQLITE_LOCKED }

  /// Whether a statement was aborted because it took too long.
  var isInterruption: Bool { code == SQLITE_INTERRUPT }

  /// The reason as part of a message.
  var reason: String {
    switch code {
    case SQLITE_CORRUPT, SQLITE_NOTADB: "its SQLite database is broken (\(message))"
    case SQLITE_INTERRUPT: "a query of its SQLite database takes too long"
    default: "its SQLite database cannot be read (\(message))"
    }
  }
}

/// A connection to an SQLite database that is only read. A connection is used by one thread at a time.
///
/// The file may come from anywhere, and its schema may have views. The schema is therefore not trusted: a
/// view cannot call functions with side effects, and a statement that takes too long is aborted.
final class SQLiteDatabase {
  fileprivate let handle: OpaquePointer
  /// The remaining steps of the current statement. SQLite's callback counts them down.
  private let remainingSteps: UnsafeMutablePointer<Int32>

  /// The longest text or blob, in bytes.
  private static let maximumLength: Int32 = 64 << 20
  /// How long a statement waits for another program's lock, in milliseconds. A writer holds the lock only
  /// while it commits.
  private static let busyTimeout: Int32 = 50
  /// The number of instructions of SQLite's virtual machine in a step.
  private static let instructionsInStep: Int32 = 100_000
  /// The maximum number of steps of a statement. A scan of a million tiles takes about a hundred.
  private static let maximumSteps: Int32 = 1000

  /// Opens the database in the file at `path`.
  ///
  /// The file is opened read-only with locks, so a file that another program writes is never read halfway. A
  /// database in WAL mode on a read-only file system cannot be opened so, because SQLite cannot create its
  /// lock file. Nobody can write there, so the file is then opened as immutable, without locks.
  init(path: String) throws(SQLiteError) {
    remainingSteps = .allocate(capacity: 1)
    remainingSteps.initialize(to: Self.maximumSteps)
    do throws(SQLiteError) {
      do throws(SQLiteError) {
        handle = try Self.open(path, flags: SQLITE_OPEN_READONLY, remainingSteps)
      } catch {
        guard error.code == SQLITE_CANTOPEN else { throw error }
        handle = try Self.open(Self.immutableAddress(of: path), flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, remainingSteps)
      }
    } catch {
      remainingSteps.deallocate()
      throw error
    }
  }

  deinit {
    sqlite3_close_v2(handle)
    remainingSteps.deallocate()
  }

  /// Returns a statement that runs the SQL text `sql`.
  func statement(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
    var prepared: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &prepared, nil) == SQLITE_OK, let prepared else { throw Self.error(of: handle) }
    return SQLiteStatement(prepared, of: self)
  }

  /// Allows the next statement as many steps as any.
  fileprivate func resetSteps() { remainingSteps.pointee = Self.maximumSteps }

  private static func open(
    _ name: String, flags: Int32, _ remainingSteps: UnsafeMutablePointer<Int32>
  ) throws(SQLiteError) -> OpaquePointer {
    var opened: OpaquePointer?
    // Without SQLite's own mutex, because the owner of the connection has a lock.
    let status = sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard let handle = opened else { throw SQLiteError(code: SQLITE_NOMEM, message: "out of memory") }
    do throws(SQLiteError) {
      guard status == SQLITE_OK else { throw error(of: handle) }
      sqlite3_busy_timeout(handle, busyTimeout)
      sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, maximumLength)
      // A view may be an endless recursion. If the callback returns 1, SQLite aborts the statement.
      let countDown: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { context in
        guard let remaining = context?.assumingMemoryBound(to: Int32.self) else { return 0 }
        remaining.pointee -= 1
        return remaining.pointee < 0 ? 1 : 0
      }
      sqlite3_progress_handler(handle, instructionsInStep, countDown, remainingSteps)
      // The first statement that reads the file finds out whether the file can be read at all.
      for sql in [
        "PRAGMA trusted_schema = OFF", "PRAGMA query_only = ON", "PRAGMA cell_size_check = ON", "SELECT 1 FROM sqlite_master",
      ] {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw error(of: handle) }
      }
    } catch {
      sqlite3_close_v2(handle)
      throw error
    }
    return handle
  }

  fileprivate static func error(of handle: OpaquePointer) -> SQLiteError {
    SQLiteError(code: sqlite3_errcode(handle) & 0xff, message: String(cString: sqlite3_errmsg(handle)))
  }

  /// Returns the URI of an immutable file. Characters with a meaning in URIs are escaped.
  private static func immutableAddress(of path: String) -> String {
    var address = path.hasPrefix("/") ? "file://" : "file:"
    for character in path.unicodeScalars {
      switch character {
      case "%": address += "%25"
      case "?": address += "%3f"
      case "#": address += "%23"
      default: address.unicodeScalars.append(character)
      }
    }
    return address + "?immutable=1"
  }
}

/// A prepared statement of a database. It belongs to the thread that uses the database.
final class SQLiteStatement {
  private let handle: OpaquePointer
  private let database: SQLiteDatabase

  fileprivate init(_ handle: OpaquePointer, of database: SQLiteDatabase) {
    (self.handle, self.database) = (handle, database)
  }

  deinit { sqlite3_finalize(handle) }

  /// Runs the statement with whole numbers as its parameters, and passes each row to `body` until `body`
  /// returns false.
  func run(_ parameters: Int..., body: (borrowing Row) -> Bool) throws(SQLiteError) { try run(parameters, body: body) }

  private func run(_ parameters: [Int], body: (borrowing Row) -> Bool) throws(SQLiteError) {
    database.resetSteps()
    defer { sqlite3_reset(handle) }
    for (index, parameter) in parameters.enumerated() {
      guard sqlite3_bind_int64(handle, Int32(index + 1), Int64(parameter)) == SQLITE_OK else {
        throw SQLiteDatabase.error(of: database.handle)
      }
    }
    while true {
      switch sqlite3_step(handle) {
      case SQLITE_ROW: if !body(Row(handle: handle)) { return }
      case SQLITE_DONE: return
      default: throw SQLiteDatabase.error(of: database.handle)
      }
    }
  }

  /// Returns whether the statement has a row.
  func hasRow(_ parameters: Int...) throws(SQLiteError) -> Bool {
    var isFound = false
    try run(parameters) { _ in
      isFound = true
      return false
    }
    return isFound
  }

  /// The current row of a statement. The row is valid until the statement's next row.
  struct Row: ~Copyable {
    fileprivate let handle: OpaquePointer

    /// Returns the whole number in a column; nil if the value is not a whole number.
    func integer(_ column: Int32) -> Int64? {
      sqlite3_column_type(handle, column) == SQLITE_INTEGER ? sqlite3_column_int64(handle, column) : nil
    }

    /// Returns the text in a column; nil if the value is null or a blob. Numbers become texts.
    func text(_ column: Int32) -> String? {
      let type = sqlite3_column_type(handle, column)
      guard type != SQLITE_NULL, type != SQLITE_BLOB else { return nil }
      return sqlite3_column_text(handle, column).map { String(cString: $0) }
    }

    /// Returns the bytes in a column; nil if the value is null.
    func bytes(_ column: Int32) -> [UInt8]? {
      guard sqlite3_column_type(handle, column) != SQLITE_NULL else { return nil }
      // The number of bytes is asked for after the bytes, which may be converted.
      let start = sqlite3_column_blob(handle, column)
      return Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column))))
    }
  }
}
