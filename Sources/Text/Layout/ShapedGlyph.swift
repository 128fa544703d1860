internal import CartoucheRaster

/// A glyph that was produced by shaping, measured in points. Shaped glyphs are in visual order.
struct ShapedGlyph: Hashable, BitwiseCopyable {
  var glyph: UInt32
  /// The index of the face in the font collection; −1 for a box or a blank (``PlaceholderGlyph``).
  var face: Int32
  /// The index of the first scalar of the paragraph that the glyph represents.
  var cluster: Int32
  var style: UInt16
  /// Whether the text must be shaped again if a line is broken before the glyph's cluster.
  var isUnsafeToBreak: Bool
  var advance: Scalar
  /// The offset of the glyph from the pen position, in points, y down.
  var offset: Point
}
