extension PixelSize {
  /// Half of each side, rounded down, but at least one.
  var halved: PixelSize { PixelSize(width: max(width / 2, 1), height: max(height / 2, 1)) }

  /// The number of times the size can be halved until one pixel is left.
  package var mipLevelCount: Int {
    let longer = max(width, height)
    return longer < 1 ? 0 : Int.bitWidth - 1 - longer.leadingZeroBitCount
  }

  /// The number of pixels of all mip levels.
  var mipPixelCount: Int {
    var (size, count) = (self, 0)
    for _ in 0..<mipLevelCount {
      size = size.halved
      count += size.width * size.height
    }
    return count
  }
}

extension Image {
  /// Returns all mip levels, one after the other.
  func makeMipLevels() -> Storage {
    let mipLevels = Storage(count: size.mipPixelCount)
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
  let (isWidthEven, isHeightEven) = (width == half.width * 2, height == half.height * 2)
  if isWidthEven && isHeightEven {
    for y in 0..<half.height {
      let upper = from + y * 2 * width
      halve(upper, upper + width, count: half.width, to: to + y * half.width)
    }
    return
  }
  guard let mean = WeightedMean(of: size, half) else { return downsampleOneByOne(from, size, to: to, half) }
  for y in 0..<half.height {
    let row = to + y * half.width
    let rows = CoveredRows(first: from + y * 2 * width, width: width)
    let rowWeights = OverlapWeights(at: y, of: half.height)
    if isHeightEven {
      forEachFour(of: half.width, to: row) { mean.pixels(rows.sumsOfTwoRows($0, OverlapWeights(from: $0, of: half.width))) }
    } else if isWidthEven {
      forEachFour(of: half.width, to: row) { mean.pixels(rows.sumsOfTwoColumns($0, rowWeights: rowWeights)) }
    } else {
      forEachFour(of: half.width, to: row) {
        mean.pixels(rows.sums($0, OverlapWeights(from: $0, of: half.width), rowWeights: rowWeights))
      }
    }
  }
}

/// Writes a row of at least four pixels, four at a time. The last four may overlap those before.
@inline(__always)
private func forEachFour(of count: Int, to: UnsafeMutablePointer<UInt32>, _ pixels: (_ x: Int) -> SIMD4<UInt32>) {
  var x = 0
  while true {
    UnsafeMutableRawPointer(to + x).storeBytes(of: pixels(x), as: SIMD4<UInt32>.self)
    if x &+ 4 >= count { return }
    x = min(x &+ 4, count &- 4)
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

/// The weights of the three pixels of a line that a pixel of half as many covers; each is less than 2^15.
///
/// In a line of 2 · `half` + 1 pixels, pixel `index` of the half covers pixel 2 · `index` and the next two.
/// The lanes hold the weights of four pixels of the half.
private struct OverlapWeights {
  var first, second, third: SIMD4<UInt32>

  /// The weights of one pixel, in all lanes.
  @inline(__always)
  init(at index: Int, of half: Int) {
    first = SIMD4(repeating: UInt32(half - index))
    second = SIMD4(repeating: UInt32(half))
    third = SIMD4(repeating: UInt32(index + 1))
  }

  /// The weights of four adjacent pixels.
  @inline(__always)
  init(from index: Int, of half: Int) {
    self.init(at: index, of: half)
    let lanes = SIMD4<UInt32>(0, 1, 2, 3)
    first &-= lanes
    third &+= lanes
  }
}

/// Two channels of four pixels, in 16 bits each.
private struct ChannelPairs {
  var alphaGreen, redBlue: SIMD4<UInt32>

  @inline(__always)
  init(_ pixels: SIMD4<UInt32>) {
    let mask = SIMD4<UInt32>(repeating: 0xff_00ff)
    alphaGreen = (pixels &>> 8) & mask
    redBlue = pixels & mask
  }

  @inline(__always)
  static func + (a: Self, b: Self) -> Self {
    var sum = a
    sum.alphaGreen &+= b.alphaGreen
    sum.redBlue &+= b.redBlue
    return sum
  }
}

/// Weighted sums of the channels of four pixels.
private struct ChannelSums {
  var alpha, red, green, blue: SIMD4<UInt32>

  @inline(__always)
  init(alpha: SIMD4<UInt32>, red: SIMD4<UInt32>, green: SIMD4<UInt32>, blue: SIMD4<UInt32>) {
    (self.alpha, self.red, self.green, self.blue) = (alpha, red, green, blue)
  }

  @inline(__always)
  init(_ a: ChannelPairs, _ b: ChannelPairs, _ c: ChannelPairs, _ weights: OverlapWeights) {
    // The masks change nothing. They tell the compiler that the numbers have 15 bits, which one instruction
    // multiplies.
    let mask = SIMD4<UInt32>(repeating: 0x7fff)
    let weights = (weights.first & mask, weights.second & mask, weights.third & mask)
    @inline(__always)
    func low(_ a: SIMD4<UInt32>, _ b: SIMD4<UInt32>, _ c: SIMD4<UInt32>) -> SIMD4<UInt32> {
      (a & mask) &* weights.0 &+ (b & mask) &* weights.1 &+ (c & mask) &* weights.2
    }
    @inline(__always)
    func high(_ a: SIMD4<UInt32>, _ b: SIMD4<UInt32>, _ c: SIMD4<UInt32>) -> SIMD4<UInt32> {
      (a &>> 16) &* weights.0 &+ (b &>> 16) &* weights.1 &+ (c &>> 16) &* weights.2
    }
    alpha = high(a.alphaGreen, b.alphaGreen, c.alphaGreen)
    red = high(a.redBlue, b.redBlue, c.redBlue)
    green = low(a.alphaGreen, b.alphaGreen, c.alphaGreen)
    blue = low(a.redBlue, b.redBlue, c.redBlue)
  }
}

/// Divides weighted sums by the sum of the weights.
///
/// Where two pixels of a line have the same weight, the weight is 1. The sum of the weights is then even, so
/// that means are rounded as with any other weight.
private struct WeightedMean {
  private let half: UInt32
  private let reciprocal: UInt32
  private let shift: UInt64

  /// Returns nil if the smaller image has fewer than four columns, if the image has one row, or if numbers
  /// could exceed their bits.
  init?(of size: PixelSize, _ smaller: PixelSize) {
    guard smaller.width >= 4, size.height > 1, max(size.width, size.height) < 1 << 16 else { return nil }
    func weights(_ whole: Int, _ half: Int) -> Int { whole == half * 2 ? 2 : whole }
    let whole = weights(size.width, smaller.width) * weights(size.height, smaller.height)
    guard whole <= 1 << 23 else { return nil }
    half = UInt32(whole / 2)
    // A sum with the half is ≤ 255.5 · whole < 2^31. The reciprocal is too large by at most 2^-shift, so a
    // quotient by less than 2^(31 - shift) < 1 / whole.
    shift = UInt64(32 + (Int.bitWidth - 1 - (whole - 1).leadingZeroBitCount))
    reciprocal = UInt32((1 << shift) / UInt64(whole) + 1)
  }

  @inline(__always)
  func pixels(_ sums: ChannelSums) -> SIMD4<UInt32> {
    @inline(__always)
    func quotient(_ sum: SIMD4<UInt32>) -> SIMD4<UInt32> {
      let wide = SIMD4<UInt64>(truncatingIfNeeded: sum &+ SIMD4(repeating: half))
      let reciprocals = SIMD4<UInt64>(truncatingIfNeeded: SIMD4<UInt32>(repeating: reciprocal))
      return SIMD4<UInt32>(truncatingIfNeeded: (wide &* reciprocals) &>> SIMD4(repeating: shift))
    }
    return quotient(sums.alpha) &<< 24 | quotient(sums.red) &<< 16 | quotient(sums.green) &<< 8 | quotient(sums.blue)
  }
}

/// The two or three rows that a row of the smaller image covers, of two or three columns for each pixel.
private struct CoveredRows {
  let first: UnsafePointer<UInt32>
  let width: Int

  /// Loads eight pixels of one of the rows.
  @inline(__always)
  private func load(_ row: Int, _ x: Int) -> SIMD8<UInt32> {
    UnsafeRawPointer(first + (row &* width &+ x)).loadUnaligned(as: SIMD8<UInt32>.self)
  }

  /// Returns the sums of pixels `x` to `x` + 3, which cover two rows of the same weight and three columns.
  @inline(__always)
  func sumsOfTwoRows(_ x: Int, _ weights: OverlapWeights) -> ChannelSums {
    let (upper, lower, upperRight, lowerRight) = (load(0, x &* 2), load(1, x &* 2), load(0, x &* 2 &+ 1), load(1, x &* 2 &+ 1))
    return ChannelSums(
      ChannelPairs(upper.evenHalf) + ChannelPairs(lower.evenHalf), ChannelPairs(upper.oddHalf) + ChannelPairs(lower.oddHalf),
      ChannelPairs(upperRight.oddHalf) + ChannelPairs(lowerRight.oddHalf), weights)
  }

  /// Returns the sums of pixels that cover two columns of the same weight and three rows.
  @inline(__always)
  func sumsOfTwoColumns(_ x: Int, rowWeights: OverlapWeights) -> ChannelSums {
    @inline(__always)
    func pairs(_ row: Int) -> ChannelPairs {
      let pixels = load(row, x &* 2)
      return ChannelPairs(pixels.evenHalf) + ChannelPairs(pixels.oddHalf)
    }
    return ChannelSums(pairs(0), pairs(1), pairs(2), rowWeights)
  }

  /// Returns the sums of pixels that cover three columns and three rows.
  @inline(__always)
  func sums(_ x: Int, _ weights: OverlapWeights, rowWeights: OverlapWeights) -> ChannelSums {
    let (a, b, c) = (load(0, x &* 2), load(1, x &* 2), load(2, x &* 2))
    let (right0, right1, right2) = (load(0, x &* 2 &+ 1), load(1, x &* 2 &+ 1), load(2, x &* 2 &+ 1))
    @inline(__always)
    func column(_ a: SIMD4<UInt32>, _ b: SIMD4<UInt32>, _ c: SIMD4<UInt32>) -> ChannelSums {
      ChannelSums(ChannelPairs(a), ChannelPairs(b), ChannelPairs(c), rowWeights)
    }
    let left = column(a.evenHalf, b.evenHalf, c.evenHalf)
    let middle = column(a.oddHalf, b.oddHalf, c.oddHalf)
    let right = column(right0.oddHalf, right1.oddHalf, right2.oddHalf)
    @inline(__always)
    func sum(_ left: SIMD4<UInt32>, _ middle: SIMD4<UInt32>, _ right: SIMD4<UInt32>) -> SIMD4<UInt32> {
      left &* weights.first &+ middle &* weights.second &+ right &* weights.third
    }
    return ChannelSums(
      alpha: sum(left.alpha, middle.alpha, right.alpha), red: sum(left.red, middle.red, right.red),
      green: sum(left.green, middle.green, right.green), blue: sum(left.blue, middle.blue, right.blue))
  }
}

/// Writes the same pixels as ``downsample(_:_:to:_:)`` with sums of 64 bits, for images of any size.
private func downsampleOneByOne(
  _ from: UnsafePointer<UInt32>, _ size: PixelSize, to: UnsafeMutablePointer<UInt32>, _ half: PixelSize
) {
  let whole = UInt64(size.width) * UInt64(size.height)
  // The reciprocal is too large by at most 2^-56. A sum with the half is ≤ 255.5 · whole. So a quotient is
  // too large by less than 1 / whole, and the product is < 2^64.
  let reciprocal: UInt64 = whole <= 1 << 24 ? (1 << 56) / whole + 1 : 0
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
      func mean(_ sum: UInt64) -> UInt32 {
        let sum = sum &+ whole / 2
        return UInt32(truncatingIfNeeded: reciprocal == 0 ? sum / whole : (sum &* reciprocal) &>> 56)
      }
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
