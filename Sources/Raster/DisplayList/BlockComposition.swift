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
      fill(row + x, count: count, with: color)
    } else {
      mix(row + x, count: count, with: color, weight: weight)
    }
  }

  @inline(__always)
  mutating func pixel(x: Int, coverage: UInt32) {
    row[x] = mixed(row[x], color, product255(coverage, alpha))
  }
}

/// Keeps a row's coverage for paints that are worked out a row at a time, and for clips.
private struct RowSink: CoverageSink {
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
  mutating func pixel(x: Int, coverage: UInt32) {
    row[x] = UInt8(truncatingIfNeeded: coverage)
    lower = min(lower, x)
    upper = max(upper, x &+ 1)
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
    for edge in edges { coverage.add(edge, top: Int32(truncatingIfNeeded: top)) }
    let bounds = item.pointee.bounds
    // Rows above and below the block got their share of the edges too and are cleared.
    for y in max(top, Int(bounds.minY))..<min(top + Renderer.blockRows, Int(bounds.maxY)) {
      layer.begin(row: y)
      if layer.isPlain {
        var sink = ColorSink(row: layer.row, color: item.pointee.color, alpha: item.pointee.alpha)
        sweep(item, row: y - top, layer.columns, into: &sink)
      } else {
        var sink = RowSink(row: rowCoverage)
        sweep(item, row: y - top, layer.columns, into: &sink)
        if sink.lower < sink.upper {
          layer.lay(x: sink.lower, count: sink.upper &- sink.lower, coverages: rowCoverage + sink.lower)
          (rowCoverage + sink.lower).update(repeating: 0, count: sink.upper &- sink.lower)
        }
      }
    }
  }

  /// Writes the coverage of a clip's path in `rect` to `mask`, whose rows are `rect.width` apart.
  func write(
    _ item: UnsafePointer<PreparedItem>, edges: UnsafeBufferPointer<Edge>, top: Int, rect: PixelRect,
    to mask: UnsafeMutablePointer<UInt8>
  ) {
    mask.update(repeating: 0, count: rect.width &* rect.height)
    for edge in edges { coverage.add(edge, top: Int32(truncatingIfNeeded: top)) }
    let bounds = item.pointee.bounds
    for y in max(top, Int(bounds.minY))..<min(top + Renderer.blockRows, Int(bounds.maxY)) {
      let isWanted = y >= rect.minY && y < rect.maxY
      var sink = RowSink(row: isWanted ? mask + ((y &- rect.minY) &* rect.width &- rect.minX) : mask)
      sweep(
        item, row: y - top, isWanted ? Columns(lower: rect.minX, upper: rect.maxX) : Columns(lower: 0, upper: 0), into: &sink)
    }
  }

  @inline(__always)
  private func sweep<Sink: CoverageSink>(
    _ item: UnsafePointer<PreparedItem>, row: Int, _ wanted: Columns, into sink: inout Sink
  ) {
    let (from, to) = (Int(item.pointee.bounds.minX), Int(item.pointee.bounds.maxX))
    if item.pointee.rule == .nonZero {
      coverage.sweep(row: row, from: from, to: to, columns: wanted, rule: .nonZero, into: &sink)
    } else {
      coverage.sweep(row: row, from: from, to: to, columns: wanted, rule: .evenOdd, into: &sink)
    }
  }
}
