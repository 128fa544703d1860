public import CartoucheRaster

/// A border around each glyph in a color of its own, drawn below the whole text. A halo makes text legible on
/// any background.
public struct Halo: Hashable, Sendable, BitwiseCopyable {
  public var color: Color
  /// The width of the border around the glyphs, in points, clamped to 0…64.
  public var width: Scalar

  public init(color: Color = .white, width: Scalar) {
    (self.color, self.width) = (color, width)
  }
}
