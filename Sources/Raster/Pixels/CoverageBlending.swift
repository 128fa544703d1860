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
  typealias Lanes = SIMD16<UInt16>
  let mask = SIMD8<UInt32>(repeating: 0x00ff_00ff)
  let even = unsafeBitCast(SIMD8<UInt32>(repeating: color & 0x00ff_00ff), to: Lanes.self)
  let odd = unsafeBitCast(SIMD8<UInt32>(repeating: (color >> 8) & 0x00ff_00ff), to: Lanes.self)
  let alphas = SIMD8<UInt16>(repeating: UInt16(truncatingIfNeeded: alpha))
  let half = Lanes(repeating: 128)
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
    if alpha < 255 {
      weights = weights &* alphas &+ 128  // ≤ 65 153
      weights = (weights &+ (weights &>> 8)) &>> 8
    }
    var weight = Lanes()
    weight.evenHalf = weights
    weight.oddHalf = weights
    let rest = 255 &- weight
    let below = raw.loadUnaligned(fromByteOffset: index &* 4, as: SIMD8<UInt32>.self)
    var low = unsafeBitCast(below & mask, to: Lanes.self) &* rest &+ even &* weight &+ half  // ≤ 65 153
    var high = unsafeBitCast((below &>> 8) & mask, to: Lanes.self) &* rest &+ odd &* weight &+ half
    low = (low &+ (low &>> 8)) &>> 8
    high = high &+ (high &>> 8)
    let mixed = unsafeBitCast(low, to: SIMD8<UInt32>.self) | (unsafeBitCast(high, to: SIMD8<UInt32>.self) & ~mask)
    raw.storeBytes(of: mixed, toByteOffset: index &* 4, as: SIMD8<UInt32>.self)
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
///     are rewritten unchanged.
func lerpRows(
  _ pixels: UnsafeMutablePointer<UInt32>, stride: Int, rows: Int, with color: UInt32, weights: UnsafePointer<UInt8>, count: Int
) {
  var x = 0
  while x < count {
    var four = SIMD4<UInt32>()
    for lane in 0..<min(4, count &- x) { four[lane] = UInt32(weights[x &+ lane]) }
    var pixel = pixels + x
    x &+= 4
    if four == SIMD4() { continue }
    for _ in 0..<rows {
      lerp4(pixel, color, weights: four)
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
  typealias Lanes = SIMD8<UInt16>
  let mask = SIMD4<UInt32>(repeating: 0x00ff_00ff)
  let even = unsafeBitCast(SIMD4<UInt32>(repeating: color & 0x00ff_00ff), to: Lanes.self)
  let odd = unsafeBitCast(SIMD4<UInt32>(repeating: (color >> 8) & 0x00ff_00ff), to: Lanes.self)
  let alphas = Lanes(repeating: UInt16(truncatingIfNeeded: alpha))
  let half = Lanes(repeating: 128)
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
      var weights = unsafeBitCast(bytes, to: Lanes.self)
      if alpha < 255 {
        weights = weights &* alphas &+ half  // ≤ 65 153
        weights = (weights &+ (weights &>> 8)) &>> 8
      }
      var weight = Lanes()
      weight.evenHalf = weights.lowHalf
      weight.oddHalf = weights.lowHalf
      let rest = 255 &- weight
      let below = pixel.loadUnaligned(as: SIMD4<UInt32>.self)
      var low = unsafeBitCast(below & mask, to: Lanes.self) &* rest &+ even &* weight &+ half  // ≤ 65 153
      var high = unsafeBitCast((below &>> 8) & mask, to: Lanes.self) &* rest &+ odd &* weight &+ half
      low = (low &+ (low &>> 8)) &>> 8
      high = high &+ (high &>> 8)
      let mixed = unsafeBitCast(low, to: SIMD4<UInt32>.self) | (unsafeBitCast(high, to: SIMD4<UInt32>.self) & ~mask)
      pixel.storeBytes(of: mixed, as: SIMD4<UInt32>.self)
    }
    row += stride &* 4
    coverages += width
  }
}
