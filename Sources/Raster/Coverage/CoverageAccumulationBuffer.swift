/// Accumulates exactly how much of each pixel an outline covers, for the rows of one block.
///
/// Every edge adds to the cells that it passes, so that the running sum along a row is the signed area
/// covered, as in font-rs and golang.org/x/image/vector. An edge that descends by `dy` inside a cell at the
/// mean position `f` adds `dy·(1 − f)` to that cell and `dy·f` to the next. A whole pixel is 2^17.
///
/// What an edge adds to a cell depends on the edge alone, not on where the block begins, and reversing an
/// edge only changes the sign. So shared edges cancel to the bit, and any division into blocks gives the same
/// sums.
///
/// Areas are summed before the fill rule is applied: where an outline crosses or repeats itself inside one
/// pixel, the rule applies to the sum, as in the rasterizers of FreeType and font-rs. Winding numbers are
/// exact up to 16,383; more may appear as fewer.
struct CoverageAccumulationBuffer: ~Copyable {
  /// A fully covered pixel.
  static let full: Int32 = 1 << 17

  private let cells: UnsafeMutablePointer<Int32>
  /// For each group of 4 cells, 255 if something was added to the group, and 0 if not.
  ///
  /// The cell after a touched group may be nonzero too.
  private let touched: UnsafeMutablePointer<UInt8>
  private let reciprocals: UnsafeMutablePointer<UInt32>

  /// - Parameters:
  ///   - width: The greatest number of pixels in a row.
  ///   - rows: The greatest number of rows that are accumulated at once.
  init(width: Int, rows: Int) {
    let widest = CoverageLayout(from: 0, to: width)
    cells = .allocate(capacity: widest.stride &* rows)
    cells.initialize(repeating: 0, count: widest.stride &* rows)
    touched = .allocate(capacity: widest.groups &* rows)
    touched.initialize(repeating: 0, count: widest.groups &* rows)
    reciprocals = .allocate(capacity: 4096)
    reciprocals[0] = 0
    reciprocals[1] = .max
    for divisor in 2..<4096 { reciprocals[divisor] = UInt32(truncatingIfNeeded: (UInt64(1) << 32) / UInt64(divisor)) }
  }

  deinit {
    cells.deallocate()
    touched.deallocate()
    reciprocals.deallocate()
  }

  /// Accumulates the parts of a band's edges in `rows`.
  ///
  /// - Parameters:
  ///   - from, to: The columns to accumulate. Parts of edges to the left of them count in the first column.
  ///   - crossesSides: Whether there may be such parts.
  /// - Returns: The sweep that every row must go through before anything else is accumulated.
  @inline(never)
  func accumulate(_ band: BandEdges, from: Int, to: Int, rows: Range<Int>, crossesSides: Bool = true) -> CoverageSweep {
    let layout = CoverageLayout(from: from, to: to)
    // In local variables: the compiler cannot know that writing a cell does not change this structure.
    let accumulator = CoverageAccumulator(
      cells: cells, touched: touched, stride: layout.stride, groups: layout.groups, reciprocals: UnsafePointer(reciprocals),
      left: Int32(truncatingIfNeeded: layout.left) << 8, right: Int32(truncatingIfNeeded: to &- layout.left) << 8,
      top: Int32(truncatingIfNeeded: rows.lowerBound),
      end: Int32(truncatingIfNeeded: rows.upperBound))
    for span in band.spans {
      let edges = UnsafeBufferPointer(start: band.edges + Int(span.start), count: Int(span.count))
      for edge in edges {
        // One loop for both cases: its code is long.
        if crossesSides && accumulator.isPartlyOffscreen(edge) {
          accumulator.addPartlyOffscreen(edge)
        } else {
          accumulator.add(edge)
        }
      }
    }
    return CoverageSweep(cells: cells, touched: touched, layout: layout)
  }
}

/// The layout of a shape's rows in a ``CoverageAccumulationBuffer``: dense, so that a small shape stays in
/// cache.
struct CoverageLayout: BitwiseCopyable {
  /// The column of a row's first cell, a multiple of 4.
  let left: Int
  /// Cells of a row: its columns, and room for what is added at the right edge.
  let stride: Int
  /// Flags of a row, one for each group of 4 cells; a multiple of 32.
  let groups: Int

  @inline(__always)
  init(from: Int, to: Int) {
    left = from & ~3
    stride = (to &- left &+ 13) & ~3
    groups = (stride >> 2 &+ 31) & ~31
  }
}
