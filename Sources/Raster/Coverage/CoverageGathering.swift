/// Adds edges to a ``CoverageBuffer``: the arithmetic of exact areas.
///
/// Coordinates are in 1/256 px; y is counted from the screen's top, `top` is the buffer's first row.
struct CoverageGathering: BitwiseCopyable {
  let cells: UnsafeMutablePointer<Int32>
  let touched: UnsafeMutablePointer<UInt64>
  let stride: Int
  let words: Int
  /// 2^32 ÷ i for i < 4096.
  let reciprocals: UnsafePointer<UInt32>
  let top: Int32
  let end: Int32

  /// `value` · 2^24 ÷ `divisor`, a little low: by less than `value`/2^8 + 1; both positive.
  @inline(__always)
  private func ratio24(_ value: Int64, over divisor: Int64) -> Int64 {
    divisor < 4096
      ? (value &* Int64(reciprocals[Int(truncatingIfNeeded: divisor)])) >> 8  // ≤ 2^22 · 2^32
      : (value << 24) / divisor  // ≤ 2^46
  }

  /// Adds the part of `edge` that lies in the buffer's rows.
  @inline(__always)
  func add(_ edge: Edge) {
    let falls = edge.y0 < edge.y1
    let sign: Int32 = falls ? 1 : -1
    let x0 = falls ? edge.x0 : edge.x1
    let y0 = falls ? edge.y0 : edge.y1
    let x1 = falls ? edge.x1 : edge.x0
    let y1 = falls ? edge.y1 : edge.y0
    let topRow = y0 >> 8
    let bottomRow = (y1 &- 1) >> 8
    let firstRow = max(topRow, top)
    let lastRow = min(bottomRow, end &- 1)
    guard firstRow <= lastRow else { return }
    let row = Int(truncatingIfNeeded: firstRow &- top)
    let line = cells + row &* stride
    let bits = touched + row &* words
    if topRow == bottomRow {
      addRow(line, bits, x0, x1, (y1 &- y0) &* sign)
    } else if x0 == x1 {
      addVertical(line, bits, x0, y0, y1, firstRow, lastRow, sign)
    } else {
      addSlanted(line, bits, x0, y0, x1, y1, firstRow, lastRow, sign)
    }
  }

  /// An edge over several rows.
  ///
  /// x at a row's top is a product, not a sum of rounded steps from the block's first row: the same wherever the block begins.
  @inline(__always)
  private func addSlanted(
    _ line: UnsafeMutablePointer<Int32>, _ bits: UnsafeMutablePointer<UInt64>, _ x0: Int32, _ y0: Int32, _ x1: Int32, _ y1: Int32,
    _ firstRow: Int32, _ lastRow: Int32, _ sign: Int32
  ) {
    var line = line
    var bits = bits
    let dx = Int64(x1 &- x0)
    let dy = Int64(y1 &- y0)
    let slope = dx < 0 ? 0 &- ratio24(0 &- dx, over: dy) : ratio24(dx, over: dy)  // dx/dy · 2^24, ≤ 2^46
    let start = Int64(x0) << 24 &+ (1 << 23)
    var row = firstRow
    // At the top of `row`, or where the edge begins in it.
    var x = x0
    let rowTop = row << 8
    if rowTop > y0 { x = Int32(truncatingIfNeeded: (start &+ slope &* Int64(rowTop &- y0)) >> 24) }  // ≤ 2^47
    var position = start &+ slope &* Int64(rowTop &+ 256 &- y0)
    let step = slope << 8
    if y0 > rowTop {
      let next = Int32(truncatingIfNeeded: position >> 24)
      addRow(line, bits, x, next, (rowTop &+ 256 &- y0) &* sign)  // not the edge's last row: it has several
      position &+= step
      x = next
      row &+= 1
      line += stride
      bits += words
    }
    // Rows that are crossed from top to bottom.
    let lastWhole = min(lastRow, (y1 >> 8) &- 1)
    let height = 256 &* sign
    while row <= lastWhole {
      // The edge's own end, where it ends on a row's end: rounding must not move it.
      let next = (row &+ 1) << 8 == y1 ? x1 : Int32(truncatingIfNeeded: position >> 24)
      addRow(line, bits, x, next, height)
      position &+= step
      x = next
      row &+= 1
      line += stride
      bits += words
    }
    if row <= lastRow { addRow(line, bits, x, x1, (y1 &- row << 8) &* sign) }
  }

  @inline(__always)
  private func addVertical(
    _ line: UnsafeMutablePointer<Int32>, _ bits: UnsafeMutablePointer<UInt64>, _ x: Int32, _ y0: Int32, _ y1: Int32,
    _ firstRow: Int32, _ lastRow: Int32, _ sign: Int32
  ) {
    let cell = Int(truncatingIfNeeded: x >> 8)
    let place = (x & 255) &* 2
    var line = line
    var bits = bits
    var row = firstRow
    while row <= lastRow {
      let height = (min(y1, (row &+ 1) << 8) &- max(y0, row << 8)) &* sign
      addCell(line, bits, cell, height &* 512, height &* place)  // ≤ 2^17
      line += stride
      bits += words
      row &+= 1
    }
  }

  /// Adds `next` to the cell behind `cell`, and what is missing to `both` to the cell itself.
  @inline(__always)
  private func addCell(
    _ line: UnsafeMutablePointer<Int32>, _ bits: UnsafeMutablePointer<UInt64>, _ cell: Int, _ both: Int32, _ next: Int32
  ) {
    line[cell] &+= both &- next
    line[cell &+ 1] &+= next
    let group = cell >> 2
    bits[group >> 6] |= 1 &<< UInt64(truncatingIfNeeded: group)
  }

  /// Adds a piece that lies in one row: from `xa` to `xb` while y falls by `height`, −256 … 256, negative where the outline goes up.
  ///
  /// Whether small pieces stay in one cell or reach into the next is a matter of chance that no branch predictor knows, so both are worked out and the one is
  /// chosen; only what crosses more than one border goes another way.
  @inline(__always)
  private func addRow(
    _ line: UnsafeMutablePointer<Int32>, _ bits: UnsafeMutablePointer<UInt64>, _ xa: Int32, _ xb: Int32, _ height: Int32
  ) {
    let left = min(xa, xb)
    let right = max(xa, xb)
    let cell = left >> 8
    let crossed = right >> 8 &- cell
    if crossed > 1 { return addAcross(line, bits, left, right, height) }
    let place = (left & 255) &+ (right & 255)  // in one cell, twice the mean position, ≤ 510
    // In two: the areas as addAcross finds them.
    let sign = height >> 31 | 1
    let size = height &* sign
    let fall = UInt64(UInt32(bitPattern: size)) &* UInt64(reciprocals[Int(truncatingIfNeeded: right &- left)]) >> 8  // ≤ 2^32
    let firstWidth = UInt64(UInt32(bitPattern: 256 &- (left & 255)))
    let covered = fall &* firstWidth  // ≤ 2^32 by the width of what is crossed
    let first = Int32(truncatingIfNeeded: (covered &* firstWidth) >> 24)
    let rest = UInt64(UInt32(bitPattern: size)) << 24 &- covered
    let total = Int32(truncatingIfNeeded: (covered &* 512 &+ rest &* UInt64(UInt32(bitPattern: 512 &- (right & 255)))) >> 24)
    let isCrossing = crossed != 0
    let both = size &* 512
    let one = isCrossing ? first : both &- size &* place
    let two = isCrossing ? total &- first : size &* place
    let three = isCrossing ? both &- total : 0
    let index = Int(truncatingIfNeeded: cell)
    let here = line + index
    here[0] &+= one &* sign
    here[1] &+= two &* sign
    here[2] &+= three &* sign
    let group = index >> 2
    bits[group >> 6] |= 1 &<< UInt64(truncatingIfNeeded: group)
    let last = (index &+ Int(truncatingIfNeeded: crossed)) >> 2
    bits[last >> 6] |= 1 &<< UInt64(truncatingIfNeeded: last)
  }

  /// Adds a piece that crosses cells; the areas of its parts are rounded, their sum is exact.
  @inline(__always)
  private func addAcross(
    _ line: UnsafeMutablePointer<Int32>, _ bits: UnsafeMutablePointer<UInt64>, _ left: Int32, _ right: Int32, _ signed: Int32
  ) {
    let sign: Int32 = signed < 0 ? -1 : 1
    let height = signed &* sign
    let fall = ratio24(Int64(height), over: Int64(right &- left))  // height gained a 1/256 px, · 2^24; ≤ 2^32
    let firstCell = Int(truncatingIfNeeded: left >> 8)
    let lastCell = Int(truncatingIfNeeded: right >> 8)
    let firstWidth = 256 &- Int64(left & 255)
    var covered = fall &* firstWidth  // height at the cell's right edge, · 2^24; ≤ 2^32
    var done = Int32(truncatingIfNeeded: (covered &* firstWidth) >> 24)  // the row's running sum at this cell, ≤ 2^17
    line[firstCell] &+= done &* sign
    let step = fall << 8  // ≤ 2^32
    var cell = firstCell &+ 1
    while cell < lastCell {
      let total = Int32(truncatingIfNeeded: (covered &* 512 &+ step &* 256) >> 24)  // ≤ 2^42 before the shift
      line[cell] &+= (total &- done) &* sign
      done = total
      covered &+= step
      cell &+= 1
    }
    let rest = Int64(height) << 24 &- covered
    let total = Int32(truncatingIfNeeded: (covered &* 512 &+ rest &* (512 &- Int64(right & 255))) >> 24)
    line[cell] &+= (total &- done) &* sign
    line[cell &+ 1] &+= (height &* 512 &- total) &* sign
    var group = firstCell >> 2
    repeat {
      bits[group >> 6] |= 1 &<< UInt64(truncatingIfNeeded: group)
      group &+= 1
    } while group <= cell >> 2
  }
}
