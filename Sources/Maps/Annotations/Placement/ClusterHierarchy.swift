import CartoucheRaster

/// A hierarchical clustering of points at every half zoom.
///
/// Each cluster is part of one cluster at the next lower level, so that clusters split and merge along a
/// tree.
///
/// The clustering proceeds from high zoom to low zoom. At each level, each point, in the order of adding,
/// merges with all points within the radius. A point without neighbors stays single. A cluster's position is
/// the mean of its members' points, in whole map units. Sums are whole numbers, so the same points in the
/// same order form the same clusters on every CPU.
///
/// - Complexity: O(n) for each level, for n points.
/// - Source: the method of supercluster (Agafonkin 2016), with a grid of cells instead of its tree, and twice
///   as many levels.
package struct ClusterHierarchy {
  /// A point or a cluster of points.
  package struct Node {
    package var point: MapPoint
    /// The number of points in the node.
    package var count: Int32
    /// A hash of the members' numbers, which is equal for the same members in any hierarchy.
    package var signature: UInt64
    /// The index of the cluster that contains the node at lower zooms; −1 if no cluster contains the node.
    var parent: Int32 = -1
    /// The index of the node's first child; −1 for a point, which has no children.
    ///
    /// The property `nextSibling` is the index of the next child of the same parent, or −1 after the last
    /// child.
    var firstChild: Int32 = -1
    var nextSibling: Int32 = -1
  }

  /// The nodes: first the points in the given order, then the clusters.
  package private(set) var nodes: [Node] = []
  /// For each level, from low to high zoom, the indices of the nodes that are shown at that level.
  package private(set) var levels: [[Int32]] = []

  /// The number of levels for each zoom from 0 to ``maximumZoom``.
  static let levelsPerZoom = 2
  static let maximumZoom = 20
  package static let levelCount = maximumZoom * levelsPerZoom + 1

  /// Returns the level whose clusters are shown at a zoom. The argument is twice the zoom.
  static func level(atZoom zoomTimesTwo: Int) -> Int { zoomTimesTwo.clamped(from: 0, to: levelCount - 1) }

  /// Clusters `points` at every level.
  ///
  /// - Parameters:
  ///   - numbers: The numbers that identify the points in signatures. If it is nil, the points' indices are
  ///     used.
  ///   - radius: The distance within which points merge, in points at the level's own zoom. The radius is
  ///     clamped to 1 … 16,384.
  package init(_ points: [MapPoint], numbers: [Int]? = nil, radius: Int) {
    nodes.reserveCapacity(points.count * 2)
    for (index, point) in points.enumerated() {
      nodes.append(Node(point: point.wrapped, count: 1, signature: Self.hash(numbers?[index] ?? index)))
    }
    levels = [[Int32]](repeating: [], count: Self.levelCount)
    var shown = [Int32](0..<Int32(clamping: points.count))
    var grid = PointGrid()
    for level in (0..<Self.levelCount).reversed() {
      // A point is 2^(32 − zoom) units; half a zoom is √2, 46341 / 2^15. The radius is at most 2^46 units, so
      // that nothing below overflows, and at least 2^12.
      let fullZoomRadius = Int64(radius.clamped(from: 1, to: 1 << 14)) << Int64(32 - (level + 1) / 2)
      let distance = level % 2 == 0 ? fullZoomRadius : (fullZoomRadius * 46_341) >> 15  // < 2^62
      merge(&shown, within: distance, on: &grid)
      levels[level] = shown
    }
  }

  private mutating func merge(_ shown: inout [Int32], within distance: Int64, on grid: inout PointGrid) {
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
      next.append(join(own, neighbors))
    }
    shown = next
  }

  /// Adds a cluster of nodes, and returns the index of the cluster.
  private mutating func join(_ first: Int32, _ others: [Int32]) -> Int32 {
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
    nodes.append(Node(point: middle.wrapped, count: count, signature: signature, firstChild: first))
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
    var stack = [node]
    while let next = stack.popLast() {
      var child = nodes[Int(next)].firstChild
      if child < 0 { members.append(next) }
      while child >= 0 {
        stack.append(child)
        child = nodes[Int(child)].nextSibling
      }
    }
    return members.sorted()
  }
}

/// The points in each square of a grid over the world, as lists in a hash table.
private struct PointGrid {
  private var heads: [Int32] = []
  private var nexts: [Int32] = []
  private var columns: [Int32] = []
  private var rows: [Int32] = []
  private var mask = 0
  private var shift: Int64 = 0
  /// The number of columns of the grid around the world.
  private var columnCount: Int32 = 1

  mutating func fill(_ points: [MapPoint], cell distance: Int64) {
    // A power of two that is no less, so that a whole number of cells fits around the world.
    shift = 0
    while (Int64(1) << shift) < distance && shift < 41 { shift += 1 }
    columnCount = Int32(max(MapPoint.worldSize >> shift, 1))
    var size = 16
    while size < points.count * 2 { size *= 2 }
    mask = size - 1
    heads = [Int32](repeating: -1, count: size)
    nexts = [Int32](repeating: -1, count: points.count)
    columns = points.map { Int32(truncatingIfNeeded: $0.x >> shift) }
    rows = points.map { Int32(truncatingIfNeeded: $0.y >> shift) }
    // From the last to the first, so that each list begins with the first.
    for index in points.indices.reversed() {
      let slot = slot(columns[index], rows[index])
      nexts[index] = heads[slot]
      heads[slot] = Int32(index)
    }
  }

  private func slot(_ column: Int32, _ row: Int32) -> Int {
    let hash =
      UInt64(UInt32(bitPattern: column)) &* 0x9e37_79b9_7f4a_7c15 ^ UInt64(UInt32(bitPattern: row)) &* 0xc2b2_ae3d_27d4_eb4f
    return Int(truncatingIfNeeded: hash >> 33) & mask
  }

  /// Calls `body` with each point in the cell of `point` and in the eight cells around that cell.
  ///
  /// A point for which `body` returns true is removed from the grid.
  mutating func forEachNear(_ point: MapPoint, _ body: (Int) -> Bool) {
    let column = Int32(truncatingIfNeeded: point.x >> shift)
    let row = Int32(truncatingIfNeeded: point.y >> shift)
    for down in -1...1 {
      for right in -1...1 {
        // Where fewer than three columns fit around the world, each is visited once.
        if columnCount < 3, right >= Int(columnCount) - 1 { continue }
        let wrappedColumn = ((column &+ Int32(right)) % columnCount + columnCount) % columnCount
        let line = row &+ Int32(down)
        let slot = slot(wrappedColumn, line)
        var previousIndex: Int32 = -1
        var index = heads[slot]
        while index >= 0 {
          let next = nexts[Int(index)]
          if columns[Int(index)] == wrappedColumn, rows[Int(index)] == line, body(Int(index)) {
            if previousIndex < 0 { heads[slot] = next } else { nexts[Int(previousIndex)] = next }
          } else {
            previousIndex = index
          }
          index = next
        }
      }
    }
  }
}
