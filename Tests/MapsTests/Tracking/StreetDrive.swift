import CartoucheMaps
import CartoucheTestSupport
import Testing

/// A drive along the streets of a tile, at a steady speed. At a junction it mostly goes straight on.
struct StreetDrive {
  /// The corners of the way in map units, and the meters from its beginning to each.
  private var corners: [(point: SIMD2<Double>, meters: Double)] = []
  /// The map units in a meter.
  let unitsPerMeter: Double

  /// Finds a way of `meters` along the roads of an archive in the OpenMapTiles schema.
  ///
  /// - Parameter place: A place in the tile of zoom 14 whose streets are driven.
  init(archive: String, place: Coordinate, meters: Double, seed: UInt64) throws {
    let point = MapPoint(clamping: place)
    let id = TileID(at: point, zoom: 14)
    let bytes = try #require(try TileArchive.open(path: archive).tile(id))
    let roads = try #require(try VectorTile.decode(bytes).tile.layers.first { $0.name == "transportation" })
    unitsPerMeter = try #require(MapPoint.unitsPerMeter(atLatitude: place.latitude))
    let neighbors = Self.neighbors(roads)
    var random = SplitMix64(seed: seed)
    let middle = SIMD2<Int32>(2048, 2048)
    func distance(_ vertex: SIMD2<Int32>) -> Int64 {
      let way = SIMD2<Int64>(truncatingIfNeeded: vertex &- middle)
      return way.x * way.x + way.y * way.y
    }
    var here = try #require(neighbors.keys.min { (distance($0), $0.x, $0.y) < (distance($1), $1.x, $1.y) })
    var before = here
    let origin = SIMD2(Double(id.x), Double(id.y)) * 134_217_728  // the units of a tile of zoom 14
    var length = 0.0
    corners = [(origin + SIMD2(Double(here.x), Double(here.y)) * 32_768, 0)]
    while length < meters {
      let next = Self.next(from: here, cameFrom: before, neighbors[here] ?? [], &random)
      (before, here) = (here, next)
      let corner = origin + SIMD2(Double(here.x), Double(here.y)) * 32_768
      length += Self.length(corner - corners[corners.count - 1].point) / unitsPerMeter
      corners.append((corner, length))
    }
  }

  /// Returns the vertices that roads connect with each vertex inside the tile.
  private static func neighbors(_ roads: VectorLayer) -> [SIMD2<Int32>: [SIMD2<Int32>]] {
    var result: [SIMD2<Int32>: [SIMD2<Int32>]] = [:]
    let drivable: Set<TagValue> = Set(["trunk", "primary", "secondary", "tertiary", "minor"].map { .string($0) })
    func isInside(_ vertex: SIMD2<Int32>) -> Bool { (0..<4096).contains(vertex.x) && (0..<4096).contains(vertex.y) }
    for feature in roads.features where feature.kind == .line {
      let isDrivable = feature.tags.contains { index in
        let tag = roads.tags[Int(index)]
        return roads.keys[Int(tag.x)] == "class" && drivable.contains(roads.values[Int(tag.y)])
      }
      guard isDrivable else { continue }
      for part in feature.parts {
        let line = roads.vertices[Int(roads.partStart(part))..<Int(roads.partEnds[Int(part)])]
        for (a, b) in zip(line, line.dropFirst()) where a != b && isInside(a) && isInside(b) {
          result[a, default: []].append(b)
          result[b, default: []].append(a)
        }
      }
    }
    return result
  }

  /// Returns the next vertex: nearly straight on, sometimes another, and back only from a dead end.
  private static func next(
    from here: SIMD2<Int32>, cameFrom before: SIMD2<Int32>, _ neighbors: [SIMD2<Int32>], _ random: inout SplitMix64
  ) -> SIMD2<Int32> {
    let onward = neighbors.filter { $0 != before }
    guard !onward.isEmpty else { return before }
    if random.next() % 8 == 0 { return onward[Int(random.next() % UInt64(onward.count))] }
    let direction = vector(before, here)
    func turn(_ vertex: SIMD2<Int32>) -> Double {
      let way = vector(here, vertex)
      return (direction * way).sum() / max(length(direction) * length(way), 1)
    }
    return onward.max { turn($0) < turn($1) } ?? before
  }

  private static func vector(_ a: SIMD2<Int32>, _ b: SIMD2<Int32>) -> SIMD2<Double> {
    SIMD2(Double(b.x) - Double(a.x), Double(b.y) - Double(a.y))
  }

  private static func length(_ vector: SIMD2<Double>) -> Double { (vector * vector).sum().squareRoot() }

  /// Returns the true position after `meters`, and whether the way is straight for `margin` meters before and
  /// after it.
  func place(at meters: Double, straightFor margin: Double) -> (point: SIMD2<Double>, isStraight: Bool) {
    func point(_ meters: Double) -> SIMD2<Double> {
      let last = corners.count - 1
      let after = corners.firstIndex { $0.meters > meters } ?? last
      let (a, b) = (corners[max(after - 1, 0)], corners[after])
      let part = b.meters > a.meters ? min(max((meters - a.meters) / (b.meters - a.meters), 0), 1) : 0
      return a.point + (b.point - a.point) * part
    }
    let (before, here, after) = (point(meters - margin), point(meters), point(meters + margin))
    let way = Self.length(here - before) + Self.length(after - here)
    // A way that bends is longer on the ground than the lines between its places.
    return (here, way > 1.99 * margin * unitsPerMeter && Self.length(after - before) > 0.999 * way)
  }
}
