/// The annotations whose views have one ``AnnotationView/clusteringIdentifier``, with the clusters of the
/// group.
final class ClusteringGroup {
  /// A cluster near the screen.
  struct Cluster {
    var annotation: ClusterAnnotation
    var traits: AnnotationTraits
    /// The point whose coordinate the annotation has; nil if the coordinate is not known to be current.
    var point: MapPoint?
  }

  let identifier: String
  let number: Int
  /// The group's annotations in the order of adding, which are also the first nodes of the hierarchy.
  private(set) var records: [AnnotationRecord] = []
  private(set) var hierarchy: ClusterHierarchy?
  /// The index of the hierarchy.
  private(set) var index: ClusterIndex?
  /// The number of hierarchies built for the group. A node index is valid within one generation only.
  private(set) var generation = 0
  /// The clusters that were near the screen at the last placement, by their signatures.
  ///
  /// If the members of a cluster do not change, the cluster keeps its annotation while other clusters change.
  var clusters: [UInt64: Cluster] = [:]
  /// Memory for the clusters of the next placement.
  var spareClusters: [UInt64: Cluster] = [:]

  init(identifier: String, number: Int) {
    (self.identifier, self.number) = (identifier, number)
  }

  var isStale: Bool { hierarchy == nil }

  func makeStale() {
    (hierarchy, index) = (nil, nil)
  }

  func rebuild(_ members: [AnnotationRecord], radius: Int) {
    records = members
    generation += 1
    let hierarchy = ClusterHierarchy(
      members.map { $0.point ?? MapPoint(x: 0, y: 0) }, numbers: members.map(\.serial), radius: radius)
    (self.hierarchy, index) = (hierarchy, ClusterIndex(hierarchy))
  }

  /// Returns the annotations of a node of the hierarchy, in the order of adding.
  func members(of node: Int32) -> [any Annotation] {
    hierarchy?.members(of: node).map { records[Int($0)].annotation } ?? []
  }
}
