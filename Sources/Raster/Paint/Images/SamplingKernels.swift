import CInstructions

// Samples images between their pixels: kernels for samples inside an image, which do not check its edges.
//
// Rows are interpolated first, as a · (1 − p) + b · p, and then columns, as a − a · p + b · p. Each form
// takes the fewest instructions in its step. Products are the upper halves of 16-bit products, where a level
// is 256 and p is in 1/65536; 1 − p is 1/65536 too small.
//
// Before rounding to nearest, the error is at most 4/256 of a level. A constant color is preserved, and so is
// a pixel that is met exactly. No channel exceeds alpha, since both forms are monotonic in a and b.

/// Returns two adjacent pixels with 16 bits a channel, where a level is 256.
@inline(__always)
private func widened(_ pixels: UInt64) -> SIMD8<UInt16> {
  // Combining halves is one instruction.
  var bytes = SIMD16<UInt8>()
  bytes.oddHalf = unsafeBitCast(pixels, to: SIMD8<UInt8>.self)
  return unsafeBitCast(bytes, to: SIMD8<UInt16>.self)
}

/// Interpolates between two pairs of pixels.
@inline(__always)
private func between(_ upper: UInt64, _ lower: UInt64, _ part: SIMD8<UInt16>) -> SIMD8<UInt16> {
  between(upper, lower, part, rest: ~part)
}

/// Interpolates between two pairs of pixels, where `rest` is `~part`.
@inline(__always)
private func between(_ upper: UInt64, _ lower: UInt64, _ part: SIMD8<UInt16>, rest: SIMD8<UInt16>) -> SIMD8<UInt16> {
  highProduct(widened(upper), rest) &+ highProduct(widened(lower), part)  // ≤ 255 · 2^8
}

/// Interpolates between the left and the right pixel of two pairs.
///
/// The fraction of the first pair is in the low half of `part`.
@inline(__always)
private func between(_ first: SIMD8<UInt16>, _ second: SIMD8<UInt16>, _ part: SIMD8<UInt16>) -> SIMD8<UInt16> {
  let left = SIMD8(lowHalf: first.lowHalf, highHalf: second.lowHalf)
  let right = SIMD8(lowHalf: first.highHalf, highHalf: second.highHalf)
  return left &- highProduct(left, part) &+ highProduct(right, part)
}

/// Interpolates like ``between(_:_:_:)`` and returns whole levels, as two pixels.
@inline(__always)
private func blendedPair(_ first: SIMD8<UInt16>, _ second: SIMD8<UInt16>, _ part: SIMD8<UInt16>) -> UInt64 {
  rounded(between(first, second, part))
}

/// Rounds channels to whole levels and returns two pixels.
@inline(__always)
private func rounded(_ channels: SIMD8<UInt16>) -> UInt64 {
  let a = (channels &+ 128) &>> 8
  let bytes = SIMD8<UInt8>(
    UInt8(truncatingIfNeeded: a[0]), UInt8(truncatingIfNeeded: a[1]), UInt8(truncatingIfNeeded: a[2]),
    UInt8(truncatingIfNeeded: a[3]), UInt8(truncatingIfNeeded: a[4]), UInt8(truncatingIfNeeded: a[5]),
    UInt8(truncatingIfNeeded: a[6]), UInt8(truncatingIfNeeded: a[7]))
  return unsafeBitCast(bytes, to: UInt64.self)
}

@inline(__always)
private func pair(_ left: UInt32, _ right: UInt32) -> UInt64 { UInt64(left) | UInt64(right) << 32 }

@inline(__always)
private func loadPair(_ pixels: UnsafePointer<UInt32>) -> UInt64 { UnsafeRawPointer(pixels).loadUnaligned(as: UInt64.self) }

/// Returns the upper 16 fraction bits of a coordinate in 1/2^32.
@inline(__always)
private func fraction(_ coordinate: Int64) -> UInt16 { UInt16(truncatingIfNeeded: coordinate >> 16) }

/// The fractions of equidistant coordinates, two at a time.
private struct FractionPairs: BitwiseCopyable {
  private typealias Pair = SIMD2<UInt64>
  private var u: Pair
  private let step: Pair
  private let zeros: SIMD8<UInt16>

  /// - Parameter zero: A zero that the compiler does not know. With a known one, it takes apart the vectors
  ///   and needs twice the instructions.
  @inline(__always)
  init(_ u: Int64, step: Int64, zero: Int) {
    self.u = Pair(UInt64(bitPattern: u), UInt64(bitPattern: u &+ step))
    self.step = Pair(repeating: UInt64(bitPattern: step &* 2))
    zeros = SIMD8(repeating: UInt16(truncatingIfNeeded: zero))
  }

  /// Returns the fractions of the next two coordinates, in four lanes each.
  @inline(__always)
  mutating func next() -> SIMD8<UInt16> {
    // The upper halves of the fractions are the words 1 and 5.
    let x = unsafeBitCast(u, to: SIMD8<UInt16>.self)
    u &+= step
    return SIMD8(x[1], x[1], x[1], x[1], x[5], x[5], x[5], x[5]) ^ zeros
  }
}

/// Returns a fraction in all lanes, as a vector that is made once and not in each round of a loop.
///
/// - Parameter zero: A zero that the compiler does not know.
@inline(__always)
private func everyLane(_ coordinate: Int64, zero: Int) -> SIMD8<UInt16> {
  SIMD8(repeating: fraction(coordinate)) ^ SIMD8(repeating: UInt16(truncatingIfNeeded: zero))
}

/// Interpolates between four pixels by the fractions of `u` and `v`.
@inline(__always)
func bilinear(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32, _ u: Int64, _ v: Int64) -> UInt32 {
  let rows = between(pair(a, b), pair(c, d), SIMD8(repeating: fraction(v)))
  return UInt32(truncatingIfNeeded: blendedPair(rows, rows, SIMD8(repeating: fraction(u))))
}

/// Interpolates `count` colors toward those of `others` by `part`, where 2^16 is 1.
func lerp(_ colors: UnsafeMutablePointer<UInt32>, with others: UnsafePointer<UInt32>, count: Int, part: Int64) {
  let part = SIMD8(repeating: fraction(part << 16))
  var index = 0
  while index &+ 2 <= count {
    let blendedPair = between(loadPair(colors + index), loadPair(others + index), part)
    UnsafeMutableRawPointer(colors + index).storeBytes(of: rounded(blendedPair), as: UInt64.self)
    index &+= 2
  }
  if index < count {
    let blendedPair = between(UInt64(colors[index]), UInt64(others[index]), part)
    colors[index] = UInt32(truncatingIfNeeded: rounded(blendedPair))
  }
}

/// Interpolates along a row at `count` positions from `u` on and writes four channels of 16 bits, where a
/// level is 256.
func lerpHorizontally(_ row: UnsafePointer<UInt32>, u: Int64, uStep: Int64, count: Int, to channels: UnsafeMutableRawPointer) {
  let written = cartouche_has_avx2() ? cartouche_lerp_horizontally_groups(row, u, uStep, count, channels) : 0
  var u = u &+ uStep &* Int64(written)
  @inline(__always)
  func next() -> SIMD8<UInt16> {
    defer { u &+= uStep }
    return widened(loadPair(row + Int(truncatingIfNeeded: u >> 32)))
  }
  var parts = FractionPairs(u, step: uStep, zero: count >> 32)
  var index = written
  while index &+ 2 <= count {
    let part = parts.next()
    let first = next()
    channels.storeBytes(of: between(first, next(), part), toByteOffset: index &* 8, as: SIMD8<UInt16>.self)
    index &+= 2
  }
  if index < count {
    let part = SIMD8(repeating: fraction(u))
    let last = next()
    channels.storeBytes(of: between(last, last, part).lowHalf, toByteOffset: index &* 8, as: SIMD4<UInt16>.self)
  }
}

/// Interpolates `count` pixels between two rows written by ``lerpHorizontally(_:u:uStep:count:to:)``.
func lerpVertically(
  _ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer, part: Int64, count: Int, to colors: UnsafeMutablePointer<UInt32>
) {
  let written = cartouche_has_avx2() ? cartouche_lerp_vertically_groups(upper, lower, fraction(part), count, colors) : 0
  let part = everyLane(part, zero: count >> 32)
  let rest = everyLane(~0, zero: count >> 32) ^ part
  @inline(__always)
  func blendedPair(_ index: Int) -> UInt64 {
    let above = upper.loadUnaligned(fromByteOffset: index &* 8, as: SIMD8<UInt16>.self)
    let below = lower.loadUnaligned(fromByteOffset: index &* 8, as: SIMD8<UInt16>.self)
    return rounded(highProduct(above, rest) &+ highProduct(below, part))  // ≤ 255 · 2^8
  }
  var index = written
  while index &+ 2 <= count {
    UnsafeMutableRawPointer(colors + index).storeBytes(of: blendedPair(index), as: UInt64.self)
    index &+= 2
  }
  if index < count {
    let above = upper.loadUnaligned(fromByteOffset: index &* 8, as: SIMD4<UInt16>.self)
    let below = lower.loadUnaligned(fromByteOffset: index &* 8, as: SIMD4<UInt16>.self)
    let (wideAbove, wideBelow) = (SIMD8(lowHalf: above, highHalf: above), SIMD8(lowHalf: below, highHalf: below))
    colors[index] = UInt32(truncatingIfNeeded: rounded(highProduct(wideAbove, rest) &+ highProduct(wideBelow, part)))
  }
}

extension PixelPlane {
  /// Writes colors interpolated between pixels whose centers are at whole numbers.
  ///
  /// All samples must be between pixels of the plane.
  func writeBilinear(_ line: SampleLine, count: Int, to colors: UnsafeMutablePointer<UInt32>) {
    if line.vStep == 0 && line.uStep > 0 && line.uStep <= 3 << 31 && count >= 8 {
      let (at, u, step) = (address(line.u, line.v), line.u & 0xffff_ffff, line.uStep)
      let written =
        cartouche_has_avx2()
        ? cartouche_bilinear_row_groups(at, width, u, step, fraction(line.v), prefetchDistance(line), count, colors) : 0
      if written < count { writeLevel(line.moved(to: written), count: count &- written, to: colors + written) }
      return
    }
    writeSlanted(line, count: count, prefetching: true, to: colors)
  }

  /// Writes bilinear samples of a line, if all of them are between pixels of the plane.
  ///
  /// - Parameter line: The line, measured from the plane's corner: the center of the first pixel is at 1/2.
  /// - Returns: Whether the samples were written.
  @inline(__always)
  func writeInterior(_ line: SampleLine, count: Int, to colors: UnsafeMutablePointer<UInt32>) -> Bool {
    var line = line
    line.u &-= 1 << 31
    line.v &-= 1 << 31
    let last = line.moved(to: count &- 1)
    let right = UInt64(truncatingIfNeeded: max(width, 1) &- 1) << 32
    let bottom = UInt64(truncatingIfNeeded: max(height, 1) &- 1) << 32
    // Samples between the first and the last are between them in the image too. Negative ones are large here.
    guard
      UInt64(bitPattern: line.u) < right && UInt64(bitPattern: last.u) < right && UInt64(bitPattern: line.v) < bottom
        && UInt64(bitPattern: last.v) < bottom
    else { return false }
    if line.vStep == 0 {
      writeBilinear(line, count: count, to: colors)
    } else {
      // The groups of an image in perspective are too short for a distance of their own.
      writeSlanted(line, count: count, prefetching: false, to: colors)
    }
    return true
  }

  /// The distance in bytes from a sample's pixel to the one that is seen some rows further down the screen.
  ///
  /// Rows of an image that is rotated and scaled are perpendicular to each other in the image as well. For
  /// other images, the distance is of no use and does no harm.
  @inline(__always)
  private func prefetchDistance(_ line: SampleLine) -> Int {
    let rows = Int(truncatingIfNeeded: (line.uStep &* Self.prefetchedRows) >> 32)
    let columns = Int(truncatingIfNeeded: (line.vStep &* Self.prefetchedRows) >> 32)
    return (rows &* width &- columns) &* 4
  }

  /// The number of rows of the screen by which the image's pixels are loaded in advance.
  ///
  /// A slanting row meets another row of the image every few pixels. No processor predicts that, and waiting
  /// for memory takes up to twice as long as the arithmetic. With four rows or more there is no wait.
  private static let prefetchedRows: Int64 = 8

  @inline(__always)
  private func writeSlanted(
    _ line: SampleLine, count: Int, prefetching prefetches: Bool, to colors: UnsafeMutablePointer<UInt32>
  ) {
    let distance = prefetches ? prefetchDistance(line) : 0
    var written = 0
    if count >= 8, cartouche_has_avx2() {
      written = cartouche_bilinear_groups(pixels, width, line.u, line.uStep, line.v, line.vStep, distance, count, colors)
    }
    if count &- written >= 4 {
      let rest = line.moved(to: written)
      written &+= cartouche_bilinear_fours(
        pixels, width, rest.u, rest.uStep, rest.v, rest.vStep, distance, count &- written, colors + written)
    }
    if written < count &- 1 {
      writePairs(line.moved(to: written), count: (count &- written) >> 1, prefetching: prefetches, to: colors + written)
    }
    if count & 1 != 0 {
      let last = line.moved(to: count &- 1)
      let upper = address(last.u, last.v)
      let rows = between(loadPair(upper), loadPair(upper + width), SIMD8(repeating: fraction(last.v)))
      colors[count &- 1] = UInt32(truncatingIfNeeded: blendedPair(rows, rows, SIMD8(repeating: fraction(last.u))))
    }
  }

  /// Writes `count` pairs of bilinear samples along a slanting line. On x86-64 and arm64, kernels in C write
  /// all but the last ones.
  ///
  /// Addresses are found with integers, beside the vectors of the fractions. Taking them out of vectors
  /// needs fewer instructions, and a third more time.
  @inline(__always)
  private func writePairs(
    _ line: SampleLine, count: Int, prefetching prefetches: Bool, to colors: UnsafeMutablePointer<UInt32>
  ) {
    typealias Pair = SIMD2<UInt64>
    var line = line
    var parts = FractionPairs(line.u, step: line.uStep, zero: width >> 32)
    var v = Pair(UInt64(bitPattern: line.v), UInt64(bitPattern: line.v &+ line.vStep))
    let vStep = Pair(repeating: UInt64(bitPattern: line.vStep &* 2))
    // A zero that the compiler does not know, as for ``FractionPairs``.
    let ones = Pair(repeating: ~UInt64(bitPattern: Int64(width >> 32)))
    let distance = UInt(bitPattern: prefetchDistance(line))
    var to = UnsafeMutableRawPointer(colors)
    var pairs = count
    while pairs > 0 {
      let first = address(line.u, line.v)
      line.advance(1)
      let second = address(line.u, line.v)
      line.advance(1)
      if prefetches { cartouche_prefetch(UInt(bitPattern: first) &+ distance) }
      let y = unsafeBitCast(v, to: SIMD8<UInt16>.self)
      let rest = unsafeBitCast(v ^ ones, to: SIMD8<UInt16>.self)
      let one = between(loadPair(first), loadPair(first + width), SIMD8(repeating: y[1]), rest: SIMD8(repeating: rest[1]))
      let two = between(loadPair(second), loadPair(second + width), SIMD8(repeating: y[5]), rest: SIMD8(repeating: rest[5]))
      to.storeBytes(of: blendedPair(one, two, parts.next()), as: UInt64.self)
      to += 8
      v &+= vStep
      pairs &-= 1
    }
  }

  /// Writes bilinear samples along an upright row, which shows at most 3/2 pixels of the image in one.
  ///
  /// The image's two rows are interpolated once for each run of the screen row, and then the columns. With
  /// more pixels of the image, single samples need as little time (measured without AVX2).
  private func writeLevel(_ line: SampleLine, count: Int, to colors: UnsafeMutablePointer<UInt32>) {
    let fractionY = everyLane(line.v, zero: width >> 32)
    let rest = everyLane(~0, zero: width >> 32) ^ fractionY
    withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { memory in
      guard let row = memory.baseAddress else { return }
      var line = line
      var index = 0
      while index < count {
        // As many as the memory holds: at most 96 + 2 pixels of the image.
        let runLength = min(count &- index, 64)
        let upper = address(line.u, line.v)
        let lower = upper + width
        var u = line.u & 0xffff_ffff
        let columns = Int(truncatingIfNeeded: (u &+ line.uStep &* Int64(runLength &- 1)) >> 32) &+ 2
        let below = UInt(bitPattern: lower) &+ UInt(bitPattern: prefetchDistance(line))
        var column = 0
        while column < columns {
          cartouche_prefetch(below &+ UInt(bitPattern: column &* 4))
          column &+= 16
        }
        column = 0
        while column &+ 2 <= columns {
          row.storeBytes(
            of: between(loadPair(upper + column), loadPair(lower + column), fractionY, rest: rest), toByteOffset: column &* 8,
            as: SIMD8<UInt16>.self
          )
          column &+= 2
        }
        if column < columns {
          row.storeBytes(
            of: between(UInt64(upper[column]), UInt64(lower[column]), fractionY, rest: rest), toByteOffset: column &* 8,
            as: SIMD8<UInt16>.self)
        }
        var parts = FractionPairs(u, step: line.uStep, zero: width >> 32)
        @inline(__always)
        func next() -> SIMD8<UInt16> {
          defer { u &+= line.uStep }
          return row.loadUnaligned(fromByteOffset: Int(truncatingIfNeeded: u >> 32) &* 8, as: SIMD8<UInt16>.self)
        }
        let end = index &+ runLength
        while index &+ 2 <= end {
          let fractionX = parts.next()
          let first = next()
          UnsafeMutableRawPointer(colors + index).storeBytes(of: blendedPair(first, next(), fractionX), as: UInt64.self)
          index &+= 2
        }
        if index < end {
          let fractionX = SIMD8(repeating: fraction(u))
          let last = next()
          colors[index] = UInt32(truncatingIfNeeded: blendedPair(last, last, fractionX))
          index &+= 1
        }
        line.advance(runLength)
      }
    }
  }
}
