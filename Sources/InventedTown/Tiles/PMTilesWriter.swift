import CartoucheMaps

/// Writes tiles as a PMTiles archive, version 3.
///
/// The archive is ordered by zoom and then along the Hilbert curve. Tiles arrive in another order, so all
/// of them stay in memory, compressed, until the archive is complete.
/// - Source: https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md
package struct PMTilesWriter {
  /// The properties of the archive that its header and metadata state; angles are in degrees.
  package struct Summary {
    let zooms: ClosedRange<Int>
    let south: Double, west: Double, north: Double, east: Double
    let centerLatitude: Double, centerLongitude: Double
    let centerZoom: Int
    /// JSON text.
    let metadata: String

    package init(
      zooms: ClosedRange<Int>, south: Double, west: Double, north: Double, east: Double, centerLatitude: Double,
      centerLongitude: Double,
      centerZoom: Int, metadata: String
    ) {
      self.zooms = zooms
      (self.south, self.west, self.north, self.east) = (south, west, north, east)
      (self.centerLatitude, self.centerLongitude, self.centerZoom) = (centerLatitude, centerLongitude, centerZoom)
      self.metadata = metadata
    }
  }

  private struct Entry {
    let id: UInt64
    let bytes: [UInt8]
  }

  private var entries: [Entry] = []

  package init() {}

  /// The maximum length of the root directory, which must end within the first 16 384 bytes.
  private static let rootLimit = 16384 - 127

  package mutating func add(_ tile: [UInt8], at address: TileAddress) {
    entries.append(Entry(id: Self.id(of: address), bytes: Gzip.compress(tile)))
  }

  /// Returns the tile's index on the Hilbert curve of its zoom, counted after all tiles of smaller zooms.
  package static func id(of address: TileAddress) -> UInt64 {
    TileID(unchecked: address.zoom, address.x, address.y).hilbertIndex
  }

  /// Returns the archive's bytes.
  package func archive(_ summary: Summary) -> [UInt8] {
    let sorted = entries.sorted { $0.id < $1.id }
    var offset: UInt64 = 0
    let rows = sorted.map { entry in
      defer { offset += UInt64(entry.bytes.count) }
      return DirectoryRow(id: entry.id, run: 1, offset: offset, length: UInt64(entry.bytes.count))
    }
    let (root, leaves) = Self.directories(rows)
    let metadata = Gzip.compress(Array(summary.metadata.utf8))

    var bytes: [UInt8] = Array("PMTiles".utf8) + [3]
    bytes.reserveCapacity(127 + root.count + metadata.count + leaves.count + Int(offset))
    var position: UInt64 = 127
    for length in [root.count, metadata.count, leaves.count, Int(offset)] {
      bytes.append(little: position)
      bytes.append(little: UInt64(length))
      position += UInt64(length)
    }
    for _ in 0..<3 { bytes.append(little: UInt64(rows.count)) }  // addressed tiles, entries, contents
    // Clustered; directories and tiles compressed by gzip; vector tiles.
    bytes += [1, 2, 2, 1, UInt8(summary.zooms.lowerBound), UInt8(summary.zooms.upperBound)]
    for degrees in [summary.west, summary.south, summary.east, summary.north] { bytes.append(little: Self.e7(degrees)) }
    bytes.append(UInt8(summary.centerZoom))
    for degrees in [summary.centerLongitude, summary.centerLatitude] { bytes.append(little: Self.e7(degrees)) }
    bytes += root
    bytes += metadata
    bytes += leaves
    for entry in sorted { bytes += entry.bytes }
    return bytes
  }

  private static func e7(_ degrees: Double) -> Int32 { Int32((degrees * 10_000_000).rounded(.down)) }

  /// An entry of a directory. A run of 0 refers to a leaf directory instead of a tile.
  private struct DirectoryRow {
    let id: UInt64
    let run: UInt64
    let offset: UInt64
    let length: UInt64
  }

  /// Returns one root directory if it fits, else leaf directories and a root of them, with leaves long
  /// enough that the root fits.
  private static func directories(_ rows: [DirectoryRow]) -> (root: [UInt8], leaves: [UInt8]) {
    let whole = encoded(rows[...])
    if whole.count <= rootLimit { return (whole, []) }
    var leafLength = 4096
    while true {
      var leaves: [UInt8] = []
      var pointers: [DirectoryRow] = []
      for start in stride(from: 0, to: rows.count, by: leafLength) {
        let leaf = encoded(rows[start..<min(start + leafLength, rows.count)])
        pointers.append(DirectoryRow(id: rows[start].id, run: 0, offset: UInt64(leaves.count), length: UInt64(leaf.count)))
        leaves += leaf
      }
      let root = encoded(pointers[...])
      if root.count <= rootLimit { return (root, leaves) }
      leafLength *= 2
    }
  }

  /// Encodes the columns one after another: identifiers as differences, offsets as 0 for a tile right after
  /// the previous one.
  private static func encoded(_ rows: ArraySlice<DirectoryRow>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(varint: UInt64(rows.count))
    var last: UInt64 = 0
    for row in rows {
      bytes.append(varint: row.id - last)
      last = row.id
    }
    for row in rows { bytes.append(varint: row.run) }
    for row in rows { bytes.append(varint: row.length) }
    var end: UInt64?
    for row in rows {
      bytes.append(varint: row.offset == end ? 0 : row.offset + 1)
      end = row.offset + row.length
    }
    return Gzip.compress(bytes)
  }
}

extension [UInt8] {
  fileprivate mutating func append(little value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }

  fileprivate mutating func append(varint value: UInt64) {
    var rest = value
    while rest > 0x7F {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }
}
