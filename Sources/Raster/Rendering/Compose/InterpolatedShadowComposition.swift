/// A blurred shadow that is looked up on a grid over the screen and interpolated linearly between the grid's
/// points.
///
/// Between neighboring points a blur is nearly straight. The larger the blur appears, the straighter it is.
/// ``ShadowPlacement`` chooses the spacing of the points. The grid's columns and rows are at multiples of
/// the spacing on the screen, so a pixel's coverage does not depend on the other drawing.
struct InterpolatedShadowComposition {
  let shadow: UnsafePointer<PlacedShadow>
  let scratch: UnsafePointer<ComposeScratch>

  /// A row of the grid, interpolated to the screen's columns.
  private struct Row {
    /// Coverage of 255 · 16 for each column of the block.
    var values: UnsafeMutablePointer<UInt16>
    /// The columns outside which the coverage is 0. The range is empty if the coverage is 0 everywhere.
    var covered = 0..<0
    /// A range of columns with full coverage.
    var solid = 0..<0
  }

  /// Fills the shadow in `rect`.
  func compose(in rect: PixelRect, into filler: inout SpanFiller) {
    let stepY = Int(shadow.pointee.stepY)
    let (rowCoverage, gridRows) = (scratch.pointee.rowCoverage, scratch.pointee.shadowRows.gridRows)
    var row = rect.minY >> stepY
    var above = Row(values: gridRows)
    var below = Row(values: gridRows + scratch.pointee.shadowRows.gridWidth)
    interpolate(row: row, in: rect, to: &above)
    interpolate(row: row &+ 1, in: rect, to: &below)
    for y in rect.minY..<rect.maxY {
      if y >> stepY != row {
        row = y >> stepY
        swap(&above, &below)
        interpolate(row: row &+ 1, in: rect, to: &below)
      }
      let covered =
        above.covered.isEmpty
        ? below.covered
        : below.covered.isEmpty
          ? above.covered
          : min(above.covered.lowerBound, below.covered.lowerBound)..<max(above.covered.upperBound, below.covered.upperBound)
      if covered.isEmpty { continue }
      let solidFrom = max(above.solid.lowerBound, below.solid.lowerBound)
      let solidTo = min(above.solid.upperBound, below.solid.upperBound)
      let hasSolid = solidFrom &+ 16 < solidTo
      let part = y &- row << stepY
      filler.begin(row: y)
      fill(above, below, covered.lowerBound, hasSolid ? solidFrom : covered.upperBound, part, stepY, into: filler)
      if hasSolid {
        filler.fillSpan(x: solidFrom, count: solidTo &- solidFrom, coverage: 255)
        fill(above, below, solidTo, covered.upperBound, part, stepY, into: filler)
      }
    }
    (rowCoverage + rect.minX).update(repeating: 0, count: rect.width)
  }

  /// Fills the columns `from..<to` of the screen row that is `part` rows below `above`.
  @inline(__always)
  private func fill(_ above: Row, _ below: Row, _ from: Int, _ to: Int, _ part: Int, _ stepY: Int, into filler: SpanFiller) {
    guard from < to else { return }
    let lower = UInt16(truncatingIfNeeded: part)
    let upper = UInt16(truncatingIfNeeded: 1 << stepY &- part)
    let shift = UInt16(truncatingIfNeeded: 4 &+ stepY)
    let half = UInt16(1) &<< (shift &- 1)
    let (a, b, coverages) = (above.values, below.values, scratch.pointee.rowCoverage)
    // ≤ 255 · 16 · 16 + 128
    for x in from..<to { coverages[x] = UInt8(truncatingIfNeeded: (a[x] &* upper &+ b[x] &* lower &+ half) &>> shift) }
    filler.fillSpan(x: from, count: to &- from, coverages: coverages + from)
  }

  /// Looks up a row of the grid and interpolates it to the screen's columns.
  private func interpolate(row: Int, in rect: PixelRect, to line: inout Row) {
    let bits = Int(shadow.pointee.stepX)
    let first = rect.minX >> bits
    let count = (rect.maxX &- 1) >> bits &- first &+ 2
    let gridValues = scratch.pointee.shadowRows.gridValues
    lookUp(row: row, first: first, count: count, to: gridValues)
    let width = 1 << bits
    let (scale, half) = (Int32(truncatingIfNeeded: bits &+ 4), Int32(8) &<< Int32(truncatingIfNeeded: bits))
    let full = Int32(255 << 8)
    var (coveredFrom, coveredTo, solidFrom, solidTo) = (Int.max, 0, Int.max, 0)
    for index in 0..<(count &- 1) {
      let (from, to) = (gridValues[index], gridValues[index &+ 1])
      let start = (first &+ index) << bits
      let lower = max(start, rect.minX)
      let upper = min(start &+ width, rect.maxX)
      if from | to != 0 {
        coveredFrom = min(coveredFrom, lower)
        coveredTo = upper
      }
      if from == full && to == full {
        // A shadow is convex, so its solid columns are one range; of several, the last would count.
        if solidTo != lower { solidFrom = lower }
        solidTo = upper
      }
      let step = to &- from
      var value = from &<< Int32(truncatingIfNeeded: bits) &+ step &* Int32(truncatingIfNeeded: lower &- start) &+ half
      for x in lower..<upper {
        line.values[x] = UInt16(truncatingIfNeeded: value &>> scale)
        value &+= step
      }
    }
    line.covered = coveredFrom < coveredTo ? coveredFrom..<coveredTo : 0..<0
    line.solid = solidFrom < solidTo ? solidFrom..<solidTo : 0..<0
  }

  /// Looks up `count` points of a row of the grid from number `first` on, as 255 · 2^8.
  private func lookUp(row: Int, first: Int, count: Int, to values: UnsafeMutablePointer<Int32>) {
    guard let map = shadow.pointee.map else { return values.update(repeating: 0, count: count) }
    let (stepX, y) = (Int(shadow.pointee.stepX), row << Int(shadow.pointee.stepY))
    if let tables = shadow.pointee.tables {
      let (width, height) = (shadow.pointee.width, shadow.pointee.height)
      for index in 0..<count {
        let (u, v) = map.coordinates(x: (first &+ index) << stepX, y: y)
        let coverage = tables.pointee.coverage(u, v, width: width, height: height)  // of 65535
        values[index] = Int32(truncatingIfNeeded: (coverage &* 255 &+ 128) >> 8)  // ≤ 65280
      }
    } else if let mask = shadow.pointee.mask {
      let (width, height) = (shadow.pointee.maskWidth, shadow.pointee.maskHeight)
      for index in 0..<count {
        let (u, v) = map.coordinates(x: (first &+ index) << stepX, y: y)
        values[index] = Int32(truncatingIfNeeded: PathShadow.coverage(mask, width: width, height: height, u, v) << 8)
      }
    }
  }
}
