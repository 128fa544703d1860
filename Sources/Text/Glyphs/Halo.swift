public import CartoucheRaster

/// A band round each glyph, drawn under the whole text, so that it can be read on any ground.
public struct Halo: Hashable, Sendable, BitwiseCopyable {
  public var color: Color
  /// How far it reaches beyond the glyphs, in points, held to 0…64.
  public var width: Scalar

  public init(color: Color = .white, width: Scalar) {
    (self.color, self.width) = (color, width)
  }
}
