/// The coverage of a soft stroke by the distance from the line.
///
/// The coverage falls linearly from the inside to the edge. It is 0 at half a pixel beyond half the width,
/// and grows to full coverage over the blur and one pixel more, toward the line.
///
/// - Source: MapLibre GL JS, `line.vertex.glsl` and `line.fragment.glsl`.
struct DistanceRamp {
  /// The distance from which on the coverage is 0, in 1/65536 px, 2^15 … 2^29.1.
  let limit: Int64
  /// The number of fraction bits of levels.
  private let bits: Int64
  /// The levels of 255 by which the coverage falls in a pixel, with 16 + ``bits`` fraction bits; ≤ 2^40.
  private let slope: Int64
  /// The level at distance 0, which may exceed 255.
  private let peak: Int64

  /// Creates a ramp.
  ///
  /// - Parameters:
  ///   - half: Half the line width in 1/65536 px, clamped to 8192 px.
  ///   - blur: The blur in 1/65536 px, clamped to 8192 px.
  init(half: Int64, blur: Int64) {
    limit = half.clamped(from: 0, to: 1 << 29) &+ 1 << 15
    let span = blur.clamped(from: 0, to: 1 << 29) &+ 1 << 16
    let levels = limit &* 255 / span  // ≤ 2^21.1
    bits = min(16, 29 &- (64 &- Int64(levels.leadingZeroBitCount)))
    slope = (255 << (bits &+ 32)) / span  // ≤ 2^40
    peak = (limit &* slope) >> 32  // ≤ 2^29.1 × 2^40, but at most `levels`
  }

  /// Returns the coverage, 0…255, at a distance of 0 … 2^31.
  @inline(__always)
  func coverage(at distance: Int64) -> Int64 {
    if distance >= limit { return 0 }
    let level = ((limit &- distance) &* (slope >> 8)) >> 24  // ≤ 2^29.1 × 2^32
    return min((level &+ 1 << (bits &- 1)) >> bits, 255)
  }

  /// Raises `count` coverages of a row to those of a straight line.
  ///
  /// - Parameters:
  ///   - across: The signed distance of the first pixel's center from the line, in 1/65536 px, ≤ 2^30.
  ///   - step: The growth of the distance from a pixel to the next, in 2^-30 px.
  func raise(_ row: UnsafeMutablePointer<UInt8>, count: Int, across: Int64, step: Int64) {
    let (peak, bits) = (Int32(truncatingIfNeeded: peak), Int32(truncatingIfNeeded: bits))
    let half: Int32 = 1 &<< (bits &- 1)
    let rise = Int32(truncatingIfNeeded: (step &* (slope >> 16)) >> 30)  // 2^30 × 2^24
    var done = 0
    // Few pixels at a time, so that the rounded rise does not add up.
    while done < count {
      let part = min(count &- done, 64)
      let start = across &+ (Int64(done) &* step) >> 14
      let level = Int32(truncatingIfNeeded: (start &* (slope >> 8)) >> 24)  // 2^30 × 2^32
      let pixels = row + done
      for index in 0..<part {
        let distance = level &+ Int32(truncatingIfNeeded: index) &* rise
        let coverage = (peak &- (distance < 0 ? 0 &- distance : distance) &+ half) &>> bits
        let clamped = UInt8(truncatingIfNeeded: max(min(coverage, 255), 0))
        pixels[index] = max(pixels[index], clamped)
      }
      done &+= part
    }
  }
}
