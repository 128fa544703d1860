import CartoucheMaps
import Foundation
import Testing

@Suite("Vector tiles")
struct VectorTileTests {
  private func decode(
    _ kind: TileMessage.GeometryType, _ geometry: [UInt32], version: UInt32 = 2, extent: UInt32 = 4096
  ) throws -> (tile: VectorTile, errors: [TileDecodingError]) {
    var feature = TileMessage.Feature()
    feature.type = kind
    feature.geometry = geometry
    var maker = TileMaker()
    maker.version = version
    maker.extent = extent
    maker.layers = [("x", [feature])]
    return try VectorTile.decode(maker.bytes())
  }

  @Test("features are decoded with their parts, bounds and tags")
  func roundTrip() throws {
    let (tile, errors) = try VectorTile.decode(TileMaker.sample.bytes())
    #expect(errors.isEmpty)
    #expect(tile.layers.map(\.name) == ["water", "transportation", "place"])
    let roads = tile.layers[1]
    #expect(roads.partEnds == [3, 5])
    #expect(roads.vertices == [SIMD2(-64, 5), SIMD2(100, 200), SIMD2(4160, 300), SIMD2(1, 1), SIMD2(2, 2)])
    #expect(roads.features[0].bounds == TileRect(minX: -64, minY: 1, maxX: 4160, maxY: 300))
    #expect(roads.tags.map { roads.keys[Int($0.x)] } == ["class", "brunnel"])
    #expect(roads.tags.map { roads.values[Int($0.y)] } == [.string("primary"), .string("bridge")])
    #expect(tile.layers[2].features[0].kind == .point)
  }

  @Test("the examples of the specification (section 4.3.5) are decoded")
  func specification() throws {
    #expect(try decode(.point, [9, 50, 34]).tile.layers[0].vertices == [SIMD2(25, 17)])
    #expect(try decode(.point, [17, 10, 14, 3, 9]).tile.layers[0].vertices == [SIMD2(5, 7), SIMD2(3, 2)])
    #expect(
      try decode(.linestring, [9, 4, 4, 18, 0, 16, 16, 0]).tile.layers[0].vertices == [SIMD2(2, 2), SIMD2(2, 10), SIMD2(10, 10)])
    #expect(try decode(.linestring, [9, 4, 4, 18, 0, 16, 16, 0, 9, 17, 17, 10, 4, 8]).tile.layers[0].partEnds == [3, 5])
    let rings = try decode(
      .polygon, [9, 0, 0, 26, 20, 0, 0, 20, 19, 0, 15, 9, 22, 2, 26, 18, 0, 0, 18, 17, 0, 15, 9, 4, 13, 26, 0, 8, 8, 0, 0, 7, 15])
    #expect(rings.tile.layers[0].partEnds == [4, 8, 12])
    #expect(rings.tile.layers[0].vertices.last == SIMD2(17, 13))
  }

  @Test(
    "an invalid command is an error that says what is wrong with it",
    arguments: [
      (.linestring, [18, 0, 0, 2, 2], "LineTo without a MoveTo"),
      (.linestring, [9, 0], "MoveTo for 1 points, and 0 follow"),
      (.linestring, [9, 0, 0, 0xffff_fffa, 1, 1], "LineTo for 536870911 points"),
      (.linestring, [9, 0, 0, 2], "LineTo for no points"),
      (.linestring, [9, 0, 0, 10, 2, 2, 15], "ClosePath in a line"),
      (.linestring, [17, 0, 0, 1, 1], "MoveTo for 2 points"),
      (.linestring, [11, 0, 0], "unknown command, 3"),
      (.polygon, [15], "ClosePath without a MoveTo"),
      (.polygon, [9, 0, 0, 18, 0, 10, 10, 0, 7], "ClosePath for 0 points"),
      (.polygon, [9, 0, 0, 18, 0, 10, 10, 0], "not closed"),
      (.point, [9, 0, 0, 10, 1, 1], "LineTo in a point"),
      (.point, [17, 0xffff_fffe, 0, 2, 0], "beyond 32 bits"),
      (.linestring, [9, 0, 0xffff_ffff, 10, 0, 1], "beyond 32 bits"),
    ] as [(TileMessage.GeometryType, [UInt32], String)])
  func invalid(kind: TileMessage.GeometryType, geometry: [UInt32], reason: String) throws {
    let error = try #require(throws: TileDecodingError.self) { try decode(kind, geometry) }
    #expect(error.reason.contains(reason), "\(error.reason)")
  }

  @Test(
    "a degenerate feature is left out and reported",
    arguments: [
      (.polygon, [9, 0, 0, 10, 2, 2, 15], "fewer than 3"),
      (.linestring, [9, 0, 0], "one point"),
      (.linestring, [9, 0, 0, 10, 2_000_000, 0], "64 tiles away"),
      (.linestring, [], "no geometry"),
    ] as [(TileMessage.GeometryType, [UInt32], String)])
  func degenerate(kind: TileMessage.GeometryType, geometry: [UInt32], reason: String) throws {
    let (tile, errors) = try decode(kind, geometry)
    #expect(tile.layers[0].features.isEmpty && tile.layers[0].vertices.isEmpty && tile.layers[0].partEnds.isEmpty)
    #expect(errors.count == 1 && errors[0].reason.contains(reason) && errors[0].feature == 0)
  }

  @Test(
    "any extent is scaled to a power of two, so that adjacent tiles agree",
    arguments: [1, 100, 256, 512, 1000, 4096, 5000, 65536, 100_000] as [UInt32])
  func extents(extent: UInt32) throws {
    // The same point, in a tile and in its western neighbor.
    for offset in 0..<min(extent, 40) {
      let inside = try decode(.point, [9, offset * 2, 0], extent: extent).tile.layers[0]
      let outside = try decode(.point, [9, (offset + extent) * 2, 0], extent: extent).tile.layers[0]
      #expect(outside.vertices[0].x - inside.vertices[0].x == 1 << Int32(inside.extentBits))
      #expect(inside.extentBits >= 12 && inside.extentBits <= 16)
    }
    #expect(try decode(.point, [9, extent * 2, 0], extent: extent).tile.layers[0].vertices[0].x >= 4096)
  }

  @Test("many empty features are errors of which some are reported, and more than memory allows are one error")
  func emptyFeatures() throws {
    func tile(featureCount: Int) -> [UInt8] {
      // The name "x", version 2, and features of no bytes.
      let layer: [UInt8] = [0x0a, 1, 0x78, 0x78, 2] + (0..<featureCount).flatMap { _ in [0x12, 0] as [UInt8] }
      var length: [UInt8] = []
      var rest = layer.count
      while rest > 127 {
        length.append(UInt8(rest & 127 | 128))
        rest >>= 7
      }
      return [0x1a] + length + [UInt8(rest)] + layer
    }
    let (decoded, errors) = try VectorTile.decode(tile(featureCount: 5000))
    #expect(decoded.layers[0].features.isEmpty && errors.count == 100)
    let error = #expect(throws: TileDecodingError.self) { try VectorTile.decode(tile(featureCount: 2_000_000)) }
    #expect(error?.reason == "it has too many parts")
  }

  @Test("an extent of 0 or a version of 3 is an error")
  func unusable() {
    #expect(throws: TileDecodingError.self) { try decode(.point, [9, 0, 0], extent: 0) }
    #expect(throws: TileDecodingError.self) { try decode(.point, [9, 0, 0], version: 3) }
  }

  // The fixtures are those of https://github.com/mapbox/mvt-fixtures. Two are drawn as they are: 46 (two
  // equal points) and 30 (a repeated field, which protocol buffers merge).
  @Test(
    "mvt-fixtures: a valid tile is decoded, a fatal error rejects it, and a recoverable one loses a feature",
    .enabled(if: SharedData.isAvailable, SharedData.skipReason))
  func fixtures() throws {
    let folder = try SharedData.path("conformance/mvt-fixtures")
    var counts = (valid: 0, fatal: 0, recoverable: 0)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() where Int(name) != nil {
      let info = try #require(
        JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)/info.json"))) as? [String: Any])
      let validity = try #require(info["validity"] as? [String: Any])
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)/tile.mvt")))
      var outcome = "rejected"
      do throws(TileDecodingError) {
        outcome = try VectorTile.decode(bytes).errors.isEmpty ? "intact" : "flawed"
      } catch {}
      // 61 is valid in version 1, but has no version, for which 24 is rejected.
      let isAllowed = validity["v2"] as? Bool == true
      switch (isAllowed, validity["error"] as? String) {
      case (true, _):
        // 16 has the bytes of 3, which is declared invalid but recoverable.
        #expect(outcome == (name == "016" ? "flawed" : "intact"), "fixture \(name)")
        counts.valid += 1
      case (false, "recoverable"):
        #expect(outcome == (["030", "046"].contains(name) ? "intact" : "flawed"), "fixture \(name)")
        counts.recoverable += 1
      default:
        #expect(outcome == "rejected", "fixture \(name)")
        counts.fatal += 1
      }
    }
    #expect(counts.valid + counts.fatal + counts.recoverable == 41)
  }
}
