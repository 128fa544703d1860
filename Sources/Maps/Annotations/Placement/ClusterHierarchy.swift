/// The clusters that places form at every zoom: each in one of the next zoom up, so that they split and merge along a tree.
///
/// From near to far, a place that has others within the radius becomes one with them, in the order in which they were added; what stands alone goes on as it is. The
/// middle of a cluster is the mean of its members' places, in whole units of the map.
///
/// The places' sums are whole numbers, so the same places in the same order are the same clusters on every CPU.
///
/// - Complexity: for n places, in the order of n for each of the levels.
/// - Source: the way of supercluster (Agafonkin 2016), on a grid of cells in place of its tree, and twice as many levels.
package struct ClusterHierarchy {
  package struct Node {
    package var place: MapPoint
    /// How many places it stands for.
    package var count: Int32
    /// The same for the same places, in whichever hierarchy: their numbers, mixed and added up.
    package var signature: UInt64
    /// The cluster that it becomes part of further away; −1, none.
    var parent: Int32 = -1
    /// Its first child, and the next of its parent's; −1, none. Places have no children.
    var firstChild: Int32 = -1
    var nextSibling: Int32 = -1
  }

  /// The nodes: first the places, as they were given, then the clusters.
  package private(set) var nodes: [Node] = []
  /// For each level, from far to near, the nodes that are shown there.
  package private(set) var levels: [[Int32]] = []

  /// Two levels a zoom, 0 to ``maximumZoom``.
  static let levelsPerZoom = 2
  static let maximumZoom = 20
  package static let levelCount = maximumZoom * levelsPerZoom + 1

  /// The level whose clusters are shown at `zoom`.
  static func level(atZoom zoomTimesTwo: Int) -> Int { min(max(zoomTimesTwo, 0), levelCount - 1) }

  /// - Parameters:
  ///   - numbers: of the places, by which their clusters are known again; their indices if nil.
  ///   - radius: how near places have to be to become one, in points at the level's own zoom; held to 1…16 384.
  package init(_ places: [MapPoint], numbers: [Int]? = nil, radius: Int) {
    nodes.reserveCapacity(places.count * 2)
    for (index, place) in places.enumerated() {
      nodes.append(Node(place: place.wrapped, count: 1, signature: Self.mixed(numbers?[index] ?? index)))
    }
    levels = [[Int32]](repeating: [], count: Self.levelCount)
    var shown = [Int32](0..<Int32(clamping: places.count))
    var grid = PlaceGrid()
    for level in (0..<Self.levelCount).reversed() {
      // A point is 2^(32 − zoom) units; half a zoom is √2, 46341 / 2^15.
      // At most 2^46, so that nothing below overflows; at least 2^12.
      let whole = Int64(min(max(radius, 1), 1 << 14)) << Int64(32 - (level + 1) / 2)
      let reach = level % 2 == 0 ? whole : (whole * 46_341) >> 15  // < 2^62
      merge(&shown, within: reach, on: &grid)
      levels[level] = shown
    }
  }

  private mutating func merge(_ shown: inout [Int32], within reach: Int64, on grid: inout PlaceGrid) {
    guard shown.count > 1 else { return }
    grid.fill(shown.map { nodes[Int($0)].place }, cell: reach)
    var isTaken = [Bool](repeating: false, count: shown.count)
    var next: [Int32] = []
    next.reserveCapacity(shown.count)
    var near: [Int32] = []
    for index in shown.indices where !isTaken[index] {
      let own = shown[index]
      let place = nodes[Int(own)].place
      near.removeAll(keepingCapacity: true)
      isTaken[index] = true
      grid.forEachNear(place) { other in
        guard !isTaken[other], Self.isNear(nodes[Int(shown[other])].place, place, reach) else { return false }
        isTaken[other] = true
        near.append(shown[other])
        return true
      }
      guard !near.isEmpty else {
        next.append(own)
        continue
      }
      near.sort()
      next.append(join(own, near))
    }
    shown = next
  }

  /// Makes a cluster of nodes, in the order of its first.
  private mutating func join(_ first: Int32, _ others: [Int32]) -> Int32 {
    let cluster = Int32(nodes.count)
    let base = nodes[Int(first)].place
    var (x, y): (Int128, Int128) = (0, 0)
    var count: Int32 = 0
    var signature: UInt64 = 0
    var previous: Int32 = -1
    for member in [first] + others {
      let node = nodes[Int(member)]
      // Round the first, so that a cluster across the 180th meridian has its middle there.
      x += Int128(Self.wrappedDelta(from: base.x, to: node.place.x)) * Int128(node.count)
      y += Int128(node.place.y - base.y) * Int128(node.count)
      count += node.count
      signature &+= node.signature
      nodes[Int(member)].parent = cluster
      if previous >= 0 { nodes[Int(previous)].nextSibling = member }
      previous = member
    }
    let middle = MapPoint(
      x: base.x &+ Int64(x / Int128(count)), y: base.y &+ Int64(y / Int128(count)))
    nodes.append(Node(place: middle.wrapped, count: count, signature: signature, firstChild: first))
    return cluster
  }

  private static func mixed(_ number: Int) -> UInt64 {
    var mixed = (UInt64(bitPattern: Int64(number)) &+ 1) &* 0x9e37_79b9_7f4a_7c15
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    return mixed ^ (mixed >> 27)
  }

  /// The shorter way round the world.
  static func wrappedDelta(from a: Int64, to b: Int64) -> Int64 {
    let half = MapPoint.worldSize / 2
    return ((b &- a &+ half) & (MapPoint.worldSize - 1)) - half
  }

  private static func isNear(_ a: MapPoint, _ b: MapPoint, _ reach: Int64) -> Bool {
    let (dx, dy) = (wrappedDelta(from: a.x, to: b.x), b.y &- a.y)
    guard abs(dx) <= reach, abs(dy) <= reach else { return false }
    return Int128(dx) * Int128(dx) + Int128(dy) * Int128(dy) <= Int128(reach) * Int128(reach)
  }

  /// The places that `node` stands for, in the order in which they were given.
  package func members(of node: Int32) -> [Int32] {
    var found: [Int32] = []
    var open = [node]
    while let next = open.popLast() {
      var child = nodes[Int(next)].firstChild
      if child < 0 { found.append(next) }
      while child >= 0 {
        open.append(child)
        child = nodes[Int(child)].nextSibling
      }
    }
    return found.sorted()
  }
}

/// Which places lie in which square of a grid over the world.
private struct PlaceGrid {
  private var heads: [Int32] = []
  private var nexts: [Int32] = []
  private var columns: [Int32] = []
  private var rows: [Int32] = []
  private var mask = 0
  private var shift: Int64 = 0
  /// How many columns go round the world.
  private var across: Int32 = 1

  mutating func fill(_ places: [MapPoint], cell reach: Int64) {
    // A power of two that is no less, so that the cells go round the world evenly.
    shift = 0
    while (Int64(1) << shift) < reach && shift < 41 { shift += 1 }
    across = Int32(max(MapPoint.worldSize >> shift, 1))
    var size = 16
    while size < places.count * 2 { size *= 2 }
    mask = size - 1
    heads = [Int32](repeating: -1, count: size)
    nexts = [Int32](repeating: -1, count: places.count)
    columns = places.map { Int32(truncatingIfNeeded: $0.x >> shift) }
    rows = places.map { Int32(truncatingIfNeeded: $0.y >> shift) }
    // From the last, so that each list begins with the first.
    for index in places.indices.reversed() {
      let slot = slot(columns[index], rows[index])
      nexts[index] = heads[slot]
      heads[slot] = Int32(index)
    }
  }

  private func slot(_ column: Int32, _ row: Int32) -> Int {
    let mixed =
      UInt64(UInt32(bitPattern: column)) &* 0x9e37_79b9_7f4a_7c15 ^ UInt64(UInt32(bitPattern: row)) &* 0xc2b2_ae3d_27d4_eb4f
    return Int(truncatingIfNeeded: mixed >> 33) & mask
  }

  /// Calls `body` with each place in the cell of `place` and the eight round it; one that it takes is not asked about again.
  mutating func forEachNear(_ place: MapPoint, _ body: (Int) -> Bool) {
    let column = Int32(truncatingIfNeeded: place.x >> shift)
    let row = Int32(truncatingIfNeeded: place.y >> shift)
    for down in -1...1 {
      for right in -1...1 {
        // Where fewer than three columns go round the world, each is looked at once.
        if across < 3, right >= Int(across) - 1 { continue }
        let wanted = ((column &+ Int32(right)) % across + across) % across
        let line = row &+ Int32(down)
        let slot = slot(wanted, line)
        var before: Int32 = -1
        var index = heads[slot]
        while index >= 0 {
          let next = nexts[Int(index)]
          if columns[Int(index)] == wanted, rows[Int(index)] == line, body(Int(index)) {
            if before < 0 { heads[slot] = next } else { nexts[Int(before)] = next }
          } else {
            before = index
          }
          index = next
        }
      }
    }
  }
}
