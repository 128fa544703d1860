/// How drawing is combined with the pixels below it.
///
/// The names are Core Graphics' (`CGBlendMode`). A shape changes only the pixels that it covers, weighted by
/// its coverage. A group counts as covering everything that its clip lets through.
///
/// - Source: Porter and Duff, "Compositing Digital Images", 1984; W3C, "Compositing and Blending Level 1",
///   sections 9 and 10.
public enum BlendMode: UInt8, Hashable, Sendable, BitwiseCopyable, CaseIterable {
  /// Source over destination.
  case normal

  // Separable modes: each channel on its own.
  case multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight, difference, exclusion

  // Non-separable modes: hue, saturation and luminosity of one color with those of the other.
  case hue, saturation, color, luminosity

  // Porter and Duff's operators.
  case clear, copy, sourceIn, sourceOut, sourceAtop, destinationOver, destinationIn, destinationOut, destinationAtop, xor

  /// The sum, clamped to the range.
  case plusLighter

  /// Whether a group with this mode also changes pixels that it does not cover.
  package var affectsUncoveredPixels: Bool {
    switch self {
    case .clear, .copy, .sourceIn, .sourceOut, .destinationIn, .destinationAtop: true
    default: false
    }
  }
}
