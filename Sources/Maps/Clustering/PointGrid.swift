/// The points in each square of a grid over the world, as lists in a hash table.
struct PointGrid {
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
