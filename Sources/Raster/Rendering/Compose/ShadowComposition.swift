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
    let writer = ShadowRowWriter(
      tables: tables, width: shadow.pointee.width, height: shadow.pointee.height, line: scratch.pointee.shadowRows.row,
      cornerRow: scratch.pointee.shadowRows.cornerRow)
    // Between the corners all rows are equal.
    var isWritten = false
    for y in rect.minY..<rect.maxY {
      let row = UInt32(rows[y])
      if coverage255(row) == 0 { continue }
      let down = Int64(y) << 16 &+ 32768 &- shadow.pointee.top
      let touchesCorner = writer.touchesCorner(down)
      if touchesCorner || row < 65535 || !isWritten {
        write(left, columns, row, down: down, touchesCorner: touchesCorner, by: writer)
        write(right, columns, row, down: down, touchesCorner: touchesCorner, by: writer)
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
  private func write(
    _ part: ColumnRange, _ columns: UnsafePointer<UInt16>, _ row: UInt32, down: Int64, touchesCorner: Bool,
    by writer: ShadowRowWriter
  ) {
    if part.lower >= part.upper { return }
    writer.write(
      part.upper &- part.lower, columns: columns + part.lower, row: row,
      across: Int64(part.lower) << 16 &+ 32768 &- shadow.pointee.left, down: down, touchesCorner: touchesCorner,
      to: scratch.pointee.rowCoverage + part.lower)
  }

  /// Fills a rounded rectangle's shadow from its nine-patch.
  func composeNinePatch(in rect: PixelRect, into filler: inout SpanFiller) {
    guard let tables = shadow.pointee.tables, let patch = tables.pointee.ninePatch else { return }
    let extent = Int(tables.pointee.extent)
    func pixels(_ length: Int64) -> Int { Int(truncatingIfNeeded: length >> 16) }
    let (minX, minY) = (pixels(shadow.pointee.left) &- extent, pixels(shadow.pointee.top) &- extent)
    let (width, height) = (
      pixels(shadow.pointee.width) &+ 2 &* extent, pixels(shadow.pointee.height) &+ 2 &* extent
    )
    let sides = patch.sides
    let (middle, right) = (minX &+ sides.left, minX &+ width &- sides.right)
    var y = rect.minY
    while y < rect.maxY {
      let part = patch.rows(from: y &- minY, of: height)
      let rows = y..<min(y &+ part.count, rect.maxY)
      y = rows.upperBound
      filler.fillRows(rows, x: minX, count: sides.left, coverages: part.coverages, coverageStride: part.stride)
      filler.fillRows(
        rows, x: middle, count: right &- middle, rowCoverages: part.coverages + sides.left, coverageStride: part.stride)
      filler.fillRows(
        rows, x: right, count: sides.right, coverages: part.coverages + sides.left + 1, coverageStride: part.stride)
    }
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
