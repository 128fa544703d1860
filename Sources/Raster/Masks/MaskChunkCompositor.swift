/// Mixes one opaque colour into pieces of eight pixels; the same bits as ``lerp(_:_:_:)``.
///
/// A piece is where it begins: the row in the upper half of a word, the column in the lower. The places and weights of those with coverages are worked out a
/// piece or two before they are used: their steps hang on one another, and a processor looks ahead for others only so far.
struct MaskChunkCompositor {
  private typealias Lanes = SIMD8<UInt16>

  /// The pixel that pieces are counted from, wherever that is.
  let origin: UnsafeMutableRawPointer
  /// From one row to the next.
  let bytesPerRow: Int
  let color: UInt32
  /// How much of a coverage counts.
  let alpha: UInt32

  /// Mixes it into as much of a mask as lies in `columns`, eight at least, and `rows`, which are all the mask's.
  func composite(_ chunks: MaskChunks, in columns: ColumnRange, rows: Range<Int>) {
    let (some, all) = chunks.segments(in: columns)
    let (firstGroup, endGroup) = (chunks.group(of: rows.lowerBound), chunks.group(of: rows.upperBound &- 1) &+ 1)
    // Of the groups of rows only the first and the last may have rows beside these.
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

  // MARK: Four rows, covered wholly

  private func compositeSolid(_ chunks: MaskChunks, _ from: Int, _ to: Int) {
    let solid = chunks.solid
    if alpha == 255 {
      for index in from..<to {
        let place = place(of: solid[index])
        for row in 0..<MaskChunks.height { fill(place + row &* bytesPerRow) }
      }
      return
    }
    let uniform = UniformCompositor(color, weight: alpha)
    for index in from..<to {
      let place = place(of: solid[index])
      uniform.composite(place)
      uniform.composite(place + bytesPerRow)
      uniform.composite(place + 2 &* bytesPerRow)
      uniform.composite(place + 3 &* bytesPerRow)
    }
  }

  /// As much of some segments in a group of rows as lies in `columns` and `rows`.
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
      var place = place(of: chunks.solid[index]) + (first &- top) &* bytesPerRow
      for _ in first..<end {
        if share == .some {
          compositeClipped(place, column, .max, columns)
        } else if alpha == 255 {
          fill(place)
        } else {
          uniform.composite(place)
        }
        place += bytesPerRow
      }
    }
  }

  // MARK: A row, by a coverage each

  private func compositePartial(_ chunks: MaskChunks, _ from: Int, _ to: Int) {
    guard from < to else { return }
    let (partial, coverages) = (chunks.partial, chunks.coverages)
    let (even, odd) = (channels(color), channels(color >> 8))
    var (place, next) = (place(of: partial[from]), place(of: partial[from &+ 1]))
    var weights = weights(of: coverages[from])
    for index in from..<to {
      let afterNext = self.place(of: partial[index &+ 2])
      let weightsNext = self.weights(of: coverages[index &+ 1])
      lerp8(place, weights, even, odd)
      (place, next, weights) = (next, afterNext, weightsNext)
    }
  }

  /// As much of them as lies in `columns`.
  private func compositePartial(_ chunks: MaskChunks, _ from: Int, _ to: Int, in columns: ColumnRange) {
    let (even, odd) = (channels(color), channels(color >> 8))
    for index in from..<to {
      let (part, coverages) = (chunks.partial[index], chunks.coverages[index])
      let column = Int(part & 0xffff)
      switch columns.share(ofEightFrom: column) {
      case .all: lerp8(place(of: part), weights(of: coverages), even, odd)
      case .some: compositeClipped(place(of: part), column, coverages, columns)
      case .none: continue
      }
    }
  }

  /// As much of eight pixels as lies in `columns`: all of it is in eight others that do.
  @inline(never)
  private func compositeClipped(_ place: UnsafeMutableRawPointer, _ column: Int, _ coverages: UInt64, _ columns: ColumnRange) {
    let first = min(max(column, columns.lower), columns.upper &- 8)
    let shift = column &- first  // -7…7
    let eight =
      shift < 0 ? coverages &>> UInt64(truncatingIfNeeded: -8 &* shift) : coverages &<< UInt64(truncatingIfNeeded: 8 &* shift)
    lerp8(place - shift &* 4, weights(of: eight), channels(color), channels(color >> 8))
  }

  // MARK: Eight pixels

  @inline(__always)
  private func place(of piece: UInt32) -> UnsafeMutableRawPointer {
    origin + (Int(piece >> 16) &* bytesPerRow &+ Int(piece & 0xffff) &* 4)
  }

  @inline(__always)
  private func fill(_ place: UnsafeMutableRawPointer) {
    place.storeBytes(of: SIMD8<UInt32>(repeating: color), as: SIMD8<UInt32>.self)
  }

  @inline(__always)
  private func weights(of coverages: UInt64) -> Lanes {
    var bytes = SIMD16<UInt8>()
    bytes.evenHalf = unsafeBitCast(coverages, to: SIMD8<UInt8>.self)
    return divided255(unsafeBitCast(bytes, to: Lanes.self) &* Lanes(repeating: UInt16(truncatingIfNeeded: alpha)) &+ 128)
  }

  @inline(__always)
  private func lerp8(_ place: UnsafeMutableRawPointer, _ weights: Lanes, _ even: Lanes, _ odd: Lanes) {
    let lower = Lanes(repeating: 0xff)
    @inline(__always)
    func lerp4(_ place: UnsafeMutableRawPointer, _ weights: SIMD4<UInt16>) {
      var weight = Lanes()
      weight.evenHalf = weights
      weight.oddHalf = weights
      let rest = weight ^ lower
      let below = place.loadUnaligned(as: Lanes.self)
      let low = divided255((below & lower) &* rest &+ (even &* weight &+ 128))
      let high = divided255((below &>> 8) &* rest &+ (odd &* weight &+ 128)) &<< 8
      place.storeBytes(of: low | high, as: Lanes.self)
    }
    lerp4(place, weights.lowHalf)
    lerp4(place + 16, weights.highHalf)
  }
}

/// Mixes one opaque colour into eight pixels after the other by one weight of 255.
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
  func composite(_ place: UnsafeMutableRawPointer) {
    let (first, second) = (place.loadUnaligned(as: Lanes.self), place.loadUnaligned(fromByteOffset: 16, as: Lanes.self))
    place.storeBytes(of: mixed(first), as: Lanes.self)
    place.storeBytes(of: mixed(second), toByteOffset: 16, as: Lanes.self)
  }

  @inline(__always)
  private func mixed(_ below: Lanes) -> Lanes {
    let low = divided255((below & Lanes(repeating: 0xff)) &* rest &+ even)
    let high = divided255((below &>> 8) &* rest &+ odd) &<< 8
    return low | high
  }
}

extension ColumnRange {
  fileprivate enum Share {
    case all, some, none
  }

  /// How much of eight columns, of which `first` is the first, is in them; they are eight at least.
  @inline(__always)
  fileprivate func share(ofEightFrom first: Int) -> Share {
    if first >= lower && first &+ 8 <= upper { return .all }
    return first &+ 8 <= lower || first >= upper ? .none : .some
  }
}

/// Two of a pixel's channels, four times.
@inline(__always)
private func channels(_ pixel: UInt32) -> SIMD8<UInt16> {
  unsafeBitCast(SIMD4<UInt32>(repeating: pixel & 0x00ff_00ff), to: SIMD8<UInt16>.self)
}

/// A sum of products to which 128 is added, ÷ 255, for every sum of 16 bits: in as few instructions as the processor has for it.
@inline(__always)
private func divided255(_ sum: SIMD8<UInt16>) -> SIMD8<UInt16> {
  #if arch(x86_64) || arch(i386)
    SIMD8<UInt16>(truncatingIfNeeded: (SIMD8<UInt32>(truncatingIfNeeded: sum) &* 257) &>> 16)
  #else
    (sum &+ (sum &>> 8)) &>> 8
  #endif
}
