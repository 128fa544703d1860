/// Finds the cells of a block that an outline covers, from its edges.
///
/// A cell is covered if no edge touches it and if the edges to its left wind around it once. See
/// ``Occlusion``.
struct OutlineCells: ~Copyable {
  private static var rowCount: Int { CellBlock.rowCount }
  private typealias Lanes = CellBlock.Lanes

  /// What the edges of a shape add to a column and to all columns to its right, for each row of cells.
  ///
  /// First come the numbers of edges that begin to touch a cell, minus those that ended left of it. Then come
  /// the winding numbers that begin, in 1/256 of a row of pixels.
  private let changes: UnsafeMutablePointer<Int32>
  /// A bit for each column that has changes.
  private let changed: UnsafeMutablePointer<UInt64>
  /// For each row of cells, the column from which on there may be a horizontal edge that is not among the
  /// edges.
  private let ends: UnsafeMutablePointer<Int>

  /// - Parameter columns: The greatest number of columns of cells.
  init(columns: Int) {
    let count = (columns &+ 1) &* Self.rowCount &* 2
    changes = .allocate(capacity: count)
    changes.initialize(repeating: 0, count: count)
    let words = columns >> 6 &+ 1
    changed = .allocate(capacity: words)
    changed.initialize(repeating: 0, count: words)
    ends = .allocate(capacity: Self.rowCount)
    ends.initialize(repeating: 0, count: Self.rowCount)
  }

  deinit {
    changes.deallocate()
    changed.deallocate()
    ends.deallocate()
  }

  /// Hides those of some cells that an outline covers.
  ///
  /// An outline that winds twice around a cell is not noticed.
  ///
  /// - Parameters:
  ///   - hasHorizontalEdges: Whether the outline has horizontal edges that may be longer than a cell.
  ///   - columns, rows: The cells.
  mutating func hideCells(
    coveredBy edges: BandEdges, hasHorizontalEdges: Bool, columns: ColumnRange, rows: Range<Int>, _ block: CellBlock,
    in hidden: inout HiddenCells
  ) {
    add(edges, hasHorizontalEdges: hasHorizontalEdges, to: columns, rows: rows, block)
    takeCovered(columns, rows: rows, block, into: &hidden)
  }

  /// Adds what the edges of an outline do in some cells.
  private mutating func add(
    _ edges: BandEdges, hasHorizontalEdges: Bool, to columns: ColumnRange, rows: Range<Int>, _ block: CellBlock
  ) {
    ends.update(repeating: columns.upper, count: Self.rowCount)
    let top = max(block.rect.minY, block.top &+ rows.lowerBound << CellBlock.bits) << 8
    let bottom = min(block.rect.maxY, block.top &+ rows.upperBound << CellBlock.bits) << 8
    let bandTop = block.top << 8
    for span in edges.spans {
      for edge in UnsafeBufferPointer(start: edges.edges + Int(span.start), count: Int(span.count)) {
        let upper = max(Int(min(edge.y0, edge.y1)), top)
        let lower = min(Int(max(edge.y0, edge.y1)), bottom)
        guard upper < lower else { continue }
        let line = EdgeLine(edge, from: upper, to: lower)
        var (begin, end) = block.columns(line.extent, within: columns)
        guard begin < columns.upper else { continue }
        let sign = edge.sign
        var row = (upper &- bandTop) >> Self.cellBits
        var from = upper
        while from < lower {
          let cellEnd = bandTop &+ (row &+ 1) << Self.cellBits
          let to = min(lower, cellEnd)
          if line.isWide { (begin, end) = block.columns(line.extent(from: from, to: to), within: columns) }
          if begin < columns.upper {
            // A horizontal edge can only begin where another edge ends.
            if hasHorizontalEdges && (from > max(cellEnd &- 1 << Self.cellBits, top) || to < min(cellEnd, bottom)) {
              ends[row] = min(ends[row], begin)
            }
            if begin < end {
              changed[begin >> 6] |= 1 << UInt64(truncatingIfNeeded: begin & 63)
              changes[Self.index(begin, row)] &+= 1
              changes[Self.index(end, row)] &-= 1
            }
            changed[end >> 6] |= 1 << UInt64(truncatingIfNeeded: end & 63)
            changes[Self.index(end, row) &+ Self.rowCount] &+= Int32(truncatingIfNeeded: to &- from) &* sign
          }
          from = to
          row &+= 1
        }
      }
    }
  }

  /// The binary logarithm of a cell's height in 1/256 px.
  private static var cellBits: Int { CellBlock.bits &+ 8 }

  /// The index in ``changes`` of a cell's number of edges. Its winding number is ``rowCount`` places further.
  @inline(__always)
  private static func index(_ column: Int, _ row: Int) -> Int { column &* rowCount &* 2 &+ row }

  /// Hides the covered cells, and forgets the outline.
  private mutating func takeCovered(
    _ columns: ColumnRange, rows: Range<Int>, _ block: CellBlock, into hidden: inout HiddenCells
  ) {
    let wanted = Lanes(1, 2, 4, 8) & Lanes(repeating: Int32(CellBlock.mask(of: rows)))
    let whole = block.heights
    var (touching, winding) = (Lanes.zero, Lanes.zero)
    var (first, covered) = (columns.lower, 0 as CellBlock.Rows)
    for word in columns.lower >> 6...columns.upper >> 6 {
      var bits = changed[word]
      changed[word] = 0
      while bits != 0 {
        let column = word << 6 &+ bits.trailingZeroBitCount
        bits &= bits &- 1
        if covered != 0 { hide(first..<column, covered, in: &hidden) }
        take(column, &touching, &winding)
        let isCovered = (touching .== 0) .& ((winding .== whole) .| (winding .== (0 &- whole)))
        covered = CellBlock.Rows(truncatingIfNeeded: wanted.replacing(with: 0, where: .!isCovered).wrappedSum())
        first = column
      }
    }
    if covered != 0 && first < columns.upper { hide(first..<columns.upper, covered, in: &hidden) }
  }

  /// Adds the changes at a column to the sums, and removes them.
  @inline(__always)
  private func take(_ column: Int, _ touching: inout Lanes, _ winding: inout Lanes) {
    let change = UnsafeMutableRawPointer(changes + Self.index(column, 0))
    let size = MemoryLayout<Lanes>.size
    touching &+= change.loadUnaligned(as: Lanes.self)
    winding &+= change.loadUnaligned(fromByteOffset: size, as: Lanes.self)
    change.storeBytes(of: .zero, as: Lanes.self)
    change.storeBytes(of: .zero, toByteOffset: size, as: Lanes.self)
  }

  /// Hides the cells in which there is no horizontal edge.
  private func hide(_ columns: Range<Int>, _ rows: CellBlock.Rows, in hidden: inout HiddenCells) {
    var isCut = false
    for row in 0..<Self.rowCount where ends[row] < columns.upperBound { isCut = true }
    if !isCut { return hidden.add(columns, rows) }
    for row in 0..<Self.rowCount {
      let end = min(columns.upperBound, ends[row])
      let bit = rows & 1 << CellBlock.Rows(truncatingIfNeeded: row)
      if columns.lowerBound < end && bit != 0 { hidden.add(columns.lowerBound..<end, bit) }
    }
  }
}

/// The line of an edge, for its extent in rows of cells.
private struct EdgeLine {
  private let x0: Int, y0: Int
  private let minX: Int, maxX: Int
  /// x per y in 1/2^32; 0 if the extent of the whole edge is good enough for each row.
  private let slope: Int

  /// Creates the line of an edge, of which the part from `upper` to `lower` is asked for.
  @inline(__always)
  init(_ edge: Edge, from upper: Int, to lower: Int) {
    (x0, y0) = (Int(edge.x0), Int(edge.y0))
    let (x1, y1) = (Int(edge.x1), Int(edge.y1))
    (minX, maxX) = (min(x0, x1), max(x0, x1))
    // A steep or short edge touches few columns anyway.
    let isCut = min(y0, y1) < upper || max(y0, y1) > lower || lower &- upper > CellBlock.side << 8
    slope = isCut && maxX &- minX > CellBlock.side << 8 ? (x1 &- x0) << 32 / (y1 &- y0) : 0  // ≤ 2^60
  }

  /// Whether the edge touches so many columns that its parts touch fewer.
  @inline(__always)
  var isWide: Bool { slope != 0 }

  /// The leftmost and the rightmost x, in 1/256 px, that the edge may have.
  ///
  /// The rasterizer and the products below round by less than the margin, or by too little height to matter.
  @inline(__always)
  var extent: (minX: Int, maxX: Int) { (minX &- 16, maxX &+ 16) }

  /// Returns the leftmost and the rightmost x that a wide edge may have between two of its rows.
  @inline(__always)
  func extent(from upper: Int, to lower: Int) -> (minX: Int, maxX: Int) {
    let atTop = x0 &+ ((upper &- y0) &* slope) >> 32  // ≤ 2^60
    let atBottom = x0 &+ ((lower &- y0) &* slope) >> 32
    return (max(minX, min(atTop, atBottom)) &- 16, min(maxX, max(atTop, atBottom)) &+ 16)
  }
}
