/// Distances from the four edges of a rectangle to the inside, usually in points.
public struct EdgeInsets: Hashable, Sendable, BitwiseCopyable {
  /// The distance from the top edge downward.
  public var top: Scalar
  /// The distance from the left edge to the right.
  public var left: Scalar
  /// The distance from the bottom edge upward.
  public var bottom: Scalar
  /// The distance from the right edge to the left.
  public var right: Scalar

  /// Creates insets from one distance for each edge.
  public init(top: Scalar, left: Scalar, bottom: Scalar, right: Scalar) {
    (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
  }
}
