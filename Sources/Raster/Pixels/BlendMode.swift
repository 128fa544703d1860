/// How what is drawn is put together with what is there already.
///
/// The names are Core Graphics' (`CGBlendMode`). What is drawn changes the pixels it covers, in the measure in which it covers them, and no others; a
/// group counts as covering everything that its clip lets through.
///
/// - Source: Porter and Duff, "Compositing Digital Images", 1984; W3C, "Compositing and Blending Level 1", sections 9 and 10.
public enum BlendMode: UInt8, Hashable, Sendable, BitwiseCopyable, CaseIterable {
  /// Source over destination.
  case normal

  // Separable: each channel by itself.
  case multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight, difference, exclusion

  // Not separable: hue, saturation and luminosity of the one with those of the other.
  case hue, saturation, color, luminosity

  // Porter and Duff's.
  case clear, copy, sourceIn, sourceOut, sourceAtop, destinationOver, destinationIn, destinationOut, destinationAtop, xor

  /// The sum, held to the range.
  case plusLighter

  /// Whether a group in this mode changes what it does not cover too.
  package var affectsUncoveredPixels: Bool {
    switch self {
    case .clear, .copy, .sourceIn, .sourceOut, .destinationIn, .destinationAtop: true
    default: false
    }
  }
}
