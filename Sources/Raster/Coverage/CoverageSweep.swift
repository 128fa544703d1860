/// Receives a row's coverage from a sweep, left to right.
protocol CoverageSink {
  /// Takes `count` pixels from column `x` with the same coverage, 1…255.
  mutating func run(x: Int, count: Int, coverage: UInt32)
  /// Takes four pixels from column `x` with a coverage each, 0…255.
  mutating func group(x: Int, coverages: SIMD4<UInt32>)
  /// Takes one pixel with a coverage of 1…255.
  mutating func pixel(x: Int, coverage: UInt32)
}

/// The accumulated rows of a ``CoverageAccumulationBuffer``, ready to be turned into coverage.
///
/// A sweep is a copy of the buffer's pointers, so that the pointers stay in registers while rows are swept.
struct CoverageSweep: BitwiseCopyable {
  private static var full: Int32 { CoverageAccumulationBuffer.full }

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
  @inline(__always)
  func sweep<Sink: CoverageSink>(row: Int, columns: ColumnRange, rule: FillRule, into sink: inout Sink) {
    let left = layout.left
    let line = UnsafeMutableRawPointer(cells + row &* layout.stride)
    let flags = UnsafeMutableRawPointer(touched + row &* layout.groups)
    var sum = SIMD4<Int32>.zero  // the running sum in each lane
    var x = left
    // Eight groups' flags at a time, the first one in the lowest byte.
    var first = 0
    while first < layout.groups {
      defer { first &+= 8 }
      var pending = UInt64(littleEndian: flags.loadUnaligned(fromByteOffset: first, as: UInt64.self))
      if pending == 0 { continue }
      flags.storeBytes(of: 0, toByteOffset: first, as: UInt64.self)
      while pending != 0 {
        let group = first &+ pending.trailingZeroBitCount >> 3
        let groupX = left &+ group << 2
        pending &= pending &- 1
        if groupX > x && sum[0] != 0 { emitRun(x, groupX, Self.coverage(sum[0], rule), columns, &sink) }
        let offset = group << 4
        let values = line.loadUnaligned(fromByteOffset: offset, as: SIMD4<Int32>.self)
        line.storeBytes(of: SIMD4<Int32>.zero, toByteOffset: offset, as: SIMD4<Int32>.self)
        // A prefix sum: by shifts within 64 bits, then the sum of the first two lanes is added to the other
        // two.
        let pairs = values &+ unsafeBitCast(unsafeBitCast(values, to: SIMD2<Int64>.self) &<< 32, to: SIMD4<Int32>.self)
        let sums = pairs &+ (SIMD4(repeating: pairs[1]) & SIMD4(0, 0, -1, -1)) &+ sum
        // The cell after a group has what its last pixel passes on, whether or not the next group was
        // touched.
        let carry = line.loadUnaligned(fromByteOffset: offset &+ 16, as: Int32.self)
        line.storeBytes(of: 0, toByteOffset: offset &+ 16, as: Int32.self)
        sum = SIMD4(repeating: sums[3] &+ carry)
        let coverages = Self.coverages(sums, rule)
        if groupX >= columns.lower && groupX &+ 4 <= columns.upper {
          sink.group(x: groupX, coverages: coverages)
        } else {
          for lane in 0..<4 where coverages[lane] != 0 && groupX &+ lane >= columns.lower && groupX &+ lane < columns.upper {
            sink.pixel(x: groupX &+ lane, coverage: coverages[lane])
          }
        }
        x = groupX &+ 4
      }
    }
    // After clipping at the screen's right edge the sum may be nonzero up to there.
    if x < columns.upper { emitRun(x, columns.upper, Self.coverage(sum[0], rule), columns, &sink) }
  }

  @inline(__always)
  private func emitRun<Sink: CoverageSink>(_ from: Int, _ to: Int, _ coverage: UInt32, _ columns: ColumnRange, _ sink: inout Sink) {
    guard coverage != 0 else { return }
    let lower = max(from, columns.lower)
    let upper = min(to, columns.upper)
    if lower < upper { sink.run(x: lower, count: upper &- lower, coverage: coverage) }
  }

  /// Converts a signed area to a coverage of 0…255, to nearest.
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

  /// Converts four signed areas to coverage.
  @inline(__always)
  static func coverages(_ sums: SIMD4<Int32>, _ rule: FillRule) -> SIMD4<UInt32> {
    let signs = sums &>> 31
    var areas = (sums ^ signs) &- signs
    let whole = SIMD4<Int32>(repeating: full)
    if rule == .evenOdd {
      areas = areas & SIMD4(repeating: full &* 2 &- 1)
      areas.replace(with: SIMD4(repeating: full &* 2) &- areas, where: areas .> whole)
    } else {
      areas.replace(with: whole, where: areas .> whole)
    }
    let scaled = (areas &<< 8) &- areas &+ SIMD4(repeating: 65536)  // ≤ 2^25
    // A winding number of 16,384, which has no positive counterpart, becomes 0.
    return unsafeBitCast((scaled &>> 17) & SIMD4(repeating: 255), to: SIMD4<UInt32>.self)
  }
}
