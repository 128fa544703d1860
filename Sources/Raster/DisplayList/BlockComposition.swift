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

/// Keeps a row's coverage for paints that are worked out a row at a time.
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
  /// Draws `item` into the block at `rect`; `edges` are those of the item that may touch the block's rows.
  func compose(
    _ item: PreparedItem, edges: UnsafeBufferPointer<Edge>, tables: UnsafePointer<UInt32>, clip: UnsafePointer<Int32>?,
    in rect: PixelRect
  ) {
    let columns = Columns(lower: max(rect.minX, Int(item.minX)), upper: min(rect.maxX, Int(item.maxX)))
    let firstRow = max(rect.minY, Int(item.minY))
    let endRow = min(rect.maxY, Int(item.maxY))
    guard columns.lower < columns.upper, firstRow < endRow else { return }
    // Rows are counted from the band's top, which is the block's unless the damage begins lower.
    let top = rect.minY & ~(Renderer.blockRows - 1)
    if item.kind != .rectangle {
      for edge in edges { coverage.add(edge, top: Int32(truncatingIfNeeded: top)) }
    }
    let rows = source(of: item, tables: tables)
    // Rows above and below the block got their share of the edges too and are cleared.
    let sweptRows =
      item.kind == .rectangle ? firstRow..<endRow : max(top, Int(item.minY))..<min(top + Renderer.blockRows, Int(item.maxY))
    for y in sweptRows {
      var wanted = y >= firstRow && y < endRow ? columns : Columns(lower: 0, upper: 0)
      if let clip {
        wanted.lower = max(wanted.lower, Int(clip[2 * y]))
        wanted.upper = min(wanted.upper, Int(clip[2 * y + 1]))
      }
      let line = block + ((y - rect.minY) * rect.width - rect.minX)
      if let rows {
        var sink = RowSink(row: rowCoverage)
        paint(item, row: y - top, wanted, into: &sink)
        if sink.lower < sink.upper { compose(rows, alpha: item.alpha, y: y, from: sink.lower, to: sink.upper, line: line) }
      } else {
        var sink = ColorSink(row: line, color: item.color, alpha: item.alpha)
        paint(item, row: y - top, wanted, into: &sink)
      }
    }
  }

  @inline(__always)
  private func paint<Sink: CoverageSink>(_ item: PreparedItem, row: Int, _ wanted: Columns, into sink: inout Sink) {
    if item.kind == .rectangle {
      if wanted.lower < wanted.upper { sink.run(x: wanted.lower, count: wanted.upper - wanted.lower, coverage: 255) }
    } else if item.rule == .nonZero {
      coverage.sweep(row: row, from: Int(item.minX), to: Int(item.maxX), columns: wanted, rule: .nonZero, into: &sink)
    } else {
      coverage.sweep(row: row, from: Int(item.minX), to: Int(item.maxX), columns: wanted, rule: .evenOdd, into: &sink)
    }
  }

  /// What gives the item's colours row by row; nothing for one colour.
  private func source(of item: PreparedItem, tables: UnsafePointer<UInt32>) -> ColorRows? {
    guard let map = item.map else { return nil }
    switch item.filling {
    case .color:
      return nil
    case .gradient:
      return .gradient(map, tables + item.table)
    case .picture:
      guard let pixels = item.pixels else { return nil }
      return .picture(map, pixels, width: Int(item.pictureWidth), height: Int(item.pictureHeight))
    }
  }

  /// Lays a row of colours over the block by the coverage in `rowCoverage`, and clears that.
  private func compose(
    _ rows: ColorRows, alpha: UInt32, y: Int, from: Int, to: Int, line: UnsafeMutablePointer<UInt32>
  ) {
    rows.write(x: from, y: y, count: to - from, to: rowColors)
    // A gradient's table has the opacity in it already.
    let opacity: UInt32 = if case .picture = rows { alpha } else { 255 }
    for x in from..<to {
      let weight = product255(UInt32(rowCoverage[x]), opacity)
      rowCoverage[x] = 0
      guard weight != 0 else { continue }
      let color = rowColors[x &- from]
      if weight & (color >> 24) == 255 {
        line[x] = color
      } else {
        line[x] = over(line[x], scaled(color, by: weight))
      }
    }
  }
}
