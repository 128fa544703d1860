extension GeoJSONSource {
  /// Returns points of a cluster, in the order of the hierarchy.
  ///
  /// - Parameters:
  ///   - cluster: The property `cluster_id` of the cluster. It is valid until the source changes.
  ///   - limit: The maximum number of points.
  ///   - offset: The number of points to skip.
  /// - Returns: The points' features; nil if there is no such cluster.
  public func clusterLeaves(of cluster: Int, limit: Int = 10, offset: Int = 0) -> [GeoJSONFeature]? {
    let snapshot = snapshot
    return snapshot.clusters?.leaves(of: cluster, limit: limit, offset: offset)?.map { snapshot.clusterFeature($0) }
  }

  /// Returns the points and clusters into which a cluster divides at its expansion zoom; nil if there is no
  /// such cluster.
  public func clusterChildren(of cluster: Int) -> [GeoJSONFeature]? {
    let snapshot = snapshot
    return snapshot.clusters?.children(of: cluster)?.map { snapshot.clusterFeature($0) }
  }

  /// Returns the lowest zoom at which a cluster is divided; nil if there is no such cluster.
  public func clusterExpansionZoom(of cluster: Int) -> Int? { snapshot.clusters?.expansionZoom(of: cluster) }
}

extension GeoJSONSnapshot {
  /// Returns the feature of a point or a cluster.
  fileprivate func clusterFeature(_ node: Int) -> GeoJSONFeature {
    guard let clusters else { return GeoJSONFeature(geometry: nil) }
    let geometry = Coordinate(clusters.point(of: node).wrapped).map { GeoJSONGeometry.point($0) }
    let properties: [(name: String, value: TagValue)]
    var id: GeoJSONIdentifier?
    if let reference = clusters.reference(of: node) {
      let table = entries[Int(reference.entry)].table
      properties = table.properties(of: Int(reference.feature))
      id = table.id(of: Int(reference.feature))
    } else {
      properties = clusters.properties(ofCluster: node)
      id = .number(Double(node))
    }
    return GeoJSONFeature(
      id: id, geometry: geometry, properties: Dictionary(properties.map { ($0.name, GeoJSONValue($0.value)) }) { $1 })
  }
}

extension GeoJSONValue {
  init(_ tag: TagValue) {
    switch tag {
    case .null: self = .null
    case .flag(let flag): self = .boolean(flag)
    case .number(let number): self = .number(number)
    case .string(let text): self = .text(text)
    case .json(let text): self = (try? JSONNode(parsing: text)).map(GeoJSONValue.init) ?? .null
    }
  }

  private init(_ node: JSONNode) {
    switch node.value {
    case .null: self = .null
    case .boolean(let boolean): self = .boolean(boolean)
    case .number(let number): self = .number(number)
    case .string(let text): self = .text(text)
    case .array(let items): self = .array(items.map(GeoJSONValue.init))
    case .object(let object):
      self = .object(Dictionary(object.members.map { ($0.key, GeoJSONValue($0.value)) }) { $1 })
    }
  }
}
