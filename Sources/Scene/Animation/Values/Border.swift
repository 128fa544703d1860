public import CartoucheRaster

/// A line along the inside of a layer's edge, with a width and a color.
public struct Border: Hashable, Sendable, BitwiseCopyable {
  /// The width of the border in points, measured inward from the layer's edge.
  public var width: Scalar
  /// The color of the border.
  public var color: Color

  /// Creates a border with the given width, in points, and color.
  public init(width: Scalar, color: Color) {
    self.width = width
    self.color = color
  }
}
