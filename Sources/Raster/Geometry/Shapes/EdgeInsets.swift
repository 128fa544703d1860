/// Distances inward from the four edges of a rectangle, in points.
public struct EdgeInsets: Hashable, Sendable, BitwiseCopyable {
  public var top: Scalar
  public var left: Scalar
  public var bottom: Scalar
  public var right: Scalar

  public init(top: Scalar, left: Scalar, bottom: Scalar, right: Scalar) {
    (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
  }
}
