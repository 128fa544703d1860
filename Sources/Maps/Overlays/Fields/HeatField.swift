/// How hot each cell of a part of the map is, in whole numbers: the same on every processor.
struct HeatField {
  /// Which cells there are.
  struct Grid {
    /// What of the plane they cover, from whole cells to whole cells.
    let box: MapBounds
    let cellBits: Int64
    let columns: Int
    let rows: Int
    /// In map units.
    let radius: Int64

    static let maximumCellCount: Int64 = 1 << 19

    /// Cells for `wanted`, a fifth to a tenth of the radius wide but no finer than a `point`, and larger where there would be too many.
    init(_ wanted: MapBounds, radius: Int64, point: Int64) {
      var bits: Int64 = 0
      while bits < 40, 1 << (bits + 1) <= max(radius / 5, point) { bits += 1 }
      while bits < 40, ((wanted.maxX - wanted.minX) >> bits + 2) * ((wanted.maxY - wanted.minY) >> bits + 2) > Self.maximumCellCount
      {
        bits += 1
      }
      let (left, top) = (wanted.minX >> bits, wanted.minY >> bits)
      cellBits = bits
      columns = Int(wanted.maxX >> bits - left + 1)
      rows = Int(wanted.maxY >> bits - top + 1)
      self.radius = radius
      box = MapBounds(
        minX: left << bits, minY: top << bits, maxX: (left + Int64(columns)) << bits - 1, maxY: (top + Int64(rows)) << bits - 1)
    }
  }

  let grid: Grid
  /// Row by row; a place of weight 1 in the middle of a cell makes it 2^8.
  private(set) var heat: [Int64]

  /// - Complexity: one pass over the places, two over the cells.
  init(_ places: [(point: MapPoint, weight: Int64)], _ grid: Grid) {
    self.grid = grid
    let reach = Int(min((grid.radius >> grid.cellBits) + 1, 12))
    // A bell that is a third of the radius wide, 1 in its middle; in 2^-12ths.
    let sigma = Double(grid.radius) / Double(Int64(1) << grid.cellBits) / 3
    let bell = (0...reach).map { step -> Int64 in
      let share = Double(step) / max(sigma, 0.3)
      return ElementaryFunctions.nearest(ElementaryFunctions.exponential(-share * share / 2) * 4096)
    }
    // With room for the bell round the outermost cells.
    let (width, height) = (grid.columns + 2 * reach, grid.rows + 2 * reach)
    var cells = [Int64](repeating: 0, count: width * height)
    let half = Int64(1) << max(grid.cellBits - 1, 0)
    for place in places {
      // The four cells whose middles are round the place, by how near they are, in 1/16 each way.
      let (x, y) = (place.point.x - half - grid.box.minX, place.point.y - half - grid.box.minY)
      let (column, row) = (Int(x >> grid.cellBits) + reach, Int(y >> grid.cellBits) + reach)
      guard column >= 0, column + 1 < width, row >= 0, row + 1 < height else { continue }
      func sixteenths(_ value: Int64) -> Int64 { ((value & ((1 << grid.cellBits) - 1)) << 4) >> grid.cellBits }
      let (right, lower) = (sixteenths(x), sixteenths(y))
      let index = row * width + column
      cells[index] += place.weight * (16 - right) * (16 - lower)
      cells[index + 1] += place.weight * right * (16 - lower)
      cells[index + width] += place.weight * (16 - right) * lower
      cells[index + width + 1] += place.weight * right * lower
    }
    heat = Self.blurred(cells, width: width, grid, bell)
  }

  /// Across, and then down. ≤ 2^17 places · 2^16 · 2^8 · 25 · 2^12 = 2^58 in one cell.
  private static func blurred(_ cells: [Int64], width: Int, _ grid: Grid, _ bell: [Int64]) -> [Int64] {
    let reach = bell.count - 1
    let height = grid.rows + 2 * reach
    var across = [Int64](repeating: 0, count: grid.columns * height)
    var isWarm = [Bool](repeating: false, count: height)
    var result = [Int64](repeating: 0, count: grid.columns * grid.rows)
    cells.withUnsafeBufferPointer { cells in
      across.withUnsafeMutableBufferPointer { across in
        for row in 0..<height {
          let source = UnsafeBufferPointer(rebasing: cells[(row * width)..<((row + 1) * width)])
          guard source.contains(where: { $0 != 0 }) else { continue }
          isWarm[row] = true
          for column in 0..<grid.columns {
            var sum = source[column &+ reach] &* bell[0]
            for step in 1..<(reach &+ 1) {
              sum &+= (source[column &+ reach &- step] &+ source[column &+ reach &+ step]) &* bell[step]
            }
            across[row &* grid.columns &+ column] = sum >> 12
          }
        }
      }
      across.withUnsafeBufferPointer { across in
        result.withUnsafeMutableBufferPointer { result in
          for row in 0..<grid.rows {
            for step in 0..<(2 &* reach &+ 1) where isWarm[row &+ step] {
              let weight = bell[abs(step &- reach)]
              let (from, to) = ((row &+ step) &* grid.columns, row &* grid.columns)
              for column in 0..<grid.columns { result[to &+ column] &+= across[from &+ column] &* weight }
            }
            for index in (row &* grid.columns)..<((row &+ 1) &* grid.columns) { result[index] >>= 12 }
          }
        }
      }
    }
    return result
  }
}
