/// Draws one item whose coverage is a shadow or a sampled mask.
struct ShadowComposition {
  let item: UnsafePointer<PreparedItem>
  let shadow: UnsafePointer<PlacedShadow>
  /// The scratch memory of the worker that prepared the item.
  let owner: UnsafePointer<PrepareScratch>
  let scratch: UnsafePointer<ComposeScratch>

  // MARK: Translated

  /// Fills a rounded rectangle's shadow whose rows and columns are those of the screen.
  func composeTranslated(in rect: PixelRect, into filler: inout SpanFiller) {
    guard let tables = shadow.pointee.tables else { return }
    let bounds = item.pointee.bounds
    let profiles = UnsafePointer(owner.pointee.masks.profiles.base)
    let rowCoverage = scratch.pointee.rowCoverage
    let columns = profiles + (shadow.pointee.profile &- Int(bounds.minX))
    let rows = profiles + (shadow.pointee.profile &+ Int(bounds.maxX &- bounds.minX) &- Int(bounds.minY))
    let (uniformMinX, uniformMaxX) = (Int(shadow.pointee.uniformMinX), Int(shadow.pointee.uniformMaxX))
    let left = ColumnRange(lower: rect.minX, upper: min(rect.maxX, uniformMinX))
    let right = ColumnRange(lower: max(rect.minX, uniformMaxX), upper: rect.maxX)
    // Between the corners all rows are equal.
    var isWritten = false
    for y in rect.minY..<rect.maxY {
      let row = UInt32(rows[y])
      if coverage255(row) == 0 { continue }
      let down = Int64(y) << 16 &+ 32768 &- shadow.pointee.top
      let up = shadow.pointee.height &- down
      let touchesCorner =
        tables.pointee.topLeft.affects(down) || tables.pointee.topRight.affects(down) || tables.pointee.bottomLeft.affects(up)
        || tables.pointee.bottomRight.affects(up)
      if touchesCorner || row < 65535 || !isWritten {
        writeCoverage(left, columns, row, tables, down: down, touchesCorner: touchesCorner)
        writeCoverage(right, columns, row, tables, down: down, touchesCorner: touchesCorner)
      }
      isWritten = !touchesCorner && row == 65535
      filler.begin(row: y)
      if left.lower < left.upper {
        filler.fillSpan(x: left.lower, count: left.upper &- left.lower, coverages: rowCoverage + left.lower)
      }
      filler.fillSpan(
        x: max(uniformMinX, rect.minX), count: min(uniformMaxX, rect.maxX) &- max(uniformMinX, rect.minX),
        coverage: coverage255(row))
      if right.lower < right.upper {
        filler.fillSpan(x: right.lower, count: right.upper &- right.lower, coverages: rowCoverage + right.lower)
      }
    }
    (rowCoverage + rect.minX).update(repeating: 0, count: rect.width)
  }

  /// Writes a row's coverage in some columns to the scratch memory.
  ///
  /// - Parameters:
  ///   - columns: The coverage of the screen's columns, 0…65535.
  ///   - row: The coverage of the row, 0…65535.
  ///   - down: The distance of the row's center from the rectangle's upper side, in 1/65536 pixel.
  @inline(__always)
  private func writeCoverage(
    _ part: ColumnRange, _ columns: UnsafePointer<UInt16>, _ row: UInt32, _ tables: UnsafePointer<ShadowTables>, down: Int64,
    touchesCorner: Bool
  ) {
    let count = part.upper &- part.lower
    if count <= 0 { return }
    let (columns, line, coverages) = (
      columns + part.lower, scratch.pointee.shadowRows.row, scratch.pointee.rowCoverage + part.lower
    )
    let rowCoverage = UInt16(truncatingIfNeeded: row)
    // 16-bit operations, which vectorize well: the upper half of a product.
    for index in 0..<count { line[index] = UInt16(truncatingIfNeeded: (UInt32(columns[index]) &* UInt32(rowCoverage)) >> 16) }
    if touchesCorner {
      let up = shadow.pointee.height &- down
      let fromLeft = Int64(part.lower) << 16 &+ 32768 &- shadow.pointee.left
      let fromRight = shadow.pointee.width &- fromLeft
      let cornerRow = scratch.pointee.shadowRows.cornerRow
      tables.pointee.topLeft.subtract(from: line, count: count, across: fromLeft, step: 65536, down: down, row: cornerRow)
      tables.pointee.bottomLeft.subtract(from: line, count: count, across: fromLeft, step: 65536, down: up, row: cornerRow)
      tables.pointee.topRight.subtract(from: line, count: count, across: fromRight, step: -65536, down: down, row: cornerRow)
      tables.pointee.bottomRight.subtract(from: line, count: count, across: fromRight, step: -65536, down: up, row: cornerRow)
    }
    for index in 0..<count { coverages[index] = UInt8(truncatingIfNeeded: (line[index] &- line[index] >> 8 &+ 128) >> 8) }
  }

  // MARK: Transformed

  /// Fills a shadow or a mask under any map.
  ///
  /// If the shadow is blurred enough, it is looked up on a grid. If not, every pixel is looked up.
  func composeTransformed(in rect: PixelRect, into filler: inout SpanFiller) {
    if shadow.pointee.stepX > 0 || shadow.pointee.stepY > 0 {
      return InterpolatedShadowComposition(shadow: shadow, scratch: scratch).compose(in: rect, into: &filler)
    }
    let coverages = scratch.pointee.rowCoverage + rect.minX
    for y in rect.minY..<rect.maxY {
      sample(x: rect.minX, y: y, count: rect.width) { index, value in
        coverages[index] = UInt8(truncatingIfNeeded: value)
      }
      filler.begin(row: y)
      filler.fillSpan(x: rect.minX, count: rect.width, coverages: coverages)
    }
    coverages.update(repeating: 0, count: rect.width)
  }

  /// Calls `body` with the coverage of each of `count` pixels from column `x` of row `y`.
  @inline(__always)
  private func sample(x: Int, y: Int, count: Int, _ body: (_ index: Int, _ coverage: UInt32) -> Void) {
    guard let map = shadow.pointee.map else { return }
    if let tables = shadow.pointee.tables {
      let (width, height) = (shadow.pointee.width, shadow.pointee.height)
      map.forEachPixel(x: x, y: y, count: count) { index, u, v in
        body(index, coverage255(tables.pointee.coverage(u, v, width: width, height: height)))
      }
    } else if let mask = shadow.pointee.mask {
      let (width, height) = (shadow.pointee.maskWidth, shadow.pointee.maskHeight)
      map.forEachPixel(x: x, y: y, count: count) { index, u, v in
        body(index, PathShadow.coverage(mask, width: width, height: height, u, v))
      }
    }
  }

  // MARK: Inner

  /// Fills an inner shadow: the coverage of the shape minus the coverage of the blurred shape.
  func composeInnerShadow(in rect: PixelRect, into filler: inout SpanFiller) {
    let rowCoverage = scratch.pointee.rowCoverage
    forEachOutlineRow(in: rect) { y, lower, upper in
      let coverages = rowCoverage + lower
      sample(x: lower, y: y, count: upper &- lower) { index, value in
        coverages[index] = UInt8(truncatingIfNeeded: product255(UInt32(coverages[index]), 255 &- value))
      }
      filler.begin(row: y)
      filler.fillSpan(x: lower, count: upper &- lower, coverages: coverages)
      coverages.update(repeating: 0, count: upper &- lower)
    }
  }

  /// Writes the coverage of an inner shadow's shape to the scratch memory, row by row.
  ///
  /// - Parameter body: Takes the written columns of a row, and must clear them.
  @inline(__always)
  private func forEachOutlineRow(in rect: PixelRect, _ body: (_ y: Int, _ lower: Int, _ upper: Int) -> Void) {
    let rowCoverage = scratch.pointee.rowCoverage
    if item.pointee.mask.outline == .rectangle {
      for y in rect.minY..<rect.maxY {
        (rowCoverage + rect.minX).update(repeating: 255, count: rect.width)
        body(y, rect.minX, rect.maxX)
      }
      return
    }
    let bounds = item.pointee.bounds
    let sweep = scratch.pointee.coverage.accumulate(
      owner.pointee.edges(of: item, kind: item.pointee.mask.outline, band: rect.minY >> RenderBlockHeight.bits),
      from: Int(bounds.minX), to: Int(bounds.maxX), rows: rect.minY..<rect.maxY)
    for y in rect.minY..<rect.maxY {
      var sink = CoverageRowWriter(row: rowCoverage)
      sweep.sweep(
        row: y &- rect.minY, columns: ColumnRange(lower: rect.minX, upper: rect.maxX), rule: item.pointee.rule, into: &sink)
      if sink.lower < sink.upper { body(y, sink.lower, sink.upper) }
    }
  }
}
