extension PixelSize {
  /// Half of each side, rounded down, but at least one.
  var halved: PixelSize { PixelSize(width: max(width / 2, 1), height: max(height / 2, 1)) }

  /// The number of times the size can be halved until one pixel is left.
  package var mipLevelCount: Int {
    let longer = max(width, height)
    return longer < 1 ? 0 : Int.bitWidth - 1 - longer.leadingZeroBitCount
  }
}

extension Image {
  /// Returns all mip levels, one after the other.
  func makeMipLevels() -> Storage {
    var (size, count) = (size, 0)
    for _ in 0..<size.mipLevelCount {
      size = size.halved
      count += size.width * size.height
    }
    let mipLevels = Storage(count: count)
    writeMipLevels(into: mipLevels)
    return mipLevels
  }

  /// Writes all mip levels into existing storage.
  func writeMipLevels(into mipLevels: Storage) {
    var (from, to) = (UnsafePointer(storage.pixels), mipLevels.pixels)
    var size = self.size
    for _ in 0..<size.mipLevelCount {
      let half = size.halved
      downsample(from, size, to: to, half)
      from = UnsafePointer(to)
      to += half.width * half.height
      size = half
    }
  }
}

/// Writes to each pixel of the smaller image the mean of the pixels it covers, rounded to nearest.
private func downsample(_ from: UnsafePointer<UInt32>, _ size: PixelSize, to: UnsafeMutablePointer<UInt32>, _ half: PixelSize) {
  let (width, height) = (size.width, size.height)
  if width == half.width * 2 && height == half.height * 2 {
    for y in 0..<half.height {
      let upper = from + y * 2 * width
      halve(upper, upper + width, count: half.width, to: to + y * half.width)
    }
    return
  }
  guard let mean = WeightedMean(of: size, half) else { return downsampleHugeImage(from, size, to: to, half) }
  for y in 0..<half.height {
    let row = to + y * half.width
    let upper = from + (height == half.height ? y : y * 2) * width
    if height == half.height {
      CoveredRows(first: upper, second: upper, third: upper).downsample(width, to: row, half.width, mean, rows: 1)
    } else if height == half.height * 2 {
      CoveredRows(first: upper, second: upper + width, third: upper).downsample(width, to: row, half.width, mean, rows: 2)
    } else {
      CoveredRows(
        first: upper, second: upper + width, third: upper + width * 2,
        weights: (UInt64(half.height - y), UInt64(half.height), UInt64(y + 1))
      ).downsample(width, to: row, half.width, mean, rows: 3)
    }
  }
}

/// Writes the means of blocks of 2 × 2 pixels, which have the same weight.
@inline(__always)
private func halve(
  _ upper: UnsafePointer<UInt32>, _ lower: UnsafePointer<UInt32>, count: Int, to: UnsafeMutablePointer<UInt32>
) {
  let even = SIMD4<UInt32>(repeating: 0xff_00ff)
  @inline(__always)
  func mean(_ a: SIMD8<UInt32>, _ b: SIMD8<UInt32>, shiftedBy shift: UInt32) -> SIMD4<UInt32> {
    let (mask, shifts) = (SIMD8(lowHalf: even, highHalf: even), SIMD8(repeating: shift))
    let sums = (a &>> shifts) & mask &+ (b &>> shifts) & mask
    // ≤ 4 · 255 in each half
    return ((sums.evenHalf &+ sums.oddHalf &+ SIMD4(repeating: 0x2_0002)) &>> 2) & even
  }
  var x = 0
  while x &+ 4 <= count {
    let a = UnsafeRawPointer(upper + x &* 2).loadUnaligned(as: SIMD8<UInt32>.self)
    let b = UnsafeRawPointer(lower + x &* 2).loadUnaligned(as: SIMD8<UInt32>.self)
    let pixels = mean(a, b, shiftedBy: 0) | mean(a, b, shiftedBy: 8) &<< 8
    UnsafeMutableRawPointer(to + x).storeBytes(of: pixels, as: SIMD4<UInt32>.self)
    x &+= 4
  }
  while x < count {
    let (a, b, c, d) = (upper[x &* 2], upper[x &* 2 &+ 1], lower[x &* 2], lower[x &* 2 &+ 1])
    @inline(__always)
    func mean(_ shift: UInt32) -> UInt32 {
      func channels(_ pixel: UInt32) -> UInt32 { (pixel &>> shift) & 0xff_00ff }
      return ((channels(a) &+ channels(b) &+ channels(c) &+ channels(d) &+ 0x2_0002) &>> 2) & 0xff_00ff
    }
    to[x] = mean(0) | mean(8) &<< 8
    x &+= 1
  }
}

/// Sums of alpha and green, and of red and blue, with 32 bits each.
private typealias ChannelSums = (alphaGreen: UInt64, redBlue: UInt64)

/// Divides weighted sums by the sum of the weights.
///
/// Where two pixels of a line have the same weight, the weight is 1. The sum of the weights is then even, so
/// that means are rounded as with any other weight.
private struct WeightedMean {
  private let half: UInt64
  private let reciprocal: UInt64

  /// Returns nil if the sums of an image of this size could exceed 32 bits.
  init?(of size: PixelSize, _ smaller: PixelSize) {
    func weights(_ whole: Int, _ half: Int) -> UInt64 { whole == half * 2 ? 2 : UInt64(whole) }
    let (whole, overflow) = weights(size.width, smaller.width)
      .multipliedReportingOverflow(by: weights(size.height, smaller.height))
    guard !overflow, whole <= 1 << 24 else { return nil }
    half = whole / 2
    // The reciprocal is too large by less than 2^-56. A sum is ≤ 255.5 · whole, so a quotient is too large by
    // less than 1 / whole, and the product is < 2^64.
    reciprocal = (1 << 56) / whole + 1
  }

  @inline(__always)
  func pixel(_ sums: ChannelSums) -> UInt32 {
    @inline(__always)
    func quotient(_ sum: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: ((sum &+ half) &* reciprocal) &>> 56) }
    return quotient(sums.alphaGreen &>> 32) &<< 24 | quotient(sums.redBlue &>> 32) &<< 16
      | quotient(sums.alphaGreen & 0xffff_ffff) &<< 8 | quotient(sums.redBlue & 0xffff_ffff)
  }
}

/// The one to three rows that a row of the smaller image covers.
private struct CoveredRows {
  let first, second, third: UnsafePointer<UInt32>
  /// The weights of three rows. Two rows have the same weight.
  var weights: (UInt64, UInt64, UInt64) = (1, 1, 1)

  /// Returns the weighted sums of `columns` adjacent columns, one or two.
  @inline(__always)
  private func sums(_ x: Int, columns: Int, rows: Int) -> ChannelSums {
    /// Two channels in 16 bits each; ≤ 4 · 255.
    @inline(__always)
    func pair(_ row: UnsafePointer<UInt32>, _ shift: UInt32) -> UInt32 {
      let pixel = (row[x] &>> shift) & 0xff_00ff
      return columns == 1 ? pixel : pixel &+ (row[x &+ 1] &>> shift) & 0xff_00ff
    }
    @inline(__always)
    func spread(_ pair: UInt32) -> UInt64 { UInt64(pair & 0xffff) | UInt64(pair &>> 16) &<< 32 }
    @inline(__always)
    func sum(_ shift: UInt32) -> UInt64 {
      switch rows {
      case 1: spread(pair(first, shift))
      case 2: spread(pair(first, shift) &+ pair(second, shift))
      default:
        spread(pair(first, shift)) &* weights.0 &+ spread(pair(second, shift)) &* weights.1 &+ spread(pair(third, shift))
          &* weights.2
      }
    }
    return (sum(8), sum(0))
  }

  /// Writes a row of the smaller image.
  @inline(__always)
  func downsample(_ width: Int, to: UnsafeMutablePointer<UInt32>, _ half: Int, _ mean: WeightedMean, rows: Int) {
    if width == half {
      for x in 0..<half { to[x] = mean.pixel(sums(x, columns: 1, rows: rows)) }
    } else if width == half &* 2 {
      for x in 0..<half { to[x] = mean.pixel(sums(x &* 2, columns: 2, rows: rows)) }
    } else {
      // Neighbors share a column.
      var left = sums(0, columns: 1, rows: rows)
      for x in 0..<half {
        let middle = sums(x &* 2 &+ 1, columns: 1, rows: rows)
        let right = sums(x &* 2 &+ 2, columns: 1, rows: rows)
        let weights = (UInt64(half &- x), UInt64(half), UInt64(x &+ 1))
        @inline(__always)
        func sum(_ left: UInt64, _ middle: UInt64, _ right: UInt64) -> UInt64 {
          left &* weights.0 &+ middle &* weights.1 &+ right &* weights.2
        }
        to[x] = mean.pixel(
          (sum(left.alphaGreen, middle.alphaGreen, right.alphaGreen), sum(left.redBlue, middle.redBlue, right.redBlue)))
        left = right
      }
    }
  }
}

/// Writes the same pixels as ``downsample(_:_:to:_:)`` with sums of 64 bits, for any number of pixels.
private func downsampleHugeImage(
  _ from: UnsafePointer<UInt32>, _ size: PixelSize, to: UnsafeMutablePointer<UInt32>, _ half: PixelSize
) {
  let whole = UInt64(size.width) * UInt64(size.height)
  for y in 0..<half.height {
    let rows = covered(y, size.height, half.height)
    for x in 0..<half.width {
      let columns = covered(x, size.width, half.width)
      var sums = SIMD4<UInt64>()
      for row in 0..<rows.count {
        for column in 0..<columns.count {
          let pixel = from[(rows.first + row) * size.width + columns.first + column]
          let weight = UInt64(rows.weight(row)) * UInt64(columns.weight(column))
          sums &+= SIMD4(UInt64(pixel >> 24), UInt64(pixel >> 16 & 255), UInt64(pixel >> 8 & 255), UInt64(pixel & 255)) &* weight
        }
      }
      // The weights sum to `whole`: a pixel covers whole / half of them, each weighted by half.
      func mean(_ sum: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: (sum &+ whole / 2) / whole) }
      to[y * half.width + x] = mean(sums[0]) << 24 | mean(sums[1]) << 16 | mean(sums[2]) << 8 | mean(sums[3])
    }
  }
}

/// The pixels of a line that one pixel of half as many covers, with weights that sum to the line's length.
private struct BoxFilterTaps {
  var first: Int, count: Int
  var weights: (Int, Int, Int)

  func weight(_ index: Int) -> Int { index == 0 ? weights.0 : index == 1 ? weights.1 : weights.2 }
}

/// Returns the pixels that pixel `index` of a line of `half` pixels covers in the line of `whole` pixels.
private func covered(_ index: Int, _ whole: Int, _ half: Int) -> BoxFilterTaps {
  if whole == half { return BoxFilterTaps(first: index, count: 1, weights: (whole, 0, 0)) }
  if whole == half * 2 { return BoxFilterTaps(first: index * 2, count: 2, weights: (half, half, 0)) }
  // The pixel begins at index · whole / half, which is 2 · index + index / half.
  return BoxFilterTaps(first: index * 2, count: 3, weights: (half - index, half, index + 1))
}
