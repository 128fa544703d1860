// Porter and Duff's operators on two premultiplied pixels, for a source that covers its pixel completely.

/// Returns `a` · `aWeight` ÷ 255 + `b` · `bWeight` ÷ 255 for each channel, rounded once.
///
/// The sum is at most 255 if the pixels are premultiplied and the weights are those of Porter and Duff's
/// operators.
@inline(__always)
func weightedSum(_ a: UInt32, _ aWeight: UInt32, _ b: UInt32, _ bWeight: UInt32) -> UInt32 {
  let even = (a & 0x00ff_00ff) &* aWeight &+ (b & 0x00ff_00ff) &* bWeight &+ 0x0080_0080  // ≤ 65 153 a lane
  let odd = ((a >> 8) & 0x00ff_00ff) &* aWeight &+ ((b >> 8) & 0x00ff_00ff) &* bWeight &+ 0x0080_0080
  let low = ((even &+ ((even >> 8) & 0x00ff_00ff)) >> 8) & 0x00ff_00ff
  let high = (odd &+ ((odd >> 8) & 0x00ff_00ff)) & 0xff00_ff00
  return low | high
}

/// Returns the sum of two pixels, with each channel clamped to 255.
@inline(__always)
func saturatedSum(_ a: UInt32, _ b: UInt32) -> UInt32 {
  func saturated(_ sum: UInt32) -> UInt32 {
    // The ninth bit of a lane marks an overflow. Subtracting that bit shifted down by eight from itself fills
    // the lane with ones.
    let over = sum & 0x0100_0100
    return (sum | (over &- (over >> 8))) & 0x00ff_00ff
  }
  let even = saturated((a & 0x00ff_00ff) &+ (b & 0x00ff_00ff))
  let odd = saturated(((a >> 8) & 0x00ff_00ff) &+ ((b >> 8) & 0x00ff_00ff))
  return even | odd << 8
}

/// Returns the result of blending a source pixel with the pixel below it in `mode`.
///
/// Only the modes that need no more than the two alphas are computed here. Every other mode behaves like
/// `normal` here and is implemented in `SeparableBlending.swift` or `HueBlending.swift`.
@inline(__always)
func composited(_ source: UInt32, _ below: UInt32, _ mode: BlendMode) -> UInt32 {
  let (sourceAlpha, belowAlpha) = (source >> 24, below >> 24)
  switch mode {
  case .clear: return 0
  case .copy: return source
  case .sourceIn: return weighted(source, by: belowAlpha)
  case .sourceOut: return weighted(source, by: 255 &- belowAlpha)
  case .sourceAtop: return weightedSum(source, belowAlpha, below, 255 &- sourceAlpha)
  case .destinationOver: return over(source, below)
  case .destinationIn: return weighted(below, by: sourceAlpha)
  case .destinationOut: return weighted(below, by: 255 &- sourceAlpha)
  case .destinationAtop: return weightedSum(source, 255 &- belowAlpha, below, sourceAlpha)
  case .xor: return weightedSum(source, 255 &- belowAlpha, below, 255 &- sourceAlpha)
  case .plusLighter: return saturatedSum(source, below)
  case .normal, .multiply, .screen, .overlay, .darken, .lighten, .colorDodge, .colorBurn, .softLight, .hardLight, .difference,
    .exclusion, .hue, .saturation, .color, .luminosity:
    return over(below, source)
  }
}
