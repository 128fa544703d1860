public import CartoucheRaster

/// An outline around each glyph, drawn below the whole text so that it is legible on any background.
public struct Halo: Hashable, Sendable, BitwiseCopyable {
  public var color: Color
  /// The width of the outline around the glyphs, in points, clamped to 0…64.
  public var width: Scalar

  public init(color: Color = .white, width: Scalar) {
    (self.color, self.width) = (color, width)
  }
}
