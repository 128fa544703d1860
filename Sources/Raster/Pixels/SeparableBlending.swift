// The W3C's separable blend modes, on premultiplied channels of 0…255.
//
// With colors Cs, Cb and alphas αs, αb, the specification sums αs(1 − αb)Cs + αb(1 − αs)Cb + αs·αb·B(Cb, Cs).
// The last term, times 255², is computed here from s = αs·Cs and d = αb·Cb, which avoids most divisions by an
// alpha.
//
// Source: W3C, "Compositing and Blending Level 1", section 10.1.

/// A channel of the source (`s`) and of the pixel below (`d`), and the two alphas.
struct BlendedChannel {
  let s: Int32, d: Int32, sourceAlpha: Int32, belowAlpha: Int32

  /// The product of the alphas, which is the term for white over white.
  @inline(__always) var both: Int32 { sourceAlpha &* belowAlpha }  // ≤ 65025

  @inline(__always) var multiply: Int32 { s &* d }
  @inline(__always) var screen: Int32 { d &* sourceAlpha &+ s &* belowAlpha &- s &* d }  // ≤ 65025
  @inline(__always) var darken: Int32 { min(s &* belowAlpha, d &* sourceAlpha) }
  @inline(__always) var lighten: Int32 { max(s &* belowAlpha, d &* sourceAlpha) }
  @inline(__always) var difference: Int32 { lighten &- darken }
  @inline(__always) var exclusion: Int32 { d &* sourceAlpha &+ s &* belowAlpha &- 2 &* s &* d }

  @inline(__always) var hardLight: Int32 {
    2 &* s <= sourceAlpha ? 2 &* s &* d : both &- 2 &* (belowAlpha &- d) &* (sourceAlpha &- s)
  }
  /// Hard light with source and backdrop exchanged.
  @inline(__always) var overlay: Int32 {
    2 &* d <= belowAlpha ? 2 &* s &* d : both &- 2 &* (belowAlpha &- d) &* (sourceAlpha &- s)
  }

  @inline(__always) var colorDodge: Int32 {
    if d == 0 { return 0 }
    let rest = sourceAlpha &- s
    return rest <= 0 ? both : min(both, (d &* sourceAlpha &* sourceAlpha &+ rest / 2) / rest)  // ≤ 2^24
  }

  @inline(__always) var colorBurn: Int32 {
    let rest = belowAlpha &- d
    if rest <= 0 { return both }
    return s == 0 ? 0 : both &- min(both, (rest &* sourceAlpha &* sourceAlpha &+ s / 2) / s)  // ≤ 2^24
  }

  @inline(__always) var softLight: Int32 {
    if belowAlpha == 0 { return 0 }
    let lift = 2 &* s &- sourceAlpha
    if lift <= 0 {
      return d &* sourceAlpha &+ (lift &* d &* (belowAlpha &- d) &- belowAlpha / 2) / belowAlpha  // ≤ 2^24
    }
    // The backdrop's own color and its replacement, in 1/65536ths: the square root, or near black a cubic.
    let below = Int64(min(d, belowAlpha)) << 16 / Int64(belowAlpha)
    let lifted: Int64
    if below <= 16384 {
      let square = ((16 &* below &- 12 << 16) &* below) >> 16  // ≤ 2^36
      lifted = ((square &+ 4 << 16) &* below) >> 16
    } else {
      lifted = Int64(squareRoot(of: UInt64(below) << 16))
    }
    return d &* sourceAlpha
      &+ Int32(truncatingIfNeeded: (Int64(lift &* belowAlpha) &* (lifted &- below) &+ 32768) >> 16)  // ≤ 2^32
  }
}

/// Returns the result of two pixels whose common term is `common` for each channel.
@inline(__always)
func separable(_ source: UInt32, _ below: UInt32, _ common: (BlendedChannel) -> Int32) -> UInt32 {
  let sourceAlpha = Int32(truncatingIfNeeded: source >> 24)
  let belowAlpha = Int32(truncatingIfNeeded: below >> 24)
  @inline(__always)
  func channel(_ shift: UInt32) -> UInt32 {
    let s = Int32(truncatingIfNeeded: source >> shift & 255)
    let d = Int32(truncatingIfNeeded: below >> shift & 255)
    let part = common(BlendedChannel(s: s, d: d, sourceAlpha: sourceAlpha, belowAlpha: belowAlpha))
    return rounded255(s &* (255 &- belowAlpha) &+ d &* (255 &- sourceAlpha) &+ part) << shift
  }
  return unionAlpha(sourceAlpha, belowAlpha) << 24 | channel(16) | channel(8) | channel(0)
}

/// Returns `value` ÷ 255 to nearest, clamped to 0…255.
@inline(__always)
func rounded255(_ value: Int32) -> UInt32 {
  let sum = UInt32(bitPattern: value.clamped(from: 0, to: 65025)) &+ 128
  return (sum &+ (sum >> 8)) >> 8
}

/// Returns the alpha of one pixel over another.
@inline(__always)
func unionAlpha(_ a: Int32, _ b: Int32) -> UInt32 {
  rounded255(255 &* (a &+ b) &- a &* b)
}
