/// Lays an item's paint over one row of a block after the other, by coverages that are found elsewhere.
struct SpanFiller {
  let item: UnsafePointer<PreparedItem>
  let tables: UnsafePointer<UInt32>
  /// First and last column of every row that the item's pixel clip owns; nothing without one.
  let clip: UnsafePointer<Int32>?
  /// A row's colours, as many as the screen is wide.
  let colors: UnsafeMutablePointer<UInt32>
  let rowCache: UnsafeMutablePointer<RowCache>
  /// What may be painted.
  let rect: PixelRect
  /// The block's pixel at column 0 and row 0 of the screen, wherever that is.
  let origin: UnsafeMutablePointer<UInt32>
  let stride: Int

  /// Where the row's column 0 would be.
  private(set) var row: UnsafeMutablePointer<UInt32>
  private(set) var y = 0
  /// The columns of the row that may be painted.
  private(set) var columns = ColumnRange(lower: 0, upper: 0)
  /// The row's colour where it has one, opaque and straight.
  private(set) var color: UInt32

  /// Whether one colour in each row is simply laid over what is there.
  let isPlain: Bool
  /// Where that colour changes from row to row, where row 0's would be.
  let rowColors: UnsafePointer<UInt32>?
  /// Whether colours stand where they are laid with full coverage, whatever was there.
  private let replaces: Bool

  /// - Parameter bench: the worker that draws.
  init(
    _ item: UnsafePointer<PreparedItem>, tables: UnsafePointer<UInt32>, clip: UnsafePointer<Int32>?,
    bench: UnsafePointer<RenderScratch>, rect: PixelRect, origin: UnsafeMutablePointer<UInt32>, stride: Int
  ) {
    (colors, rowCache) = (bench.pointee.rowColors, bench.pointee.rowCache)
    (self.item, self.tables, self.clip, self.rect) = (item, tables, clip, rect)
    (self.origin, self.stride) = (origin, stride)
    row = origin
    color = item.pointee.color
    let isNormal = item.pointee.blend == .normal
    let isColor = item.pointee.source.kind == .color
    replaces = isNormal && !isColor && item.pointee.alpha == 255 && item.pointee.source.isOpaque
    rowColors = replaces ? item.pointee.source.rowColors(in: tables) : nil
    isPlain = isNormal && isColor || rowColors != nil
  }

  /// The columns of row `y` that may be painted.
  @inline(__always)
  func columns(of y: Int) -> ColumnRange {
    var columns = ColumnRange(lower: rect.minX, upper: rect.maxX)
    if let clip {
      columns.lower = max(columns.lower, Int(clip[2 &* y]))
      columns.upper = min(columns.upper, Int(clip[2 &* y &+ 1]))
    }
    return columns
  }

  /// Goes to row `y`, one of ``rect``'s.
  @inline(__always)
  mutating func begin(row y: Int) {
    self.y = y
    columns = columns(of: y)
    row = origin + y &* stride
    if let rowColors { color = rowColors[y] }
  }

  /// Lays `count` pixels from column `x`, all covered by `coverage` of 255.
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
      item.pointee.source.write(x: from, y: y, count: to &- from, tables: tables, rowCache: rowCache, to: row + from)
    } else {
      write(from: from, to: to)
      blend(row + from, colors, coverage: faded(coverage), count: to &- from, mode: item.pointee.blend)
    }
  }

  @inline(__always)
  private func faded(_ coverage: UInt32) -> UInt32 { (coverage &* item.pointee.fading &+ 128) >> 8 }

  /// Lays `count` pixels from column `x` by a coverage each.
  @inline(__always)
  func fillSpan(x: Int, count: Int, coverages: UnsafePointer<UInt8>) {
    let from = max(x, columns.lower)
    let to = min(x &+ count, columns.upper)
    guard from < to else { return }
    let coverages = coverages + (from &- x)
    if isPlain {
      lerp(row + from, count: to &- from, with: color, alpha: item.pointee.alpha, coverages: coverages)
    } else {
      write(from: from, to: to)
      if item.pointee.fading == 256 {
        blend(row + from, colors, coverages: coverages, count: to &- from, mode: item.pointee.blend)
        return
      }
      for index in 0..<(to &- from) {
        blend(
          row + (from &+ index), colors + index, coverage: faded(UInt32(coverages[index])), count: 1, mode: item.pointee.blend)
      }
    }
  }

  /// Lays `count` pixels of each of some rows from column `x` by a coverage each, if the layer is one colour and nothing but its rectangle limits it.
  ///
  /// - Parameter coverages: become weights.
  /// - Returns: whether that was done.
  func fillRows(x: Int, count: Int, coverages: UnsafeMutablePointer<UInt8>, rows: Range<Int>) -> Bool {
    guard isPlain && rowColors == nil && clip == nil else { return false }
    let alpha = item.pointee.alpha
    if alpha < 255 {
      for index in 0..<count { coverages[index] = UInt8(truncatingIfNeeded: product255(UInt32(coverages[index]), alpha)) }
    }
    lerpRows(
      origin + (rows.lowerBound &* stride &+ x), stride: stride, rows: rows.count, with: color, weights: coverages, count: count)
    return true
  }

  /// Lays a mask's pieces whose top left pixel is at column `left` and row `top`, if the layer is one colour and nothing but its rectangle limits it.
  ///
  /// - Parameter area: the rows that are laid, all of them the mask's, and the columns.
  /// - Returns: whether that was done.
  func fillChunks(_ chunks: MaskChunks, left: Int, top: Int, in area: PixelRect) -> Bool {
    guard isPlain && rowColors == nil && clip == nil else { return false }
    let columns = ColumnRange(lower: max(area.minX, rect.minX) &- left, upper: min(area.maxX, rect.maxX) &- left)
    let (firstRow, lastRow) = (max(area.minY, rect.minY) &- top, min(area.maxY, rect.maxY) &- top)
    guard columns.upper &- columns.lower >= 8, firstRow < lastRow else { return false }
    MaskChunkCompositor(
      origin: UnsafeMutableRawPointer(origin + (top &* stride &+ left)), bytesPerRow: stride &* 4, color: color,
      alpha: item.pointee.alpha
    ).composite(chunks, in: columns, rows: firstRow..<lastRow)
    return true
  }

  /// Writes the row's colours, opacity in them, from column `from` to `to`, to the front of `colors`.
  private func write(from: Int, to: Int) {
    let count = to &- from
    let alpha = item.pointee.alpha
    if item.pointee.source.kind == .color {
      fillRun(colors, count: count, with: weighted(item.pointee.color, by: alpha))
      return
    }
    item.pointee.source.write(x: from, y: y, count: count, tables: tables, rowCache: rowCache, to: colors)
    if alpha < 255 { for index in 0..<count { colors[index] = weighted(colors[index], by: alpha) } }
  }
}
