import CartoucheMaps
import CartoucheTestSupport
import Foundation
import Testing

@Suite("Corrupt archives and tiles")
struct ArchiveFuzzTests {
  /// Opens the archive and reads every tile, as the map does. Any typed error is accepted.
  ///
  /// - Returns: The numbers of tiles read and of errors thrown.
  private func read(_ bytes: [UInt8], _ ids: [TileID]) throws -> (tiles: Int, errors: Int) {
    try withFile(bytes) { path in
      var (tiles, errors) = (0, 0)
      do throws(TileError) {
        let archive = try PMTilesArchive(path: path)
        for id in ids {
          do throws(TileError) {
            guard let tile = try archive.tile(id) else { continue }
            tiles += 1
            do throws(TileDecodingError) { _ = try VectorTile.decode(tile) } catch { errors += 1 }
          } catch {
            errors += 1
          }
        }
      } catch {
        errors += 1
      }
      return (tiles, errors)
    }
  }

  private func maker(leafLevels: Int, isCompressed: Bool) -> ArchiveMaker {
    var maker = ArchiveMaker()
    maker.tiles = PMTilesTests.ids.map { ($0, TileMaker.sample.bytes()) }
    maker.leafLevels = leafLevels
    maker.isCompressed = isCompressed
    return maker
  }

  @Test("an archive with flipped bits gives errors or tiles, and does not trap", arguments: [0, 2], [false, true])
  func flips(leafLevels: Int, isCompressed: Bool) throws {
    let bytes = maker(leafLevels: leafLevels, isCompressed: isCompressed).bytes()
    var random = SplitMix64(seed: UInt64(leafLevels * 2 + (isCompressed ? 1 : 0)))
    var errors = 0
    for _ in 0..<1000 {
      var broken = bytes
      for _ in 0..<random.int(in: 1...4) {
        // Half of the flips are in the header and the directories, which are small compared with the tiles.
        let end = random.next() & 1 == 0 ? min(400, bytes.count) : bytes.count
        broken[random.int(in: 0...end - 1)] ^= 1 << UInt8(random.int(in: 0...7))
      }
      errors += try read(broken, PMTilesTests.ids).errors
    }
    #expect(errors > 400)
  }

  @Test("an archive truncated anywhere gives an error, and does not trap", arguments: [0, 2])
  func truncations(leafLevels: Int) throws {
    let bytes = maker(leafLevels: leafLevels, isCompressed: true).bytes()
    let intact = try read(bytes, PMTilesTests.ids)
    #expect(intact.tiles == PMTilesTests.ids.count && intact.errors == 0)
    for length in 0..<bytes.count where length < 300 || length % 17 == 0 {
      #expect(try read(Array(bytes.prefix(length)), PMTilesTests.ids).errors > 0)
    }
  }

  @Test("a tile with changed or missing bytes is decoded or rejected, and does not trap")
  func tiles() throws {
    let bytes = TileMaker.sample.bytes()
    var random = SplitMix64(seed: 9)
    var rejected = 0
    for _ in 0..<20_000 {
      var broken = bytes
      for _ in 0..<random.int(in: 1...6) { broken[random.int(in: 0...broken.count - 1)] = UInt8(random.int(in: 0...255)) }
      if random.next() & 3 == 0 { broken.removeLast(random.int(in: 0...broken.count - 1)) }
      do throws(TileDecodingError) { _ = try VectorTile.decode(broken) } catch { rejected += 1 }
    }
    #expect(rejected > 1000)
  }

  @Test("random geometry commands are decoded or rejected, and do not trap")
  func commands() throws {
    var random = SplitMix64(seed: 10)
    var (decoded, rejected) = (0, 0)
    for _ in 0..<20_000 {
      var feature = TileMessage.Feature()
      feature.type = [.point, .linestring, .polygon][random.int(in: 0...2)]
      for _ in 0..<random.int(in: 1...4) {
        let count = random.int(in: 0...3)
        feature.geometry.append(
          UInt32(random.next() & 7 == 0 ? random.int(in: 0...7) : [1, 2, 7][random.int(in: 0...2)]) | UInt32(count) << 3)
        for _ in 0..<2 * count {
          feature.geometry.append(
            random.next() & 15 == 0 ? UInt32(truncatingIfNeeded: random.next()) : UInt32(random.int(in: 0...9000)))
        }
      }
      var maker = TileMaker()
      maker.layers = [("x", [feature])]
      do throws(TileDecodingError) {
        _ = try VectorTile.decode(maker.bytes())
        decoded += 1
      } catch {
        rejected += 1
      }
    }
    #expect(decoded > 500 && rejected > 500)
  }
}
