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
  /// Words of touched bits a row: a bit for 4 pixels.
  let words: Int
  let cells: UnsafeMutablePointer<Int32>
  let touched: UnsafeMutablePointer<UInt64>
  private let reciprocals: UnsafeMutablePointer<UInt32>

  init(width: Int, rows: Int) {
    self.width = width
    self.rows = rows
    stride = (width &+ 9) & ~3
    words = (stride / 4 &+ 63) / 64
    cells = .allocate(capacity: stride &* rows)
    cells.initialize(repeating: 0, count: stride &* rows)
    touched = .allocate(capacity: words &* rows)
    touched.initialize(repeating: 0, count: words &* rows)
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

  /// `value` · 2^24 ÷ `divisor`, a little low: by less than `value`/2^8 + 1; both positive.
  @inline(__always)
  private func ratio24(_ value: Int64, over divisor: Int64) -> Int64 {
    divisor < 4096
      ? (value &* Int64(reciprocals[Int(truncatingIfNeeded: divisor)])) >> 8  // ≤ 2^22 · 2^32
      : (value << 24) / divisor  // ≤ 2^46
  }

  /// Adds the part of `edge` that lies in the rows from `top` to `top` + ``rows``.
  @inline(__always)
  func add(_ edge: Edge, top: Int32) {
    let falls = edge.y0 < edge.y1
    let sign: Int32 = falls ? 1 : -1
    let x0 = falls ? edge.x0 : edge.x1
    let y0 = falls ? edge.y0 : edge.y1
    let x1 = falls ? edge.x1 : edge.x0
    let y1 = falls ? edge.y1 : edge.y0
    let topRow = y0 >> 8
    let bottomRow = (y1 &- 1) >> 8
    let firstRow = max(topRow, top)
    let lastRow = min(bottomRow, top &+ Int32(truncatingIfNeeded: rows) &- 1)
    guard firstRow <= lastRow else { return }
    if topRow == bottomRow {
      addRow(Int(truncatingIfNeeded: firstRow &- top), x0, x1, y1 &- y0, sign)
    } else if x0 == x1 {
      addVertical(x0, y0, y1, firstRow, lastRow, top, sign)
    } else {
      addSlanted(x0, y0, x1, y1, firstRow, lastRow, top, sign)
    }
  }

  @inline(__always)
  private func addSlanted(
    _ x0: Int32, _ y0: Int32, _ x1: Int32, _ y1: Int32, _ firstRow: Int32, _ lastRow: Int32, _ top: Int32, _ sign: Int32
  ) {
    // x at a row's top is a product, not a sum of rounded steps: the same wherever the block begins.
    let dx = Int64(x1 &- x0)
    let dy = Int64(y1 &- y0)
    let slope = dx < 0 ? 0 &- ratio24(0 &- dx, over: dy) : ratio24(dx, over: dy)  // dx/dy · 2^24, ≤ 2^46
    let start = Int64(x0) << 24 &+ (1 << 23)
    var row = firstRow
    var yTop = max(y0, row << 8)
    var xTop = yTop == y0 ? x0 : Int32(truncatingIfNeeded: (start &+ slope &* Int64(yTop &- y0)) >> 24)  // ≤ 2^47
    var position = start &+ slope &* Int64(((row &+ 1) << 8) &- y0)
    while row <= lastRow {
      let yNext = (row &+ 1) << 8
      let isLast = yNext >= y1
      let yBottom = isLast ? y1 : yNext
      let xBottom = isLast ? x1 : Int32(truncatingIfNeeded: position >> 24)
      addRow(Int(truncatingIfNeeded: row &- top), xTop, xBottom, yBottom &- yTop, sign)
      position &+= slope << 8
      xTop = xBottom
      yTop = yBottom
      row &+= 1
    }
  }

  @inline(__always)
  private func addVertical(
    _ x: Int32, _ y0: Int32, _ y1: Int32, _ firstRow: Int32, _ lastRow: Int32, _ top: Int32, _ sign: Int32
  ) {
    let cell = Int(truncatingIfNeeded: x >> 8)
    let place = (x & 255) &* 2
    var row = firstRow
    while row <= lastRow {
      let height = (min(y1, (row &+ 1) << 8) &- max(y0, row << 8)) &* sign
      addCell(Int(truncatingIfNeeded: row &- top), cell, height &* (512 &- place), height &* place)  // ≤ 2^17
      row &+= 1
    }
  }

  @inline(__always)
  private func addCell(_ row: Int, _ cell: Int, _ here: Int32, _ next: Int32) {
    let place = cells + (row &* stride &+ cell)
    place[0] &+= here
    place[1] &+= next
    mark(row, cell)
  }

  /// Marks `cell` and the one behind it.
  @inline(__always)
  private func mark(_ row: Int, _ cell: Int) {
    let bits = touched + row &* words
    let group = cell >> 2
    let next = (cell &+ 1) >> 2
    bits[group >> 6] |= 1 &<< UInt64(truncatingIfNeeded: group)
    bits[next >> 6] |= 1 &<< UInt64(truncatingIfNeeded: next)
  }

  /// Adds a piece that lies in one row: from `xa` to `xb` while y falls by `height` ≤ 256.
  @inline(__always)
  private func addRow(_ row: Int, _ xa: Int32, _ xb: Int32, _ height: Int32, _ sign: Int32) {
    let left = min(xa, xb)
    let right = max(xa, xb)
    if left >> 8 == right >> 8 {
      let place = (left & 255) &+ (right & 255)  // twice the mean position, ≤ 510
      let height = height &* sign
      addCell(row, Int(truncatingIfNeeded: left >> 8), height &* (512 &- place), height &* place)  // ≤ 2^17
    } else {
      addAcross(row, left, right, height, sign)
    }
  }

  /// Adds a piece that crosses cells; the areas of its parts are rounded, their sum is exact.
  @inline(__always)
  private func addAcross(_ row: Int, _ left: Int32, _ right: Int32, _ height: Int32, _ sign: Int32) {
    let fall = ratio24(Int64(height), over: Int64(right &- left))  // height gained a 1/256 px, · 2^24; ≤ 2^32
    let firstCell = Int(truncatingIfNeeded: left >> 8)
    let lastCell = Int(truncatingIfNeeded: right >> 8)
    let line = cells + row &* stride
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
    let bits = touched + row &* words
    while group <= (cell &+ 1) >> 2 {
      bits[group >> 6] |= 1 &<< UInt64(truncatingIfNeeded: group)
      group &+= 1
    }
  }
}
