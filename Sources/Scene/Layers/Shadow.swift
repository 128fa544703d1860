public import CartoucheRaster

/// The blurred outline of a layer, drawn behind it as if it were lit from the eye.
///
/// The shadow lies on the layer's plane and is transformed with it.
public struct Shadow: Hashable, Sendable {
  public var color: Color
  /// The shadow's opacity, 0…1; multiplied with that of ``color`` and of the layer.
  public var opacity: Scalar
  /// The shadow's offset from the layer, in the layer's points.
  public var offset: Size
  /// The standard deviation of the Gaussian blur, in the layer's points, at most
  /// ``CoverageMask/maximumSigma``.
  ///
  /// The same as Core Animation's `shadowRadius`, and half of a CSS blur radius.
  public var radius: Scalar
  /// The path that casts the shadow, in the layer's space; nil for the layer's own outline.
  public var path: Path?

  /// Creates a shadow with Core Animation's default offset of three points up.
  public init(
    color: Color = .black, opacity: Scalar = 1, offset: Size = Size(width: 0, height: -3), radius: Scalar = 3, path: Path? = nil
  ) {
    (self.color, self.opacity, self.offset, self.radius, self.path) = (color, opacity, offset, radius, path)
  }
}
