/// The rule by which a shape, an image or a group is combined with the pixels below it.
///
/// The names are those of Core Graphics' `CGBlendMode`. A shape changes only the pixels that the shape
/// covers, in proportion to its coverage. For a group, the rule applies to all pixels inside the enclosing
/// clips. So a group with ``copy`` clears the pixels on which none of its items draws.
///
/// - Source: Porter and Duff, "Compositing Digital Images", 1984; W3C, "Compositing and Blending Level 1",
///   sections 9 and 10.
public enum BlendMode: UInt8, Hashable, Sendable, BitwiseCopyable, CaseIterable {
  /// Draws the new color over the pixel below, like the "over" operator of Porter and Duff.
  case normal

  /// A separable blend mode, which computes each color channel from the same channel of the two colors.
  case multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight, difference, exclusion

  /// A non-separable blend mode. The property with the mode's name is taken from the new color. The other
  /// properties are taken from the color of the pixel below. The mode `color` takes hue and saturation from
  /// the new color.
  case hue, saturation, color, luminosity

  /// An operator of Porter and Duff. The source is the new color, and the destination is the pixel below.
  case clear, copy, sourceIn, sourceOut, sourceAtop, destinationOver, destinationIn, destinationOut, destinationAtop, xor

  /// Adds each component of the new color to the same component of the pixel below. The sum is clamped to the
  /// maximum.
  case plusLighter

  /// Whether a group with this mode also changes pixels on which none of the group's items draws.
  package var affectsUncoveredPixels: Bool {
    switch self {
    case .clear, .copy, .sourceIn, .sourceOut, .destinationIn, .destinationAtop: true
    default: false
    }
  }
}
