/// The clusters of a ``GeoJSONSource`` at all zooms, with their properties.
final class GeoJSONClusters: Sendable {
  /// A point of the source.
  struct Reference: Sendable {
    var entry: Int32
    var feature: Int32
  }

  private let rules: GeoJSONRules
  /// The number of the zoom is the level, whose last one has single points only.
  private let hierarchy: ClusterHierarchy
  private let references: [Reference]
  /// The values of the cluster properties of each cluster.
  private let values: [[StyleValue]]
  /// The nodes along a curve through the world: their positions on it, and their indices.
  private let codes: [UInt64]
  private let codeNodes: [Int32]
  /// The number of features that are not shown because they are no single points.
  let leftOutCount: Int

  init(_ entries: [TableEntry], _ rules: GeoJSONRules) {
    self.rules = rules
    var (points, leftOutCount) = ([(order: Int64, reference: Reference, point: MapPoint)](), 0)
    for (number, entry) in entries.enumerated() {
      let table = entry.table
      let (features, shapes, vertices) = (table.features, table.shapes, table.vertices)
      for (index, feature) in features.enumerated() where feature.isShown && !entry.isRemoved(index) && feature.shapeCount > 0 {
        let shape = shapes[Int(feature.firstShape)]
        guard feature.shapeCount == 1, shape.kind == .point, shape.partCount == 1 else {
          leftOutCount += 1
          continue
        }
        let reference = Reference(entry: Int32(truncatingIfNeeded: number), feature: Int32(truncatingIfNeeded: index))
        points.append((feature.order, reference, vertices[table.vertexRange(ofPart: Int(shape.firstPart)).lowerBound]))
      }
    }
    self.leftOutCount = leftOutCount
    let isSorted = zip(points, points.dropFirst()).allSatisfy { $0.order <= $1.order }
    if !isSorted { points.sort { $0.order < $1.order } }
    references = points.map(\.reference)
    let hierarchy = ClusterHierarchy(
      points.map(\.point), radius: rules.options.clusterRadius, maximumZoom: rules.options.highestClusterZoom,
      minimumCount: rules.options.clusterMinimumPoints)
    self.hierarchy = hierarchy
    values = Self.values(of: hierarchy, references, entries, rules)
    let nodes = hierarchy.nodes
    let order = nodes.indices.map { (code: MortonCode.of(nodes[$0].point), node: Int32(truncatingIfNeeded: $0)) }
      .sorted { ($0.code, $0.node) < ($1.code, $1.node) }
    codes = order.map(\.code)
    codeNodes = order.map(\.node)
  }

  private static func values(
    of hierarchy: ClusterHierarchy, _ references: [Reference], _ entries: [TableEntry], _ rules: GeoJSONRules
  ) -> [[StyleValue]] {
    if rules.clusterProperties.isEmpty { return [] }
    var values: [[StyleValue]] = []
    func value(of node: Int32) -> [StyleValue] {
      if Int(node) >= references.count { return values[Int(node) - references.count] }
      let reference = references[Int(node)]
      return rules.clusterValues(of: entries[Int(reference.entry)].table, Int(reference.feature))
    }
    // A cluster comes after its members.
    for node in hierarchy.nodes.dropFirst(references.count) {
      var joined = value(of: node.firstChild)
      var child = hierarchy.nodes[Int(node.firstChild)].nextSibling
      while child >= 0 {
        rules.reduce(&joined, with: value(of: child))
        child = hierarchy.nodes[Int(child)].nextSibling
      }
      values.append(joined)
    }
    return values
  }

  var byteCount: Int {
    hierarchy.nodes.count * (MemoryLayout<ClusterHierarchy.Node>.stride + 12) + references.count * 8
      + hierarchy.levels.reduce(0) { $0 + $1.count * 4 } + values.count * rules.clusterProperties.count * 40
  }

  // MARK: Tiles

  /// Returns the tile; nil if nothing is in it.
  func tile(_ id: TileID, of entries: [TableEntry]) -> VectorTile? {
    var builder = TileLayerBuilder(id)
    // A cluster's symbol may be as large as the area of its points.
    let margin = ElementaryFunctions.nearest(Double(id.size) * min(max(rules.options.clusterRadius, 0) / 512, 1))
    var found: [(node: Int32, x: Int64, y: Int64)] = []
    for down in -1...1 {
      let row = id.y + down
      guard row >= 0, row < 1 << id.zoom else { continue }
      for right in -1...1 {
        let column = id.x + right
        // A column beyond the world's edge is that at the other edge, moved by a world.
        let wrappedColumn = column & (1 << id.zoom - 1)
        let offset = Int64(column - wrappedColumn) * id.size
        for index in range(MortonCode.range(zoom: id.zoom, x: wrappedColumn, y: row)) {
          let node = hierarchy.nodes[Int(codeNodes[index])]
          guard isShown(node, at: id.zoom) else { continue }
          let (x, y) = (node.point.x + offset, node.point.y)
          guard x >= id.origin.x - margin, x <= id.origin.x + id.size + margin, y >= id.origin.y - margin,
            y <= id.origin.y + id.size + margin
          else { continue }
          found.append((codeNodes[index], x, y))
        }
      }
    }
    found.sort { ($0.node, $0.x) < ($1.node, $1.x) }
    var current: Int32 = -1
    for (node, x, y) in found {
      builder.addVertex(x: x, y: y)
      builder.endPart(.point)
      if Int(node) < references.count {
        let reference = references[Int(node)]
        let table = entries[Int(reference.entry)].table
        if current != reference.entry { builder.begin(table) }
        current = reference.entry
        let feature = table.features[Int(reference.feature)]
        builder.addTags(table, feature)
        builder.endFeature(.point, id: rules.id(of: feature, in: table))
      } else {
        for (name, value) in properties(ofCluster: Int(node)) { builder.addTag(name, value) }
        builder.endFeature(.point, id: UInt64(node))
      }
    }
    return builder.layer.features.isEmpty ? nil : VectorTile(layers: [builder.layer])
  }

  private func isShown(_ node: ClusterHierarchy.Node, at zoom: Int) -> Bool {
    let level = min(zoom, hierarchy.levels.count - 1)
    return level <= Int(node.level) && (node.parent < 0 || level > Int(hierarchy.nodes[Int(node.parent)].level))
  }

  /// Returns the indices of the codes in a range.
  private func range(_ range: Range<UInt64>) -> Range<Int> {
    func firstIndex(notBelow code: UInt64) -> Int {
      var (low, high) = (0, codes.count)
      while low < high {
        let middle = (low + high) >> 1
        if codes[middle] < code { low = middle + 1 } else { high = middle }
      }
      return low
    }
    return firstIndex(notBelow: range.lowerBound)..<firstIndex(notBelow: range.upperBound)
  }

  /// Returns the properties of a cluster, in the order in which MapLibre writes them.
  func properties(ofCluster node: Int) -> [(name: String, value: TagValue)] {
    var properties: [(name: String, value: TagValue)] = []
    if !values.isEmpty {
      for (property, value) in zip(rules.clusterProperties, values[node - references.count]) {
        properties.append((property.name, TagValue(value)))
      }
    }
    let count = Int(hierarchy.nodes[node].count)
    return properties.filter { !Self.ownNames.contains($0.name) } + [
      ("cluster", .flag(true)), ("cluster_id", .number(Double(node))), ("point_count", .number(Double(count))),
      ("point_count_abbreviated", Self.abbreviated(count)),
    ]
  }

  private static let ownNames = ["cluster", "cluster_id", "point_count", "point_count_abbreviated"]

  /// Returns a number as a short text from 1000 on, such as 1.2k.
  static func abbreviated(_ count: Int) -> TagValue {
    if count >= 10_000 { return .string("\((count + 500) / 1000)k") }
    guard count >= 1000 else { return .number(Double(count)) }
    let tenths = (count + 50) / 100
    return .string(tenths % 10 == 0 ? "\(tenths / 10)k" : "\(tenths / 10).\(tenths % 10)k")
  }

  // MARK: Members

  func isCluster(_ id: Int) -> Bool { id >= references.count && id < hierarchy.nodes.count }

  /// Returns the points and clusters into which a cluster divides; nil if there is no such cluster.
  func children(of id: Int) -> [Int]? {
    guard isCluster(id) else { return nil }
    var children: [Int] = []
    var child = hierarchy.nodes[id].firstChild
    while child >= 0 {
      children.append(Int(child))
      child = hierarchy.nodes[Int(child)].nextSibling
    }
    return children
  }

  /// Returns points of a cluster; nil if there is no such cluster.
  func leaves(of id: Int, limit: Int, offset: Int) -> [Int]? {
    guard isCluster(id) else { return nil }
    var leaves: [Int] = []
    var (skipped, stack) = (max(offset, 0), [id])
    while let node = stack.popLast(), leaves.count < limit {
      let count = Int(hierarchy.nodes[node].count)
      if count <= skipped {
        skipped -= count
      } else if let children = children(of: node) {
        stack += children.reversed()
      } else {
        leaves.append(node)
      }
    }
    return leaves
  }

  /// Returns the lowest zoom at which a cluster is divided; nil if there is no such cluster.
  func expansionZoom(of id: Int) -> Int? { isCluster(id) ? Int(hierarchy.nodes[id].level) + 1 : nil }

  func point(of node: Int) -> MapPoint { hierarchy.nodes[node].point }

  /// Returns where the feature of a node is; nil for a cluster.
  func reference(of node: Int) -> Reference? { node < references.count ? references[node] : nil }
}
