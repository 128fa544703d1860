/// Writes a row's coverage to memory, for clips, masks and inner shadows.
struct CoverageRowWriter: CoverageSink {
  /// The address that column 0 of the screen would have; the caller has cleared the memory.
  let row: UnsafeMutablePointer<UInt8>
  /// The columns outside which nothing was written; empty if `lower` is not below `upper`.
  var lower = Int.max
  var upper = Int.min

  @inline(__always)
  mutating func run(x: Int, count: Int, coverage: UInt32) {
    (row + x).update(repeating: UInt8(truncatingIfNeeded: coverage), count: count)
    lower = min(lower, x)
    upper = max(upper, x &+ count)
  }

  @inline(__always)
  mutating func group<Rule: CoverageRule>(x: Int, sums: SIMD4<Int32>, rule: Rule.Type) {
    let coverages = Rule.coverages(sums)
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
