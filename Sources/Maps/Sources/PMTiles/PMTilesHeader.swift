/// The header of a PMTiles archive, which is the first 127 bytes of the file.
///
/// - Source: PMTiles Version 3 Specification, section 3; numbers are little-endian.
struct PMTilesHeader: Hashable, Sendable {
  /// A section of the archive, given as a range of bytes of the file.
  struct Section: Hashable, Sendable {
    var offset: UInt64
    var length: UInt64
  }

  enum Compression: UInt8, Sendable {
    case none = 1
    case gzip = 2
    case brotli = 3
    case zstandard = 4
  }

  static let length = 127

  var root: Section
  /// The section with the metadata, a JSON object. It may be beyond the file's end.
  var metadata: Section
  var leaves: Section
  var data: Section
  var internalCompression: Compression
  var tileCompression: Compression
  var tileFormat: TileFormat
  var zoomRange: ClosedRange<Int>
  /// The area that the tiles cover; nil if the header has an empty area.
  var bounds: MapRect?

  /// Reads the header of a PMTiles archive.
  ///
  /// - Throws: ``TileError/notAnArchive(file:reason:)`` if the file is not a supported archive.
  ///   ``TileError/brokenArchive(file:offset:reason:)`` if a section is not within the file.
  init(_ file: MappedFile) throws(TileError) {
    func refuse(_ reason: String) -> TileError { .notAnArchive(file: file.path, reason: reason) }
    guard file.count > 0 else { throw refuse("it is empty") }
    let bytes = file.withBytes(offset: 0, count: UInt64(min(file.count, Self.length))) { Array($0) } ?? []
    guard bytes.starts(with: "PMTiles".utf8) else {
      if bytes.starts(with: "PM".utf8) { throw refuse("it is a PMTiles archive of version 1 or 2; version 3 is wanted") }
      if bytes.starts(with: "SQLite format 3".utf8) { throw refuse("it is an SQLite file (MBTiles?)") }
      throw refuse("it is not a PMTiles archive")
    }
    guard bytes.count == Self.length else {
      throw refuse("it is cut short: \(bytes.count) bytes, and the header alone takes \(Self.length)")
    }
    guard bytes[7] == 3 else { throw refuse("it is a PMTiles archive of version \(bytes[7]); version 3 is wanted") }

    func number(at offset: Int) -> UInt64 {
      (0..<8).reduce(0) { $0 | UInt64(bytes[offset + $1]) << UInt64(8 * $1) }
    }
    func section(at offset: Int, _ what: String) throws(TileError) -> Section {
      let section = Section(offset: number(at: offset), length: number(at: offset + 8))
      guard section.offset <= UInt64(file.count), section.length <= UInt64(file.count) - section.offset else {
        throw .brokenArchive(
          file: file.path, offset: UInt64(offset),
          reason: "\(what) (\(section.length) bytes at \(section.offset)) is not within the file's \(file.count) bytes")
      }
      return section
    }
    func compression(at offset: Int, _ what: String) throws(TileError) -> Compression {
      guard let known = Compression(rawValue: bytes[offset]) else {
        let name = bytes[offset] == 0 ? "unknown" : "number \(bytes[offset])"
        throw refuse("its \(what) compression is \(name); none, gzip, brotli or zstd is wanted")
      }
      return known
    }
    root = try section(at: 8, "the root directory")
    metadata = Section(offset: number(at: 24), length: number(at: 32))
    leaves = try section(at: 40, "the leaf directories")
    data = try section(at: 56, "the tile data")
    internalCompression = try compression(at: 97, "directories'")
    tileCompression = try compression(at: 98, "tiles'")
    let formats: [UInt8: TileFormat] = [1: .vector, 2: .png, 3: .jpeg, 4: .webp]
    guard let format = formats[bytes[99]] else {
      let names: [UInt8: String] = [0: "tiles of an unknown type", 5: "AVIF images"]
      let name = names[bytes[99]] ?? "tiles of type \(bytes[99])"
      throw refuse("it holds \(name); vector tiles, PNG, JPEG and WebP images are supported")
    }
    tileFormat = format
    let (lowest, highest) = (Int(bytes[100]), Int(bytes[101]))
    guard lowest <= highest, highest <= TileID.maximumZoom else {
      throw .brokenArchive(
        file: file.path, offset: 100, reason: "its zooms are \(lowest) to \(highest); 0 to \(TileID.maximumZoom) are wanted")
    }
    zoomRange = lowest...highest
    func degrees(at offset: Int) -> Double {
      let raw = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[offset + $1]) << UInt32(8 * $1) }
      return Double(Int32(bitPattern: raw)) / 10_000_000
    }
    bounds = MapRect(west: degrees(at: 102), south: degrees(at: 106), east: degrees(at: 110), north: degrees(at: 114))
  }
}
