import CInstructions

/// Blends one opaque color into four pixels at a time, with the same bits as ``lerp(_:_:_:)``.
///
/// On x86-64 it divides by a product: v · 257 ÷ 65536 is (v + (v >> 8)) >> 8 for every v ≤ 65 153.
struct ColorLerp: BitwiseCopyable {
  typealias Lanes = SIMD8<UInt16>

  /// The color's blue and red, four times.
  private let even: Lanes
  /// The color's green and alpha, four times.
  private let odd: Lanes

  @inline(__always)
  init(_ color: UInt32) {
    even = unsafeBitCast(SIMD4<UInt32>(repeating: color & 0x00ff_00ff), to: Lanes.self)
    odd = unsafeBitCast(SIMD4<UInt32>(repeating: (color >> 8) & 0x00ff_00ff), to: Lanes.self)
  }

  /// Divides sums by 255, to nearest. 128 was added to them.
  @inline(__always)
  private func divided(_ sums: Lanes) -> Lanes {
    #if arch(x86_64)
      unsafeBitCast(cartouche_divided_255_8(unsafeBitCast(sums, to: SIMD2<Int64>.self)), to: Lanes.self)
    #else
      (sums &+ (sums &>> 8)) &>> 8
    #endif
  }

  /// Returns each coverage twice.
  @inline(__always)
  static func pairs(_ coverages: SIMD4<UInt32>) -> Lanes {
    // Two shuffles: the compiler makes seven instructions of a shift and a union.
    let lanes = unsafeBitCast(coverages, to: Lanes.self)
    return Lanes(lanes[0], lanes[0], lanes[2], lanes[2], lanes[4], lanes[4], lanes[6], lanes[6])
  }

  /// Returns coverages multiplied by `alpha` ÷ 255, to nearest.
  @inline(__always)
  func weights(_ coverages: Lanes, alpha: UInt32) -> Lanes {
    divided(coverages &* Lanes(repeating: UInt16(truncatingIfNeeded: alpha)) &+ 128)  // ≤ 65 153
  }

  /// Blends the color into four pixels by two equal weights of 0…255 for each.
  @inline(__always)
  func blend(_ pixels: UnsafeMutableRawPointer, weights: Lanes) {
    let share = (low: even &* weights &+ Lanes(repeating: 128), high: odd &* weights &+ Lanes(repeating: 128))
    let rest = Lanes(repeating: 255) &- weights
    let below = pixels.loadUnaligned(as: SIMD4<UInt32>.self)
    let mask = SIMD4<UInt32>(repeating: 0x00ff_00ff)
    let low = unsafeBitCast(below & mask, to: Lanes.self) &* rest &+ share.low  // ≤ 65 153
    let high = (unsafeBitCast(below, to: Lanes.self) &>> 8) &* rest &+ share.high
    pixels.storeBytes(of: divided(low) | (divided(high) &<< 8), as: Lanes.self)
  }
}

/// Blends one opaque color into as many of `count` pixels as form whole chunks of eight, weighted by one
/// coverage each.
///
/// Each coverage is multiplied by `alpha` ÷ 255. The result has the same bits as ``lerp(_:_:_:)``.
///
/// - Returns: The number of pixels processed.
@inline(__always)
func lerpChunks8(
  _ pixels: UnsafeMutablePointer<UInt32>, count: Int, with color: UInt32, alpha: UInt32, coverages: UnsafePointer<UInt8>
) -> Int {
  let lerp = ColorLerp(color)
  let raw = UnsafeMutableRawPointer(pixels)
  let rawCoverages = UnsafeRawPointer(coverages)
  var index = 0
  while index &+ 8 <= count {
    defer { index &+= 8 }
    let eight = rawCoverages.loadUnaligned(fromByteOffset: index, as: UInt64.self)
    if eight == 0 { continue }
    if eight == .max && alpha == 255 {
      raw.storeBytes(of: SIMD8<UInt32>(repeating: color), toByteOffset: index &* 4, as: SIMD8<UInt32>.self)
      continue
    }
    // Combining halves is one instruction; a vector conversion would be a call.
    var bytes = SIMD16<UInt8>()
    bytes.evenHalf = unsafeBitCast(eight, to: SIMD8<UInt8>.self)
    var weights = unsafeBitCast(bytes, to: SIMD8<UInt16>.self)
    if alpha < 255 { weights = lerp.weights(weights, alpha: alpha) }
    var pairs = SIMD16<UInt16>()
    pairs.evenHalf = weights
    pairs.oddHalf = weights
    lerp.blend(raw + index &* 4, weights: pairs.lowHalf)
    lerp.blend(raw + (index &* 4 &+ 16), weights: pairs.highHalf)
  }
  return index
}

/// Blends one opaque color into `rows` rows of pixels that all have the same coverage, given by a weight of
/// 0…255 for each column.
///
/// The result has the same bits as ``lerp(_:_:_:)``.
///
/// - Parameters:
///   - stride: Pixels from one row to the next.
///   - count: Pixels of a row. Rows are read and written in whole chunks of four, so up to three more pixels
///     of the block are rewritten unchanged.
func lerpRows(
  _ pixels: UnsafeMutablePointer<UInt32>, stride: Int, rows: Int, with color: UInt32, weights: UnsafePointer<UInt8>, count: Int,
  within end: BlockEnd
) {
  var x = 0
  while x < count {
    var four = SIMD4<UInt32>()
    for lane in 0..<min(4, count &- x) { four[lane] = UInt32(weights[x &+ lane]) }
    var pixel = pixels + x
    x &+= 4
    if four == SIMD4() { continue }
    for _ in 0..<rows {
      if end.isCrossed(byFourPixelsAt: pixel) {
        for lane in 0..<min(4, count &- x &+ 4) { pixel[lane] = lerp(pixel[lane], color, four[lane]) }
      } else {
        ColorLerp(color).blend(pixel, weights: ColorLerp.pairs(four))
      }
      pixel += stride
    }
  }
}

/// Blends one opaque color into a rectangle of pixels, weighted by one coverage each.
///
/// Each coverage is multiplied by `alpha` ÷ 255. The result has the same bits as ``lerp(_:_:_:)``.
///
/// - Parameters:
///   - stride: Pixels from one row to the next; coverages have no gaps between rows.
///   - width: A multiple of four.
func lerpChunks4(
  _ pixels: UnsafeMutablePointer<UInt32>, stride: Int, with color: UInt32, alpha: UInt32, coverages: UnsafePointer<UInt8>,
  width: Int, height: Int
) {
  if cartouche_has_avx2() {
    _ = cartouche_lerp_mask(pixels, stride, height, width, color, alpha, coverages, width)
    return
  }
  let lerp = ColorLerp(color)
  var row = UnsafeMutableRawPointer(pixels)
  var coverages = UnsafeRawPointer(coverages)
  for _ in 0..<height {
    var x = 0
    while x < width {
      let four = coverages.loadUnaligned(fromByteOffset: x, as: UInt32.self)
      let pixel = row + x &* 4
      x &+= 4
      if four == 0 { continue }
      var bytes = SIMD16<UInt8>()
      bytes.evenHalf.lowHalf = unsafeBitCast(four, to: SIMD4<UInt8>.self)
      var weights = unsafeBitCast(bytes, to: SIMD8<UInt16>.self)
      if alpha < 255 { weights = lerp.weights(weights, alpha: alpha) }
      var pairs = SIMD8<UInt16>()
      pairs.evenHalf = weights.lowHalf
      pairs.oddHalf = weights.lowHalf
      lerp.blend(pixel, weights: pairs)
    }
    row += stride &* 4
    coverages += width
  }
}

/// Blends one opaque color into `rows` rows of `count` pixels, weighted by one coverage each.
///
/// Each coverage is multiplied by `alpha` ÷ 255. The result has the same bits as ``lerp(_:_:_:)``.
///
/// - Parameters:
///   - stride: Pixels from one row to the next.
///   - coverageStride: Coverages from one row to the next; 0 if all rows have the same.
func lerpRows(
  _ pixels: UnsafeMutablePointer<UInt32>, stride: Int, rows: Int, count: Int, with color: UInt32, alpha: UInt32,
  coverages: UnsafePointer<UInt8>, coverageStride: Int
) {
  var (pixels, coverages, count) = (pixels, coverages, count)
  if count >= 4, cartouche_has_avx2() {
    let whole = cartouche_lerp_mask(pixels, stride, rows, count, color, alpha, coverages, coverageStride)
    (pixels, coverages, count) = (pixels + whole, coverages + whole, count &- whole)
    if count == 0 { return }
  }
  for _ in 0..<rows {
    lerp(pixels, count: count, with: color, alpha: alpha, coverages: coverages)
    pixels += stride
    coverages += coverageStride
  }
}
