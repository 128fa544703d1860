/// The annotations of one ``AnnotationView/clusteringIdentifier``, and the clusters that they form.
final class AnnotationGroup {
  /// A cluster near the screen.
  struct Cluster {
    var annotation: ClusterAnnotation
    var traits: AnnotationTraits
  }

  let identifier: String
  let number: Int
  /// In the order in which they were added; the hierarchy's first nodes.
  private(set) var records: [AnnotationRecord] = []
  private(set) var hierarchy: ClusterHierarchy?
  /// How many hierarchies there were before this one: their nodes are others.
  private(set) var generation = 0
  /// The clusters that were near the screen when places were given last.
  /// By their signatures, so that clusters of the same members stay what they are when others change.
  var clusters: [UInt64: Cluster] = [:]

  init(identifier: String, number: Int) {
    (self.identifier, self.number) = (identifier, number)
  }

  var isStale: Bool { hierarchy == nil }

  func makeStale() {
    hierarchy = nil
  }

  func rebuild(_ members: [AnnotationRecord], radius: Int) {
    records = members
    generation += 1
    hierarchy = ClusterHierarchy(
      members.map { $0.place ?? MapPoint(x: 0, y: 0) }, numbers: members.map(\.serial), radius: radius)
  }

  /// The members of a node, in the order in which they were added.
  func members(of node: Int32) -> [any Annotation] {
    hierarchy?.members(of: node).map { records[Int($0)].annotation } ?? []
  }
}
