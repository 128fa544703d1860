/// Composites one color onto a row as the sweep finds coverage.
protocol ColorSink: CoverageSink {
  /// The address that column 0 would have, as the sweep counts columns.
  var row: UnsafeMutablePointer<UInt32> { get set }
  var color: UInt32 { get set }
}

/// Composites an opaque color.
struct OpaqueColorSink: ColorSink {
  var row: UnsafeMutablePointer<UInt32>
  var color: UInt32
  let blockEnd: BlockEnd

  @inline(__always)
  mutating func run(x: Int, count: Int, coverage: UInt32) {
    if coverage == 255 {
      fillShortRun(row + x, count: count, with: color)
    } else {
      lerpRun(row + x, count: count, with: color, weight: coverage, within: blockEnd, hasAVX2: false)
    }
  }

  @inline(__always)
  mutating func group<Rule: CoverageRule>(x: Int, sums: SIMD4<Int32>, rule: Rule.Type) {
    ColorLerp(color).blend(row + x, weights: Rule.weights(sums))
  }

  @inline(__always)
  mutating func pixel(x: Int, coverage: UInt32) { row[x] = lerp(row[x], color, coverage) }
}

/// Composites a translucent color.
struct TranslucentColorSink: ColorSink {
  var row: UnsafeMutablePointer<UInt32>
  var color: UInt32
  /// The color's alpha, below 255.
  let alpha: UInt32
  let blockEnd: BlockEnd
  /// The answer of `cartouche_has_avx2`, asked for once a shape. With a call, the sweep would keep its
  /// vectors in memory.
  let hasAVX2: Bool

  @inline(__always)
  mutating func run(x: Int, count: Int, coverage: UInt32) {
    lerpRun(
      row + x, count: count, with: color, weight: coverage == 255 ? alpha : product255(coverage, alpha), within: blockEnd,
      hasAVX2: hasAVX2)
  }

  @inline(__always)
  mutating func group<Rule: CoverageRule>(x: Int, sums: SIMD4<Int32>, rule: Rule.Type) {
    let lerp = ColorLerp(color)
    lerp.blend(row + x, weights: lerp.weights(Rule.weights(sums), alpha: alpha))
  }

  @inline(__always)
  mutating func pixel(x: Int, coverage: UInt32) { row[x] = lerp(row[x], color, product255(coverage, alpha)) }
}

/// Passes a row's coverage on to a paint that computes its colors a run at a time.
struct SpanSink: CoverageSink {
  /// Shorter runs are merged with the edges beside them.
  private static var minimumRun: Int { 16 }

  let filler: SpanFiller
  /// The pending coverage, from the address that column 0 of the screen would have.
  ///
  /// The coverage is 0 outside `lower..<upper`.
  let row: UnsafeMutablePointer<UInt8>
  private var lower = Int.max
  private var upper = Int.min

  init(filler: SpanFiller, row: UnsafeMutablePointer<UInt8>) {
    (self.filler, self.row) = (filler, row)
  }

  @inline(__always)
  mutating func run(x: Int, count: Int, coverage: UInt32) {
    if count >= Self.minimumRun {
      flush()
      filler.fillSpan(x: x, count: count, coverage: coverage)
      return
    }
    begin(x)
    (row + x).update(repeating: UInt8(truncatingIfNeeded: coverage), count: count)
    upper = x &+ count
  }

  @inline(__always)
  mutating func group<Rule: CoverageRule>(x: Int, sums: SIMD4<Int32>, rule: Rule.Type) {
    let coverages = Rule.coverages(sums)
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

  /// Begins a pixel at column `x`. If the pixel is far behind the pending columns, a new span begins.
  @inline(__always)
  private mutating func begin(_ x: Int) {
    if x > upper &+ Self.minimumRun { flush() }
    lower = min(lower, x)
  }

  /// Fills the pending columns.
  mutating func flush() {
    guard lower < upper else { return }
    filler.fillSpan(x: lower, count: upper &- lower, coverages: row + lower)
    (row + lower).update(repeating: 0, count: upper &- lower)
    (lower, upper) = (.max, .min)
  }
}
