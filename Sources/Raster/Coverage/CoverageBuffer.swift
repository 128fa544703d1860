/// Gathers how much of each pixel of one block's rows an outline covers, exactly.
///
/// Every edge adds to the cells it passes, so that the running sum along a row is the signed area covered (as in font-rs and
/// golang.org/x/image/vector): an edge that falls by `dy` inside a cell at mean position `f` adds `dy·(1 − f)` there and `dy·f` to the
/// next cell. A whole pixel is 2^17. What an edge adds to a cell depends on the edge alone, not on where the block begins, and turning
/// an edge round only changes the sign; so shared edges cancel to the bit, and any cutting into blocks gives the same sums.
struct CoverageBuffer: ~Copyable {
  /// A fully covered pixel.
  static let full: Int32 = 1 << 17

  let width: Int
  let rows: Int
  /// Cells of a row: the width and room for what falls on the right edge.
  let stride: Int
  /// Groups of 4 cells a row, a multiple of 8.
  let groups: Int
  let cells: UnsafeMutablePointer<Int32>
  /// For each group whether something was added to it: 1 or 0. The cell behind a touched group may hold something too.
  let touched: UnsafeMutablePointer<UInt8>
  private let reciprocals: UnsafeMutablePointer<UInt32>

  init(width: Int, rows: Int) {
    self.width = width
    self.rows = rows
    stride = (width &+ 13) & ~3
    groups = (stride / 4 &+ 7) & ~7
    cells = .allocate(capacity: stride &* rows)
    cells.initialize(repeating: 0, count: stride &* rows)
    touched = .allocate(capacity: groups &* rows)
    touched.initialize(repeating: 0, count: groups &* rows)
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

  /// Adds the parts of `band`'s edges that lie in the rows from `top` to `top` + ``rows``.
  func add(_ band: BandEdges, top: Int) { add(band, top: top, rows: rows) }

  /// The same for some rows only.
  @inline(never)
  func add(_ band: BandEdges, top: Int, rows: Int) {
    // In local variables: the compiler cannot know that writing a cell leaves this structure as it is.
    let gathering = CoverageGathering(
      cells: cells, touched: touched, stride: stride, groups: groups, reciprocals: UnsafePointer(reciprocals),
      top: Int32(truncatingIfNeeded: top), end: Int32(truncatingIfNeeded: top &+ rows))
    for span in band.spans {
      for edge in UnsafeBufferPointer(start: band.edges + Int(span.start), count: Int(span.count)) { gathering.add(edge) }
    }
  }
}
