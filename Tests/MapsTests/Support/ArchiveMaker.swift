import CartoucheMaps
import Foundation

/// Builds small PMTiles archives, valid and invalid ones.
struct ArchiveMaker {
  var tiles: [(id: TileID, bytes: [UInt8])] = []
  var isCompressed = true
  /// The number of levels of leaf directories between the root directory and the tiles.
  var leafLevels = 0
  /// The number of entries of a leaf directory.
  var leafEntries = 2
  var zoomRange: ClosedRange<UInt8> = 0...14
  var version: UInt8 = 3
  var tileType: UInt8 = 1
  /// The compression that the header declares for tiles; nil for the one of the directories.
  var tileCompression: UInt8?
  var metadata = "{}"
  /// The west, south, east and north side of the area, in degrees.
  var bounds = [0.0, 0, 0, 0]

  struct Entry {
    /// The Hilbert index of the first tile.
    var tile: UInt64
    var offset: Int
    var length: Int
    /// The number of tiles with these bytes; 0 for a leaf directory.
    var runLength: UInt64
  }

  func bytes() -> [UInt8] {
    let sorted = tiles.map { (index: $0.id.hilbertIndex, bytes: $0.bytes) }.sorted { $0.index < $1.index }
    var data: [UInt8] = []
    var entries: [Entry] = []
    for tile in sorted {
      let packed = isCompressed ? gzip(tile.bytes) : tile.bytes
      entries.append(Entry(tile: tile.index, offset: data.count, length: packed.count, runLength: 1))
      data += packed
    }
    var leaves: [UInt8] = []
    for _ in 0..<leafLevels {
      var parents: [Entry] = []
      for start in stride(from: 0, to: entries.count, by: leafEntries) {
        let part = Array(entries[start..<min(start + leafEntries, entries.count)])
        let directory = packed(Self.directory(part))
        parents.append(Entry(tile: part[0].tile, offset: leaves.count, length: directory.count, runLength: 0))
        leaves += directory
      }
      entries = parents
    }
    return assemble(root: packed(Self.directory(entries)), leaves: leaves, data: data)
  }

  func packed(_ directory: [UInt8]) -> [UInt8] {
    isCompressed ? gzip(directory) : directory
  }

  func assemble(root: [UInt8], leaves: [UInt8], data: [UInt8]) -> [UInt8] {
    var header = Array("PMTiles".utf8) + [version]
    let metadata = packed(Array(metadata.utf8))
    var offset = 127
    for part in [root, metadata, leaves, data] {
      header += Self.littleEndian(UInt64(offset)) + Self.littleEndian(UInt64(part.count))
      offset += part.count
    }
    header +=
      Self.littleEndian(UInt64(tiles.count)) + Self.littleEndian(UInt64(tiles.count)) + Self.littleEndian(UInt64(tiles.count))
    let compression: UInt8 = isCompressed ? 2 : 1
    header += [1, compression, tileCompression ?? compression, tileType, zoomRange.lowerBound, zoomRange.upperBound]
    for side in bounds { header += Self.littleEndian(UInt64(bitPattern: Int64((side * 1e7).rounded()))).prefix(4) }
    header += [UInt8](repeating: 0, count: 127 - header.count)
    return header + root + metadata + leaves + data
  }

  static func directory(_ entries: [Entry]) -> [UInt8] {
    var bytes = varint(UInt64(entries.count))
    var last: UInt64 = 0
    for entry in entries {
      bytes += varint(entry.tile - last)
      last = entry.tile
    }
    for entry in entries { bytes += varint(entry.runLength) }
    for entry in entries { bytes += varint(UInt64(entry.length)) }
    for (index, entry) in entries.enumerated() {
      let follows = index > 0 && entry.offset == entries[index - 1].offset + entries[index - 1].length
      bytes += follows ? [0] : varint(UInt64(entry.offset) + 1)
    }
    return bytes
  }

  static func varint(_ value: UInt64) -> [UInt8] {
    var (remaining, bytes) = (value, [UInt8]())
    while remaining >= 0x80 {
      bytes.append(UInt8(remaining & 0x7f) | 0x80)
      remaining >>= 7
    }
    return bytes + [UInt8(remaining)]
  }

  static func littleEndian(_ value: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}

/// Returns `bytes` as a gzip stream, stored rather than compressed.
///
/// - Source: RFC 1952; RFC 1951, section 3.2.4.
func gzip(_ bytes: [UInt8]) -> [UInt8] {
  var output: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]
  var start = 0
  repeat {
    let end = min(start + 65535, bytes.count)
    let length = UInt16(end - start)
    output += [end == bytes.count ? 1 : 0, UInt8(length & 255), UInt8(length >> 8), UInt8(~length & 255), UInt8(~length >> 8)]
    output += bytes[start..<end]
    start = end
  } while start < bytes.count
  var crc: UInt32 = .max
  for byte in bytes {
    crc ^= UInt32(byte)
    for _ in 0..<8 { crc = crc & 1 == 1 ? (crc >> 1) ^ 0xedb8_8320 : crc >> 1 }
  }
  return output + ArchiveMaker.littleEndian(UInt64(~crc)).prefix(4) + ArchiveMaker.littleEndian(UInt64(bytes.count)).prefix(4)
}

/// Writes `bytes` to a temporary file, calls `body` with its path, and removes the file.
func withFile<Result>(_ bytes: [UInt8], _ body: (String) throws -> Result) throws -> Result {
  let path = FileManager.default.temporaryDirectory.appendingPathComponent("cartouche-\(UUID().uuidString).pmtiles").path
  guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else { throw CocoaError(.fileWriteUnknown) }
  defer { try? FileManager.default.removeItem(atPath: path) }
  return try body(path)
}
