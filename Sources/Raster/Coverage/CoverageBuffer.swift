/// Gathers how much of each pixel of one block's rows an outline covers, exactly.
///
/// Every edge adds to the cells it passes, so that the running sum along a row is the signed area covered (as in font-rs and
/// golang.org/x/image/vector): an edge that falls by `dy` inside a cell at mean position `f` adds `dy·(1 − f)` there and `dy·f` to the
/// next cell. A whole pixel is 2^17. What an edge adds to a cell depends on the edge alone, not on where the block begins, and turning
/// an edge round only changes the sign; so shared edges cancel to the bit, and any cutting into blocks gives the same sums.
///
/// Areas are summed before the fill rule looks at them: where an outline crosses or repeats itself inside one pixel, that pixel has the rule of the sum, as
/// in FreeType's and font-rs's rasterizers. 16 383 windings one way are told apart; more may show as fewer.
struct CoverageBuffer: ~Copyable {
  /// A fully covered pixel.
  static let full: Int32 = 1 << 17

  private let cells: UnsafeMutablePointer<Int32>
  /// For each group of 4 cells whether something was added to it: 1 or 0. The cell behind a touched group may hold something too.
  private let touched: UnsafeMutablePointer<UInt8>
  private let reciprocals: UnsafeMutablePointer<UInt32>

  /// - Parameters:
  ///   - width: the pixels of a row at most.
  ///   - rows: how many are gathered at once at most.
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

  /// Gathers the parts of `band`'s edges that lie in `rows`.
  ///
  /// - Parameters:
  ///   - from, to: the shape's own columns: what of an edge lies elsewhere is beside the screen.
  ///   - crossesScreenSides: whether there may be such edges.
  /// - Returns: what every row has to be swept with before anything else is gathered.
  @inline(never)
  func accumulate(_ band: BandEdges, from: Int, to: Int, rows: Range<Int>, crossesScreenSides: Bool = true) -> CoverageSweep {
    let layout = CoverageLayout(from: from, to: to)
    // In local variables: the compiler cannot know that writing a cell leaves this structure as it is.
    let accumulator = CoverageAccumulator(
      cells: cells, touched: touched, stride: layout.stride, groups: layout.groups, reciprocals: UnsafePointer(reciprocals),
      left: Int32(truncatingIfNeeded: layout.left) << 8, right: Int32(truncatingIfNeeded: to &- layout.left) << 8,
      top: Int32(truncatingIfNeeded: rows.lowerBound),
      end: Int32(truncatingIfNeeded: rows.upperBound))
    for span in band.spans {
      let edges = UnsafeBufferPointer(start: band.edges + Int(span.start), count: Int(span.count))
      if crossesScreenSides {
        for edge in edges { accumulator.addClipped(edge) }
      } else {
        for edge in edges { accumulator.add(edge) }
      }
    }
    return CoverageSweep(cells: cells, touched: touched, layout: layout)
  }
}

/// How a shape's rows lie in a ``CoverageBuffer``: as close together as they can, so that a small shape's stay in the nearest cache.
struct CoverageLayout: BitwiseCopyable {
  /// The column of a row's first cell, a multiple of 4.
  let left: Int
  /// Cells of a row: the columns and room for what falls on the right edge.
  let stride: Int
  /// Flags of a row, a multiple of 8.
  let groups: Int

  @inline(__always)
  init(from: Int, to: Int) {
    left = from & ~3
    stride = (to &- left &+ 13) & ~3
    groups = (stride >> 2 &+ 7) & ~7
  }
}
