/// The distances by which the four edges of a rectangle are moved inward, usually in points.
public struct EdgeInsets: Hashable, Sendable, BitwiseCopyable {
  /// The distance by which the top edge is moved down.
  public var top: Scalar
  /// The distance by which the left edge is moved to the right.
  public var left: Scalar
  /// The distance by which the bottom edge is moved up.
  public var bottom: Scalar
  /// The distance by which the right edge is moved to the left.
  public var right: Scalar

  /// Creates insets from one distance for each edge.
  public init(top: Scalar, left: Scalar, bottom: Scalar, right: Scalar) {
    (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
  }

  /// The insets of 0 on all four edges.
  @inlinable public static var zero: EdgeInsets { EdgeInsets(top: 0, left: 0, bottom: 0, right: 0) }
}

#if !hasFeature(Embedded)
  extension EdgeInsets: Codable {}
#endif
