internal import CartoucheRaster

/// A glyph as shaping gives it, in the order in which it is seen, in points.
struct ShapedGlyph: Hashable, BitwiseCopyable {
  var glyph: UInt32
  /// The face's number; −1, the box that stands for what no font has, or nothing (``MissingGlyph``).
  var face: Int32
  /// The first scalar of the paragraph that it shows.
  var cluster: Int32
  var style: UInt16
  /// Whether text that is parted before its cluster has to be shaped anew.
  var isUnsafeToBreak: Bool
  var advance: Scalar
  /// From the pen, y down.
  var offset: Point
}
