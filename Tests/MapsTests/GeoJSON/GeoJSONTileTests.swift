import CartoucheMaps
import CartoucheTestSupport
import Testing

@Suite("Tiles of GeoJSON")
struct GeoJSONTileTests {
  private func source(_ geometry: GeoJSONGeometry, _ change: (inout GeoJSONOptions) -> Void = { _ in }) -> GeoJSONSource {
    GeoJSONSource(.features([GeoJSONFeature(geometry: geometry)]), options: .with(change))
  }

  /// Returns a line through random positions in and around a tile.
  private func randomLine(_ count: Int, _ random: inout SplitMix64, spread: Double = 3) -> [Coordinate] {
    (0..<count).map { _ in
      let position = SIMD2(random.double(in: -8192 * spread...8192 * spread), random.double(in: -8192 * spread...8192 * spread))
      return .inTile(6, 20, 30, at: position)
    }
  }

  @Test("adjacent tiles have the same points at the edge that they share")
  func sharedCuts() {
    var random = SplitMix64(seed: 3)
    for tolerance in [0, 0.375] {
      for isRing in [false, true] {
        let line = randomLine(300, &random)
        let source = source(isRing ? .polygon([line]) : .lineString(line)) { ($0.buffer, $0.tolerance) = (0, tolerance) }
        func vertices(_ x: Int, _ y: Int) -> Set<SIMD2<Int32>> { Set(source.features(6, x, y).flatMap(\.parts).joined()) }
        for (x, y) in [(20, 30), (19, 30), (20, 29), (21, 31)] {
          let right = Set(vertices(x, y).filter { $0.x == 8192 }.map(\.y)).subtracting([0, 8192])
          let left = Set(vertices(x + 1, y).filter { $0.x == 0 }.map(\.y)).subtracting([0, 8192])
          #expect(right == left && !right.isEmpty)
          let bottom = Set(vertices(x, y).filter { $0.y == 8192 }.map(\.x)).subtracting([0, 8192])
          let top = Set(vertices(x, y + 1).filter { $0.y == 0 }.map(\.x)).subtracting([0, 8192])
          #expect(bottom == top && !bottom.isEmpty)
        }
      }
    }
  }

  @Test("the tiles of a polygon with a hole have its area together, exteriors clockwise and holes counterclockwise")
  func areas() {
    var random = SplitMix64(seed: 8)
    for isReversed in [false, true] {
      func ring(_ radius: ClosedRange<Double>) -> [SIMD2<Double>] {
        let directions = [
          SIMD2(1.0, 0), SIMD2(0.75, 0.625), SIMD2(0, 1), SIMD2(-0.625, 0.75), SIMD2(-1, 0), SIMD2(-0.5, -0.75), SIMD2(0, -1),
        ]
        let ring = directions.map { $0 * random.double(in: radius) }
        return isReversed ? ring.reversed() : ring
      }
      func area(_ ring: [SIMD2<Double>]) -> Double {
        var area = 0.0
        for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) { area += a.x * b.y - a.y * b.x }
        return abs(area) / 2
      }
      // Both wind in the same direction, which is wrong for one of them.
      let (exterior, hole) = (ring(15_000...20_000), ring(5000...8000))
      let source = source(.polygon([exterior, hole].map { $0.map { .inTile(6, 20, 30, at: $0) } })) {
        ($0.buffer, $0.tolerance) = (0, 0)
      }
      var sum = 0.0
      for x in 15...25 {
        for y in 25...35 {
          for ring in source.features(6, x, y).flatMap(\.parts) { sum += doubledArea(ring) / 2 }
        }
      }
      let expected = area(exterior) - area(hole)
      #expect(abs(sum - expected) < expected / 1000)
    }
  }

  @Test("a simplified line is within the tolerance of the original at each zoom, and complete at the maximum zoom")
  func simplification() throws {
    var random = SplitMix64(seed: 5)
    var position = SIMD2(0.0, 4000.0)
    var positions = [position]
    for _ in 0..<2000 {
      position += SIMD2(random.double(in: 0...4), random.double(in: -4...4))
      positions.append(position)
    }
    let source = source(.lineString(positions.map { .inTile(6, 20, 30, at: $0) })) { $0.maximumZoom = 9 }
    var counts: [Int] = []
    for zoom in [2, 4, 6] {
      let line = try #require(source.features(zoom, 20 >> (6 - zoom), 30 >> (6 - zoom)).first?.parts.first)
      counts.append(line.count)
      let scale = Double(1 << (6 - zoom))
      let origin = SIMD2(Double(20 % (1 << (6 - zoom))), Double(30 % (1 << (6 - zoom)))) * 8192
      let simplified = line.map { SIMD2(Double($0.x), Double($0.y)) * scale - origin }
      for position in positions {
        let nearest = zip(simplified, simplified.dropFirst()).map { distance(position, $0, $1) }.min() ?? .infinity
        #expect(nearest <= 7 * scale, "6 units and the rounding of vertices")
      }
    }
    #expect(counts == counts.sorted() && counts[2] < 1500 && counts[0] < 100)
    var count = 0
    for x in 160..<168 {
      for y in 240..<248 { count += source.features(9, x, y).reduce(0) { $0 + $1.parts.joined().count } }
    }
    #expect(count > 2000)
  }

  private func distance(_ p: SIMD2<Double>, _ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
    let (d, q) = (b - a, p - a)
    let length = (d * d).sum()
    let t = length > 0 ? min(max((d * q).sum() / length, 0), 1) : 0
    let rest = q - d * t
    return (rest * rest).sum().squareRoot()
  }

  @Test("longitudes beyond 180° appear at the other side of the world, and latitudes are clamped to the map")
  func worldCopies() {
    let line = source(.lineString([Coordinate(latitude: 10, longitude: 170), Coordinate(latitude: 10, longitude: 200)])) {
      $0.buffer = 0
    }
    #expect(line.features(3, 7, 3).flatMap(\.parts).joined().map(\.x).max() == 8192)
    #expect(line.features(3, 0, 3).flatMap(\.parts).joined().map(\.x).sorted() == [0, 3641])
    #expect(line.features(3, 3, 3).isEmpty)
    let west = source(.point(Coordinate(latitude: 10, longitude: -190)))
    #expect(
      west.features(3, 7, 3).first?.parts == source(.point(Coordinate(latitude: 10, longitude: 170))).features(3, 7, 3).first?.parts
    )
    // A point at the edge of the world is in the margins of tiles at both sides.
    #expect(
      source(.point(Coordinate(latitude: 10, longitude: 180))).features(0, 0, 0).map(\.parts) == [
        [[SIMD2(0, 3867)]], [[SIMD2(8192, 3867)]],
      ])
    let poles = source(.multiPoint([90, -90, 85.06, 1e300, -1e300].map { Coordinate(latitude: $0, longitude: 0) }))
    #expect(poles.features(0, 0, 0)[0].parts.joined().map(\.y) == [0, 8192, 0, 0, 8192])
    #expect(source(.point(Coordinate(latitude: 0, longitude: 1e300))).features(0, 0, 0).isEmpty)
    #expect(
      source(.point(Coordinate(latitude: .nan, longitude: 0))).takeErrors().map(\.reason) == [
        "feature 0 is left out: a coordinate is not a finite number"
      ])
  }

  @Test("the pieces of a measured line follow each other from 0 to 1, also in adjacent tiles")
  func lineMetrics() {
    let lines = [-10.0, 40].map { latitude in
      [
        Coordinate(latitude: latitude, longitude: -170), Coordinate(latitude: latitude, longitude: 0),
        Coordinate(latitude: latitude, longitude: 190),
      ]
    }
    let source = source(.multiLineString(lines)) { ($0.hasLineMetrics, $0.buffer, $0.tolerance) = (true, 0, 3) }
    for row in [1, 2] {
      var pieces: [(start: Double, end: Double)] = []
      for feature in (0..<4).flatMap({ source.features(2, $0, row) }) {
        #expect(feature.parts.count == 1)
        guard case .number(let start) = feature.properties["mapbox_clip_start"],
          case .number(let end) = feature.properties["mapbox_clip_end"]
        else { continue }
        pieces.append((start, end))
      }
      pieces.sort { $0.start < $1.start }
      #expect(pieces.count == 5, "the part beyond 180° is a piece in the first tile")
      #expect(pieces.first?.start == 0 && pieces.last?.end == 1)
      for (piece, next) in zip(pieces, pieces.dropFirst()) { #expect(abs(piece.end - next.start) < 1e-9) }
    }
  }

  @Test("the features of a tile are those whose boxes meet it, in the order of the data")
  func manyPoints() throws {
    var random = SplitMix64(seed: 21)
    let points = (0..<40_000).map { _ in Coordinate(latitude: random.double(in: -80...80), longitude: random.double(in: -180...180))
    }
    let source = GeoJSONSource(.features(points.enumerated().map { GeoJSONFeature(id: .number(Double($0)), geometry: .point($1)) }))
    for id in [
      TileID(zoom: 0, x: 0, y: 0), TileID(zoom: 3, x: 0, y: 4), TileID(zoom: 5, x: 31, y: 9), TileID(zoom: 7, x: 3, y: 60),
    ] {
      let id = try #require(id)
      let margin = id.size / 4
      var expected: [UInt64?] = []
      for (index, coordinate) in points.enumerated() {
        guard let point = MapPoint(coordinate) else { continue }
        let y: Int64 = point.y - id.origin.y
        for copy: Int64 in [-1, 0, 1] {
          let x: Int64 = point.x + copy * MapPoint.worldSize - id.origin.x
          let isInside = x >= -margin && x <= id.size + margin && y >= -margin && y <= id.size + margin
          if isInside { expected.append(UInt64(index)) }
        }
      }
      #expect(source.features(id.zoom, id.x, id.y).map(\.id) == expected)
    }
  }

  @Test("tiles are the same whenever they are cut, and there are none beyond the maximum zoom")
  func determinism() {
    var random = SplitMix64(seed: 33)
    let geometry = GeoJSONGeometry.collection([.lineString(randomLine(200, &random)), .polygon([randomLine(100, &random)])])
    let (a, b) = (source(geometry) { $0.maximumZoom = 7 }, source(geometry) { $0.maximumZoom = 7 })
    for zoom in 0...7 {
      let (x, y) = (20 * (1 << zoom) / 64, 30 * (1 << zoom) / 64)
      #expect(a.features(zoom, x, y) == b.features(zoom, x, y))
      #expect(a.features(zoom, x, y) == a.features(zoom, x, y))
      #expect(!a.features(zoom, x, y).isEmpty)
    }
    #expect(a.features(8, 80, 120).isEmpty)
  }

  @Test("a line with equal, collinear and alternating vertices is simplified in little time")
  func adversarialLines() {
    var (zigzag, growing): ([Coordinate], [Coordinate]) = ([], [])
    for index in 0..<20_000 {
      let sign: Double = index.isMultiple(of: 2) ? 1 : -1
      let x = Double(index) / 200
      zigzag.append(Coordinate(latitude: sign, longitude: x))
      growing.append(Coordinate(latitude: x * sign / 2, longitude: x))
    }
    let equal = [Coordinate](repeating: Coordinate(latitude: 1, longitude: 1), count: 20_000)
    for line in [zigzag, growing, equal] {
      for geometry in [GeoJSONGeometry.lineString(line), .polygon([line])] { _ = source(geometry).features(0, 0, 0) }
    }
    #expect(source(.lineString(equal)).features(0, 0, 0).isEmpty, "it has no length")
  }
}
