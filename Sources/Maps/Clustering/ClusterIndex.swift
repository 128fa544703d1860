/// Finds the points and clusters of a hierarchy that are shown in an area, without visiting the others.
///
/// The hierarchy itself is the index: a cluster whose members are all elsewhere is left out with them.
package struct ClusterIndex: Sendable {
  /// The bounds of a node and of all nodes in it, as offsets from the node's point.
  private struct Extent {
    var (minX, minY, maxX, maxY) = (Int64(0), Int64(0), Int64(0), Int64(0))
  }

  private var extents: [Extent]

  /// Creates the index of a hierarchy.
  ///
  /// - Complexity: O(n) for n nodes.
  package init(_ hierarchy: ClusterHierarchy) {
    let nodes = hierarchy.nodes
    extents = [Extent](repeating: Extent(), count: nodes.count)
    // A cluster comes after its children.
    for index in nodes.indices where nodes[index].firstChild >= 0 {
      let point = nodes[index].point
      var extent = Extent()
      var child = nodes[index].firstChild
      while child >= 0 {
        let (node, inner) = (nodes[Int(child)], extents[Int(child)])
        let (dx, dy) = (MapPoint.wrappedDelta(from: point.x, to: node.point.x), node.point.y &- point.y)
        extent.minX = min(extent.minX, dx &+ inner.minX)
        extent.maxX = max(extent.maxX, dx &+ inner.maxX)
        extent.minY = min(extent.minY, dy &+ inner.minY)
        extent.maxY = max(extent.maxY, dy &+ inner.maxY)
        child = node.nextSibling
      }
      extents[index] = extent
    }
  }

  /// Calls `body` with each node that is shown at a level and whose point is in `rect`.
  ///
  /// - Parameters:
  ///   - hierarchy: The hierarchy of which this is the index.
  ///   - stack: Memory for the search.
  package func forEachNode(
    of hierarchy: ClusterHierarchy, atLevel level: Int, in rect: MapRect, stack: inout [Int32], _ body: (Int32) -> Void
  ) {
    stack.removeAll(keepingCapacity: true)
    let root = min(level, hierarchy.searchLevel)
    if hierarchy.levels.indices.contains(root) { stack.append(contentsOf: hierarchy.levels[root]) }
    while let index = stack.popLast() {
      let node = hierarchy.nodes[Int(index)]
      if Int(node.level) >= level {
        if rect.contains(node.point) { body(index) }
        continue
      }
      guard overlaps(extents[Int(index)], at: node.point, rect) else { continue }
      var child = node.firstChild
      while child >= 0 {
        stack.append(child)
        child = hierarchy.nodes[Int(child)].nextSibling
      }
    }
  }

  private func overlaps(_ extent: Extent, at point: MapPoint, _ rect: MapRect) -> Bool {
    guard point.y &+ extent.minY < rect.origin.y &+ rect.height, rect.origin.y <= point.y &+ extent.maxY else { return false }
    let mask = MapPoint.worldSize - 1
    let left = point.x &+ extent.minX
    return (left &- rect.origin.x) & mask < rect.width || (rect.origin.x &- left) & mask <= extent.maxX &- extent.minX
  }
}
