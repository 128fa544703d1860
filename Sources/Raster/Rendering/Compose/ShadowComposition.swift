/// A share of 65535 as a coverage of 255, to nearest.
@inline(__always)
func coverage255(_ share: UInt32) -> UInt32 { (share &- share >> 8 &+ 128) >> 8 }

extension RenderScratch {
  /// A shadow whose rows and columns are the screen's.
  func composeTranslatedShadow(
    _ item: UnsafePointer<PreparedItem>, _ shadow: UnsafePointer<PlacedShadow>, in rect: PixelRect, shares: UnsafePointer<UInt16>,
    into filler: inout SpanFiller
  ) {
    guard let tables = shadow.pointee.tables else { return }
    let bounds = item.pointee.bounds
    let columns = shares + (shadow.pointee.shares &- Int(bounds.minX))
    let rows = shares + (shadow.pointee.shares &+ Int(bounds.maxX &- bounds.minX) &- Int(bounds.minY))
    let (uniformMinX, uniformMaxX) = (Int(shadow.pointee.uniformMinX), Int(shadow.pointee.uniformMaxX))
    let left = ColumnRange(lower: rect.minX, upper: min(rect.maxX, uniformMinX))
    let right = ColumnRange(lower: max(rect.minX, uniformMaxX), upper: rect.maxX)
    // Between the corners one row is as the other.
    var isKept = false
    for y in rect.minY..<rect.maxY {
      let row = UInt32(rows[y])
      if coverage255(row) == 0 { continue }
      let down = Int64(y) << 16 &+ 32768 &- shadow.pointee.top
      let up = shadow.pointee.height &- down
      let isCornered =
        tables.pointee.topLeft.affects(down) || tables.pointee.topRight.affects(down) || tables.pointee.bottomLeft.affects(up)
        || tables.pointee.bottomRight.affects(up)
      if isCornered || row < 65535 || !isKept {
        write(left, columns, row, shadow, tables, down: down, isCornered: isCornered)
        write(right, columns, row, shadow, tables, down: down, isCornered: isCornered)
      }
      isKept = !isCornered && row == 65535
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

  /// Writes a row's coverages in `part`.
  @inline(__always)
  private func write(
    _ part: ColumnRange, _ columns: UnsafePointer<UInt16>, _ row: UInt32, _ shadow: UnsafePointer<PlacedShadow>,
    _ tables: UnsafePointer<ShadowTables>, down: Int64, isCornered: Bool
  ) {
    let count = part.upper &- part.lower
    if count <= 0 { return }
    let (columns, line, coverages) = (columns + part.lower, masks.row, rowCoverage + part.lower)
    let share = UInt16(truncatingIfNeeded: row)
    // 16-bit operations, many at once: the upper half of a product, and 255 of 256.
    for index in 0..<count { line[index] = UInt16(truncatingIfNeeded: (UInt32(columns[index]) &* UInt32(share)) >> 16) }
    if isCornered {
      let up = shadow.pointee.height &- down
      let across = Int64(part.lower) << 16 &+ 32768 &- shadow.pointee.left
      let back = shadow.pointee.width &- across
      let room = masks.cells
      tables.pointee.topLeft.subtract(from: line, count: count, across: across, step: 65536, down: down, room: room)
      tables.pointee.bottomLeft.subtract(from: line, count: count, across: across, step: 65536, down: up, room: room)
      tables.pointee.topRight.subtract(from: line, count: count, across: back, step: -65536, down: down, room: room)
      tables.pointee.bottomRight.subtract(from: line, count: count, across: back, step: -65536, down: up, room: room)
    }
    for index in 0..<count { coverages[index] = UInt8(truncatingIfNeeded: (line[index] &- line[index] >> 8 &+ 128) >> 8) }
  }

  /// A shadow under any map: each pixel's place in it is found and looked up.
  func composeTransformedShadow(
    _ item: UnsafePointer<PreparedItem>, _ shadow: UnsafePointer<PlacedShadow>, in rect: PixelRect, into filler: inout SpanFiller
  ) {
    if shadow.pointee.stepX > 0 || shadow.pointee.stepY > 0 { return composeShadowGrid(shadow, in: rect, into: &filler) }
    let coverages = rowCoverage + rect.minX
    for y in rect.minY..<rect.maxY {
      sample(item, shadow, x: rect.minX, y: y, count: rect.width) { index, value in
        coverages[index] = UInt8(truncatingIfNeeded: value)
      }
      filler.begin(row: y)
      filler.fillSpan(x: rect.minX, count: rect.width, coverages: coverages)
    }
    coverages.update(repeating: 0, count: rect.width)
  }

  /// A shadow inside what casts it: the shape's own coverage, less what the blurred shape covers.
  func composeInnerShadow(
    _ item: UnsafePointer<PreparedItem>, _ shadow: UnsafePointer<PlacedShadow>, in rect: PixelRect,
    owner: UnsafePointer<RenderScratch>,
    into filler: inout SpanFiller
  ) {
    write(outlineOf: item, rect: rect, owner: owner) { y, lower, upper in
      let coverages = rowCoverage + lower
      sample(item, shadow, x: lower, y: y, count: upper &- lower) { index, value in
        coverages[index] = UInt8(truncatingIfNeeded: product255(UInt32(coverages[index]), 255 &- value))
      }
      filler.begin(row: y)
      filler.fillSpan(x: lower, count: upper &- lower, coverages: coverages)
      coverages.update(repeating: 0, count: upper &- lower)
    }
  }

  /// Calls `body` with the shadow's coverage of each of `count` pixels from column `x` of row `y`.
  @inline(__always)
  private func sample(
    _ item: UnsafePointer<PreparedItem>, _ shadow: UnsafePointer<PlacedShadow>, x: Int, y: Int, count: Int,
    _ body: (_ index: Int, _ coverage: UInt32) -> Void
  ) {
    guard let map = shadow.pointee.map else { return }
    if let tables = shadow.pointee.tables {
      let (width, height) = (shadow.pointee.width, shadow.pointee.height)
      map.forEachPixel(x: x, y: y, count: count) { index, u, v in
        body(index, coverage255(tables.pointee.share(u, v, width: width, height: height)))
      }
    } else if let mask = shadow.pointee.mask {
      let (width, height) = (shadow.pointee.maskWidth, shadow.pointee.maskHeight)
      map.forEachPixel(x: x, y: y, count: count) { index, u, v in
        body(index, PathShadow.coverage(mask, width: width, height: height, u, v))
      }
    }
  }
}

extension ShadowTables {
  /// The shadow of a rectangle at a place inwards from its corner, all in 1/65536.
  @inline(__always)
  func share(_ u: Int64, _ v: Int64, width: Int64, height: Int64) -> UInt32 {
    let across = spanCoverage(at: u, length: width)
    if across == 0 { return 0 }
    let down = spanCoverage(at: v, length: height)
    let whole = (across &* (down &+ 1)) >> 16
    if whole == 0 { return 0 }
    let (back, up) = (width &- u, height &- v)
    let taken =
      topLeft.removedCoverage(u, v) &+ topRight.removedCoverage(back, v) &+ bottomLeft.removedCoverage(u, up)
      &+ bottomRight.removedCoverage(back, up)
    return whole > taken ? whole &- taken : 0
  }
}

extension ShadowTables.Corner {
  /// Whether it takes something from a row or column so far inwards.
  @inline(__always)
  func affects(_ inwards: Int64) -> Bool { inwards >= begin && inwards < end }

  /// What it takes away at a place inwards from the sharp corner.
  @inline(__always)
  func removedCoverage(_ across: Int64, _ down: Int64) -> UInt32 {
    guard affects(across), affects(down), let values else { return 0 }
    let (x, y) = (across &- begin, down &- begin)
    let place = Int(truncatingIfNeeded: y >> stepBits) &* Int(side) &+ Int(truncatingIfNeeded: x >> stepBits)
    let (a, b) = (part(x), part(y))
    let above = values + place
    let below = above + Int(side)
    let left = (UInt32(above[0]) &* (256 &- b) &+ UInt32(below[0]) &* b) >> 8  // ≤ 2^24
    let right = (UInt32(above[1]) &* (256 &- b) &+ UInt32(below[1]) &* b) >> 8
    return (left &* (256 &- a) &+ right &* a) >> 8
  }

  /// How far a place lies in its cell of the grid, 0…255 of 256.
  @inline(__always)
  private func part(_ place: Int64) -> UInt32 { UInt32(truncatingIfNeeded: place >> (stepBits &- 8)) & 255 }

  /// Takes away what is taken from `count` shares of a row: the first lies `across` inwards from the sharp corner, each other one `step` more.
  ///
  /// - Parameters:
  ///   - step: ± one pixel.
  ///   - room: for a row of the grid.
  func subtract(
    from line: UnsafeMutablePointer<UInt16>, count: Int, across: Int64, step: Int64, down: Int64,
    room: UnsafeMutablePointer<UInt16>
  ) {
    guard affects(down), let values else { return }
    // The pixels with begin ≤ across + index · step < end.
    let (first, stop) = step > 0 ? (begin &- across, end &- across) : (across &- end &+ 1, across &- begin &+ 1)
    let from = Int(truncatingIfNeeded: min(max((first &+ 65535) >> 16, 0), Int64(count)))
    let to = Int(truncatingIfNeeded: min(max((stop &+ 65535) >> 16, 0), Int64(count)))
    guard from < to else { return }
    let y = down &- begin
    let above = values + Int(truncatingIfNeeded: y >> stepBits) &* Int(side)
    let below = above + Int(side)
    let b = part(y)
    for cell in 0..<Int(side) {
      room[cell] = UInt16(truncatingIfNeeded: (UInt32(above[cell]) &* (256 &- b) &+ UInt32(below[cell]) &* b) >> 8)  // ≤ 2^24
    }
    // In 1/65536 of a cell from here on: a pixel's step is a power of two, so every pixel's place is exact whichever comes first.
    var place = Int32(truncatingIfNeeded: ((across &- begin &+ Int64(from) &* step) << 16) >> stepBits)  // < 2^27
    let step = Int32(truncatingIfNeeded: (step << 16) >> stepBits)
    for index in from..<to {
      let cell = Int(place >> 16)
      let first = Int32(room[cell])
      let taken = first &+ ((Int32(room[cell &+ 1]) &- first) &* ((place >> 8) & 255)) >> 8  // ≤ 2^24
      line[index] = UInt16(truncatingIfNeeded: max(Int32(line[index]) &- taken, 0))
      place &+= step
    }
  }
}

extension RenderScratch {
  /// Writes the coverage of an inner shadow's shape to ``rowCoverage``, row by row, and hands each row's stretch to `body`, who clears it.
  @inline(__always)
  private func write(
    outlineOf item: UnsafePointer<PreparedItem>, rect: PixelRect, owner: UnsafePointer<RenderScratch>,
    _ body: (_ y: Int, _ lower: Int, _ upper: Int) -> Void
  ) {
    if item.pointee.mask.outline == .rectangle {
      for y in rect.minY..<rect.maxY {
        (rowCoverage + rect.minX).update(repeating: 255, count: rect.width)
        body(y, rect.minX, rect.maxX)
      }
      return
    }
    let bounds = item.pointee.bounds
    let sweep = coverage.accumulate(
      owner.pointee.edges(of: item, kind: item.pointee.mask.outline, band: rect.minY >> Renderer.blockRowBits),
      from: Int(bounds.minX), to: Int(bounds.maxX), rows: rect.minY..<rect.maxY)
    for y in rect.minY..<rect.maxY {
      var sink = CoverageRowSink(row: rowCoverage)
      sweep.sweep(
        row: y &- rect.minY, columns: ColumnRange(lower: rect.minX, upper: rect.maxX), rule: item.pointee.rule, into: &sink)
      if sink.lower < sink.upper { body(y, sink.lower, sink.upper) }
    }
  }
}
