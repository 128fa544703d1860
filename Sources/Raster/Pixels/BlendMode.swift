/// The rule by which a shape, an image or a group is combined with the pixels below it.
///
/// The names are those of Core Graphics' `CGBlendMode`. A shape changes only the pixels that the shape
/// covers, in proportion to its coverage. A group counts as covering every pixel that the group's clip lets
/// through.
///
/// - Source: Porter and Duff, "Compositing Digital Images", 1984; W3C, "Compositing and Blending Level 1",
///   sections 9 and 10.
public enum BlendMode: UInt8, Hashable, Sendable, BitwiseCopyable, CaseIterable {
  /// Draws the new color over the pixels below, as in Porter and Duff's "source over destination".
  case normal

  // Separable modes: each channel on its own.
  case multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight, difference, exclusion

  // Non-separable modes: hue, saturation and luminosity of one color with those of the other.
  case hue, saturation, color, luminosity

  // Porter and Duff's operators.
  case clear, copy, sourceIn, sourceOut, sourceAtop, destinationOver, destinationIn, destinationOut, destinationAtop, xor

  /// Adds each component of the new color to that of the pixel below, clamped to the range.
  case plusLighter

  /// Whether a group with this mode also changes pixels that it does not cover.
  package var affectsUncoveredPixels: Bool {
    switch self {
    case .clear, .copy, .sourceIn, .sourceOut, .destinationIn, .destinationAtop: true
    default: false
    }
  }
}
