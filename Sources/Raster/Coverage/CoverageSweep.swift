import CInstructions

/// Receives a row's coverage from a sweep, left to right.
protocol CoverageSink {
  /// Takes `count` pixels from column `x` with the same coverage, 1…255.
  mutating func run(x: Int, count: Int, coverage: UInt32)
  /// Takes four pixels from column `x` with the coverages that `rule` gives for `sums`; all are among the
  /// sweep's columns.
  mutating func group<Rule: CoverageRule>(x: Int, sums: SIMD4<Int32>, rule: Rule.Type)
  /// Takes one pixel with a coverage of 1…255.
  mutating func pixel(x: Int, coverage: UInt32)
}

/// The accumulated rows of a ``CoverageAccumulationBuffer``, ready to be turned into coverage.
///
/// A sweep is a copy of the buffer's pointers, so that the pointers stay in registers while rows are swept.
struct CoverageSweep: BitwiseCopyable {
  let cells: UnsafeMutablePointer<Int32>
  let touched: UnsafeMutablePointer<UInt8>
  let layout: CoverageLayout

  /// Turns one row's sums into coverage and clears the sums.
  ///
  /// Between touched groups of four pixels, the sum stays the same. So whole runs are passed on at once.
  ///
  /// - Parameters:
  ///   - row: The row, counted from the first accumulated row.
  ///   - columns: The columns to pass on. In all other columns, sums are only added up and cleared.
  func sweep<Sink: CoverageSink>(row: Int, columns: ColumnRange, rule: FillRule, into sink: inout Sink) {
    switch rule {
    case .nonZero: sweepRow(row, columns, NonZeroCoverage.self, &sink)
    case .evenOdd: sweepRow(row, columns, EvenOddCoverage.self, &sink)
    }
  }

  /// Turns one row's sums into coverage by a rule that is known at compile time.
  @inline(never)
  func sweepRow<Sink: CoverageSink, Rule: CoverageRule>(
    _ row: Int, _ columns: ColumnRange, _ rule: Rule.Type, _ sink: inout Sink
  ) {
    sweep(
      UnsafeMutableRawPointer(cells + row &* layout.stride), touched + row &* layout.groups,
      left: layout.left, columns: columns, rule: rule, into: &sink)
  }

  /// Turns the sums of the first `count` rows into coverage of the same columns, by a rule that is known at
  /// compile time.
  ///
  /// - Parameters:
  ///   - sink: Receives columns that are counted from the first one to pass on.
  ///   - next: Called after each row.
  @inline(__always)
  func sweepRows<Sink: CoverageSink, Rule: CoverageRule>(
    _ count: Int, columns: ColumnRange, rule: Rule.Type, into sink: inout Sink, next: (inout Sink) -> Void
  ) {
    var line = UnsafeMutableRawPointer(cells)
    var flags = touched
    var rows = count
    while rows > 0 {
      sweep(
        line, flags, left: layout.left &- columns.lower, columns: ColumnRange(lower: 0, upper: columns.upper &- columns.lower),
        rule: rule, into: &sink)
      next(&sink)
      line += layout.stride &* 4
      flags += layout.groups
      rows &-= 1
    }
  }

  /// Turns the sums at `line`, whose flags are at `flags`, into coverage.
  @inline(__always)
  private func sweep<Sink: CoverageSink, Rule: CoverageRule>(
    _ line: UnsafeMutableRawPointer, _ flags: UnsafeMutablePointer<UInt8>, left: Int, columns: ColumnRange, rule: Rule.Type,
    into sink: inout Sink
  ) {
    // The columns at which a group of four pixels begins that are all to be passed on.
    let lastGroups = UInt(bitPattern: max(columns.upper &- columns.lower &- 3, 0))
    var sum: Int32 = 0
    var x = left
    // The address that the cell of column 0 would have.
    let cells = line - left &* 4
    var first = 0
    while first < layout.groups {
      // The flags of 32 groups at a time, the first one in the lowest bit.
      var pending = cartouche_flags(flags + first)
      if pending == 0 {
        first &+= 32
        continue
      }
      UnsafeMutableRawPointer(flags + first).storeBytes(of: SIMD4<UInt64>.zero, as: SIMD4<UInt64>.self)
      var groupX = left &+ first << 2
      repeat {
        let skipped = pending.trailingZeroBitCount
        pending &>>= UInt32(truncatingIfNeeded: skipped)
        groupX &+= skipped << 2
        if groupX != x && sum != 0 { emitRun(x, groupX, Rule.coverage(sum), columns, &sink) }
        x = groupX
        // Touched groups side by side pass the sum on in a vector's first lane. If it were added to the next
        // cell, the load of that group would have to wait.
        var carried = unsafeBitCast(SIMD2<UInt64>(UInt64(UInt32(bitPattern: sum)), 0), to: SIMD4<Int32>.self)
        repeat {
          let values = cells.loadUnaligned(fromByteOffset: x &* 4, as: SIMD4<Int32>.self) &+ carried
          // Zeros of another type than the masks of shuffles: the compiler (Swift 6.3.1) unites zeros, and
          // then crashes where a mask is no constant.
          cells.storeBytes(of: SIMD2<UInt64>.zero, toByteOffset: x &* 4, as: SIMD2<UInt64>.self)
          // A prefix sum: by shifts within 64 bits, then the sum of the first two lanes is added to the other
          // two.
          let pairs = values &+ unsafeBitCast(unsafeBitCast(values, to: SIMD2<Int64>.self) &<< 32, to: SIMD4<Int32>.self)
          let sums = pairs &+ SIMD4<Int32>(0, 0, pairs[1], pairs[1])
          carried = unsafeBitCast(SIMD2<UInt64>(UInt64(UInt32(bitPattern: sums[3])), 0), to: SIMD4<Int32>.self)
          if UInt(bitPattern: x &- columns.lower) < lastGroups {
            sink.group(x: x, sums: sums, rule: rule)
          } else {
            let coverages = Rule.coverages(sums)
            for lane in 0..<4 where coverages[lane] != 0 && x &+ lane >= columns.lower && x &+ lane < columns.upper {
              sink.pixel(x: x &+ lane, coverage: coverages[lane])
            }
          }
          x &+= 4
          pending &>>= 1
        } while pending & 1 != 0
        groupX = x
        // The cell after a group has what its last pixel passes on, whether or not the next group was
        // touched.
        sum = carried[0] &+ cells.loadUnaligned(fromByteOffset: x &* 4, as: Int32.self)
        cells.storeBytes(of: 0, toByteOffset: x &* 4, as: Int32.self)
      } while pending != 0
      first &+= 32
    }
    // After clipping at the screen's right edge the sum may be nonzero up to there.
    if sum != 0 && x < columns.upper { emitRun(x, columns.upper, Rule.coverage(sum), columns, &sink) }
  }

  @inline(__always)
  private func emitRun<Sink: CoverageSink>(_ from: Int, _ to: Int, _ coverage: UInt32, _ columns: ColumnRange, _ sink: inout Sink) {
    guard coverage != 0 else { return }
    let lower = max(from, columns.lower)
    let upper = min(to, columns.upper)
    if lower < upper { sink.run(x: lower, count: upper &- lower, coverage: coverage) }
  }
}

/// A fill rule's conversion of signed areas to coverage of 0…255, to nearest.
protocol CoverageRule {
  /// Returns by how much an area is below a full pixel, from −2^17, empty, to 0.
  static func shortfall(_ sum: Int32) -> Int32
  static func shortfalls(_ sums: SIMD4<Int32>) -> SIMD4<Int32>
  /// Returns the coverages of four pixels, each twice.
  static func weights(_ sums: SIMD4<Int32>) -> SIMD8<UInt16>
}

extension CoverageRule {
  /// Half of a unit more than a full pixel's area, times 255.
  private static var full: Int32 { CoverageAccumulationBuffer.full &* 255 &+ 65536 }

  @inline(__always)
  static func coverage(_ sum: Int32) -> UInt32 {
    let shortfall = shortfall(sum)
    return shortfall == 0 ? 255 : UInt32(bitPattern: (shortfall &* 255 &+ full) >> 17)  // ≤ 2^25
  }

  @inline(__always)
  static func coverages(_ sums: SIMD4<Int32>) -> SIMD4<UInt32> {
    let shortfalls = shortfalls(sums)
    return unsafeBitCast((shortfalls &<< 8) &- shortfalls &+ SIMD4(repeating: full), to: SIMD4<UInt32>.self) &>> 17
  }

  @inline(__always)
  static func weights(_ sums: SIMD4<Int32>) -> SIMD8<UInt16> { ColorLerp.pairs(coverages(sums)) }
}

/// The coverage by ``FillRule/nonZero``: areas above a full pixel are full.
enum NonZeroCoverage: CoverageRule {
  @inline(__always)
  static func shortfall(_ sum: Int32) -> Int32 {
    // A winding number of 16,384, which has no positive counterpart, is full.
    let excess = (sum < 0 ? 0 &- sum : sum) &- CoverageAccumulationBuffer.full
    return excess < 0 ? excess : 0
  }

  @inline(__always)
  static func shortfalls(_ sums: SIMD4<Int32>) -> SIMD4<Int32> {
    let signs = sums &>> 31
    let excess = ((sums ^ signs) &- signs) &- SIMD4(repeating: CoverageAccumulationBuffer.full)
    return excess & (excess &>> 31)
  }

  #if arch(x86_64)
    @inline(__always)
    static func weights(_ sums: SIMD4<Int32>) -> SIMD8<UInt16> {
      unsafeBitCast(cartouche_nonzero_weights(unsafeBitCast(sums, to: SIMD2<Int64>.self)), to: SIMD8<UInt16>.self)
    }
  #endif
}

/// The coverage by ``FillRule/evenOdd``: areas fall again above a full pixel, to zero at two, and so on.
enum EvenOddCoverage: CoverageRule {
  private static var full: Int32 { CoverageAccumulationBuffer.full }

  @inline(__always)
  static func shortfall(_ sum: Int32) -> Int32 {
    let excess = (sum & (full &* 2 &- 1)) &- full
    return excess < 0 ? excess : 0 &- excess
  }

  @inline(__always)
  static func shortfalls(_ sums: SIMD4<Int32>) -> SIMD4<Int32> {
    let excess = (sums & SIMD4(repeating: full &* 2 &- 1)) &- SIMD4(repeating: full)
    let signs = excess &>> 31
    return signs &- (excess ^ signs)
  }
}
