/// Lays one colour into a row as the sweep finds coverage.
private struct ColorSink: CoverageSink {
  /// Where the screen's column 0 would be.
  let row: UnsafeMutablePointer<UInt32>
  let color: UInt32
  let alpha: UInt32

  @inline(__always)
  mutating func run(x: Int, count: Int, coverage: UInt32) {
    let weight = product255(coverage, alpha)
    if weight == 255 {
      fillGroups(row + x, count: count, with: color)
    } else {
      mix(row + x, count: count, with: color, weight: weight)
    }
  }

  @inline(__always)
  mutating func group(x: Int, coverages: SIMD4<UInt32>) {
    mixFour(row + x, color, weights: alpha == 255 ? coverages : products255(coverages, alpha))
  }

  @inline(__always)
  mutating func pixel(x: Int, coverage: UInt32) {
    row[x] = mixed(row[x], color, product255(coverage, alpha))
  }
}

/// Keeps a row's coverage: a clip's, or that of a shape which something else is mixed with.
struct RowSink: CoverageSink {
  /// Where the screen's column 0 would be.
  let row: UnsafeMutablePointer<UInt8>
  var lower = Int.max
  var upper = Int.min

  @inline(__always)
  mutating func run(x: Int, count: Int, coverage: UInt32) {
    (row + x).update(repeating: UInt8(truncatingIfNeeded: coverage), count: count)
    lower = min(lower, x)
    upper = max(upper, x &+ count)
  }

  @inline(__always)
  mutating func group(x: Int, coverages: SIMD4<UInt32>) {
    for lane in 0..<4 { row[x &+ lane] = UInt8(truncatingIfNeeded: coverages[lane]) }
    lower = min(lower, x)
    upper = max(upper, x &+ 4)
  }

  @inline(__always)
  mutating func pixel(x: Int, coverage: UInt32) {
    row[x] = UInt8(truncatingIfNeeded: coverage)
    lower = min(lower, x)
    upper = max(upper, x &+ 1)
  }
}

/// Hands a row's coverage on to a paint that is worked out a run at a time.
private struct SpanSink: CoverageSink {
  /// Shorter runs are put together with the edges beside them.
  private static var shortest: Int { 16 }

  let layer: SpanLayer
  /// Coverages on their way, where the screen's column 0 would be; outside the pending columns everything is 0.
  let row: UnsafeMutablePointer<UInt8>
  private var lower = Int.max
  private var upper = Int.min

  init(layer: SpanLayer, row: UnsafeMutablePointer<UInt8>) {
    (self.layer, self.row) = (layer, row)
  }

  @inline(__always)
  mutating func run(x: Int, count: Int, coverage: UInt32) {
    if count >= Self.shortest {
      flush()
      layer.lay(x: x, count: count, coverage: coverage)
      return
    }
    begin(x)
    (row + x).update(repeating: UInt8(truncatingIfNeeded: coverage), count: count)
    upper = x &+ count
  }

  @inline(__always)
  mutating func group(x: Int, coverages: SIMD4<UInt32>) {
    begin(x)
    for lane in 0..<4 { row[x &+ lane] = UInt8(truncatingIfNeeded: coverages[lane]) }
    upper = x &+ 4
  }

  @inline(__always)
  mutating func pixel(x: Int, coverage: UInt32) {
    begin(x)
    row[x] = UInt8(truncatingIfNeeded: coverage)
    upper = x &+ 1
  }

  /// What lies far behind the pending columns is a span of its own.
  @inline(__always)
  private mutating func begin(_ x: Int) {
    if x > upper &+ Self.shortest { flush() }
    lower = min(lower, x)
  }

  mutating func flush() {
    guard lower < upper else { return }
    layer.lay(x: lower, count: upper &- lower, coverages: row + lower)
    (row + lower).update(repeating: 0, count: upper &- lower)
    (lower, upper) = (.max, .min)
  }
}

extension Workbench {
  /// Draws a shape into a block.
  ///
  /// - Parameters:
  ///   - layer: knows the block, what may be painted in it, and the paint.
  ///   - edges: those of the item that may touch the rows from `top` on.
  ///   - top: the band's first row, which is the block's unless the damage begins lower.
  func compose(_ layer: SpanLayer, edges: UnsafeBufferPointer<Edge>, top: Int) {
    var layer = layer
    let item = layer.item
    if item.pointee.kind == .rectangle {
      for y in layer.rect.minY..<layer.rect.maxY {
        layer.begin(row: y)
        layer.lay(x: layer.columns.lower, count: layer.columns.upper &- layer.columns.lower, coverage: 255)
      }
      return
    }
    coverage.add(edges, top: top)
    let plain = layer.isPlain
    switch (item.pointee.rule, plain) {
    case (.nonZero, true): composePlain(layer, top: top, rule: .nonZero)
    case (.evenOdd, true): composePlain(layer, top: top, rule: .evenOdd)
    case (.nonZero, false): composeRows(layer, top: top, rule: .nonZero)
    case (.evenOdd, false): composeRows(layer, top: top, rule: .evenOdd)
    }
  }

  /// The band's rows that the item's edges touch: those above and below the block got their share of the edges too and are cleared.
  @inline(__always)
  private func rows(of item: UnsafePointer<PreparedItem>, top: Int) -> Range<Int> {
    max(top, Int(item.pointee.bounds.minY))..<min(top + Renderer.blockRows, Int(item.pointee.bounds.maxY))
  }

  /// One colour is mixed straight into the block.
  @inline(__always)
  private func composePlain(_ layer: SpanLayer, top: Int, rule: FillRule) {
    var layer = layer
    let item = layer.item
    let sweep = CoverageSweep(coverage)
    let (from, to) = (Int(item.pointee.bounds.minX), Int(item.pointee.bounds.maxX))
    let (color, alpha) = (item.pointee.color, item.pointee.alpha)
    for y in rows(of: item, top: top) {
      layer.begin(row: y)
      var sink = ColorSink(row: layer.row, color: color, alpha: alpha)
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
    _ item: UnsafePointer<PreparedItem>, edges: UnsafeBufferPointer<Edge>, top: Int, rect: PixelRect,
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
