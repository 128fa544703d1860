/// Lays one colour into a row as the sweep finds coverage.
struct ColorSink: CoverageSink {
  /// Where the screen's column 0 would be.
  var row: UnsafeMutablePointer<UInt32>
  var color: UInt32
  let alpha: UInt32

  @inline(__always)
  mutating func run(x: Int, count: Int, coverage: UInt32) {
    let weight = product255(coverage, alpha)
    if weight == 255 {
      fillShortRun(row + x, count: count, with: color)
    } else {
      lerp(row + x, count: count, with: color, weight: weight)
    }
  }

  @inline(__always)
  mutating func group(x: Int, coverages: SIMD4<UInt32>) {
    lerp4(row + x, color, weights: alpha == 255 ? coverages : products255(coverages, alpha))
  }

  @inline(__always)
  mutating func pixel(x: Int, coverage: UInt32) {
    row[x] = lerp(row[x], color, product255(coverage, alpha))
  }
}

/// Keeps a row's coverage: a clip's, or that of a shape which something else is mixed with.
struct CoverageRowSink: CoverageSink {
  /// Where the screen's column 0 would be.
  let row: UnsafeMutablePointer<UInt8>
  var lower = Int.max
  var upper = Int.min

  @inline(__always)
  mutating func run(x: Int, count: Int, coverage: UInt32) {
    (row + x).update(repeating: UInt8(truncatingIfNeeded: coverage), count: count)
    lower = min(lower, x)
    upper = max(upper, x &+ count)
  }

  @inline(__always)
  mutating func group(x: Int, coverages: SIMD4<UInt32>) {
    for lane in 0..<4 { row[x &+ lane] = UInt8(truncatingIfNeeded: coverages[lane]) }
    lower = min(lower, x)
    upper = max(upper, x &+ 4)
  }

  @inline(__always)
  mutating func pixel(x: Int, coverage: UInt32) {
    row[x] = UInt8(truncatingIfNeeded: coverage)
    lower = min(lower, x)
    upper = max(upper, x &+ 1)
  }
}

/// Hands a row's coverage on to a paint that is worked out a run at a time.
struct SpanSink: CoverageSink {
  /// Shorter runs are put together with the edges beside them.
  private static var shortest: Int { 16 }

  let filler: SpanFiller
  /// Coverages on their way, where the screen's column 0 would be; outside the pending columns everything is 0.
  let row: UnsafeMutablePointer<UInt8>
  private var lower = Int.max
  private var upper = Int.min

  init(filler: SpanFiller, row: UnsafeMutablePointer<UInt8>) {
    (self.filler, self.row) = (filler, row)
  }

  @inline(__always)
  mutating func run(x: Int, count: Int, coverage: UInt32) {
    if count >= Self.shortest {
      flush()
      filler.fillSpan(x: x, count: count, coverage: coverage)
      return
    }
    begin(x)
    (row + x).update(repeating: UInt8(truncatingIfNeeded: coverage), count: count)
    upper = x &+ count
  }

  @inline(__always)
  mutating func group(x: Int, coverages: SIMD4<UInt32>) {
    begin(x)
    for lane in 0..<4 { row[x &+ lane] = UInt8(truncatingIfNeeded: coverages[lane]) }
    upper = x &+ 4
  }

  @inline(__always)
  mutating func pixel(x: Int, coverage: UInt32) {
    begin(x)
    row[x] = UInt8(truncatingIfNeeded: coverage)
    upper = x &+ 1
  }

  /// What lies far behind the pending columns is a span of its own.
  @inline(__always)
  private mutating func begin(_ x: Int) {
    if x > upper &+ Self.shortest { flush() }
    lower = min(lower, x)
  }

  mutating func flush() {
    guard lower < upper else { return }
    filler.fillSpan(x: lower, count: upper &- lower, coverages: row + lower)
    (row + lower).update(repeating: 0, count: upper &- lower)
    (lower, upper) = (.max, .min)
  }
}
