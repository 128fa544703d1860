/// A row's part that a shape may paint: half-open columns of the screen.
struct Columns {
  var lower: Int
  var upper: Int
}

/// Receives what a sweep finds along a row, left to right.
protocol CoverageSink {
  /// `count` pixels from column `x`, all covered by `coverage` of 255, never 0.
  mutating func run(x: Int, count: Int, coverage: UInt32)
  /// One pixel, covered by `coverage` of 255, never 0.
  mutating func pixel(x: Int, coverage: UInt32)
}

extension CoverageBuffer {
  /// Turns one row's sums into coverage and clears them.
  ///
  /// Between touched groups the sum stays the same, so whole runs are handed on at once.
  ///
  /// - Parameters:
  ///   - from, to: the shape's own columns: nothing is touched outside.
  ///   - columns: the columns that are wanted; the others are summed and cleared only.
  @inline(__always)
  func sweep<Sink: CoverageSink>(row: Int, from: Int, to: Int, columns: Columns, rule: FillRule, into sink: inout Sink) {
    let line = cells + row &* stride
    let bits = touched + row &* words
    var sum: Int32 = 0
    var x = from & ~3
    var word = (from >> 2) >> 6
    let lastWord = ((to &+ 1) >> 2) >> 6
    while word <= lastWord {
      var pending = bits[word]
      bits[word] = 0
      while pending != 0 {
        let groupX = (word << 6 &+ pending.trailingZeroBitCount) << 2
        pending &= pending &- 1
        if groupX > x { emitRun(x, groupX, Self.coverage(sum, rule), columns, &sink) }
        let group = UnsafeMutableRawPointer(line + groupX)
        let values = group.loadUnaligned(as: SIMD4<Int32>.self)
        group.storeBytes(of: SIMD4<Int32>.zero, as: SIMD4<Int32>.self)
        for lane in 0..<4 {
          sum &+= values[lane]
          let coverage = Self.coverage(sum, rule)
          let column = groupX &+ lane
          if coverage != 0 && column >= columns.lower && column < columns.upper { sink.pixel(x: column, coverage: coverage) }
        }
        x = groupX &+ 4
      }
      word &+= 1
    }
    // What was cut off at the screen's right edge leaves the sum open.
    if x < columns.upper { emitRun(x, columns.upper, Self.coverage(sum, rule), columns, &sink) }
  }

  @inline(__always)
  private func emitRun<Sink: CoverageSink>(_ from: Int, _ to: Int, _ coverage: UInt32, _ columns: Columns, _ sink: inout Sink) {
    guard coverage != 0 else { return }
    let lower = max(from, columns.lower)
    let upper = min(to, columns.upper)
    if lower < upper { sink.run(x: lower, count: upper &- lower, coverage: coverage) }
  }

  /// Signed area to coverage, 0…255, to nearest.
  @inline(__always)
  static func coverage(_ sum: Int32, _ rule: FillRule) -> UInt32 {
    var area = UInt32(bitPattern: sum < 0 ? 0 &- sum : sum)
    if rule == .evenOdd {
      area &= UInt32(full) &* 2 &- 1
      if area > UInt32(full) { area = UInt32(full) &* 2 &- area }
    } else {
      area = min(area, UInt32(full))
    }
    return (area &* 255 &+ 65536) >> 17  // ≤ 2^25
  }
}
