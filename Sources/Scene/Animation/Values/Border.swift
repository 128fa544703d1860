public import CartoucheRaster

/// A line along the inside of a layer's edge.
public struct Border: Hashable, Sendable, BitwiseCopyable {
  /// The width in points, measured inward from the edge.
  public var width: Scalar
  public var color: Color

  public init(width: Scalar, color: Color) {
    self.width = width
    self.color = color
  }
}
