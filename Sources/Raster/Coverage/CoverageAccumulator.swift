/// Adds edges to a ``CoverageAccumulationBuffer``: the arithmetic of exact areas.
///
/// Coordinates are in 1/256 px; y is counted from the top of the screen.
struct CoverageAccumulator: BitwiseCopyable {
  let cells: UnsafeMutablePointer<Int32>
  let touched: UnsafeMutablePointer<UInt8>
  let stride: Int
  let groups: Int
  /// 2^32 ÷ i for i < 4096.
  let reciprocals: UnsafePointer<UInt32>
  /// The first cell's left edge, in 1/256 px.
  let left: Int32
  /// The last column's right edge, relative to `left`.
  let right: Int32
  /// The buffer's first row.
  let top: Int32
  /// The row after the buffer's last.
  let end: Int32

  /// Returns `value` · 2^24 ÷ `divisor`, too low by less than `value`/2^8 + 1; both are positive.
  @inline(__always)
  private func ratio24(_ value: Int64, over divisor: Int64) -> Int64 {
    divisor < 4096
      ? (value &* Int64(reciprocals[Int(truncatingIfNeeded: divisor)])) >> 8  // ≤ 2^25 · 2^32
      : (value << 24) / divisor  // ≤ 2^49
  }

  /// Returns the height of a piece in two cells for each 1/256 px of its width, · 2^24; ≤ 2^32.
  ///
  /// The reciprocal is rounded before the product, so this can be lower than ``ratio24(_:over:)`` by up to
  /// `height`. Whole and clipped pieces must both use it.
  @inline(__always)
  private func fallInTwoCells(_ height: UInt64, width: Int32) -> UInt64 {
    height &* (UInt64(reciprocals[Int(truncatingIfNeeded: width)]) >> 8)
  }

  /// Returns what a piece adds to the cell after its last one, rounded up.
  ///
  /// - Parameters:
  ///   - covered: The height at the last cell's left edge, · 2^24.
  ///   - width: The width in the last cell.
  @inline(__always)
  private func beyond(_ height: Int32, covered: Int64, width: Int32) -> Int32 {
    height &* width &- Int32(truncatingIfNeeded: (covered &* Int64(width)) >> 24)  // ≤ 2^41 before the shift
  }

  /// Adds the part of an edge in the buffer's rows.
  ///
  /// x at the top of a row is a product, not a sum of rounded steps from the block's first row, so it is the
  /// same wherever the block begins. Vertical edges have no code of their own: that would be an unpredictable
  /// branch.
  @inline(__always)
  func add(_ edge: Edge) {
    let (upper, lower) = (min(edge.y0, edge.y1), max(edge.y0, edge.y1))
    let row = upper >> 8
    let last = (lower &- 1) >> 8
    // Many edges of a shape are outside of the buffer's rows.
    guard row < end && last >= top else { return }
    guard last == row else { return addRows(edge, upper, lower, last) }
    let index = Int(truncatingIfNeeded: row &- top)
    let (line, bytes) = (cells + index &* stride, touched + index &* groups)
    let (xa, xb) = (edge.x0 &- left, edge.x1 &- left)
    // Most edges of one row are a coast's, short and in one cell, so this branch is predictable. The sums are
    // those of `addRow`, but the difference of the ends is the height with its sign.
    if (xa ^ xb) & ~255 == 0 {
      let height = edge.y1 &- edge.y0
      let next = height &* ((xa & 255) &+ (xb & 255))
      let cell = Int(truncatingIfNeeded: xa >> 8)
      line[cell] &+= height &* 512 &- next
      line[cell &+ 1] &+= next
      bytes[cell >> 2] = 255
      return
    }
    addRow(line, bytes, xa, xb, lower &- upper, edge.sign)
  }

  /// Adds the part of an edge that touches several rows, some of them the buffer's.
  ///
  /// - Parameters:
  ///   - upper, lower: Its least and its greatest y.
  ///   - lastRow: The last row that it touches.
  @inline(__always)
  private func addRows(_ edge: Edge, _ upper: Int32, _ lower: Int32, _ lastRow: Int32) {
    let descends = edge.y0 < edge.y1
    let xa = (descends ? edge.x0 : edge.x1) &- left
    let xb = (descends ? edge.x1 : edge.x0) &- left
    let sign = edge.sign
    let dx = Int64(xb &- xa)
    let magnitude = ratio24(Int64(bitPattern: dx.magnitude), over: Int64(lower &- upper))
    let slope = dx < 0 ? 0 &- magnitude : magnitude  // dx/dy · 2^24, ≤ 2^49 and by dy ≤ 2^49
    var y = max(upper, top << 8)
    var position = Int64(xa) << 24 &+ (1 << 23) &+ slope &* Int64(y &- upper)  // ≤ 2^50
    var x = Int32(truncatingIfNeeded: position >> 24)
    let row = Int(truncatingIfNeeded: y >> 8 &- top)
    var line = cells + row &* stride
    var bytes = touched + row &* groups
    let bottom = min(lower, min(lastRow &+ 1, end) << 8)
    let height = (0 &- y) & 255
    if height > 0 {
      position &+= slope &* Int64(height)
      let next = Int32(truncatingIfNeeded: position >> 24)
      addRow(line, bytes, x, next, height, sign)
      x = next
      y &+= height
      line += stride
      bytes += groups
    }
    // Rows that the edge passes through, except for the edge's last: its own end must not be rounded.
    let step = slope << 8
    let whole = min(lower &- 1, bottom)
    while y &+ 256 <= whole {
      position &+= step
      let next = Int32(truncatingIfNeeded: position >> 24)
      addRow(line, bytes, x, next, 256, sign)
      x = next
      y &+= 256
      line += stride
      bytes += groups
    }
    if y < bottom { addRow(line, bytes, x, xb, lower &- y, sign) }
  }

  /// Whether an edge extends beyond the columns.
  @inline(__always)
  func isPartlyOffscreen(_ edge: Edge) -> Bool {
    max(UInt32(bitPattern: edge.x0 &- left), UInt32(bitPattern: edge.x1 &- left)) > UInt32(bitPattern: right)
  }

  /// Adds an edge that extends beyond the columns.
  ///
  /// The part to the left of them counts in the first column; the part to the right is ignored.
  @inline(never)
  func addPartlyOffscreen(_ edge: Edge) {
    let descends = edge.y0 < edge.y1
    let (x0, y0) = ((descends ? edge.x0 : edge.x1) &- left, descends ? edge.y0 : edge.y1)
    let (x1, y1) = ((descends ? edge.x1 : edge.x0) &- left, descends ? edge.y1 : edge.y0)
    let firstRow = max(y0 >> 8, top)
    let lastRow = min((y1 &- 1) >> 8, end &- 1)
    guard firstRow <= lastRow else { return }
    let sign = edge.sign
    if min(x0, x1) >= right { return }
    if max(x0, x1) < 0 {
      for row in firstRow...lastRow {
        let index = Int(truncatingIfNeeded: row &- top)
        cells[index &* stride] &+= (min((row &+ 1) << 8, y1) &- max(row << 8, y0)) &* 512 &* sign
        touched[index &* groups] = 255
      }
      return
    }
    let dx = Int64(x1 &- x0)
    let dy = Int64(y1 &- y0)
    let slope = dx < 0 ? 0 &- ratio24(0 &- dx, over: dy) : ratio24(dx, over: dy)
    func x(at y: Int32) -> Int32 {
      // ≤ 2^25 · 2^24; rounding must not move the edge's own ends.
      y <= y0 ? x0 : y >= y1 ? x1 : Int32(truncatingIfNeeded: (Int64(x0) << 24 &+ (1 << 23) &+ slope &* Int64(y &- y0)) >> 24)
    }
    var y = max(firstRow << 8, y0)
    var xa = x(at: y)
    for row in firstRow...lastRow {
      let below = min((row &+ 1) << 8, y1)
      let xb = x(at: below)
      let index = Int(truncatingIfNeeded: row &- top)
      addRowPartlyOffscreen(cells + index &* stride, touched + index &* groups, xa, xb, below &- y, sign)
      (y, xa) = (below, xb)
    }
  }

  /// Adds a piece in one row that may be partly outside the columns; inside, it adds what `addRow` does.
  private func addRowPartlyOffscreen(
    _ line: UnsafeMutablePointer<Int32>, _ bytes: UnsafeMutablePointer<UInt8>, _ xa: Int32, _ xb: Int32, _ height: Int32,
    _ sign: Int32
  ) {
    let (from, to) = (min(xa, xb), max(xa, xb))
    if from >= 0 && to <= right { return addRow(line, bytes, xa, xb, height, sign) }
    guard from < right else { return }
    if to < 0 {
      line[0] &+= (height &* 512) &* sign
      bytes[0] = 255
      return
    }
    // It crosses the first or last column's border, so at least one cell's: areas as in addRowAcrossCells.
    let (firstCell, lastCell, lastColumn) = (Int(from >> 8), Int(to >> 8), Int(right >> 8))
    let fall =
      lastCell &- firstCell == 1
      ? Int64(bitPattern: fallInTwoCells(UInt64(UInt32(bitPattern: height)), width: to &- from))
      : ratio24(Int64(height), over: Int64(to &- from))
    let step = fall << 8
    let firstWidth = 256 &- Int64(from & 255)
    var covered = fall &* firstWidth
    var done: Int32 = 0
    var cell = 0
    if firstCell >= 0 {
      done = Int32(truncatingIfNeeded: (covered &* firstWidth) >> 24)
      line[firstCell] &+= done &* sign
      cell = firstCell &+ 1
    } else {
      covered &+= step &* Int64(-1 &- firstCell)
    }
    while cell < min(lastCell, lastColumn) {
      let total = Int32(truncatingIfNeeded: (covered &* 512 &+ step &* 256) >> 24)
      line[cell] &+= (total &- done) &* sign
      done = total
      covered &+= step
      cell &+= 1
    }
    if cell == lastCell {
      let next = beyond(height, covered: covered, width: to & 255)
      line[cell] &+= (height &* 512 &- next &- done) &* sign
      line[cell &+ 1] &+= next &* sign
    }
    for group in (max(firstCell, 0) >> 2)...(min(cell, lastColumn) >> 2) { bytes[group] = 255 }
  }

  /// Adds a piece in one row, from `xa` to `xb`.
  ///
  /// Whether a small piece stays in one cell or extends into the next is unpredictable, so both results are
  /// computed and one is selected. Only short pieces in one cell, and pieces that cross more than one cell
  /// border, take other paths.
  ///
  /// - Parameters:
  ///   - line: The row's cells.
  ///   - bytes: The row's flags.
  ///   - height: The difference in y, 1 … 256.
  ///   - sign: −1 where the outline ascends, 1 where it descends.
  @inline(__always)
  private func addRow(
    _ line: UnsafeMutablePointer<Int32>, _ bytes: UnsafeMutablePointer<UInt8>, _ xa: Int32, _ xb: Int32, _ height: Int32,
    _ sign: Int32
  ) {
    let left = min(xa, xb)
    let right = max(xa, xb)
    let cell = left >> 8
    let crossed = right >> 8 &- cell
    if crossed > 1 { return addRowAcrossCells(line, bytes, left, right, height, sign) }
    let doubledMean = (left & 255) &+ (right & 255)  // in one cell, twice the mean position, ≤ 510
    let both = height &* 512
    let index = Int(truncatingIfNeeded: cell)
    let here = line + index
    // Short pieces rarely extend into the next cell, so this branch is predictable.
    if (crossed << 6) | (right &- left) < 64 {
      let one = both &- height &* doubledMean
      here[0] &+= one &* sign
      here[1] &+= (both &- one) &* sign
      bytes[index >> 2] = 255
      return
    }
    // In two cells: areas as in addRowAcrossCells.
    let fall = fallInTwoCells(UInt64(UInt32(bitPattern: height)), width: right &- left)
    let firstWidth = UInt64(UInt32(bitPattern: 256 &- (left & 255)))
    let covered = fall &* firstWidth  // ≤ 2^32 by the width crossed
    // In one cell, nothing is beyond it.
    let mask = 0 &- crossed
    let next = beyond(height, covered: Int64(bitPattern: covered), width: right & 255 & mask)
    let oneCell = both &- height &* doubledMean
    let firstOfTwo = Int32(truncatingIfNeeded: (covered &* firstWidth) >> 24)
    let here0 = (oneCell &+ (firstOfTwo &- oneCell) & mask) &* sign
    let here2 = next &* sign
    here[0] &+= here0
    here[1] &+= both &* sign &- here0 &- here2
    here[2] &+= here2
    bytes[index >> 2] = 255
    bytes[(index &+ Int(truncatingIfNeeded: crossed)) >> 2] = 255
  }

  /// Adds a piece that crosses several cells; the areas of its parts are rounded, their sum is exact.
  @inline(never)
  private func addRowAcrossCells(
    _ line: UnsafeMutablePointer<Int32>, _ bytes: UnsafeMutablePointer<UInt8>, _ left: Int32, _ right: Int32, _ height: Int32,
    _ sign: Int32
  ) {
    let fall = ratio24(Int64(height), over: Int64(right &- left))  // height gained a 1/256 px, · 2^24; ≤ 2^32
    let firstCell = Int(truncatingIfNeeded: left >> 8)
    let lastCell = Int(truncatingIfNeeded: right >> 8)
    let firstWidth = 256 &- Int64(left & 255)
    let covered = fall &* firstWidth  // height at the cell's right edge, · 2^24; ≤ 2^32
    var done = Int32(truncatingIfNeeded: (covered &* firstWidth) >> 24)  // the row's running sum at this cell, ≤ 2^17
    line[firstCell] &+= done &* sign
    // The sum of the heights at a cell's two sides. From one cell to the next, it grows by two cells' falls.
    var heights = covered << 1 &+ fall << 8  // ≤ 2^33
    let step = fall << 9
    var cell = firstCell &+ 1
    while cell < lastCell {
      let total = Int32(truncatingIfNeeded: heights >> 16)
      line[cell] &+= (total &- done) &* sign
      done = total
      heights &+= step
      cell &+= 1
    }
    let next = beyond(height, covered: (heights &- fall << 8) >> 1, width: right & 255)
    line[cell] &+= (height &* 512 &- next &- done) &* sign
    line[cell &+ 1] &+= next &* sign
    var group = firstCell >> 2
    let lastGroup = cell >> 2
    bytes[lastGroup] = 255
    // Mostly there are no more groups than these two. For a loop over all of them, the compiler would call
    // `memset`, which takes longer.
    bytes[group] = 255
    group &+= 1
    while group < lastGroup {
      bytes[group] = 255
      group &+= 1
    }
  }
}
