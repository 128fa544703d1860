import CartoucheMaps
import CartoucheRaster
import CartoucheTestSupport
import Testing

@Suite("Seams between tiles")
struct SeamTests {
  private struct Feature {
    var kind: VectorFeature.Kind
    var layer: String
    var tag: String
    /// The vertices, in units of zoom 14, from the west tile's corner. The east tile has x = 4096 … 8192.
    var vertices: [SIMD2<Int>]
  }

  /// The distance between a feature's vertices.
  enum Detail {
    /// A few units, as on real curves: a vertex in a tile has its neighbors within 64 units of the tile.
    case fine
    /// Up to half a tile: a line that crosses an edge may continue to a vertex that only the other tile has.
    case coarse
  }

  /// Returns whether direction `a` comes before `b`, clockwise from the east. The y axis points down.
  private static func isClockwise(_ a: SIMD2<Int>, before b: SIMD2<Int>) -> Bool {
    let (isUpper, isOtherUpper) = (a.y < 0, b.y < 0)
    return isUpper != isOtherUpper ? isOtherUpper : a.x * b.y - a.y * b.x > 0
  }

  /// Returns whether a ring, whose corners are sorted by direction from `center`, goes around `center`.
  private static func goesAround(_ center: SIMD2<Int>, _ corners: [SIMD2<Int>]) -> Bool {
    zip(corners, corners.dropFirst() + [corners[0]]).allSatisfy { corner, next in
      let (a, b) = (corner &- center, next &- center)
      return a.x * b.y - a.y * b.x > 0
    }
  }

  /// Returns the line or ring in steps of about 16 units, with vertices up to 2 units off the straight line.
  private static func subdivided(_ corners: [SIMD2<Int>], isRing: Bool, _ random: inout SplitMix64) -> [SIMD2<Int>] {
    var vertices = [corners[0]]
    for (from, to) in zip(corners, corners.dropFirst() + (isRing ? [corners[0]] : [])) {
      let delta = to &- from
      let steps = max(abs(delta.x), abs(delta.y)) / 16 + 1
      for step in 1...steps where !(isRing && step == steps && to == corners[0]) {
        let deviation = step == steps ? SIMD2(0, 0) : SIMD2(random.int(in: -2...2), random.int(in: -2...2))
        vertices.append(SIMD2(from.x + delta.x * step / steps, from.y + delta.y * step / steps) &+ deviation)
      }
    }
    return vertices
  }

  private static func features(_ seed: UInt64, _ detail: Detail) -> [Feature] {
    var random = SplitMix64(seed: seed)
    let styles: [(VectorFeature.Kind, String, String)] = [
      (.polygon, "landcover", "wood"), (.polygon, "water", "lake"), (.polygon, "building", "any"), (.polygon, "landuse", "pitch"),
      (.line, "transportation", "motorway"), (.line, "transportation", "minor"), (.line, "transportation", "rail"),
      (.line, "waterway", "river"),
    ]
    return (0..<60).map { index in
      let (kind, layer, tag) = styles[index % styles.count]
      let center = SIMD2(random.int(in: 3400...4800), random.int(in: 800...3200))
      var corners: [SIMD2<Int>] = []
      repeat {
        corners = (0..<random.int(in: 3...7)).map { _ in
          SIMD2(center.x + random.int(in: -900...900), center.y + random.int(in: -700...700))
        }
        // A ring that does not cross itself, so that its part in a tile has the same winding.
        if kind == .polygon { corners.sort { isClockwise($0 &- center, before: $1 &- center) } }
      } while kind == .polygon && !goesAround(center, corners)
      let vertices = detail == .fine ? subdivided(corners, isRing: kind == .polygon, &random) : corners
      return Feature(kind: kind, layer: layer, tag: tag, vertices: vertices)
    }
  }

  /// Returns a source whose only tile is the parent, with all features.
  ///
  /// Its 8192 units are as large as those of zoom 14.
  private static func uncutSource(_ features: [Feature], _ parent: TileID) throws -> FixedSource {
    var maker = TileMaker()
    maker.extent = 8192
    for feature in features { maker.add(feature.kind, [feature.vertices], to: feature.layer, tags: [("class", feature.tag)]) }
    return FixedSource(zoomRange: 13...13, [parent: maker.bytes()])
  }

  /// Returns a source of two tiles, each with the features in it and in 64 units around it.
  ///
  /// Lines are cut at vertices. Rings lose the vertices that are, with both neighbors, beyond the same side.
  private static func cutSource(_ features: [Feature], _ west: TileID, _ east: TileID) throws -> FixedSource {
    var tiles: [TileID: [UInt8]] = [:]
    for (id, shift) in [(west, 0), (east, 4096)] {
      var maker = TileMaker()
      for feature in features {
        let vertices = feature.vertices.map { SIMD2($0.x - shift, $0.y) }
        func side(_ vertex: SIMD2<Int>) -> Int { vertex.x < -64 ? -1 : vertex.x > 4160 ? 1 : 0 }
        var parts: [[SIMD2<Int>]] = []
        if feature.kind == .polygon {
          let remaining = vertices.indices.filter { index in
            let around = [
              vertices[(index + vertices.count - 1) % vertices.count], vertices[index], vertices[(index + 1) % vertices.count],
            ]
            let sides = Set(around.map(side))
            return sides.count > 1 || sides == [0]
          }
          if remaining.count > 2 { parts = [remaining.map { vertices[$0] }] }
        } else {
          var part: [SIMD2<Int>] = []
          for index in vertices.indices.dropLast() {
            let (a, b) = (vertices[index], vertices[index + 1])
            if side(a) != 0, side(a) == side(b) {
              if part.count > 1 { parts.append(part) }
              part = []
            } else {
              if part.isEmpty { part = [a] }
              part.append(b)
            }
          }
          if part.count > 1 { parts.append(part) }
        }
        if !parts.isEmpty { maker.add(feature.kind, parts, to: feature.layer, tags: [("class", feature.tag)]) }
      }
      tiles[id] = maker.bytes()
    }
    return FixedSource(zoomRange: 14...14, tiles)
  }

  private static let tiles: (west: TileID, east: TileID, parent: TileID)? = {
    guard let west = TileID(zoom: 14, x: 8624, y: 5746), let east = TileID(zoom: 14, x: 8625, y: 5746), let parent = west.parent
    else { return nil }
    return (west, east, parent)
  }()

  /// Returns the frames of features drawn uncut and cut into two tiles.
  ///
  /// The tiles' common edge is near the view's center.
  private func frames(_ seed: UInt64, _ detail: Detail, bearing: Double, zoom: Double) throws -> (uncut: [UInt32], cut: [UInt32]) {
    let (west, east, parent) = try #require(Self.tiles)
    #expect(east.parent == parent)
    let camera = MapCamera(
      centerPoint: MapPoint(x: east.origin.x + 1234, y: east.origin.y + east.size / 2 + 777), zoom: Scalar(floatLiteral: zoom),
      bearing: Angle(degrees: WideFixed<32>(floatLiteral: bearing)))
    let features = Self.features(seed, detail)
    let uncut = mapPixels([try Self.uncutSource(features, parent)], camera)
    #expect(Set(uncut).count > 20)
    return (uncut, mapPixels([try Self.cutSource(features, west, east)], camera))
  }

  @Test(
    "features cut into two tiles have the pixels of uncut ones", arguments: [0.0, 27.5, 90, 213], [14.0, 14.37, 16.5])
  func seam(bearing: Double, zoom: Double) throws {
    for seed in UInt64(1)...3 {
      let frames = try frames(seed, .fine, bearing: bearing, zoom: zoom)
      let differing = frames.uncut.indices.filter { frames.uncut[$0] != frames.cut[$0] }
      #expect(
        differing.isEmpty, "\(differing.count) pixels, the first at \(differing.first.map { ($0 % 320, $0 / 320) } ?? (0, 0))")
    }
  }

  // A stroke's edge ends where the next segment's begins. If that segment is only in the other tile, the edge
  // ends elsewhere on the same straight line. The rounding of its ends to 1/256 px moves the edge by as much:
  // a difference of 1 of 255, and of 2 where two such lines meet.
  @Test(
    "a line whose next vertex only the other tile has differs by 2 of 255 at most", arguments: [0.0, 27.5, 90, 213],
    [14.0, 14.37, 16.5])
  func coarseSeam(bearing: Double, zoom: Double) throws {
    for seed in UInt64(1)...3 {
      let frames = try frames(seed, .coarse, bearing: bearing, zoom: zoom)
      var largest = 0
      for (uncut, cut) in zip(frames.uncut, frames.cut) where uncut != cut {
        for shift in [UInt32(0), 8, 16] { largest = max(largest, abs(Int(uncut >> shift & 255) - Int(cut >> shift & 255))) }
      }
      #expect(largest <= 2)
    }
  }
}
