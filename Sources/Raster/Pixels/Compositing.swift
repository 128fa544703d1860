/// What two premultiplied pixels give in `mode`, where what is drawn covers the pixel wholly.
@inline(__always)
func blended(_ source: UInt32, _ below: UInt32, _ mode: BlendMode) -> UInt32 {
  let sourceAlpha = source >> 24
  let belowAlpha = below >> 24
  switch mode {
  case .normal: return over(below, source)
  case .clear: return 0
  case .copy: return source
  case .sourceIn: return scaled(source, by: belowAlpha)
  case .sourceOut: return scaled(source, by: 255 &- belowAlpha)
  case .sourceAtop: return summed(source, belowAlpha, below, 255 &- sourceAlpha)
  case .destinationOver: return over(source, below)
  case .destinationIn: return scaled(below, by: sourceAlpha)
  case .destinationOut: return scaled(below, by: 255 &- sourceAlpha)
  case .destinationAtop: return summed(source, 255 &- belowAlpha, below, sourceAlpha)
  case .xor: return summed(source, 255 &- belowAlpha, below, 255 &- sourceAlpha)
  default: return over(below, source)
  }
}

/// `a` · `aWeight` ÷ 255 + `b` · `bWeight` ÷ 255, channel by channel, rounded once; the sum is ≤ 255 as the pixels are premultiplied.
@inline(__always)
func summed(_ a: UInt32, _ aWeight: UInt32, _ b: UInt32, _ bWeight: UInt32) -> UInt32 {
  let even = (a & 0x00ff_00ff) &* aWeight &+ (b & 0x00ff_00ff) &* bWeight &+ 0x0080_0080  // ≤ 65 153 a lane
  let odd = ((a >> 8) & 0x00ff_00ff) &* aWeight &+ ((b >> 8) & 0x00ff_00ff) &* bWeight &+ 0x0080_0080
  let low = ((even &+ ((even >> 8) & 0x00ff_00ff)) >> 8) & 0x00ff_00ff
  let high = (odd &+ ((odd >> 8) & 0x00ff_00ff)) & 0xff00_ff00
  return low | high
}
