/// A directory of a PMTiles archive: a sorted table with the positions of runs of tiles, or of further
/// directories.
///
/// - Source: PMTiles Version 3 Specification, section 4: five columns of varints: count, tile IDs as
///   differences, run lengths, lengths, offsets (0: directly after the previous entry; otherwise one more
///   than the offset).
struct PMTilesDirectory: Sendable {
  struct Entry: Hashable, Sendable {
    /// The Hilbert index of the first tile of the entry.
    var tile: UInt64
    /// The offset of the bytes from the start of the tile data. For a leaf directory, the offset is from the
    /// start of the leaf directories.
    var offset: UInt64
    var length: UInt32
    /// The number of consecutive tiles that all have these bytes. If the number is 0, the entry is a leaf
    /// directory with the tiles from `tile` on.
    var run: UInt32
  }

  private(set) var entries: [Entry] = []

  /// Parses the bytes of a directory.
  ///
  /// - Parameter bytes: The decompressed bytes of the directory.
  /// - Throws: An error with a sentence that gives the reason.
  init(_ bytes: [UInt8]) throws(ParsingError) {
    var reader = VarintReader(bytes)
    // An entry takes at least a byte in each of four columns, so a huge count cannot allocate huge memory.
    guard let count = reader.next(), count <= UInt64(bytes.count / 4) else { throw ParsingError("its number of entries is wrong") }
    guard count > 0 else { throw ParsingError("it has no entries") }
    entries = Array(repeating: Entry(tile: 0, offset: 0, length: 0, run: 0), count: Int(count))
    var tile: UInt64 = 0
    for index in entries.indices {
      guard let step = reader.next() else { throw ParsingError("it is cut short among the tile ids") }
      let (next, overflow) = tile.addingReportingOverflow(step)
      guard !overflow, index == 0 || step > 0 else { throw ParsingError("its tile ids do not rise") }
      tile = next
      entries[index].tile = tile
    }
    for index in entries.indices {
      guard let run = reader.next(), let value = UInt32(exactly: run) else { throw ParsingError("a run length is wrong") }
      entries[index].run = value
    }
    for index in entries.indices {
      guard let length = reader.next(), let value = UInt32(exactly: length), value > 0 else {
        throw ParsingError("a length is wrong")
      }
      entries[index].length = value
    }
    for index in entries.indices {
      guard let offset = reader.next() else { throw ParsingError("it is cut short among the offsets") }
      if offset > 0 {
        entries[index].offset = offset - 1
      } else {
        guard index > 0 else { throw ParsingError("its first offset is missing") }
        let (next, overflow) = entries[index - 1].offset.addingReportingOverflow(UInt64(entries[index - 1].length))
        guard !overflow else { throw ParsingError("an offset is too large") }
        entries[index].offset = next
      }
    }
  }

  struct ParsingError: Error {
    let reason: String

    init(_ reason: String) {
      self.reason = reason
    }
  }

  /// Returns the entry for the tile with a Hilbert index. The entry either contains the tile, or is a leaf
  /// directory that may contain the tile.
  func entry(for tile: UInt64) -> Entry? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].tile <= tile { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let entry = entries[low - 1]
    return entry.run == 0 || tile - entry.tile < UInt64(entry.run) ? entry : nil
  }
}
