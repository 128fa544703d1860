// Porter and Duff's operators on two premultiplied pixels, for a source that covers the pixel wholly.

/// `a` · `aWeight` ÷ 255 + `b` · `bWeight` ÷ 255, channel by channel, rounded once; the sum is ≤ 255 where the pixels are premultiplied.
@inline(__always)
func weightedSum(_ a: UInt32, _ aWeight: UInt32, _ b: UInt32, _ bWeight: UInt32) -> UInt32 {
  let even = (a & 0x00ff_00ff) &* aWeight &+ (b & 0x00ff_00ff) &* bWeight &+ 0x0080_0080  // ≤ 65 153 a lane
  let odd = ((a >> 8) & 0x00ff_00ff) &* aWeight &+ ((b >> 8) & 0x00ff_00ff) &* bWeight &+ 0x0080_0080
  let low = ((even &+ ((even >> 8) & 0x00ff_00ff)) >> 8) & 0x00ff_00ff
  let high = (odd &+ ((odd >> 8) & 0x00ff_00ff)) & 0xff00_ff00
  return low | high
}

/// The sum of two pixels, each channel held to 255.
@inline(__always)
func saturatedSum(_ a: UInt32, _ b: UInt32) -> UInt32 {
  func held(_ sum: UInt32) -> UInt32 {
    // A lane that ran over has its ninth bit set: that bit less itself eight places down fills the lane.
    let over = sum & 0x0100_0100
    return (sum | (over &- (over >> 8))) & 0x00ff_00ff
  }
  let even = held((a & 0x00ff_00ff) &+ (b & 0x00ff_00ff))
  let odd = held(((a >> 8) & 0x00ff_00ff) &+ ((b >> 8) & 0x00ff_00ff))
  return even | odd << 8
}

/// What a source pixel and the one below give in `mode`; the modes that only mix by alphas are worked out here, the others in their own files.
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
