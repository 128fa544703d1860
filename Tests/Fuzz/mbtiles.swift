import CSQLite
import CartoucheMaps
import Glibc

/// Writes an archive with the input as metadata and as a tile, and reads it as the map does.
///
/// The input is divided by newlines: names and values of the metadata, alternately. The last part is the
/// tile. SQLite itself has fuzzers of its own, so the database is intact.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let parts = UnsafeBufferPointer(start: start, count: count).split(
    separator: UInt8(ascii: "\n"), maxSplits: 12, omittingEmptySubsequences: false)
  archive.write(parts.map { Array($0) })
  guard let source = try? MBTilesArchive(path: archive.path) else { return 0 }
  precondition(source.zoomRange.lowerBound >= 0 && source.zoomRange.upperBound <= 24)
  if let bounds = source.bounds {
    precondition(bounds.width > 0 && bounds.height > 0, "an empty area")
    precondition(bounds.width <= MapPoint.worldSize && bounds.height <= MapPoint.worldSize, "an area larger than the world")
  }
  precondition(source.attribution.unicodeScalars.count <= 501, "a long attribution")
  for zoom in 0...2 {
    for index in 0..<1 << zoom {
      if let id = TileID(zoom: zoom, x: index, y: index) { _ = try? source.tile(id) }
    }
  }
  return 0
}

/// A file with the archive, which every input replaces.
private struct Archive {
  let path = "/dev/shm/cartouche-fuzz-\(getpid()).mbtiles"
  private let handle: OpaquePointer

  init() {
    unlink(path)
    var opened: OpaquePointer?
    guard sqlite3_open(path, &opened) == SQLITE_OK, let opened else { preconditionFailure("the archive is not created") }
    handle = opened
    run("PRAGMA synchronous = OFF")
    run("PRAGMA journal_mode = MEMORY")
    run("CREATE TABLE metadata (name, value)")
    run("CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data)")
    atexit { unlink(archive.path) }
  }

  func write(_ parts: [[UInt8]]) {
    run("BEGIN")
    run("DELETE FROM metadata")
    run("DELETE FROM tiles")
    for index in stride(from: 0, to: parts.count - 2, by: 2) {
      run("INSERT INTO metadata VALUES (CAST(?1 AS TEXT), CAST(?2 AS TEXT))", parts[index], parts[index + 1])
    }
    for (zoom, column, row) in [(0, 0, 0), (1, 1, 0), (2, 3, 3)] {
      run("INSERT INTO tiles VALUES (\(zoom), \(column), \(row), ?1)", parts.last ?? [])
    }
    run("COMMIT")
  }

  private func run(_ sql: String, _ values: [UInt8]...) {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { preconditionFailure("\(sql) is rejected") }
    defer { sqlite3_finalize(statement) }
    let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    for (index, value) in values.enumerated() {
      sqlite3_bind_blob(statement, Int32(index + 1), value.isEmpty ? [0] : value, Int32(value.count), copies)
    }
    let status = sqlite3_step(statement)
    guard status == SQLITE_DONE || status == SQLITE_ROW else { preconditionFailure("\(sql) fails") }
  }
}

// The fuzzer calls the target from one thread.
private nonisolated(unsafe) let archive = Archive()
