/// Fills spans of a block's rows with one item's paint, weighted by coverage that is computed elsewhere.
struct SpanFiller {
  let item: UnsafePointer<PreparedItem>
  /// The item's paint; nil if it is one color.
  private let source: UnsafePointer<ColorSource>?
  /// The tables of the worker that prepared the item.
  private let tables: UnsafePointer<UInt32>
  /// The first and the last column of the item's pixel clip, row by row; nil without one.
  let clip: UnsafePointer<Int32>?
  /// Memory for a row's colors, as wide as the screen.
  let colors: UnsafeMutablePointer<UInt32>
  let rowCache: UnsafeMutablePointer<ImageRowCache>
  let blockEnd: BlockEnd
  /// The pixels that may be painted.
  let rect: PixelRect
  /// The columns of the block.
  let blockColumns: ColumnRange
  /// The address that column 0 of row 0 of the screen would have in the block.
  let origin: UnsafeMutablePointer<UInt32>
  let stride: Int

  /// The address that column 0 of the current row would have.
  private(set) var row: UnsafeMutablePointer<UInt32>
  private(set) var y = 0
  /// The columns of the current row that may be painted.
  private(set) var columns = ColumnRange(lower: 0, upper: 0)
  /// The current row's color where the paint has one color a row: opaque and straight.
  private(set) var color: UInt32

  /// Whether the paint has one color a row and is composited normally.
  let isPlain: Bool
  /// The colors of the rows where they differ, from the address that row 0's would have.
  let rowColors: UnsafePointer<UInt32>?
  /// Whether the paint's colors replace the pixels that are fully covered.
  private let replaces: Bool

  /// - Parameters:
  ///   - owner: The memory of the worker that prepared the item.
  ///   - scratch: The memory of the worker that draws.
  ///   - block: The block, whose rows begin at `pixels` without gaps.
  init(
    _ item: UnsafePointer<PreparedItem>, owner: UnsafePointer<PrepareScratch>, clip: UnsafePointer<Int32>?,
    scratch: UnsafePointer<ComposeScratch>, rect: PixelRect, block: PixelRect, pixels: UnsafeMutablePointer<UInt32>
  ) {
    (colors, rowCache, blockEnd) = (scratch.pointee.rowColors, scratch.pointee.rowCache, scratch.pointee.blockEnd)
    (self.item, self.clip, self.rect) = (item, clip, rect)
    source = item.pointee.isColor ? nil : UnsafePointer(owner.pointee.sources.base + Int(item.pointee.source))
    tables = UnsafePointer(owner.pointee.tables.base)
    stride = block.width
    blockColumns = ColumnRange(lower: block.minX, upper: block.maxX)
    origin = pixels - (block.minY &* block.width &+ block.minX)
    row = origin
    color = item.pointee.color
    let isNormal = item.pointee.blend == .normal
    replaces = isNormal && source != nil && item.pointee.alpha == 255 && item.pointee.isPaintOpaque
    rowColors = replaces ? source?.pointee.rowColors(in: tables) : nil
    isPlain = isNormal && source == nil || rowColors != nil
  }

  /// Whether all rows have one color and the same columns.
  @inline(__always)
  private var hasOneColor: Bool { isPlain && rowColors == nil && clip == nil }

  /// The columns that may be painted, extended to whole groups of four pixels where the shape ends there.
  ///
  /// The added pixels are in the block, and the shape does not cover them.
  var wholeGroups: ColumnRange {
    var columns = ColumnRange(lower: rect.minX, upper: rect.maxX)
    if columns.lower == Int(item.pointee.bounds.minX) { columns.lower = max(columns.lower & ~3, blockColumns.lower) }
    if columns.upper == Int(item.pointee.bounds.maxX) { columns.upper = min((columns.upper &+ 3) & ~3, blockColumns.upper) }
    return columns
  }

  /// Returns the columns of row `y` that may be painted.
  @inline(__always)
  func columns(of y: Int) -> ColumnRange {
    var columns = ColumnRange(lower: rect.minX, upper: rect.maxX)
    if let clip {
      columns.lower = max(columns.lower, Int(clip[2 &* y]))
      columns.upper = min(columns.upper, Int(clip[2 &* y &+ 1]))
    }
    return columns
  }

  /// Makes `y`, one of the rows of ``rect``, the current row.
  @inline(__always)
  mutating func begin(row y: Int) {
    self.y = y
    columns = columns(of: y)
    row = origin + y &* stride
    if let rowColors { color = rowColors[y] }
  }

  /// Fills `count` pixels from column `x` with one coverage, 0…255.
  @inline(__always)
  func fillSpan(x: Int, count: Int, coverage: UInt32) {
    let from = max(x, columns.lower)
    let to = min(x &+ count, columns.upper)
    guard from < to else { return }
    if isPlain {
      let weight = product255(coverage, item.pointee.alpha)
      if weight == 255 {
        fillRun(row + from, count: to &- from, with: color)
      } else {
        lerp(row + from, count: to &- from, with: color, weight: weight)
      }
    } else if coverage == 255 && replaces {
      source?.pointee.write(x: from, y: y, count: to &- from, tables: tables, rowCache: rowCache, to: row + from)
    } else {
      let coverage = scaledCoverage(coverage)
      guard let pixels = imagePixels(from: from, to: to, coverage: coverage) else {
        writeColors(from: from, to: to)
        return blend(row + from, colors, coverage: coverage, count: to &- from, mode: item.pointee.blend)
      }
      // One of the two is 255, or the image would have no pixels to show.
      blend(row + from, pixels, coverage: min(coverage, item.pointee.alpha), count: to &- from, mode: item.pointee.blend)
    }
  }

  /// Returns the pixels of an image that the row shows one by one in `from..<to`; nil for other paints.
  ///
  /// Where they are covered in full, an alpha has the effect of a coverage, and the pixels need no copy.
  @inline(__always)
  private func imagePixels(from: Int, to: Int, coverage: UInt32) -> UnsafePointer<UInt32>? {
    guard let source, source.pointee.kind == .image,
      item.pointee.alpha == 255 || coverage == 255 && item.pointee.blend == .normal
    else { return nil }
    return source.pointee.image.contiguousPixels(x: from, y: y, count: to &- from, map: source.pointee.map)
  }

  @inline(__always)
  private func scaledCoverage(_ coverage: UInt32) -> UInt32 { (coverage &* item.pointee.coverageScale &+ 128) >> 8 }

  /// Fills `count` pixels from column `x` with a coverage each.
  @inline(__always)
  func fillSpan(x: Int, count: Int, coverages: UnsafePointer<UInt8>) {
    let from = max(x, columns.lower)
    let to = min(x &+ count, columns.upper)
    guard from < to else { return }
    let coverages = coverages + (from &- x)
    if isPlain {
      lerp(row + from, count: to &- from, with: color, alpha: item.pointee.alpha, coverages: coverages)
    } else {
      writeColors(from: from, to: to)
      if item.pointee.coverageScale == 256 {
        blend(row + from, colors, coverages: coverages, count: to &- from, mode: item.pointee.blend)
        return
      }
      for index in 0..<(to &- from) {
        blend(
          row + (from &+ index), colors + index, coverage: scaledCoverage(UInt32(coverages[index])), count: 1,
          mode: item.pointee.blend)
      }
    }
  }

  /// Fills `count` pixels from column `x` of several rows with the same coverages.
  ///
  /// Only possible for one color without a pixel clip.
  ///
  /// - Parameter coverages: A coverage for each column; multiplied with the alpha in place.
  /// - Returns: Whether the rows were filled.
  func fillRows(x: Int, count: Int, coverages: UnsafeMutablePointer<UInt8>, rows: Range<Int>) -> Bool {
    guard hasOneColor else { return false }
    let alpha = item.pointee.alpha
    if alpha < 255 {
      for index in 0..<count { coverages[index] = UInt8(truncatingIfNeeded: product255(UInt32(coverages[index]), alpha)) }
    }
    lerpRows(
      origin + (rows.lowerBound &* stride &+ x), stride: stride, rows: rows.count, with: color, weights: coverages, count: count,
      within: blockEnd)
    return true
  }

  /// Fills `count` pixels from column `x` of several rows with a coverage each.
  ///
  /// - Parameter coverageStride: The distance from one row of coverages to the next.
  mutating func fillRows(_ rows: Range<Int>, x: Int, count: Int, coverages: UnsafePointer<UInt8>, coverageStride: Int) {
    guard hasOneColor else {
      var coverages = coverages
      for y in rows {
        begin(row: y)
        fillSpan(x: x, count: count, coverages: coverages)
        coverages += coverageStride
      }
      return
    }
    let (from, to) = (max(x, rect.minX), min(x &+ count, rect.maxX))
    guard from < to else { return }
    lerpRows(
      origin + (rows.lowerBound &* stride &+ from), stride: stride, rows: rows.count, count: to &- from, with: color,
      alpha: item.pointee.alpha, coverages: coverages + (from &- x), coverageStride: coverageStride)
  }

  /// Fills `count` pixels from column `x` of several rows with one coverage for each row.
  ///
  /// - Parameter coverageStride: The distance from the coverage of one row to that of the next.
  mutating func fillRows(_ rows: Range<Int>, x: Int, count: Int, rowCoverages: UnsafePointer<UInt8>, coverageStride: Int) {
    var coverage = rowCoverages
    for y in rows {
      if coverage.pointee > 0 {
        begin(row: y)
        fillSpan(x: x, count: count, coverage: UInt32(coverage.pointee))
      }
      coverage += coverageStride
    }
  }

  /// Fills the chunks of a mask whose top left pixel is at column `left` and row `top`.
  ///
  /// Only possible for one color without a pixel clip.
  ///
  /// - Parameter area: The columns and rows to fill; all the rows are the mask's.
  /// - Returns: Whether the chunks were filled.
  func fillChunks(_ chunks: MaskChunks, left: Int, top: Int, in area: PixelRect) -> Bool {
    guard hasOneColor else { return false }
    let columns = ColumnRange(lower: max(area.minX, rect.minX) &- left, upper: min(area.maxX, rect.maxX) &- left)
    let (firstRow, endRow) = (max(area.minY, rect.minY) &- top, min(area.maxY, rect.maxY) &- top)
    guard columns.upper &- columns.lower >= 8, firstRow < endRow else { return false }
    MaskChunkCompositor(
      origin: UnsafeMutableRawPointer(origin + (top &* stride &+ left)), bytesPerRow: stride &* 4, color: color,
      alpha: item.pointee.alpha
    ).composite(chunks, in: columns, rows: firstRow..<endRow)
    return true
  }

  /// Writes the row's colors in `from..<to`, multiplied with the alpha, to the front of `colors`.
  private func writeColors(from: Int, to: Int) {
    let count = to &- from
    let alpha = item.pointee.alpha
    guard let source else {
      return fillRun(colors, count: count, with: weighted(item.pointee.color, by: alpha))
    }
    source.pointee.write(x: from, y: y, count: count, tables: tables, rowCache: rowCache, to: colors)
    if alpha < 255 { for index in 0..<count { colors[index] = weighted(colors[index], by: alpha) } }
  }
}
