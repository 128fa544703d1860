// Ordered dithering to 5 and 6 bits.
//
// A component between two levels becomes the upper level in a share of the pixels, in a pattern that depends
// on the pixel's position. Averaged over 8 × 8 pixels the component keeps its value, to half a 255th, so no
// bands are visible. The pattern is fixed to the image's pixels: a repainted part has the same bits as
// before, and a rotated image is the upright one rotated.
//
// A level stands for the component made by repeating its upper bits: 0, 8, 16, 24, 33 … 255 for 5 bits. Such
// components come out flat, so black, white and colors made for such a screen are never dithered. All others
// are always dithered, in flat areas too, because a flat area may be part of a slow gradient. Two levels of 5
// bits are 3 % of the range apart, and the pattern is too fine to be seen.

/// The dither pattern of eight pixels of a row: the amounts added before rounding down. It repeats every
/// eight columns.
struct DitherRow {
  /// For red and blue, eighths of a level, 0 … 7, side by side in one lane.
  var five: SIMD16<UInt16>
  /// For green, quarters of a level, 0 … 3; the upper halves of the lanes are zero.
  var six: SIMD16<UInt16>

  /// Creates the pattern of eight pixels, starting at the image's pixel (`x`, `y`) and one step apart.
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

  /// Returns the rank, 0 … 63, in which the pixels of an 8 × 8 square switch to the upper level.
  ///
  /// The rank interleaves the bits of x ^ y and y, the lowest first (B. E. Bayer, "An optimum method for
  /// two-level rendition of continuous-tone pictures", 1973).
  @inline(__always)
  private static func rank(_ x: SIMD8<UInt32>, _ y: SIMD8<UInt32>) -> SIMD8<UInt32> {
    let both = x ^ y
    let high = (both & 1) &<< 5 | (y & 1) &<< 4
    let middle = (both & 2) &<< 2 | (y & 2) &<< 1
    let low = (both & 4) &>> 1 | (y & 4) &>> 2
    return high | middle | low
  }

  /// Returns eight pixels dithered to 5, 6 and 5 bits for red, green and blue.
  ///
  /// The first vector has red in the upper and blue in the lower half of each lane, the second has green.
  ///
  /// Levels of 5 bits are 8 apart, and 9 apart every fourth time. Subtracting a 33rd of the component,
  /// rounded midway between two levels, leaves eighths of a level. Levels of 6 bits are 4 apart, and 5 apart
  /// every 16th time; subtracting a 65th leaves quarters.
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

  /// Returns eight pixels dithered to 5 bits for each component, in the order of ``shortened(_:)``.
  @inline(__always)
  func shortenedToFives(_ pixels: SIMD8<UInt32>) -> (redBlue: SIMD8<UInt32>, green: SIMD8<UInt32>) {
    @inline(__always)
    func dithered(_ components: SIMD8<UInt32>) -> SIMD8<UInt32> {
      let values = unsafeBitCast(components, to: SIMD16<UInt16>.self)
      let eighths = values &- (values &* 31 &+ 132) &>> 10  // (v + 4) ÷ 33 rounded down; ≤ 8037 before the shift
      return unsafeBitCast((eighths &+ five) &>> 3, to: SIMD8<UInt32>.self)
    }
    // The upper halves of green's lanes are zero, and a dithered 0 is 0.
    return (dithered(pixels & 0x00ff_00ff), dithered((pixels &>> 8) & 0xff))
  }
}

/// The dither patterns of a rectangle's rows, in the order of the render target. They repeat every eight
/// rows.
struct DitherPattern {
  private var rows: (DitherRow, DitherRow, DitherRow, DitherRow, DitherRow, DitherRow, DitherRow, DitherRow)

  /// Creates the patterns for the rows of `rect`.
  ///
  /// - Parameters:
  ///   - rect: A rectangle of the image, in pixels.
  ///   - order: The order in which the target's rows visit the rectangle.
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
