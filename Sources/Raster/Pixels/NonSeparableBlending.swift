// The W3C's non-separable blend modes, on premultiplied pixels.
//
// Both colors are first scaled to the common alpha αs·αb. Their channels are then 0…αs·αb·255² and can be
// compared, and the specification's SetLum, SetSat and ClipColor apply to them unchanged.
//
// Source: W3C, "Compositing and Blending Level 1", section 10.2.

/// Red, green and blue, each 0…`full`, where `full` is the product of the two pixels' alphas.
private struct Triple {
  var red: Int64, green: Int64, blue: Int64

  /// The sum of 0.3 red, 0.59 green and 0.11 blue.
  @inline(__always) var luminosity: Int64 { (30 &* red &+ 59 &* green &+ 11 &* blue) / 100 }
  @inline(__always) var low: Int64 { min(red, green, blue) }
  @inline(__always) var high: Int64 { max(red, green, blue) }
  @inline(__always) var saturation: Int64 { high &- low }

  @inline(__always)
  func map(_ change: (Int64) -> Int64) -> Triple { Triple(red: change(red), green: change(green), blue: change(blue)) }

  /// Returns the color with the same hue and the saturation `target`; its lowest channel becomes 0.
  @inline(__always)
  func withSaturation(_ target: Int64) -> Triple {
    let (low, range) = (low, saturation)
    return range == 0 ? Triple(red: 0, green: 0, blue: 0) : map { ($0 &- low) &* target / range }  // ≤ 2^32
  }

  /// Returns the color with the luminosity `target` and the same hue and saturation, moved toward gray if it
  /// leaves 0…`full`.
  @inline(__always)
  func withLuminosity(_ target: Int64, full: Int64) -> Triple {
    let lift = target &- luminosity
    var moved = map { $0 &+ lift }
    let middle = moved.luminosity
    let low = moved.low
    if low < 0 && middle > low { moved = moved.map { middle &+ ($0 &- middle) &* middle / (middle &- low) } }
    let high = moved.high
    if high > full && high > middle { moved = moved.map { middle &+ ($0 &- middle) &* (full &- middle) / (high &- middle) } }
    return moved
  }
}

/// Returns the result of two pixels in `mode`, one of hue, saturation, color and luminosity.
func hueBlended(_ source: UInt32, _ below: UInt32, _ mode: BlendMode) -> UInt32 {
  let sourceAlpha = Int32(truncatingIfNeeded: source >> 24)
  let belowAlpha = Int32(truncatingIfNeeded: below >> 24)
  func triple(_ pixel: UInt32, _ alpha: Int32) -> Triple {
    Triple(
      red: Int64(pixel >> 16 & 255) &* Int64(alpha), green: Int64(pixel >> 8 & 255) &* Int64(alpha),
      blue: Int64(pixel & 255) &* Int64(alpha))
  }
  let (upper, lower) = (triple(source, belowAlpha), triple(below, sourceAlpha))  // ≤ 65025
  let full = Int64(sourceAlpha) &* Int64(belowAlpha)
  let mixed: Triple
  switch mode {
  case .hue: mixed = upper.withSaturation(lower.saturation).withLuminosity(lower.luminosity, full: full)
  case .saturation: mixed = lower.withSaturation(upper.saturation).withLuminosity(lower.luminosity, full: full)
  case .color: mixed = upper.withLuminosity(lower.luminosity, full: full)
  default: mixed = lower.withLuminosity(upper.luminosity, full: full)
  }
  func channel(_ shift: UInt32, _ common: Int64) -> UInt32 {
    let s = Int32(truncatingIfNeeded: source >> shift & 255)
    let d = Int32(truncatingIfNeeded: below >> shift & 255)
    return rounded255(s &* (255 &- belowAlpha) &+ d &* (255 &- sourceAlpha) &+ Int32(truncatingIfNeeded: common)) << shift
  }
  return unionAlpha(sourceAlpha, belowAlpha) << 24 | channel(16, mixed.red) | channel(8, mixed.green) | channel(0, mixed.blue)
}
