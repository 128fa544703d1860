import CInstructions

// Arithmetic on packed 0xAARRGGBB pixels, two channels at a time in 16-bit lanes.
//
// `t = v + 128; (t + (t >> 8)) >> 8` is v ÷ 255 to nearest for every v ≤ 255 · 255 (Blinn, "Three Wrongs Make
// a Right", 1995).

/// The address at which a block ends that is composed in the target's own memory; 0 for other blocks.
///
/// What follows belongs to another worker, or to nobody, and must not even be rewritten unchanged.
struct BlockEnd: BitwiseCopyable {
  var address: UInt = 0

  /// Whether four pixels from an address of the block on extend beyond the block's end.
  @inline(__always)
  func isCrossed(byFourPixelsAt pixel: UnsafeMutableRawPointer) -> Bool { address &- UInt(bitPattern: pixel) < 16 }
}

/// Returns `pixel` · `weight` ÷ 255, channel by channel.
@inline(__always)
func weighted(_ pixel: UInt32, by weight: UInt32) -> UInt32 {
  let even = (pixel & 0x00ff_00ff) &* weight &+ 0x0080_0080  // ≤ 65 153 a lane
  let odd = ((pixel >> 8) & 0x00ff_00ff) &* weight &+ 0x0080_0080
  let low = ((even &+ ((even >> 8) & 0x00ff_00ff)) >> 8) & 0x00ff_00ff
  let high = (odd &+ ((odd >> 8) & 0x00ff_00ff)) & 0xff00_ff00
  return low | high
}

/// Interpolates from `below` to `above` by `weight` ÷ 255, channel by channel, rounded once.
@inline(__always)
func lerp(_ below: UInt32, _ above: UInt32, _ weight: UInt32) -> UInt32 {
  let rest = 255 &- weight
  let even = (above & 0x00ff_00ff) &* weight &+ (below & 0x00ff_00ff) &* rest &+ 0x0080_0080  // ≤ 65 153 a lane
  let odd = ((above >> 8) & 0x00ff_00ff) &* weight &+ ((below >> 8) & 0x00ff_00ff) &* rest &+ 0x0080_0080
  let low = ((even &+ ((even >> 8) & 0x00ff_00ff)) >> 8) & 0x00ff_00ff
  let high = (odd &+ ((odd >> 8) & 0x00ff_00ff)) & 0xff00_ff00
  return low | high
}

/// Returns premultiplied `source` over `below`: source + below · (255 − alpha) ÷ 255.
@inline(__always)
func over(_ below: UInt32, _ source: UInt32) -> UInt32 {
  source &+ weighted(below, by: 255 &- (source >> 24))
}

/// Returns `a` · `b` ÷ 255 to nearest, for two values of 0…255.
@inline(__always)
func product255(_ a: UInt32, _ b: UInt32) -> UInt32 {
  let t = a &* b &+ 128
  return (t &+ (t >> 8)) >> 8
}

/// Writes `count` pixels of one color.
@inline(__always)
func fillRun(_ pixels: UnsafeMutablePointer<UInt32>, count: Int, with color: UInt32) {
  pixels.update(repeating: color, count: count)
}

/// Writes `count` pixels of one color, for whole blocks.
@inline(__always)
func fillBlock(_ pixels: UnsafeMutablePointer<UInt32>, count: Int, with color: UInt32) {
  cartouche_fill(pixels, color, UInt64(UInt(bitPattern: count)))
}

/// Copies `count` pixels as memory; the runs may overlap. Embedded Swift compiles `update(from:count:)` to a
/// call for each element.
@inline(__always)
func copyRun(_ pixels: UnsafePointer<UInt32>, count: Int, to other: UnsafeMutablePointer<UInt32>) {
  UnsafeMutableRawPointer(other).copyMemory(from: pixels, byteCount: count &* 4)
}

/// Writes `count` pixels of one color, for runs that are mostly short.
///
/// Branch predictors cannot guess the trip count of a loop over short runs. So runs of up to 64 pixels are
/// written in the same few steps whatever their length, and the last pixels are written more than once.
@inline(__always)
func fillShortRun(_ pixels: UnsafeMutablePointer<UInt32>, count: Int, with color: UInt32) {
  let raw = UnsafeMutableRawPointer(pixels)
  let sixteen = SIMD16<UInt32>(repeating: color)
  if count > 16 {
    let last = (count &- 16) &* 4
    if count > 64 {
      var offset = 0
      while offset < last {
        raw.storeBytes(of: sixteen, toByteOffset: offset, as: SIMD16<UInt32>.self)
        offset &+= 64
      }
      raw.storeBytes(of: sixteen, toByteOffset: last, as: SIMD16<UInt32>.self)
      return
    }
    raw.storeBytes(of: sixteen, as: SIMD16<UInt32>.self)
    raw.storeBytes(of: sixteen, toByteOffset: min(64, last), as: SIMD16<UInt32>.self)
    if count > 32 {
      raw.storeBytes(of: sixteen, toByteOffset: min(128, last), as: SIMD16<UInt32>.self)
      raw.storeBytes(of: sixteen, toByteOffset: last, as: SIMD16<UInt32>.self)
    }
  } else if count >= 4 {
    let four = sixteen.lowHalf.lowHalf
    let last = (count &- 4) &* 4
    raw.storeBytes(of: four, as: SIMD4<UInt32>.self)
    raw.storeBytes(of: four, toByteOffset: min(16, last), as: SIMD4<UInt32>.self)
    raw.storeBytes(of: four, toByteOffset: min(32, last), as: SIMD4<UInt32>.self)
    raw.storeBytes(of: four, toByteOffset: last, as: SIMD4<UInt32>.self)
  } else {
    for index in 0..<count { pixels[index] = color }
  }
}

/// Blends one opaque color into `count` pixels by one weight, with the same bits as ``lerp(_:_:_:)``.
@inline(__always)
func lerp(_ pixels: UnsafeMutablePointer<UInt32>, count: Int, with color: UInt32, weight: UInt32) {
  let whole = cartouche_lerp_groups(pixels, count, color, weight, cartouche_has_avx2())
  for index in whole..<count { pixels[index] = lerp(pixels[index], color, weight) }
}

/// Blends one opaque color into `count` pixels, weighted by one coverage each, which is multiplied by `alpha`
/// ÷ 255.
@inline(__always)
func lerp(
  _ pixels: UnsafeMutablePointer<UInt32>, count: Int, with color: UInt32, alpha: UInt32, coverages: UnsafePointer<UInt8>
) {
  var index = lerpChunks8(pixels, count: count, with: color, alpha: alpha, coverages: coverages)
  while index &+ 4 <= count {
    // A vector conversion would be a call.
    let c = coverages + index
    let weights = ColorLerp.pairs(SIMD4(UInt32(c[0]), UInt32(c[1]), UInt32(c[2]), UInt32(c[3])))
    let opaque = ColorLerp(color)
    opaque.blend(pixels + index, weights: opaque.weights(weights, alpha: alpha))
    index &+= 4
  }
  while index < count {
    pixels[index] = lerp(pixels[index], color, product255(UInt32(coverages[index]), alpha))
    index &+= 1
  }
}

/// Returns the upper halves of the lanes' products.
@inline(__always)
func highProduct(_ a: SIMD8<UInt16>, _ b: SIMD8<UInt16>) -> SIMD8<UInt16> {
  narrowed((widened(a) &* widened(b)) &>> 16)
}

// Lanes are converted one by one: the compiler turns this into one instruction. `SIMD8(truncatingIfNeeded:)`
// becomes a call where much else is inlined, which makes pixels seven times slower.

/// Returns the lanes in 32 bits.
@inline(__always)
private func widened(_ a: SIMD8<UInt16>) -> SIMD8<UInt32> {
  SIMD8(UInt32(a[0]), UInt32(a[1]), UInt32(a[2]), UInt32(a[3]), UInt32(a[4]), UInt32(a[5]), UInt32(a[6]), UInt32(a[7]))
}

/// Returns the lower 16 bits of the lanes.
@inline(__always)
private func narrowed(_ a: SIMD8<UInt32>) -> SIMD8<UInt16> {
  SIMD8(
    UInt16(truncatingIfNeeded: a[0]), UInt16(truncatingIfNeeded: a[1]), UInt16(truncatingIfNeeded: a[2]),
    UInt16(truncatingIfNeeded: a[3]), UInt16(truncatingIfNeeded: a[4]), UInt16(truncatingIfNeeded: a[5]),
    UInt16(truncatingIfNeeded: a[6]), UInt16(truncatingIfNeeded: a[7]))
}

/// Blends one opaque color into `count` pixels of a block by one weight, with the same bits as
/// ``lerp(_:_:_:)``.
///
/// Up to three more pixels of the block are rewritten unchanged.
///
/// - Parameter hasAVX2: True only if `cartouche_has_avx2` is true; false for runs that are rarely long.
@inline(__always)
func lerpRun(
  _ pixels: UnsafeMutablePointer<UInt32>, count: Int, with color: UInt32, weight: UInt32, within end: BlockEnd, hasAVX2: Bool
) {
  let whole = cartouche_lerp_groups(pixels, count, color, weight, hasAVX2)
  let left = count &- whole
  if left > 0 {
    let pixel = UnsafeMutableRawPointer(pixels + whole)
    if end.isCrossed(byFourPixelsAt: pixel) {
      return lerpSingly(pixels + whole, count: left, with: color, weight: weight)
    }
    // The lanes of the pixels that are left.
    let limit = SIMD4<UInt32>(repeating: UInt32(truncatingIfNeeded: left))
    let lanes = unsafeBitCast(SIMD4<UInt32>(0, 1, 2, 3) &- limit, to: SIMD4<Int32>.self) &>> 31
    let weights = SIMD8(repeating: UInt16(truncatingIfNeeded: weight))
    ColorLerp(color).blend(pixel, weights: weights & unsafeBitCast(lanes, to: SIMD8<UInt16>.self))
  }
}

/// Blends one opaque color into pixels at the end of a block.
@inline(never)
private func lerpSingly(_ pixels: UnsafeMutablePointer<UInt32>, count: Int, with color: UInt32, weight: UInt32) {
  for index in 0..<count { pixels[index] = lerp(pixels[index], color, weight) }
}

/// Composites four premultiplied colors over four pixels, each with a weight of 0…255.
///
/// The result has the same bits as ``over(_:_:)`` of the colors returned by ``weighted(_:by:)``.
@inline(__always)
func over4(_ pixels: UnsafeMutablePointer<UInt32>, _ colors: UnsafePointer<UInt32>, weights: SIMD4<UInt32>) {
  over4(pixels, weighted4(UnsafeRawPointer(colors).loadUnaligned(as: SIMD4<UInt32>.self), by: weights))
}

/// Composites four premultiplied colors over four pixels, with the bits of ``over(_:_:)``.
@inline(__always)
func over4(_ pixels: UnsafeMutablePointer<UInt32>, _ colors: UnsafePointer<UInt32>) {
  over4(pixels, UnsafeRawPointer(colors).loadUnaligned(as: SIMD4<UInt32>.self))
}

@inline(__always)
private func over4(_ pixels: UnsafeMutablePointer<UInt32>, _ source: SIMD4<UInt32>) {
  let raw = UnsafeMutableRawPointer(pixels)
  let below = raw.loadUnaligned(as: SIMD4<UInt32>.self)
  let sum = source &+ weighted4(below, by: SIMD4<UInt32>(repeating: 255) &- (source &>> 24))
  raw.storeBytes(of: sum, as: SIMD4<UInt32>.self)
}

/// Multiplies four pixels by weights of 0…255, with the bits of ``weighted(_:by:)``.
@inline(__always)
private func weighted4(_ pixels: SIMD4<UInt32>, by weights: SIMD4<UInt32>) -> SIMD4<UInt32> {
  let mask = SIMD4<UInt32>(repeating: 0x00ff_00ff)
  let half = SIMD8<UInt16>(repeating: 128)
  let weight = unsafeBitCast(weights | (weights &<< 16), to: SIMD8<UInt16>.self)
  var low = unsafeBitCast(pixels & mask, to: SIMD8<UInt16>.self) &* weight &+ half  // ≤ 65 153
  var high = unsafeBitCast((pixels &>> 8) & mask, to: SIMD8<UInt16>.self) &* weight &+ half
  low = (low &+ (low &>> 8)) &>> 8
  high = high &+ (high &>> 8)
  return unsafeBitCast(low, to: SIMD4<UInt32>.self) | (unsafeBitCast(high, to: SIMD4<UInt32>.self) & ~mask)
}
