/// A projective transform from one plane to another, such as from a layer's plane to the screen.
///
/// The transform is a 3×3 matrix. For a layer with a 4×4 transform, the matrix contains the elements that map
/// the plane z = 0. The point (x, y) is mapped to the point (x', y'):
///
///     x' = (xx·x + xy·y + x0) / (wx·x + wy·y + w0)
///     y' = (yx·x + yy·y + y0) / (wx·x + wy·y + w0)
///
/// The nine numbers are stored as `Int64` integers with a common scale. The scale may be any positive number,
/// because it cancels out in the divisions.
///
/// The divisor wx·x + wy·y + w0 is positive for points in front of the viewer. If it is zero or negative, the
/// point is at or behind the viewer and is not drawn.
public struct Homography: Hashable, Sendable, BitwiseCopyable {
  package var xx: Int64, xy: Int64, x0: Int64
  package var yx: Int64, yy: Int64, y0: Int64
  package var wx: Int64, wy: Int64, w0: Int64

  package init(xx: Int64, xy: Int64, x0: Int64, yx: Int64, yy: Int64, y0: Int64, wx: Int64, wy: Int64, w0: Int64) {
    (self.xx, self.xy, self.x0) = (xx, xy, x0)
    (self.yx, self.yy, self.y0) = (yx, yy, y0)
    (self.wx, self.wy, self.w0) = (wx, wy, w0)
  }

  /// The projective transform that leaves every point unchanged.
  public static let identity = Homography(xx: 1 << 32, xy: 0, x0: 0, yx: 0, yy: 1 << 32, y0: 0, wx: 0, wy: 0, w0: 1 << 32)

  /// Whether the transform equals ``identity``, which leaves every point unchanged.
  public var isIdentity: Bool { self == .identity }
}
