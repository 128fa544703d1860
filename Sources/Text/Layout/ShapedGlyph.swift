internal import CartoucheRaster

/// A glyph produced by shaping, in visual order, measured in points.
struct ShapedGlyph: Hashable, BitwiseCopyable {
  var glyph: UInt32
  /// The index of the face; −1 for a box or a blank (``MissingGlyph``).
  var face: Int32
  /// The index of the first scalar of the paragraph that the glyph represents.
  var cluster: Int32
  var style: UInt16
  /// Whether text that is broken before the glyph's cluster must be shaped again.
  var isUnsafeToBreak: Bool
  var advance: Scalar
  /// The offset from the pen position, y down.
  var offset: Point
}
