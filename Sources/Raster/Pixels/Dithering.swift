// Colours of 5 and 6 bits by ordered dithering.
//
// A component between two levels becomes the upper one in as many of the pixels as it is nearer to it, in a pattern that depends on the
// pixel's place: on average over 8 × 8 pixels the component itself comes out, to half of a 255th, and no bands are seen. The pattern belongs to
// the picture's own pixels, so a part repainted has the bits it had, and a turned picture is the upright one turned.
//
// A level's colour is the one that repeating its upper bits gives: 0, 8, 16, 24, 33 … 255 of 5 bits. Such a component comes out flat: black, white
// and colours made for such a screen are never dithered. What lies between is always dithered, flat areas too, for a flat area may be part of
// a slow gradient; two levels of 5 bits are 3 % of the whole apart and the pattern is too fine to be seen.

/// A row's pattern: what is added before rounding down, eight columns on.
struct DitherRow {
  /// Eighths of a level, 0 … 7, for red and blue side by side in one lane.
  var five: SIMD16<UInt16>
  /// Quarters of a level, 0 … 3, for green; the upper halves are zero.
  var six: SIMD16<UInt16>

  /// The pattern at the picture's pixel (`x`, `y`) and the seven after it, a step apart.
  @inline(__always)
  init(x: Int, y: Int, stepX: Int, stepY: Int) {
    let lanes = SIMD8<UInt32>(0, 1, 2, 3, 4, 5, 6, 7)
    let columns = SIMD8(repeating: UInt32(truncatingIfNeeded: x)) &+ lanes &* UInt32(truncatingIfNeeded: stepX)
    let rows = SIMD8(repeating: UInt32(truncatingIfNeeded: y)) &+ lanes &* UInt32(truncatingIfNeeded: stepY)
    let rank = Self.rank(columns, rows)
    let five = rank &>> 3
    self.five = unsafeBitCast(five | five &<< 16, to: SIMD16<UInt16>.self)
    six = unsafeBitCast(rank &>> 4, to: SIMD16<UInt16>.self)
  }

  /// The order in which an 8 × 8 square's pixels light up, 0 … 63: the bits of x ^ y and y in turn, the lowest first (B. E. Bayer, "An
  /// optimum method for two-level rendition of continuous-tone pictures", 1973).
  @inline(__always)
  private static func rank(_ x: SIMD8<UInt32>, _ y: SIMD8<UInt32>) -> SIMD8<UInt32> {
    let both = x ^ y
    let high = (both & 1) &<< 5 | (y & 1) &<< 4
    let middle = (both & 2) &<< 2 | (y & 2) &<< 1
    let low = (both & 4) &>> 1 | (y & 4) &>> 2
    return high | middle | low
  }

  /// Red, green and blue of eight pixels in 5, 6 and 5 bits: red in the upper and blue in the lower half of the first, green in the second.
  ///
  /// Levels of 5 bits are 8 apart, every fourth time 9: without one in 33 of itself, rounded in the middle between two levels, a component counts
  /// eighths of a level. Those of 6 bits are 4 apart and every 16th time 5: without one in 65 it counts quarters.
  @inline(__always)
  func shortened(_ pixels: SIMD8<UInt32>) -> (redBlue: SIMD8<UInt32>, green: SIMD8<UInt32>) {
    let redBlue = unsafeBitCast(pixels & 0x00ff_00ff, to: SIMD16<UInt16>.self)
    let green = unsafeBitCast((pixels &>> 8) & 0xff, to: SIMD16<UInt16>.self)
    let eighths = redBlue &- (redBlue &* 31 &+ 132) &>> 10  // (v + 4) ÷ 33 rounded down; ≤ 8037 before the shift
    let quarters = green &- (green &* 63 &+ 134) &>> 12  // (v + 2) ÷ 65 rounded down; ≤ 16 199
    return (
      unsafeBitCast((eighths &+ five) &>> 3, to: SIMD8<UInt32>.self), unsafeBitCast((quarters &+ six) &>> 2, to: SIMD8<UInt32>.self)
    )
  }
}

/// The patterns of a rectangle's rows, in the order of the target: they come again after eight.
struct DitherPattern {
  private var rows: (DitherRow, DitherRow, DitherRow, DitherRow, DitherRow, DitherRow, DitherRow, DitherRow)

  /// - Parameter rect: the rectangle of the picture that `order` goes through.
  @inline(__always)
  init(_ rect: PixelRect, _ order: SourceScanOrder) {
    let (x, y) = (rect.minX &+ order.x, rect.minY &+ order.y)
    @inline(__always)
    func row(_ index: Int) -> DitherRow {
      DitherRow(x: x &+ index &* order.downX, y: y &+ index &* order.downY, stepX: order.rightX, stepY: order.rightY)
    }
    rows = (row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7))
  }

  @inline(__always)
  subscript(index: Int) -> DitherRow {
    withUnsafePointer(to: rows) { UnsafeRawPointer($0).assumingMemoryBound(to: DitherRow.self)[index & 7] }
  }
}
