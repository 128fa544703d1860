import CInstructions

/// Draws shapes with edges into a block, and writes the coverage of clips.
enum ShapeComposition {
  typealias Scratch = UnsafePointer<ComposeScratch>

  /// Draws a shape into a block.
  ///
  /// - Parameters:
  ///   - filler: Fills spans of the block. It holds the rectangle that may be painted, and the item with its
  ///     paint.
  ///   - edges: The edges of the item that may touch the block's band.
  static func compose(_ filler: inout SpanFiller, edges: BandEdges, scratch: Scratch) {
    let (item, rect) = (filler.item, filler.rect)
    if item.pointee.kind == .rectangle {
      for y in rect.minY..<rect.maxY {
        filler.begin(row: y)
        filler.fillSpan(x: filler.columns.lower, count: filler.columns.upper &- filler.columns.lower, coverage: 255)
      }
      return
    }
    var rows = rect.minY..<rect.maxY
    let identical = item.pointee.hasVerticalEdges ? edges.identicalRows(from: rect.minY, to: rect.maxY) : rect.minY..<rect.minY
    if !identical.isEmpty {
      composeIdenticalRows(&filler, edges: edges, rows: identical, scratch: scratch)
      rows = identical.lowerBound > rect.minY ? rect.minY..<identical.lowerBound : identical.upperBound..<rect.maxY
      if rows.isEmpty { return }
    }
    let sweep = accumulate(edges, of: item, in: rect, rows: rows, scratch: scratch)
    guard filler.isPlain else { return composeRows(filler, sweep, rows: rows, rule: item.pointee.rule, scratch: scratch) }
    let row = filler.origin + rows.lowerBound &* filler.stride
    if item.pointee.alpha == 255 {
      composePlain(filler, sweep, rows: rows, into: OpaqueColorSink(row: row, color: filler.color, blockEnd: filler.blockEnd))
    } else {
      let sink = TranslucentColorSink(
        row: row, color: filler.color, alpha: item.pointee.alpha, blockEnd: filler.blockEnd, hasAVX2: cartouche_has_avx2())
      composePlain(filler, sweep, rows: rows, into: sink)
    }
  }

  /// Writes the coverage of a clip's path in `rect` to `mask`, whose rows are `rect.width` apart.
  static func writeCoverage(
    of item: UnsafePointer<PreparedItem>, edges: BandEdges, rect: PixelRect, scratch: Scratch,
    to mask: UnsafeMutablePointer<UInt8>
  ) {
    mask.update(repeating: 0, count: rect.width &* rect.height)
    let sweep = accumulate(edges, of: item, in: rect, rows: rect.minY..<rect.maxY, scratch: scratch)
    for row in 0..<rect.height {
      var sink = CoverageRowWriter(row: mask + (row &* rect.width &- rect.minX))
      sweep.sweep(row: row, columns: ColumnRange(lower: rect.minX, upper: rect.maxX), rule: item.pointee.rule, into: &sink)
    }
  }

  /// Accumulates the coverage of some rows in the columns of `rect`. Each row must then be swept.
  private static func accumulate(
    _ edges: BandEdges, of item: UnsafePointer<PreparedItem>, in rect: PixelRect, rows: Range<Int>, scratch: Scratch
  ) -> CoverageSweep {
    let (minX, maxX) = (Int(item.pointee.bounds.minX), Int(item.pointee.bounds.maxX))
    return scratch.pointee.coverage.accumulate(
      edges, from: max(minX, rect.minX), to: min(maxX, rect.maxX), rows: rows,
      crossesSides: item.pointee.crossesScreenSides || minX < rect.minX || maxX > rect.maxX)
  }

  // MARK: Identical rows

  /// Draws rows with identical coverage, such as those between the corners of a card.
  private static func composeIdenticalRows(_ filler: inout SpanFiller, edges: BandEdges, rows: Range<Int>, scratch: Scratch) {
    let (item, rect) = (filler.item, filler.rect)
    let rowCoverage = scratch.pointee.rowCoverage
    var sink = CoverageRowWriter(row: rowCoverage)
    accumulate(edges, of: item, in: rect, rows: rows.lowerBound..<(rows.lowerBound &+ 1), scratch: scratch)
      .sweep(row: 0, columns: ColumnRange(lower: rect.minX, upper: rect.maxX), rule: item.pointee.rule, into: &sink)
    var x = sink.lower
    while x < sink.upper {
      let run = firstRun(of: rowCoverage + x, count: sink.upper &- x)
      defer { x &+= run.count }
      if run.kind == .mixed && filler.fillRows(x: x, count: run.count, coverages: rowCoverage + x, rows: rows) { continue }
      for y in rows where run.kind != .empty {
        filler.begin(row: y)
        if run.kind == .solid {
          filler.fillSpan(x: x, count: run.count, coverage: 255)
        } else {
          filler.fillSpan(x: x, count: run.count, coverages: rowCoverage + x)
        }
      }
    }
    if sink.lower < sink.upper { (rowCoverage + sink.lower).update(repeating: 0, count: sink.upper &- sink.lower) }
  }

  private enum RunKind { case empty, solid, mixed }

  /// Returns the first run of a row's coverage.
  ///
  /// It is eight or more columns that are all empty or all solid, or the mixed columns before such a run.
  private static func firstRun(of coverages: UnsafePointer<UInt8>, count: Int) -> (kind: RunKind, count: Int) {
    /// Returns how many columns from `first` on have its coverage.
    func equalColumns(from first: Int) -> Int {
      let eight = UInt64(coverages[first]) &* 0x0101_0101_0101_0101
      var index = first
      while index &+ 8 <= count {
        let next = UnsafeRawPointer(coverages).loadUnaligned(fromByteOffset: index, as: UInt64.self)
        let differing = UInt64(littleEndian: next) ^ eight
        if differing != 0 { return index &- first &+ differing.trailingZeroBitCount >> 3 }
        index &+= 8
      }
      while index < count && coverages[index] == coverages[first] { index &+= 1 }
      return index &- first
    }
    var index = 0
    while index < count {
      let length = equalColumns(from: index)
      if length >= 8 && (coverages[index] == 0 || coverages[index] == 255) {
        return index > 0 ? (.mixed, index) : (coverages[index] == 0 ? .empty : .solid, length)
      }
      index &+= length
    }
    return (.mixed, count)
  }

  // MARK: Sweeping

  /// Draws one color, or one for each row, straight from the sweep.
  private static func composePlain<Sink: ColorSink>(
    _ filler: SpanFiller, _ sweep: CoverageSweep, rows: Range<Int>, into sink: Sink
  ) {
    switch filler.item.pointee.rule {
    case .nonZero: composePlain(filler, sweep, rows: rows, rule: NonZeroCoverage.self, into: sink)
    case .evenOdd: composePlain(filler, sweep, rows: rows, rule: EvenOddCoverage.self, into: sink)
    }
  }

  /// Draws the rows by a rule and into a sink that are known at compile time, because checks at every group
  /// of pixels would take a tenth of the time.
  @inline(never)
  private static func composePlain<Sink: ColorSink, Rule: CoverageRule>(
    _ filler: SpanFiller, _ sweep: CoverageSweep, rows: Range<Int>, rule: Rule.Type, into sink: Sink
  ) {
    let (rowColors, clip, stride) = (filler.rowColors, filler.clip, filler.stride)
    let unclipped = filler.wholeGroups
    var sink = sink
    if rowColors == nil && clip == nil {
      // The sweep counts columns from the first one.
      sink.row += unclipped.lower
      return sweep.sweepRows(rows.count, columns: unclipped, rule: rule, into: &sink) { $0.row += stride }
    }
    for y in rows {
      if let rowColors { sink.color = rowColors[y] }
      sweep.sweepRow(y &- rows.lowerBound, clip == nil ? unclipped : filler.columns(of: y), rule, &sink)
      sink.row += stride
    }
  }

  /// Draws other paints, which compute their colors a run at a time: edges by their coverage, long solid runs
  /// as one.
  private static func composeRows(
    _ filler: SpanFiller, _ sweep: CoverageSweep, rows: Range<Int>, rule: FillRule, scratch: Scratch
  ) {
    var filler = filler
    let rowCoverage = scratch.pointee.rowCoverage
    for y in rows {
      filler.begin(row: y)
      var sink = SpanSink(filler: filler, row: rowCoverage)
      sweep.sweep(row: y &- rows.lowerBound, columns: filler.columns, rule: rule, into: &sink)
      sink.flush()
    }
  }
}
