extension Workbench {
  /// Draws a shape into a block.
  ///
  /// - Parameters:
  ///   - layer: knows the block, what may be painted in it, and the paint.
  ///   - edges: those of the item that may touch the rows from `top` on.
  ///   - top: the band's first row, which is the block's unless the damage begins lower.
  func compose(_ layer: SpanLayer, edges: BandEdges, top: Int) {
    var layer = layer
    let item = layer.item
    if item.pointee.kind == .rectangle {
      for y in layer.rect.minY..<layer.rect.maxY {
        layer.begin(row: y)
        layer.lay(x: layer.columns.lower, count: layer.columns.upper &- layer.columns.lower, coverage: 255)
      }
      return
    }
    if composeAlike(&layer, edges: edges) { return }
    coverage.add(edges, top: top)
    switch (item.pointee.rule, layer.isPlain) {
    case (.nonZero, true): composePlain(layer, top: top, rule: .nonZero)
    case (.evenOdd, true): composePlain(layer, top: top, rule: .evenOdd)
    case (.nonZero, false): composeRows(layer, top: top, rule: .nonZero)
    case (.evenOdd, false): composeRows(layer, top: top, rule: .evenOdd)
    }
  }

  /// Draws the rows of a shape that are all alike, as between the corners of a card.
  ///
  /// - Returns: false, and does nothing, if they are not.
  private func composeAlike(_ layer: inout SpanLayer, edges: BandEdges) -> Bool {
    let (item, rect) = (layer.item, layer.rect)
    guard rect.height > 2, edges.areUpright(from: rect.minY, to: rect.maxY) else { return false }
    coverage.add(edges, top: rect.minY, rows: 1)
    var sink = RowSink(row: rowCoverage)
    CoverageSweep(coverage).sweep(
      row: 0, from: Int(item.pointee.bounds.minX), to: Int(item.pointee.bounds.maxX),
      columns: Columns(lower: rect.minX, upper: rect.maxX), rule: item.pointee.rule, into: &sink)
    var x = sink.lower
    while x < sink.upper {
      let stretch = Self.stretch(rowCoverage + x, count: sink.upper &- x)
      for y in rect.minY..<rect.maxY where stretch.kind != .empty {
        layer.begin(row: y)
        if stretch.kind == .whole {
          layer.lay(x: x, count: stretch.count, coverage: 255)
        } else {
          layer.lay(x: x, count: stretch.count, coverages: rowCoverage + x)
        }
      }
      x &+= stretch.count
    }
    if sink.lower < sink.upper { (rowCoverage + sink.lower).update(repeating: 0, count: sink.upper &- sink.lower) }
    return true
  }

  private enum StretchKind { case empty, whole, mixed }

  /// What a row's coverages begin with: none or all covered for eight columns or more, or what lies before such.
  private static func stretch(_ coverages: UnsafePointer<UInt8>, count: Int) -> (kind: StretchKind, count: Int) {
    /// How many columns from `first` on are covered like that one.
    func alike(_ first: Int) -> Int {
      var index = first
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

  /// The band's rows that the item's edges touch: those above and below the block got their share of the edges too and are cleared.
  @inline(__always)
  private func rows(of item: UnsafePointer<PreparedItem>, top: Int) -> Range<Int> {
    max(top, Int(item.pointee.bounds.minY))..<min(top + Renderer.blockRows, Int(item.pointee.bounds.maxY))
  }

  /// One colour, or one for each row, is mixed straight into the block.
  @inline(__always)
  private func composePlain(_ layer: SpanLayer, top: Int, rule: FillRule) {
    var layer = layer
    let item = layer.item
    let sweep = CoverageSweep(coverage)
    let (from, to) = (Int(item.pointee.bounds.minX), Int(item.pointee.bounds.maxX))
    let alpha = item.pointee.alpha
    for y in rows(of: item, top: top) {
      layer.begin(row: y)
      var sink = ColorSink(row: layer.row, color: layer.color, alpha: alpha)
      sweep.sweep(row: y &- top, from: from, to: to, columns: layer.columns, rule: rule, into: &sink)
    }
  }

  /// Other paints are worked out a run at a time: edges by their coverages, long covered runs by one.
  @inline(__always)
  private func composeRows(_ layer: SpanLayer, top: Int, rule: FillRule) {
    var layer = layer
    let item = layer.item
    let sweep = CoverageSweep(coverage)
    let (from, to) = (Int(item.pointee.bounds.minX), Int(item.pointee.bounds.maxX))
    for y in rows(of: item, top: top) {
      layer.begin(row: y)
      var sink = SpanSink(layer: layer, row: rowCoverage)
      sweep.sweep(row: y &- top, from: from, to: to, columns: layer.columns, rule: rule, into: &sink)
      sink.flush()
    }
  }

  /// Writes the coverage of a clip's path in `rect` to `mask`, whose rows are `rect.width` apart.
  func write(
    _ item: UnsafePointer<PreparedItem>, edges: BandEdges, top: Int, rect: PixelRect,
    to mask: UnsafeMutablePointer<UInt8>
  ) {
    mask.update(repeating: 0, count: rect.width &* rect.height)
    coverage.add(edges, top: top)
    let sweep = CoverageSweep(coverage)
    let (from, to) = (Int(item.pointee.bounds.minX), Int(item.pointee.bounds.maxX))
    for y in rows(of: item, top: top) {
      let isWanted = y >= rect.minY && y < rect.maxY
      let columns = isWanted ? Columns(lower: rect.minX, upper: rect.maxX) : Columns(lower: 0, upper: 0)
      var sink = RowSink(row: isWanted ? mask + ((y &- rect.minY) &* rect.width &- rect.minX) : mask)
      sweep.sweep(row: y &- top, from: from, to: to, columns: columns, rule: item.pointee.rule, into: &sink)
    }
  }
}
