/// The cells of one block.
struct CellBlock {
  /// The block's pixels.
  let rect: PixelRect
  /// The column of pixels where the first column of cells begins.
  let left: Int
  /// The row of pixels where the band begins.
  let top: Int
  /// The height of each row of cells, as far as it is in the block, in 1/256 px.
  let heights: SIMD4<Int32>

  init(_ rect: PixelRect) {
    self.rect = rect
    left = rect.minX & ~(Occlusion.side &- 1)
    top = rect.minY & ~(RenderBlockHeight.rows &- 1)
    var heights = SIMD4<Int32>.zero
    for row in 0..<4 {
      let cellTop = top &+ row << Occlusion.bits
      let height = min(cellTop &+ Occlusion.side, rect.maxY) &- max(cellTop, rect.minY)
      heights[row] = Int32(truncatingIfNeeded: max(height, 0) << 8)
    }
    self.heights = heights
  }

  /// Returns the columns of cells that some pixels of the block touch.
  @inline(__always)
  func columns(touching part: PixelRect) -> ColumnRange {
    ColumnRange(lower: (part.minX &- left) >> Occlusion.bits, upper: (part.maxX &- 1 &- left) >> Occlusion.bits &+ 1)
  }

  /// Returns those of some columns of cells that have all their pixels in `part`.
  @inline(__always)
  func columns(_ touched: ColumnRange, within part: PixelRect) -> ColumnRange {
    var columns = touched
    if part.minX > max(rect.minX, left &+ columns.lower << Occlusion.bits) { columns.lower &+= 1 }
    if part.maxX < min(rect.maxX, left &+ columns.upper << Occlusion.bits) { columns.upper &-= 1 }
    return columns
  }

  /// Returns the rows of cells that some pixels of the block touch.
  @inline(__always)
  func rows(touching part: PixelRect) -> Range<Int> {
    (part.minY &- top) >> Occlusion.bits..<(part.maxY &- 1 &- top) >> Occlusion.bits &+ 1
  }

  /// Returns those of some rows of cells that have all their pixels in `part`.
  @inline(__always)
  func rows(_ touched: Range<Int>, within part: PixelRect) -> Range<Int> {
    var (lower, upper) = (touched.lowerBound, touched.upperBound)
    if part.minY > max(rect.minY, top &+ lower << Occlusion.bits) { lower &+= 1 }
    if part.maxY < min(rect.maxY, top &+ upper << Occlusion.bits) { upper &-= 1 }
    return lower..<max(lower, upper)
  }

  /// Returns the columns of cells that a line touches, as far as they are within `columns`.
  @inline(__always)
  func columns(_ extent: (minX: Int, maxX: Int), within columns: ColumnRange) -> (begin: Int, end: Int) {
    (
      max((extent.minX >> 8 &- left) >> Occlusion.bits, columns.lower),
      max(min((extent.maxX >> 8 &- left) >> Occlusion.bits &+ 1, columns.upper), columns.lower)
    )
  }

  /// Returns the rectangle around some cells, as far as it is in `part`.
  @inline(__always)
  func pixels(of columns: ColumnRange, rows: Range<Int>, in part: PixelRect) -> PixelRect32 {
    return PixelRect32(
      minX: Int32(truncatingIfNeeded: max(part.minX, left &+ columns.lower << Occlusion.bits)),
      minY: Int32(truncatingIfNeeded: max(part.minY, top &+ rows.lowerBound << Occlusion.bits)),
      maxX: Int32(truncatingIfNeeded: min(part.maxX, left &+ columns.upper << Occlusion.bits)),
      maxY: Int32(truncatingIfNeeded: min(part.maxY, top &+ rows.upperBound << Occlusion.bits)))
  }
}
