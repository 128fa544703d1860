extension RenderScratch {
  /// Draws a shape into a block.
  ///
  /// - Parameters:
  ///   - filler: knows the block, what may be painted in it, and the paint.
  ///   - edges: those of the item that may touch the block's band.
  func compose(_ filler: SpanFiller, edges: BandEdges) {
    var filler = filler
    let (item, rect) = (filler.item, filler.rect)
    if item.pointee.kind == .rectangle {
      for y in rect.minY..<rect.maxY {
        filler.begin(row: y)
        filler.fillSpan(x: filler.columns.lower, count: filler.columns.upper &- filler.columns.lower, coverage: 255)
      }
      return
    }
    var rows = rect.minY..<rect.maxY
    let alike = item.pointee.hasVerticalEdges ? edges.identicalRows(from: rect.minY, to: rect.maxY) : rect.minY..<rect.minY
    if !alike.isEmpty {
      composeUniformRows(&filler, edges: edges, rows: alike)
      rows = alike.lowerBound > rect.minY ? rect.minY..<alike.lowerBound : alike.upperBound..<rect.maxY
      if rows.isEmpty { return }
    }
    let sweep = accumulate(edges, of: item, rows: rows)
    switch (item.pointee.rule, filler.isPlain) {
    case (.nonZero, true): composePlain(filler, sweep, rows: rows, rule: .nonZero)
    case (.evenOdd, true): composePlain(filler, sweep, rows: rows, rule: .evenOdd)
    case (.nonZero, false): composeRows(filler, sweep, rows: rows, rule: .nonZero)
    case (.evenOdd, false): composeRows(filler, sweep, rows: rows, rule: .evenOdd)
    }
  }

  /// Gathers what `edges` cover of some rows, each of which is to be swept.
  private func accumulate(_ edges: BandEdges, of item: UnsafePointer<PreparedItem>, rows: Range<Int>) -> CoverageSweep {
    coverage.accumulate(
      edges, from: Int(item.pointee.bounds.minX), to: Int(item.pointee.bounds.maxX), rows: rows,
      crossesScreenSides: item.pointee.crossesScreenSides)
  }

  /// Draws rows of a shape that are all alike, as those between the corners of a card.
  private func composeUniformRows(_ filler: inout SpanFiller, edges: BandEdges, rows: Range<Int>) {
    let (item, rect) = (filler.item, filler.rect)
    var sink = CoverageRowSink(row: rowCoverage)
    accumulate(edges, of: item, rows: rows.lowerBound..<(rows.lowerBound &+ 1))
      .sweep(row: 0, columns: ColumnRange(lower: rect.minX, upper: rect.maxX), rule: item.pointee.rule, into: &sink)
    var x = sink.lower
    while x < sink.upper {
      let stretch = Self.stretch(rowCoverage + x, count: sink.upper &- x)
      defer { x &+= stretch.count }
      if stretch.kind == .mixed && filler.fillRows(x: x, count: stretch.count, coverages: rowCoverage + x, rows: rows) { continue }
      for y in rows where stretch.kind != .empty {
        filler.begin(row: y)
        if stretch.kind == .whole {
          filler.fillSpan(x: x, count: stretch.count, coverage: 255)
        } else {
          filler.fillSpan(x: x, count: stretch.count, coverages: rowCoverage + x)
        }
      }
    }
    if sink.lower < sink.upper { (rowCoverage + sink.lower).update(repeating: 0, count: sink.upper &- sink.lower) }
  }

  private enum RunKind { case empty, whole, mixed }

  /// What a row's coverages begin with: none or all covered for eight columns or more, or what lies before such.
  private static func stretch(_ coverages: UnsafePointer<UInt8>, count: Int) -> (kind: RunKind, count: Int) {
    /// How many columns from `first` on are covered like that one.
    func alike(_ first: Int) -> Int {
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
      let length = alike(index)
      if length >= 8 && (coverages[index] == 0 || coverages[index] == 255) {
        return index > 0 ? (.mixed, index) : (coverages[index] == 0 ? .empty : .whole, length)
      }
      index &+= length
    }
    return (.mixed, count)
  }

  /// One colour, or one for each row, is mixed straight into the block.
  @inline(__always)
  private func composePlain(_ filler: SpanFiller, _ sweep: CoverageSweep, rows: Range<Int>, rule: FillRule) {
    let (alpha, rowColors, clip, stride) = (filler.item.pointee.alpha, filler.rowColors, filler.clip, filler.stride)
    let whole = ColumnRange(lower: filler.rect.minX, upper: filler.rect.maxX)
    var sink = ColorSink(row: filler.origin + rows.lowerBound &* stride, color: filler.color, alpha: alpha)
    for y in rows {
      if let rowColors { sink.color = rowColors[y] }
      sweep.sweep(row: y &- rows.lowerBound, columns: clip == nil ? whole : filler.columns(of: y), rule: rule, into: &sink)
      sink.row += stride
    }
  }

  /// Other paints are worked out a run at a time: edges by their coverages, long covered runs by one.
  @inline(__always)
  private func composeRows(_ filler: SpanFiller, _ sweep: CoverageSweep, rows: Range<Int>, rule: FillRule) {
    var filler = filler
    for y in rows {
      filler.begin(row: y)
      var sink = SpanSink(filler: filler, row: rowCoverage)
      sweep.sweep(row: y &- rows.lowerBound, columns: filler.columns, rule: rule, into: &sink)
      sink.flush()
    }
  }

  /// Writes the coverage of a clip's path in `rect` to `mask`, whose rows are `rect.width` apart.
  func write(_ item: UnsafePointer<PreparedItem>, edges: BandEdges, rect: PixelRect, to mask: UnsafeMutablePointer<UInt8>) {
    mask.update(repeating: 0, count: rect.width &* rect.height)
    let sweep = accumulate(edges, of: item, rows: rect.minY..<rect.maxY)
    for row in 0..<rect.height {
      var sink = CoverageRowSink(row: mask + (row &* rect.width &- rect.minX))
      sweep.sweep(row: row, columns: ColumnRange(lower: rect.minX, upper: rect.maxX), rule: item.pointee.rule, into: &sink)
    }
  }
}
