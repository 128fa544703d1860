import CartoucheRaster

/// A hierarchical clustering of points: at every half zoom for annotations, at every whole zoom for tiles.
///
/// Each cluster is part of one cluster at the next lower level, so that clusters split and merge along a
/// tree.
///
/// The clustering proceeds from high zoom to low zoom. At each level, each point, in the order of adding,
/// merges with all points within the radius. If these are too few for a cluster, none of them merges at this
/// level. A cluster's position is the mean of its members' points, in whole map units. Sums are whole
/// numbers, so the same points in the same order form the same clusters on every CPU.
///
/// - Complexity: O(n) for each level, for n points.
/// - Source: the method of supercluster (Agafonkin 2016), with a grid of cells instead of its tree, and twice
///   as many levels.
package struct ClusterHierarchy: Sendable {
  /// A point or a cluster of points.
  package struct Node: Sendable {
    package var point: MapPoint
    /// The number of points in the node.
    package var count: Int32
    /// A hash of the members' numbers, which is equal for the same members in any hierarchy.
    package var signature: UInt64
    /// The highest level at which the node is shown. At this level, the members of a cluster merged.
    package var level: Int32
    /// The index of the cluster that contains the node at lower zooms; −1 if no cluster contains the node.
    package var parent: Int32 = -1
    /// The index of the node's first child; −1 for a point, which has no children.
    ///
    /// The property `nextSibling` is the index of the next child of the same parent, or −1 after the last
    /// child.
    package var firstChild: Int32 = -1
    package var nextSibling: Int32 = -1
  }

  /// The nodes: first the points in the given order, then the clusters.
  package private(set) var nodes: [Node] = []
  /// For each level, from low to high zoom, the indices of the nodes that are shown at that level.
  package private(set) var levels: [[Int32]] = []

  /// The lowest level at which a search for nodes begins: that of zoom 0.
  ///
  /// A search at another zoom finds its nodes from there, in the same order as without the lower levels.
  let searchLevel: Int

  /// The number of levels for each zoom from ``minimumZoom`` to ``maximumZoom`` in a hierarchy for
  /// annotations.
  static let levelsPerZoom = 2
  private static let minimumZoom = -2
  private static let maximumZoom = 20
  package static let levelCount = (maximumZoom - minimumZoom) * levelsPerZoom + 1

  /// Returns the level whose clusters are shown at a zoom. The argument is twice the zoom.
  package static func level(atZoom zoomTimesTwo: Int) -> Int {
    (zoomTimesTwo - minimumZoom * levelsPerZoom).clamped(from: 0, to: levelCount - 1)
  }

  /// Clusters `points` at every half zoom.
  ///
  /// - Parameters:
  ///   - numbers: The numbers that identify the points in signatures. If it is nil, the points' indices are
  ///     used.
  ///   - radius: The distance within which points merge, in points at the level's own zoom. The radius is
  ///     clamped to 1 … 16,384.
  package init(_ points: [MapPoint], numbers: [Int]? = nil, radius: Int) {
    let distances = (0..<Self.levelCount).map { level in
      // A point is 2^(32 − zoom) units; half a zoom is √2, 46341 / 2^15. The radius is at most 2^48 units, so
      // that nothing below overflows, and at least 2^12.
      let fullZoomRadius = Int64(radius.clamped(from: 1, to: 1 << 14)) << Int64(32 - Self.minimumZoom - (level + 1) / 2)
      return level % 2 == 0 ? fullZoomRadius : (fullZoomRadius * 46_341) >> 15  // 2^47 · 46341 < 2^63
    }
    self.init(
      points, numbers: numbers, distances: distances, minimumCount: 2, showsPointsAbove: false,
      searchLevel: Self.level(atZoom: 0))
  }

  /// Clusters `points` at every whole zoom from 0 to `maximumZoom`. The level of a zoom is the zoom, and at
  /// one more level, all points are single.
  ///
  /// - Parameters:
  ///   - radius: The distance within which points merge, in points at the level's own zoom. The radius is
  ///     clamped to 2^-8 … 16,384, and the distance to 8 cm on the ground or more.
  ///   - minimumCount: The minimum number of points in a cluster, at least 2.
  package init(_ points: [MapPoint], radius: Double, maximumZoom: Int, minimumCount: Int) {
    let unitRadius = ElementaryFunctions.nearest(radius.clamped(from: 1.0 / 256, to: 16_384) * 256)
    let distances = (0..<max(maximumZoom + 1, 0)).map { max((unitRadius << 24) >> Int64(min($0, 24)), 1 << 12) }  // ≤ 2^46
    self.init(
      points, numbers: nil, distances: distances, minimumCount: max(minimumCount, 2), showsPointsAbove: true, searchLevel: 0)
  }

  private init(
    _ points: [MapPoint], numbers: [Int]?, distances: [Int64], minimumCount: Int, showsPointsAbove: Bool, searchLevel: Int
  ) {
    self.searchLevel = searchLevel
    nodes.reserveCapacity(points.count * 2)
    let levelCount = distances.count + (showsPointsAbove ? 1 : 0)
    for (index, point) in points.enumerated() {
      nodes.append(
        Node(point: point.wrapped, count: 1, signature: Self.hash(numbers?[index] ?? index), level: Int32(levelCount - 1)))
    }
    levels = [[Int32]](repeating: [], count: levelCount)
    var shown = [Int32](0..<Int32(clamping: points.count))
    if showsPointsAbove { levels[levelCount - 1] = shown }
    var grid = PointGrid()
    for level in distances.indices.reversed() {
      merge(&shown, at: level, within: distances[level], minimumCount: minimumCount, on: &grid)
      levels[level] = shown
    }
  }

  private mutating func merge(
    _ shown: inout [Int32], at level: Int, within distance: Int64, minimumCount: Int, on grid: inout PointGrid
  ) {
    guard shown.count > 1 else { return }
    grid.fill(shown.map { nodes[Int($0)].point }, cell: distance)
    var isTaken = [Bool](repeating: false, count: shown.count)
    var next: [Int32] = []
    next.reserveCapacity(shown.count)
    var neighbors: [Int32] = []
    for index in shown.indices where !isTaken[index] {
      let own = shown[index]
      let point = nodes[Int(own)].point
      neighbors.removeAll(keepingCapacity: true)
      isTaken[index] = true
      grid.forEachNear(point) { other in
        guard !isTaken[other], Self.isNear(nodes[Int(shown[other])].point, point, distance) else { return false }
        isTaken[other] = true
        neighbors.append(shown[other])
        return true
      }
      guard !neighbors.isEmpty else {
        next.append(own)
        continue
      }
      neighbors.sort()
      let count = neighbors.reduce(Int(nodes[Int(own)].count)) { $0 + Int(nodes[Int($1)].count) }
      if count < minimumCount {
        next.append(own)
        next += neighbors
      } else {
        next.append(join(own, neighbors, at: level))
      }
    }
    shown = next
  }

  /// Adds a cluster of nodes, and returns the index of the cluster.
  private mutating func join(_ first: Int32, _ others: [Int32], at level: Int) -> Int32 {
    let cluster = Int32(nodes.count)
    let base = nodes[Int(first)].point
    var (x, y): (Int128, Int128) = (0, 0)
    var count: Int32 = 0
    var signature: UInt64 = 0
    var previous: Int32 = -1
    for member in [first] + others {
      let node = nodes[Int(member)]
      // Relative to the first member, so that a cluster across the 180th meridian has its mean there.
      x += Int128(MapPoint.wrappedDelta(from: base.x, to: node.point.x)) * Int128(node.count)
      y += Int128(node.point.y - base.y) * Int128(node.count)
      count += node.count
      signature &+= node.signature
      nodes[Int(member)].parent = cluster
      if previous >= 0 { nodes[Int(previous)].nextSibling = member }
      previous = member
    }
    let middle = MapPoint(
      x: base.x &+ Int64(x / Int128(count)), y: base.y &+ Int64(y / Int128(count)))
    nodes.append(
      Node(point: middle.wrapped, count: count, signature: signature, level: Int32(truncatingIfNeeded: level), firstChild: first))
    return cluster
  }

  private static func hash(_ number: Int) -> UInt64 {
    var hash = (UInt64(bitPattern: Int64(number)) &+ 1) &* 0x9e37_79b9_7f4a_7c15
    hash = (hash ^ (hash >> 30)) &* 0xbf58_476d_1ce4_e5b9
    return hash ^ (hash >> 27)
  }

  private static func isNear(_ a: MapPoint, _ b: MapPoint, _ distance: Int64) -> Bool {
    let (dx, dy) = (MapPoint.wrappedDelta(from: a.x, to: b.x), b.y &- a.y)
    guard abs(dx) <= distance, abs(dy) <= distance else { return false }
    return Int128(dx) * Int128(dx) + Int128(dy) * Int128(dy) <= Int128(distance) * Int128(distance)
  }

  /// Returns the indices of the points in `node`, in ascending order.
  package func members(of node: Int32) -> [Int32] {
    var members: [Int32] = []
    members.reserveCapacity(Int(nodes[Int(node)].count))
    // To the first child, and from a point to the next sibling of it or of the nearest ancestor with one.
    var next = node
    while true {
      let child = nodes[Int(next)].firstChild
      if child >= 0 {
        next = child
        continue
      }
      members.append(next)
      while next != node, nodes[Int(next)].nextSibling < 0 { next = nodes[Int(next)].parent }
      if next == node { break }
      next = nodes[Int(next)].nextSibling
    }
    members.sort()
    return members
  }
}
