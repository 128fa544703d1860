/// Blends one opaque color into chunks of eight pixels, with the same bits as ``lerp(_:_:_:)``.
///
/// A chunk is identified by its start: the row in the upper half of a word, the column in the lower. The
/// addresses and weights of partial chunks are computed one or two chunks ahead. Their steps depend on each
/// other, and a processor looks only so far ahead for independent work.
struct MaskChunkCompositor {
  private typealias Lanes = SIMD8<UInt16>

  /// The pixel from which chunks are counted.
  let origin: UnsafeMutableRawPointer
  /// The number of bytes from one row to the next.
  let bytesPerRow: Int
  let color: UInt32
  /// The factor of each coverage, 0…255.
  let alpha: UInt32

  /// Blends the color into the part of a mask that lies in `columns` and `rows`.
  ///
  /// - Parameters:
  ///   - columns: At least eight columns.
  ///   - rows: Rows of the mask.
  func composite(_ chunks: MaskChunks, in columns: ColumnRange, rows: Range<Int>) {
    let (some, all) = chunks.segments(in: columns)
    let (firstGroup, endGroup) = (chunks.group(of: rows.lowerBound), chunks.group(of: rows.upperBound &- 1) &+ 1)
    // Only the first and the last group may include rows outside `rows`.
    let firstInner = min(firstGroup &+ 1, endGroup)
    let endInner = max(endGroup &- 1, firstInner)
    if all == 0..<chunks.segmentCount {
      compositePartial(
        chunks, chunks.firstPartial(row: rows.lowerBound, segment: 0), chunks.firstPartial(row: rows.upperBound, segment: 0))
      compositeSolid(chunks, chunks.firstSolid(group: firstInner, segment: 0), chunks.firstSolid(group: endInner, segment: 0))
    } else {
      for row in rows {
        compositePartial(
          chunks, chunks.firstPartial(row: row, segment: all.lowerBound), chunks.firstPartial(row: row, segment: all.upperBound))
        compositePartial(
          chunks, chunks.firstPartial(row: row, segment: some.lowerBound), chunks.firstPartial(row: row, segment: all.lowerBound),
          in: columns)
        compositePartial(
          chunks, chunks.firstPartial(row: row, segment: all.upperBound), chunks.firstPartial(row: row, segment: some.upperBound),
          in: columns)
      }
      for group in firstInner..<endInner {
        compositeSolid(
          chunks, chunks.firstSolid(group: group, segment: all.lowerBound), chunks.firstSolid(group: group, segment: all.upperBound)
        )
        compositeSolid(chunks, group: group, some.lowerBound..<all.lowerBound, in: columns, rows: rows)
        compositeSolid(chunks, group: group, all.upperBound..<some.upperBound, in: columns, rows: rows)
      }
    }
    compositeSolid(chunks, group: firstGroup, some, in: columns, rows: rows)
    if endGroup &- 1 > firstGroup { compositeSolid(chunks, group: endGroup &- 1, some, in: columns, rows: rows) }
  }

  // MARK: Solid chunks: four rows, covered completely

  private func compositeSolid(_ chunks: MaskChunks, _ from: Int, _ to: Int) {
    let solid = chunks.solid
    if alpha == 255 {
      for index in from..<to {
        let pixels = address(of: solid[index])
        for row in 0..<MaskChunks.height { fill(pixels + row &* bytesPerRow) }
      }
      return
    }
    let uniform = UniformCompositor(color, weight: alpha)
    for index in from..<to {
      let pixels = address(of: solid[index])
      uniform.composite(pixels)
      uniform.composite(pixels + bytesPerRow)
      uniform.composite(pixels + 2 &* bytesPerRow)
      uniform.composite(pixels + 3 &* bytesPerRow)
    }
  }

  /// Blends the part of some segments in a group of rows that lies in `columns` and `rows`.
  private func compositeSolid(
    _ chunks: MaskChunks, group: Int, _ segments: Range<Int>, in columns: ColumnRange, rows: Range<Int>
  ) {
    let uniform = UniformCompositor(color, weight: alpha)
    let (from, to) = (
      chunks.firstSolid(group: group, segment: segments.lowerBound), chunks.firstSolid(group: group, segment: segments.upperBound)
    )
    for index in from..<to {
      let (top, column) = (Int(chunks.solid[index] >> 16), Int(chunks.solid[index] & 0xffff))
      let share = columns.share(ofEightFrom: column)
      if share == .none { continue }
      let (first, end) = (max(top, rows.lowerBound), min(top &+ MaskChunks.height, rows.upperBound))
      var pixels = address(of: chunks.solid[index]) + (first &- top) &* bytesPerRow
      for _ in first..<end {
        if share == .some {
          compositeClipped(pixels, column, .max, columns)
        } else if alpha == 255 {
          fill(pixels)
        } else {
          uniform.composite(pixels)
        }
        pixels += bytesPerRow
      }
    }
  }

  // MARK: Partial chunks: one row with coverages

  private func compositePartial(_ chunks: MaskChunks, _ from: Int, _ to: Int) {
    guard from < to else { return }
    let (partial, coverages) = (chunks.partial, chunks.coverages)
    let (even, odd) = (channels(color), channels(color >> 8))
    var (pixels, next) = (address(of: partial[from]), address(of: partial[from &+ 1]))
    var weights = weights(of: coverages[from])
    for index in from..<to {
      let afterNext = self.address(of: partial[index &+ 2])
      let weightsNext = self.weights(of: coverages[index &+ 1])
      lerp8(pixels, weights, even, odd)
      (pixels, next, weights) = (next, afterNext, weightsNext)
    }
  }

  /// Blends the part of partial chunks that lies in `columns`.
  private func compositePartial(_ chunks: MaskChunks, _ from: Int, _ to: Int, in columns: ColumnRange) {
    let (even, odd) = (channels(color), channels(color >> 8))
    for index in from..<to {
      let (part, coverages) = (chunks.partial[index], chunks.coverages[index])
      let column = Int(part & 0xffff)
      switch columns.share(ofEightFrom: column) {
      case .all: lerp8(address(of: part), weights(of: coverages), even, odd)
      case .some: compositeClipped(address(of: part), column, coverages, columns)
      case .none: continue
      }
    }
  }

  /// Blends the part of eight pixels that lies in `columns`, by shifting the coverages to eight pixels that
  /// do.
  @inline(never)
  private func compositeClipped(_ pixels: UnsafeMutableRawPointer, _ column: Int, _ coverages: UInt64, _ columns: ColumnRange) {
    let first = column.clamped(from: columns.lower, to: columns.upper &- 8)
    let shift = column &- first  // −7…7
    let eight =
      shift < 0 ? coverages &>> UInt64(truncatingIfNeeded: -8 &* shift) : coverages &<< UInt64(truncatingIfNeeded: 8 &* shift)
    lerp8(pixels - shift &* 4, weights(of: eight), channels(color), channels(color >> 8))
  }

  // MARK: Eight pixels

  @inline(__always)
  private func address(of chunk: UInt32) -> UnsafeMutableRawPointer {
    origin + (Int(chunk >> 16) &* bytesPerRow &+ Int(chunk & 0xffff) &* 4)
  }

  @inline(__always)
  private func fill(_ pixels: UnsafeMutableRawPointer) {
    pixels.storeBytes(of: SIMD8<UInt32>(repeating: color), as: SIMD8<UInt32>.self)
  }

  @inline(__always)
  private func weights(of coverages: UInt64) -> Lanes {
    var bytes = SIMD16<UInt8>()
    bytes.evenHalf = unsafeBitCast(coverages, to: SIMD8<UInt8>.self)
    return divided255(unsafeBitCast(bytes, to: Lanes.self) &* Lanes(repeating: UInt16(truncatingIfNeeded: alpha)) &+ 128)
  }

  @inline(__always)
  private func lerp8(_ pixels: UnsafeMutableRawPointer, _ weights: Lanes, _ even: Lanes, _ odd: Lanes) {
    let lower = Lanes(repeating: 0xff)
    @inline(__always)
    func lerp4(_ pixels: UnsafeMutableRawPointer, _ weights: SIMD4<UInt16>) {
      var weight = Lanes()
      weight.evenHalf = weights
      weight.oddHalf = weights
      let rest = weight ^ lower
      let below = pixels.loadUnaligned(as: Lanes.self)
      let low = divided255((below & lower) &* rest &+ (even &* weight &+ 128))
      let high = divided255((below &>> 8) &* rest &+ (odd &* weight &+ 128)) &<< 8
      pixels.storeBytes(of: low | high, as: Lanes.self)
    }
    lerp4(pixels, weights.lowHalf)
    lerp4(pixels + 16, weights.highHalf)
  }
}

/// Blends one opaque color into groups of eight pixels by one weight of 0…255.
private struct UniformCompositor {
  typealias Lanes = SIMD8<UInt16>

  private let rest, even, odd: Lanes

  @inline(__always)
  init(_ color: UInt32, weight: UInt32) {
    rest = Lanes(repeating: UInt16(truncatingIfNeeded: 255 &- weight))
    let weights = Lanes(repeating: UInt16(truncatingIfNeeded: weight))
    (even, odd) = (channels(color) &* weights &+ 128, channels(color >> 8) &* weights &+ 128)
  }

  @inline(__always)
  func composite(_ pixels: UnsafeMutableRawPointer) {
    let (first, second) = (pixels.loadUnaligned(as: Lanes.self), pixels.loadUnaligned(fromByteOffset: 16, as: Lanes.self))
    pixels.storeBytes(of: blended(first), as: Lanes.self)
    pixels.storeBytes(of: blended(second), toByteOffset: 16, as: Lanes.self)
  }

  @inline(__always)
  private func blended(_ below: Lanes) -> Lanes {
    let low = divided255((below & Lanes(repeating: 0xff)) &* rest &+ even)
    let high = divided255((below &>> 8) &* rest &+ odd) &<< 8
    return low | high
  }
}

extension ColumnRange {
  fileprivate enum Share {
    case all, some, none
  }

  /// Returns how much of the eight columns from `first` on is in the range, which has at least eight columns.
  @inline(__always)
  fileprivate func share(ofEightFrom first: Int) -> Share {
    if first >= lower && first &+ 8 <= upper { return .all }
    return first &+ 8 <= lower || first >= upper ? .none : .some
  }
}

/// Returns two of a pixel's channels, repeated four times.
@inline(__always)
private func channels(_ pixel: UInt32) -> SIMD8<UInt16> {
  unsafeBitCast(SIMD4<UInt32>(repeating: pixel & 0x00ff_00ff), to: SIMD8<UInt16>.self)
}

/// Returns a sum of products, to which 128 was added, ÷ 255, for every sum of 16 bits, in as few instructions
/// as the processor offers.
@inline(__always)
private func divided255(_ sum: SIMD8<UInt16>) -> SIMD8<UInt16> {
  #if arch(x86_64) || arch(i386)
    SIMD8<UInt16>(truncatingIfNeeded: (SIMD8<UInt32>(truncatingIfNeeded: sum) &* 257) &>> 16)
  #else
    (sum &+ (sum &>> 8)) &>> 8
  #endif
}
