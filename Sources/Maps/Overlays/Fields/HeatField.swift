/// The computed heat of a grid of cells on the map. Heat is computed in whole numbers, so that every CPU gets
/// the same result.
struct HeatField {
  /// The grid of a heat field: the position, size and number of the cells.
  struct Grid {
    /// The part of the map's plane that the cells cover, in map units.
    let box: InclusiveMapRect
    let cellBits: Int64
    let columns: Int
    let rows: Int
    /// The distance from a point within which the point adds heat, in map units.
    let radius: Int64

    static let maximumCellCount: Int64 = 1 << 19

    /// Creates a grid that covers `wanted`, which is a part of `view`.
    ///
    /// A cell is a tenth to a fifth of the radius wide, but at least half as wide as `point`. If a grid for
    /// the whole view would have more than ``maximumCellCount`` cells, the cells are wider. They thus have
    /// the same width wherever the view is.
    init(_ wanted: InclusiveMapRect, in view: InclusiveMapRect, radius: Int64, point: Int64) {
      var bits: Int64 = 0
      while bits < 40, 1 << (bits + 1) <= max(radius / 5, point) { bits += 1 }
      while bits < 40, ((view.maxX - view.minX) >> bits + 2) * ((view.maxY - view.minY) >> bits + 2) > Self.maximumCellCount {
        bits += 1
      }
      let (left, top) = (wanted.minX >> bits, wanted.minY >> bits)
      cellBits = bits
      columns = Int(wanted.maxX >> bits - left + 1)
      rows = Int(wanted.maxY >> bits - top + 1)
      self.radius = radius
      box = InclusiveMapRect(
        minX: left << bits, minY: top << bits, maxX: (left + Int64(columns)) << bits - 1, maxY: (top + Int64(rows)) << bits - 1)
    }
  }

  let grid: Grid
  /// The heat of each cell, row by row. A point of weight 1 at the center of a cell gives that cell a heat of
  /// 2^8.
  private(set) var heat: [Int64]

  /// Computes the heat of weighted points on a grid.
  ///
  /// - Complexity: One pass over the points, and two passes over the cells.
  init(_ points: [(point: MapPoint, weight: Int64)], _ grid: Grid) {
    self.grid = grid
    let kernelRadius = Int(min((grid.radius >> grid.cellBits) + 1, 12))
    // A Gaussian with a σ of a third of the radius and a maximum of 1, in 2^-12ths.
    let sigma = Double(grid.radius) / Double(Int64(1) << grid.cellBits) / 3
    let kernel = (0...kernelRadius).map { step -> Int64 in
      let share = Double(step) / max(sigma, 0.3)
      return ElementaryFunctions.nearest(ElementaryFunctions.exponential(-share * share / 2) * 4096)
    }
    // With a margin for the kernel around the outermost cells.
    let (width, height) = (grid.columns + 2 * kernelRadius, grid.rows + 2 * kernelRadius)
    var cells = [Int64](repeating: 0, count: width * height)
    let half = Int64(1) << max(grid.cellBits - 1, 0)
    for point in points {
      // The four cells whose centers are around the point, weighted by their distance in 1/16 in each
      // direction.
      let (x, y) = (point.point.x - half - grid.box.minX, point.point.y - half - grid.box.minY)
      let (column, row) = (Int(x >> grid.cellBits) + kernelRadius, Int(y >> grid.cellBits) + kernelRadius)
      guard column >= 0, column + 1 < width, row >= 0, row + 1 < height else { continue }
      func sixteenths(_ value: Int64) -> Int64 { ((value & ((1 << grid.cellBits) - 1)) << 4) >> grid.cellBits }
      let (right, lower) = (sixteenths(x), sixteenths(y))
      let index = row * width + column
      cells[index] += point.weight * (16 - right) * (16 - lower)
      cells[index + 1] += point.weight * right * (16 - lower)
      cells[index + width] += point.weight * (16 - right) * lower
      cells[index + width + 1] += point.weight * right * lower
    }
    heat = Self.blurred(cells, width: width, grid, kernel)
  }

  /// Convolves the rows of the cells with the kernel, then the columns. The sums fit in 64 bits: ≤ 2^17
  /// points · 2^16 · 2^8 · 25 · 2^12 = 2^58 in one cell.
  private static func blurred(_ cells: [Int64], width: Int, _ grid: Grid, _ kernel: [Int64]) -> [Int64] {
    let kernelRadius = kernel.count - 1
    let height = grid.rows + 2 * kernelRadius
    var rowSums = [Int64](repeating: 0, count: grid.columns * height)
    var hasHeat = [Bool](repeating: false, count: height)
    var result = [Int64](repeating: 0, count: grid.columns * grid.rows)
    cells.withUnsafeBufferPointer { cells in
      rowSums.withUnsafeMutableBufferPointer { rowSums in
        for row in 0..<height {
          let source = UnsafeBufferPointer(rebasing: cells[(row * width)..<((row + 1) * width)])
          guard source.contains(where: { $0 != 0 }) else { continue }
          hasHeat[row] = true
          for column in 0..<grid.columns {
            var sum = source[column &+ kernelRadius] &* kernel[0]
            for step in 1..<(kernelRadius &+ 1) {
              sum &+= (source[column &+ kernelRadius &- step] &+ source[column &+ kernelRadius &+ step]) &* kernel[step]
            }
            rowSums[row &* grid.columns &+ column] = sum >> 12
          }
        }
      }
      rowSums.withUnsafeBufferPointer { rowSums in
        result.withUnsafeMutableBufferPointer { result in
          for row in 0..<grid.rows {
            for step in 0..<(2 &* kernelRadius &+ 1) where hasHeat[row &+ step] {
              let weight = kernel[abs(step &- kernelRadius)]
              let (from, to) = ((row &+ step) &* grid.columns, row &* grid.columns)
              for column in 0..<grid.columns { result[to &+ column] &+= rowSums[from &+ column] &* weight }
            }
            for index in (row &* grid.columns)..<((row &+ 1) &* grid.columns) { result[index] >>= 12 }
          }
        }
      }
    }
    return result
  }
}
