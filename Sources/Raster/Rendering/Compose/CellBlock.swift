/// The cells of one block.
struct CellBlock {
  /// A cell is 2^3 pixels wide and high.
  static var bits: Int { 3 }
  static var side: Int { 1 << bits }
  /// The rows of cells in a band. There are as many ``Lanes``.
  static var rowCount: Int { RenderBlockHeight.rows >> bits }
  /// A number for each row of cells of a band, from top to bottom.
  typealias Lanes = SIMD4<Int32>
  /// A bit for each row of cells of a band; the lowest bit is the topmost row.
  typealias Rows = UInt8

  /// The block's pixels.
  let rect: PixelRect
  /// The column of pixels where the first column of cells begins.
  let left: Int
  /// The row of pixels where the band begins.
  let top: Int
  /// The height of each row of cells, as far as it is in the block, in 1/256 px.
  let heights: Lanes

  init(_ rect: PixelRect) {
    self.rect = rect
    left = rect.minX & ~(Self.side &- 1)
    top = rect.minY & ~(RenderBlockHeight.rows &- 1)
    var heights = Lanes.zero
    for row in 0..<Self.rowCount {
      let cellTop = top &+ row << Self.bits
      let height = min(cellTop &+ Self.side, rect.maxY) &- max(cellTop, rect.minY)
      heights[row] = Int32(truncatingIfNeeded: max(height, 0) << 8)
    }
    self.heights = heights
  }

  /// Returns the bits of some rows of cells.
  @inline(__always)
  static func mask(of rows: Range<Int>) -> Rows { Rows(truncatingIfNeeded: 1 << rows.upperBound &- 1 << rows.lowerBound) }

  /// Returns the columns of cells that some pixels of the block touch.
  @inline(__always)
  func columns(touching part: PixelRect) -> ColumnRange {
    ColumnRange(lower: (part.minX &- left) >> Self.bits, upper: (part.maxX &- 1 &- left) >> Self.bits &+ 1)
  }

  /// Returns those of some columns of cells that have all their pixels in `part`.
  @inline(__always)
  func columns(_ touched: ColumnRange, within part: PixelRect) -> ColumnRange {
    var columns = touched
    if part.minX > max(rect.minX, left &+ columns.lower << Self.bits) { columns.lower &+= 1 }
    if part.maxX < min(rect.maxX, left &+ columns.upper << Self.bits) { columns.upper &-= 1 }
    return columns
  }

  /// Returns the rows of cells that some pixels of the block touch.
  @inline(__always)
  func rows(touching part: PixelRect) -> Range<Int> {
    (part.minY &- top) >> Self.bits..<(part.maxY &- 1 &- top) >> Self.bits &+ 1
  }

  /// Returns those of some rows of cells that have all their pixels in `part`.
  @inline(__always)
  func rows(_ touched: Range<Int>, within part: PixelRect) -> Range<Int> {
    var (lower, upper) = (touched.lowerBound, touched.upperBound)
    if part.minY > max(rect.minY, top &+ lower << Self.bits) { lower &+= 1 }
    if part.maxY < min(rect.maxY, top &+ upper << Self.bits) { upper &-= 1 }
    return lower..<max(lower, upper)
  }

  /// Returns the columns of cells that a line touches, as far as they are within `columns`.
  @inline(__always)
  func columns(_ extent: (minX: Int, maxX: Int), within columns: ColumnRange) -> (begin: Int, end: Int) {
    (
      max((extent.minX >> 8 &- left) >> Self.bits, columns.lower),
      max(min((extent.maxX >> 8 &- left) >> Self.bits &+ 1, columns.upper), columns.lower)
    )
  }

  /// Returns the rectangle around some cells, as far as it is in `part`.
  @inline(__always)
  func pixels(of columns: ColumnRange, rows: Range<Int>, in part: PixelRect) -> PixelRect32 {
    PixelRect32(
      minX: Int32(truncatingIfNeeded: max(part.minX, left &+ columns.lower << Self.bits)),
      minY: Int32(truncatingIfNeeded: max(part.minY, top &+ rows.lowerBound << Self.bits)),
      maxX: Int32(truncatingIfNeeded: min(part.maxX, left &+ columns.upper << Self.bits)),
      maxY: Int32(truncatingIfNeeded: min(part.maxY, top &+ rows.upperBound << Self.bits)))
  }
}
