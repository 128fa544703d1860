import CartoucheInventedTown
import CartoucheMaps
import Foundation
import Testing

@Suite("The invented town")
struct TownGeneratorTests {
  /// The FNV-1a hash of every tile's address and bytes, in the order of addresses.
  private func fingerprint(_ town: TownGenerator) -> UInt64 {
    var tiles: [TileAddress: [UInt8]] = [:]
    town.makeTiles { tiles[$0] = $1 }
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func mix(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    for (address, bytes) in tiles.sorted(by: { ($0.key.zoom, $0.key.x, $0.key.y) < ($1.key.zoom, $1.key.x, $1.key.y) }) {
      for number in [address.zoom, address.x, address.y] { withUnsafeBytes(of: number.littleEndian) { $0.forEach(mix) } }
      bytes.forEach(mix)
    }
    return hash
  }

  @Test("the same arguments give the same tiles, on every machine and with every version")
  func repeats() throws {
    let town = try TownGenerator()
    let first = fingerprint(town)
    #expect(first == fingerprint(town))
    #expect(String(first, radix: 16) == "6d686e70b0d500af", "the default town changed; update the hash if that is intended")
    #expect(try fingerprint(TownGenerator(extent: 3, seed: 2)) != fingerprint(TownGenerator(extent: 3, seed: 3)))
    #expect(town.archive() == town.archive())
  }

  @Test("every tile can be decoded, has rings in the specified winding order, and stays within its buffer")
  func obeysTheSpecification() throws {
    var count: [Int: Int] = [:]
    var layers: [Int: Set<String>] = [:]
    for town in [try TownGenerator(), try TownGenerator(center: (-33.9, 151.2), extent: 7, seed: 9)] {
      try town.makeTilesThrowing { address, bytes in
        count[address.zoom, default: 0] += 1
        for feature in try DecodedTile(bytes).features {
          layers[address.zoom, default: []].insert(feature.layer)
          for point in feature.parts.joined() where point.min() < -128 || point.max() > 4096 + 128 {
            Issue.record("\(address) \(feature.layer): \(point) is outside the buffer")
          }
          guard feature.type == .polygon else { continue }
          for (i, ring) in feature.parts.enumerated() {
            let area = DecodedTile.twiceArea(ring)
            #expect(i == 0 ? area > 0 : area < 0, "\(address) \(feature.layer) \(feature.attributes): ring \(i) of area \(area)/2")
            #expect(ring.first != ring.last)
          }
        }
      }
    }
    #expect(Set(count.keys) == Set(4...14))
    #expect(
      layers[14] == [
        "water", "waterway", "landcover", "landuse", "park", "boundary", "transportation", "building", "transportation_name",
        "water_name", "place", "poi", "housenumber",
      ])
    #expect(layers[4] == ["waterway", "transportation", "boundary", "place"])
  }

  @Test("streets that cross a tile's edge cross it at the same point in the neighboring tile")
  func edgesAgree() throws {
    var tiles: [TileAddress: DecodedTile] = [:]
    try TownGenerator(extent: 5).makeTilesThrowing { tiles[$0] = try DecodedTile($1) }
    /// The positions at which streets cross the line where the coordinate `axis` is `at`, in ascending order.
    func crossings(_ tile: DecodedTile, _ axis: Int, at line: Int) -> [Double] {
      var found: [Double] = []
      for feature in tile.features where feature.layer == "transportation" && feature.type == .linestring {
        for part in feature.parts {
          for (a, b) in zip(part, part.dropFirst()) where (a[axis] < line) != (b[axis] < line) {
            let fraction = Double(line - a[axis]) / Double(b[axis] - a[axis])
            found.append(Double(a[1 - axis]) + fraction * Double(b[1 - axis] - a[1 - axis]))
          }
        }
      }
      // Near a corner, a street may cross the buffer of one tile and miss that of the other.
      return found.filter { $0 > 0 && $0 < 4096 }.sorted()
    }
    var compared = 0
    for (address, tile) in tiles where address.zoom >= 12 {
      for axis in 0..<2 {
        let next = address.neighbor(axis)
        guard let other = tiles[next] else { continue }
        let (ours, theirs) = (crossings(tile, axis, at: 4096), crossings(other, axis, at: 0))
        #expect(ours.count == theirs.count, "\(address) and \(next)")
        for (a, b) in zip(ours, theirs) { #expect(abs(a - b) <= 1, "\(address) and \(next): \(a) and \(b)") }
        compared += ours.count
      }
    }
    #expect(compared > 300)
  }

  @Test("invalid extents and centers are rejected, with a sentence that names the option")
  func refusesNonsense() {
    for extent in [0, -3, 0.5, 401, 1e300, .nan, .infinity] {
      #expect(throws: TownError.self, "extent \(extent)") { try TownGenerator(extent: extent) }
    }
    for center in [(90.0, 0.0), (-90, 0), (85, 0), (.nan, 0), (0, .nan), (0, 181), (.infinity, 0)] {
      #expect(throws: TownError.self, "center \(center)") { try TownGenerator(center: center) }
    }
    #expect(throws: TownError.outsideMap(latitude: 10, longitude: 180, extent: 12)) { try TownGenerator(center: (10, 180)) }
    #expect(
      TownError.invalidExtent(0).description
        == "--extent 0.0: the sides of a town's square measure 1 to 400 kilometers. Choose another extent.")
  }

  @Test("the smallest square has a town, on the equator and at high latitudes", arguments: [(0.0, 0.0), (79.9, 20), (-79.9, -20)])
  func fitsElsewhere(center: (Double, Double)) throws {
    var buildings = 0
    try TownGenerator(center: center, extent: 1).makeTilesThrowing { address, bytes in
      guard address.zoom == 14 else { return }
      buildings += try DecodedTile(bytes).features.filter { $0.layer == "building" }.count
    }
    #expect(buildings > 200)
  }

  @Test("a path that cannot be written is an error and leaves no files behind")
  func leavesNothingBehind() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cartouche-town-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder.appendingPathComponent("taken"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let town = try TownGenerator(extent: 1)
    #expect(throws: TownError.self) { try town.write(to: folder.appendingPathComponent("missing/town.pmtiles").path) }
    #expect(throws: TownError.self) { try town.write(to: folder.appendingPathComponent("taken").path) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["taken"])
    let file = folder.appendingPathComponent("town.pmtiles")
    try town.write(to: file.path)
    #expect(try Array(Data(contentsOf: file)) == town.archive())
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["taken", "town.pmtiles"])
  }

  @Test("the default view shows the center of the town, on small and large screens")
  func looksAtTheMiddle() throws {
    let town = try TownGenerator(center: (47.5, 8))
    for (width, height) in [(320, 240), (800, 480), (1280, 720), (480, 800)] {
      let view = town.defaultView(width: width, height: height)
      #expect(abs(view.latitude - 47.5) < 0.01 && abs(view.longitude - 8) < 0.01)
      #expect(view.zoom >= 12 && view.zoom <= 16)
    }
  }
}

extension TileAddress {
  /// The neighboring tile in the east (axis 0) or south (axis 1).
  fileprivate func neighbor(_ axis: Int) -> TileAddress {
    TileAddress(zoom: zoom, x: x + (axis == 0 ? 1 : 0), y: y + (axis == 1 ? 1 : 0))
  }
}

extension TownGenerator {
  /// Calls `makeTiles` and throws the first error of `body`.
  fileprivate func makeTilesThrowing(_ body: (TileAddress, [UInt8]) throws -> Void) throws {
    var result = Result<Void, any Error>.success(())
    makeTiles { address, bytes in
      guard case .success = result else { return }
      result = Result { try body(address, bytes) }
    }
    try result.get()
  }
}
