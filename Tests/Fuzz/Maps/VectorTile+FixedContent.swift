/// An error in the bytes of a vector tile.
package struct TileDecodingError: Error, Hashable, Sendable {
  package var reason: String
  package var layer: String?
  package var feature: Int?
}

/// Stands in for the decoder of vector tiles, which needs a package that the fuzzer's build lacks.
extension VectorTile {
  /// Returns the same tile for all bytes, with a layer `l` of points, lines and polygons.
  package static func decode(_: [UInt8]) throws(TileDecodingError) -> (tile: VectorTile, errors: [TileDecodingError]) {
    (fixed, [])
  }

  private static let fixed: VectorTile = {
    var layer = VectorLayer(name: "l", extentBits: 12)
    layer.keys = ["n", "s", "x"]
    layer.values = [.number(2), .number(-0.5), .string("a"), .string("red"), .flag(true)]
    layer.tags = [SIMD2(0, 0), SIMD2(1, 2), SIMD2(0, 1), SIMD2(1, 3), SIMD2(2, 4)]
    let features: [(VectorFeature.Kind, [SIMD2<Int32>])] = [
      (.point, [SIMD2(2040, 2000)]), (.point, [SIMD2(2200, 2100)]),
      (.line, [SIMD2(-500, -400), SIMD2(2000, 2100), SIMD2(2000, 2100), SIMD2(2100, 1900), SIMD2(4200, 3000)]),
      (.line, [SIMD2(100_000, 2000), SIMD2(-100_000, 2050)]),
      (.polygon, [SIMD2(1000, 1000), SIMD2(3000, 1000), SIMD2(3000, 3000), SIMD2(1000, 3000)]),
      (.polygon, [SIMD2(-64, -64), SIMD2(4160, -64), SIMD2(4160, 4160), SIMD2(-64, 4160)]),
    ]
    for (index, (kind, vertices)) in features.enumerated() {
      layer.vertices += vertices
      layer.partEnds.append(Int32(layer.vertices.count))
      let (x, y) = (vertices.map(\.x), vertices.map(\.y))
      let bounds = TileRect(minX: x.min() ?? 0, minY: y.min() ?? 0, maxX: x.max() ?? 0, maxY: y.max() ?? 0)
      let part = Int32(index)
      layer.features.append(
        VectorFeature(
          id: index.isMultiple(of: 2) ? nil : UInt64(index), kind: kind, parts: part..<part + 1, tags: (part % 3)..<(part % 3 + 2),
          bounds: bounds))
    }
    var tile = VectorTile()
    tile.layers = [layer]
    return tile
  }()
}
