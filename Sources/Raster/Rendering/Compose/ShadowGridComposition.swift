/// A blurred shadow under any map, looked up at every few columns and rows of the screen: between them it is nearly straight, the more so the larger the blur
/// is seen.
///
/// The grid's columns and rows are the screen's own, so a pixel's coverage does not depend on what else is drawn.
enum ShadowGrid {
  /// The farthest that looked-up places lie apart: 16 pixels.
  private static let most: Int64 = 4

  /// How far apart a shadow is looked up, as powers of two of pixels: at most a third of the deviation as it is seen, where a gaussian's edge is within .9 of 255
  /// of a straight line.
  ///
  /// - Parameters:
  ///   - rect: all that the shadow reaches, in the units of `sigma`.
  ///   - transform: from there to the screen.
  static func steps(over rect: Rect, sigma: Scalar, transform: Homography) -> (x: Int64, y: Int64) {
    guard sigma >= 1, let inverse = transform.inverse else { return (0, 0) }
    var (across, down) = (Scalar(0), Scalar(0))
    // Units that a pixel shows, the most at a corner.
    func look(_ corner: Point) -> Bool {
      guard let seen = transform.project(corner), let here = inverse.project(seen),
        let right = inverse.project(Point(x: seen.x + 1, y: seen.y)), let below = inverse.project(Point(x: seen.x, y: seen.y + 1))
      else { return false }
      across = max(across, length(right - here))
      down = max(down, length(below - here))
      return true
    }
    guard look(rect.origin), look(Point(x: rect.maxX, y: rect.minY)), look(Point(x: rect.minX, y: rect.maxY)),
      look(Point(x: rect.maxX, y: rect.maxY))
    else { return (0, 0) }
    func step(_ unit: Scalar) -> Int64 {
      var step: Int64 = 0
      while step < most && unit * (2 << Int(step)) * 3 <= sigma { step += 1 }
      return step
    }
    return (step(across), step(down))
  }

  /// Not shorter than the vector, and at most an eighth longer.
  private static func length(_ vector: Point) -> Scalar {
    let (x, y) = (vector.x.magnitude, vector.y.magnitude)
    return max(x, y) + min(x, y) / 2
  }
}

extension RenderScratch {
  /// A row of the grid, spread over the screen's columns.
  private struct GridRow {
    /// 255 · 16 for each column of the block.
    var values: UnsafeMutablePointer<UInt16>
    /// The columns beyond which nothing is covered; none, nothing at all.
    var some = 0..<0
    /// Columns that are covered wholly.
    var whole = 0..<0
  }

  /// A shadow that is looked up on a grid.
  func composeShadowGrid(_ shadow: UnsafePointer<PlacedShadow>, in rect: PixelRect, into filler: inout SpanFiller) {
    let stepY = Int(shadow.pointee.stepY)
    var row = rect.minY >> stepY
    var above = GridRow(values: masks.gridRows)
    var below = GridRow(values: masks.gridRows + masks.gridWidth)
    look(shadow, row: row, rect: rect, into: &above)
    look(shadow, row: row &+ 1, rect: rect, into: &below)
    for y in rect.minY..<rect.maxY {
      if y >> stepY != row {
        row = y >> stepY
        swap(&above, &below)
        look(shadow, row: row &+ 1, rect: rect, into: &below)
      }
      let some =
        above.some.isEmpty
        ? below.some
        : below.some.isEmpty
          ? above.some : min(above.some.lowerBound, below.some.lowerBound)..<max(above.some.upperBound, below.some.upperBound)
      if some.isEmpty { continue }
      let wholeFrom = max(above.whole.lowerBound, below.whole.lowerBound)
      let wholeTo = min(above.whole.upperBound, below.whole.upperBound)
      let hasWhole = wholeFrom &+ 16 < wholeTo
      let part = y &- row << stepY
      filler.begin(row: y)
      mix(above, below, some.lowerBound, hasWhole ? wholeFrom : some.upperBound, part, stepY, into: filler)
      if hasWhole {
        filler.fillSpan(x: wholeFrom, count: wholeTo &- wholeFrom, coverage: 255)
        mix(above, below, wholeTo, some.upperBound, part, stepY, into: filler)
      }
    }
    (rowCoverage + rect.minX).update(repeating: 0, count: rect.width)
  }

  /// Lays the columns `from ..< to` of the row that lies `part` rows below `above`.
  @inline(__always)
  private func mix(
    _ above: GridRow, _ below: GridRow, _ from: Int, _ to: Int, _ part: Int, _ stepY: Int, into filler: SpanFiller
  ) {
    guard from < to else { return }
    let lower = UInt16(truncatingIfNeeded: part)
    let upper = UInt16(truncatingIfNeeded: 1 << stepY &- part)
    let shift = UInt16(truncatingIfNeeded: 4 &+ stepY)
    let half = UInt16(1) &<< (shift &- 1)
    let (a, b, coverages) = (above.values, below.values, rowCoverage)
    // ≤ 255 · 16 · 16 + 128
    for x in from..<to { coverages[x] = UInt8(truncatingIfNeeded: (a[x] &* upper &+ b[x] &* lower &+ half) &>> shift) }
    filler.fillSpan(x: from, count: to &- from, coverages: coverages + from)
  }

  /// Looks up a row of the grid and draws straight lines from one of its columns to the next.
  private func look(_ shadow: UnsafePointer<PlacedShadow>, row: Int, rect: PixelRect, into line: inout GridRow) {
    let bits = Int(shadow.pointee.stepX)
    let first = rect.minX >> bits
    let count = (rect.maxX &- 1) >> bits &- first &+ 2
    let places = masks.grid
    look(shadow, row: row, first: first, count: count, into: places)
    let width = 1 << bits
    let (scale, half) = (Int32(truncatingIfNeeded: bits &+ 4), Int32(8) &<< Int32(truncatingIfNeeded: bits))
    let whole = Int32(255 << 8)
    var (someFrom, someTo, wholeFrom, wholeTo) = (Int.max, 0, Int.max, 0)
    for index in 0..<(count &- 1) {
      let (from, to) = (places[index], places[index &+ 1])
      let start = (first &+ index) << bits
      let lower = max(start, rect.minX)
      let upper = min(start &+ width, rect.maxX)
      if from | to != 0 {
        someFrom = min(someFrom, lower)
        someTo = upper
      }
      if from == whole && to == whole {
        // The shadow is convex, so what is covered wholly is one stretch; were it not, the last would count.
        if wholeTo != lower { wholeFrom = lower }
        wholeTo = upper
      }
      let step = to &- from
      var value = from &<< Int32(truncatingIfNeeded: bits) &+ step &* Int32(truncatingIfNeeded: lower &- start) &+ half
      for x in lower..<upper {
        line.values[x] = UInt16(truncatingIfNeeded: value &>> scale)
        value &+= step
      }
    }
    line.some = someFrom < someTo ? someFrom..<someTo : 0..<0
    line.whole = wholeFrom < wholeTo ? wholeFrom..<wholeTo : 0..<0
  }

  /// Looks up a row of the grid as 255 · 2^8.
  private func look(
    _ shadow: UnsafePointer<PlacedShadow>, row: Int, first: Int, count: Int, into places: UnsafeMutablePointer<Int32>
  ) {
    guard let map = shadow.pointee.map else { return places.update(repeating: 0, count: count) }
    let (stepX, y) = (Int(shadow.pointee.stepX), row << Int(shadow.pointee.stepY))
    if let tables = shadow.pointee.tables {
      let (width, height) = (shadow.pointee.width, shadow.pointee.height)
      for index in 0..<count {
        let (u, v) = map.coordinates(x: (first &+ index) << stepX, y: y)
        let share = tables.pointee.share(u, v, width: width, height: height)  // of 65535
        let value = Int32(truncatingIfNeeded: (share &* 255 &+ 128) >> 8)  // ≤ 65280
        places[index] = value
      }
    } else if let mask = shadow.pointee.mask {
      let (width, height) = (shadow.pointee.maskWidth, shadow.pointee.maskHeight)
      for index in 0..<count {
        let (u, v) = map.coordinates(x: (first &+ index) << stepX, y: y)
        let value = Int32(truncatingIfNeeded: PathShadow.coverage(mask, width: width, height: height, u, v) << 8)
        places[index] = value
      }
    }
  }
}
