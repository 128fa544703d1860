import CartoucheMaps
import Testing

@Suite("The compression of tiles")
struct TileCompressionTests {
  /// "vector tile " 50 times, compressed by the encoders of the formats.
  private static let text = [UInt8](String(repeating: "vector tile ", count: 50).utf8)
  private static let brotli: [UInt8] = [
    27, 87, 2, 248, 29, 137, 113, 44, 137, 187, 239, 17, 202, 178, 52, 187, 6, 41, 123, 163, 211, 32, 99, 108, 114, 162, 192, 88,
    64,
    3, 243, 230, 18,
  ]
  private static let zstandard: [UInt8] = [
    40, 181, 47, 253, 96, 88, 1, 157, 0, 0, 96, 118, 101, 99, 116, 111, 114, 32, 116, 105, 108, 101, 32, 1, 0, 73, 94, 149, 36,
  ]
  private static let formats: [(code: UInt8, name: String, sample: [UInt8], store: @Sendable ([UInt8]) -> [UInt8])] = [
    (2, "gzip", gzip(text), gzip), (3, "Brotli", brotli, storedByBrotli), (4, "Zstandard", zstandard, storedByZstandard),
  ]

  /// Returns the Brotli format of up to 2^16 bytes, stored rather than compressed.
  ///
  /// - Source: RFC 7932, section 9.2.
  @Sendable private static func storedByBrotli(_ bytes: [UInt8]) -> [UInt8] {
    guard !bytes.isEmpty else { return [6] }
    let header = (bytes.count - 1) << 4 | 1 << 20
    return [UInt8(header & 255), UInt8(header >> 8 & 255), UInt8(header >> 16)] + bytes + [3]
  }

  /// Returns the Zstandard format of up to 2^16 bytes, stored rather than compressed.
  ///
  /// - Source: RFC 8878, section 3.1.1.
  @Sendable private static func storedByZstandard(_ bytes: [UInt8]) -> [UInt8] {
    let block = 1 | bytes.count << 3
    return [0x28, 0xb5, 0x2f, 0xfd, 0, 0x50, UInt8(block & 255), UInt8(block >> 8 & 255), UInt8(block >> 16)] + bytes
  }

  /// Returns the tile 0/0/0 of an archive that declares the compression `code`, and has `data` as the tile.
  private func tile(_ code: UInt8, _ data: [UInt8]) throws -> [UInt8]? {
    var maker = ArchiveMaker(isCompressed: false)
    maker.tileCompression = code
    let root = ArchiveMaker.directory([.init(tile: 0, offset: 0, length: data.count, runLength: 1)])
    return try withFile(maker.assemble(root: root, leaves: [], data: data)) { path in
      let archive = try PMTilesArchive(path: path)
      return try archive.tile(PMTilesTests.ids[0])
    }
  }

  @Test("tiles are decompressed", arguments: formats.indices)
  func decompressed(index: Int) throws {
    let format = Self.formats[index]
    let sample = try tile(format.code, format.sample)
    #expect(sample == Self.text)
    for count in [0, 1, 5000, 60_000] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
      let stored = try tile(format.code, format.store(bytes))
      #expect(stored == bytes)
    }
  }

  @Test("a truncated tile is an error that names the format", arguments: formats.indices)
  func truncated(index: Int) throws {
    let format = Self.formats[index]
    for count in 1..<format.sample.count {
      let error = try #require(throws: TileError.self) { try tile(format.code, Array(format.sample.prefix(count))) }
      #expect("\(error)".contains("broken \(format.name)"))
    }
  }

  @Test("a changed tile is an error or other bytes, and does not trap", arguments: formats.indices)
  func changed(index: Int) throws {
    let format = Self.formats[index]
    for position in format.sample.indices {
      for bit in 0..<8 {
        var bytes = format.sample
        bytes[position] ^= 1 << UInt8(bit)
        _ = try? tile(format.code, bytes)
      }
    }
  }

  @Test("a tile that decompresses to more than the limit is an error")
  func tooLarge() throws {
    // Blocks that repeat a byte 131,071 times, which is less than the largest block.
    var bomb: [UInt8] = [0x28, 0xb5, 0x2f, 0xfd, 0, 0x50]
    let count = 0x1ffff
    let block = 1 << 1 | count << 3
    for _ in 0..<300 { bomb += [UInt8(block & 255), UInt8(block >> 8 & 255), UInt8(block >> 16), 7] }
    bomb += [1, 0, 0]
    let error = try #require(throws: TileError.self) { try tile(4, bomb) }
    #expect("\(error)".contains("more than 32 MiB"))
  }
}
