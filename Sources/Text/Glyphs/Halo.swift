public import CartoucheRaster

/// A border around each glyph of a text, in one color, which makes the text legible on any background.
///
/// All borders are drawn first, and then all glyphs on top of the borders.
public struct Halo: Hashable, Sendable, BitwiseCopyable {
  /// The color of the border.
  public var color: Color
  /// The width of the border on each side of a glyph, in points. For drawing, the width is clamped to 0…64
  /// points.
  public var width: Scalar

  /// Creates a halo.
  ///
  /// - Parameters:
  ///   - color: The color of the border.
  ///   - width: The width of the border on each side of a glyph, in points. For drawing, the width is clamped
  ///     to 0…64 points.
  public init(color: Color = .white, width: Scalar) {
    (self.color, self.width) = (color, width)
  }
}
