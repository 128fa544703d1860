import CartoucheMaps
import CartoucheRaster
import Testing

@Suite("The winding of rings")
struct RingWindingTests {
  private static let outer = [SIMD2(0, 0), SIMD2(10, 0), SIMD2(10, 10), SIMD2(0, 10)]
  private static let hole = [SIMD2(2, 2), SIMD2(2, 8), SIMD2(8, 8), SIMD2(8, 2)]
  private static let island = [SIMD2(20, 0), SIMD2(30, 0), SIMD2(30, 10)]

  private func rings(_ parts: [[SIMD2<Int>]], version: UInt32 = 2) throws -> [[SIMD2<Int32>]] {
    var maker = TileMaker()
    maker.version = version
    maker.add(.polygon, parts, to: "x")
    let layer = try VectorTile.decode(maker.bytes()).tile.layers[0]
    return layer.features[0].parts.map { Array(layer.vertices[Int(layer.partStart($0))..<Int(layer.partEnds[Int($0)])]) }
  }

  private func vertices(_ ring: [SIMD2<Int>]) -> [SIMD2<Int32>] { ring.map { SIMD2(truncatingIfNeeded: $0) } }

  /// The ring in the opposite direction, from the same vertex.
  private func reversed(_ ring: [SIMD2<Int>]) -> [SIMD2<Int>] { [ring[0]] + ring.dropFirst().reversed() }

  @Test("rings that wind as the specification says stay as they are")
  func conforming() throws {
    let parts = [Self.outer, Self.hole, Self.island]
    #expect(try rings(parts) == parts.map(vertices))
  }

  @Test("if the first ring is counterclockwise, all rings of the feature are reversed", arguments: [1, 2] as [UInt32])
  func reversedRings(version: UInt32) throws {
    let parts = [Self.outer, Self.hole, Self.island]
    #expect(try rings(parts.map(reversed), version: version) == parts.map(vertices))
  }

  @Test("a ring without area stays, and the next ring decides")
  func ringsWithoutArea() throws {
    let flat = [SIMD2(0, 0), SIMD2(5, 5), SIMD2(9, 9)]
    #expect(try rings([flat, Self.outer]) == [flat, Self.outer].map(vertices))
    #expect(try rings([flat, reversed(Self.outer)]).last == vertices(Self.outer))
    #expect(try rings([flat]) == [vertices(flat)])
  }

  @Test("a ring with the largest coordinates that a tile may have is reversed")
  func largeRings() throws {
    let side = 4096 << 6
    let large = [SIMD2(-side, -side), SIMD2(side, -side), SIMD2(side, side), SIMD2(-side, side)]
    #expect(try rings([reversed(large)]) == [vertices(large)])
  }

  @Test("overlapping features of a layer that wind differently are both filled, and holes stay holes")
  func overlappingFeatures() throws {
    var maker = TileMaker()
    func square(_ from: Int, _ to: Int) -> [SIMD2<Int>] { [SIMD2(from, from), SIMD2(to, from), SIMD2(to, to), SIMD2(from, to)] }
    maker.add(.polygon, [square(512, 2560)], to: "water")
    maker.add(.polygon, [reversed(square(1536, 3584)), square(2816, 3328)], to: "water")
    let source = FixedSource(zoomRange: 0...0, [try #require(TileID(zoom: 0, x: 0, y: 0)): maker.bytes()])
    // At zoom 0 the tile is 512 pixels wide, and a pixel is 8 units.
    let center = MapPoint(x: MapPoint.worldSize / 2, y: MapPoint.worldSize / 2)
    let pixels = mapPixels([source], MapCamera(centerPoint: center, zoom: 0), width: 512, height: 512)
    func color(_ unit: Int) -> UInt32 { pixels[unit / 8 * 512 + unit / 8] }
    #expect(color(1024) != color(256))
    #expect(color(2048) == color(1024), "the overlap")
    #expect(color(2688) == color(1024))
    #expect(color(3072) == color(256), "the hole")
  }

  @Test("a feature keeps its ID, and takes 40 bytes")
  func ids() throws {
    var maker = TileMaker()
    for id in [nil, 0, 7, UInt64.max] { maker.add(.point, [[SIMD2(1, 1)]], to: "x", id: id, tags: [("a", "b")]) }
    let layer = try VectorTile.decode(maker.bytes()).tile.layers[0]
    #expect(layer.features.map(\.id) == [nil, 0, 7, .max])
    #expect(layer.features.map(\.tags) == [0..<1, 1..<2, 2..<3, 3..<4])
    #expect(MemoryLayout<VectorFeature>.stride == 40)
  }
}
