import CartoucheMaps
import CartoucheTestSupport
import Testing

@Suite("Clusters of GeoJSON")
struct GeoJSONClusterTests {
  private func source(_ points: [Coordinate], _ change: (inout GeoJSONOptions) -> Void = { _ in }) -> GeoJSONSource {
    let features = points.enumerated().map { index, point in
      GeoJSONFeature(id: .number(Double(index)), geometry: .point(point), properties: ["rank": .number(Double(index))])
    }
    return GeoJSONSource(
      .features(features),
      options: .with { options in
        options.isClustered = true
        change(&options)
      })
  }

  private func randomPoints(_ count: Int, seed: UInt64) -> [Coordinate] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { _ in Coordinate(latitude: random.double(in: -60...60), longitude: random.double(in: -180...179)) }
  }

  /// Clusters points as the specification of the method says, by comparing all pairs.
  private func bruteForce(_ points: [MapPoint], radius: Double, maximumZoom: Int, minimumCount: Int) -> [[(
    point: MapPoint, members: Set<Int>, number: Int
  )]] {
    var nodes = points.indices.map { (point: points[$0], members: Set([$0]), number: $0) }
    var count = points.count
    var levels = [nodes]
    for zoom in (0...maximumZoom).reversed() {
      let distance = radius * Double(MapPoint.worldSize / 512) / Double(1 << zoom)
      var (next, taken) = ([(point: MapPoint, members: Set<Int>, number: Int)](), Set<Int>())
      func delta(_ a: MapPoint, _ b: MapPoint) -> SIMD2<Double> {
        var dx = b.x - a.x
        if dx >= MapPoint.worldSize / 2 { dx -= MapPoint.worldSize }
        if dx < -MapPoint.worldSize / 2 { dx += MapPoint.worldSize }
        return SIMD2(Double(dx), Double(b.y - a.y))
      }
      for index in nodes.indices where !taken.contains(index) {
        taken.insert(index)
        let near = nodes.indices.filter { other in
          let offset = delta(nodes[index].point, nodes[other].point)
          return !taken.contains(other) && (offset * offset).sum() <= distance * distance
        }
        taken.formUnion(near)
        // The order of members is that of their numbers.
        let group = [index] + near.sorted { nodes[$0].number < nodes[$1].number }
        let members = group.reduce(into: Set<Int>()) { $0.formUnion(nodes[$1].members) }
        guard group.count > 1, members.count >= minimumCount else {
          next += group.map { nodes[$0] }
          continue
        }
        var sum = SIMD2(0.0, 0.0)
        for other in group { sum += delta(nodes[index].point, nodes[other].point) * Double(nodes[other].members.count) }
        let mean = sum / Double(members.count)
        let point = MapPoint(x: nodes[index].point.x + Int64(mean.x), y: nodes[index].point.y + Int64(mean.y)).wrapped
        next.append((point, members, count))
        count += 1
      }
      nodes = next
      levels.insert(nodes, at: 0)
    }
    return levels
  }

  @Test("clusters are those of comparing all pairs, at every zoom", arguments: [2, 5])
  func againstBruteForce(minimumCount: Int) {
    let points = randomPoints(600, seed: 4).compactMap { MapPoint($0) }
    let hierarchy = ClusterHierarchy(points, radius: 50, maximumZoom: 7, minimumCount: minimumCount)
    let expected = bruteForce(points, radius: 50, maximumZoom: 7, minimumCount: minimumCount)
    #expect(hierarchy.levels.count == 9)
    for (level, nodes) in expected.enumerated() {
      let found = hierarchy.levels[level].map { Set(hierarchy.members(of: $0).map { Int($0) }) }
      #expect(found == nodes.map(\.members), "zoom \(level)")
      for (node, other) in zip(hierarchy.levels[level], nodes) {
        let point = hierarchy.nodes[Int(node)].point
        #expect(abs(point.x - other.point.x) <= 64 && abs(point.y - other.point.y) <= 64, "doubles are rounded")
      }
    }
    #expect(expected[0].count < 60 && expected[8].count == 600)
  }

  @Test("the tiles of a zoom show each point once, alone or in a cluster with its counts")
  func tiles() {
    let source = source(randomPoints(3000, seed: 9)) { $0.clusterRadius = 40 }
    for zoom in [0, 2, 4] {
      var (sum, ids) = (0.0, Set<UInt64>())
      for x in 0..<1 << zoom {
        for y in 0..<1 << zoom {
          for feature in source.features(zoom, x, y) {
            let vertex = feature.parts[0][0]
            // The margins of tiles repeat their neighbors.
            guard 0..<8192 ~= vertex.x, 0..<8192 ~= vertex.y, let id = feature.id, ids.insert(id).inserted else { continue }
            if case .number(let count) = feature.properties["point_count"] {
              #expect(feature.properties["cluster"] == .flag(true) && feature.properties["cluster_id"] == .number(Double(id)))
              #expect(count > 1)
              sum += count
            } else {
              sum += 1
            }
          }
        }
      }
      #expect(sum == 3000, "zoom \(zoom)")
    }
  }

  @Test("a cluster lists its points and children, and its expansion zoom is the lowest with more than one node")
  func members() throws {
    let source = source(randomPoints(500, seed: 2))
    for feature in source.features(0, 0, 0) {
      guard case .number(let number) = feature.properties["cluster_id"], case .number(let count) = feature.properties["point_count"]
      else { continue }
      let id = Int(number)
      let leaves = try #require(source.clusterLeaves(of: id, limit: .max))
      #expect(leaves.count == Int(count) && Set(leaves.compactMap(\.id)).count == leaves.count)
      #expect(source.clusterLeaves(of: id) == Array(leaves.prefix(10)))
      #expect(source.clusterLeaves(of: id, limit: 3, offset: 2) == Array(leaves.dropFirst(2).prefix(3)))
      let children = try #require(source.clusterChildren(of: id))
      #expect(children.count > 1)
      let counts = children.map { if case .number(let count) = $0.properties["point_count"] { count } else { 1.0 } }
      #expect(counts.reduce(0, +) == count)
      #expect(try #require(source.clusterExpansionZoom(of: id)) >= 1)
    }
    #expect(
      source.clusterLeaves(of: 3) == nil && source.clusterChildren(of: -1) == nil && source.clusterExpansionZoom(of: 1 << 40) == nil
    )
    let pair = self.source([Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 0, longitude: 1)])
    // 1° is 91 points at zoom 6, and 45.5 at zoom 5.
    #expect(pair.clusterExpansionZoom(of: 2) == 6)
    #expect(pair.features(5, 15, 15).first?.properties["point_count"] == .number(2))
    #expect(pair.features(6, 32, 31).map { $0.properties["rank"] } == [.number(0), .number(1)])
  }

  @Test("properties of clusters are computed from those of their points")
  func properties() {
    let points = (0..<5).map { Coordinate(latitude: 0, longitude: Double($0) / 1000) }
    let source = source(points) {
      $0.clusterProperties = [
        GeoJSONClusterProperty(name: "sum", map: "[\"get\", \"rank\"]", operator: "+"),
        GeoJSONClusterProperty(name: "max", map: "[\"get\", \"rank\"]", operator: "max"),
        GeoJSONClusterProperty(
          name: "texts", map: "[\"to-string\", [\"get\", \"rank\"]]",
          reduce: "[\"concat\", [\"accumulated\"], [\"get\", \"texts\"]]"),
        GeoJSONClusterProperty(name: "broken", map: "[\"nonsense\"]", operator: "+"),
      ]
    }
    let properties = source.features(0, 0, 0).first?.properties
    #expect(properties?["sum"] == .number(10) && properties?["max"] == .number(4) && properties?["texts"] == .string("01234"))
    #expect(properties?["broken"] == nil && source.errorTexts().count == 1)
  }

  @Test("large counts are abbreviated, and features that are no points are reported once")
  func abbreviations() {
    for (count, text) in [
      (999, TagValue.number(999)), (1000, .string("1k")), (1250, .string("1.3k")), (9960, .string("10k")), (12_499, .string("12k")),
    ] {
      let source = source([Coordinate](repeating: Coordinate(latitude: 1, longitude: 2), count: count))
      #expect(source.features(0, 0, 0).map { $0.properties["point_count_abbreviated"] } == [text])
    }
    let mixed = GeoJSONSource(
      .features([
        GeoJSONFeature(geometry: .point(Coordinate(latitude: 0, longitude: 0))),
        GeoJSONFeature(geometry: .lineString([Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 1, longitude: 0)])),
      ]), options: .with { $0.isClustered = true })
    #expect(mixed.features(0, 0, 0).map(\.kind) == [.point])
    #expect(mixed.takeErrors().map(\.count) == [1])
  }
}
