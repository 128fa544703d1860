public import CartoucheRaster

/// What a layer casts on what is behind it, as if lit from the eye: its outline, blurred.
///
/// It lies on the layer's plane and is turned and tilted with it.
public struct Shadow: Hashable, Sendable {
  public var color: Color
  /// 0 to 1, over that of ``color`` and of the layer.
  public var opacity: Scalar
  /// How far the shadow lies from what casts it, in the layer's points.
  public var offset: Size
  /// The standard deviation of the gaussian that blurs it, in the layer's points, to ``CoverageMask/maximumSigma``; as Core Animation's
  /// `shadowRadius`, half of what CSS calls a blur radius.
  public var radius: Scalar
  /// What casts the shadow, in the layer's space; nil: the layer's own outline.
  public var path: Path?

  /// - Parameter offset: Core Animation's default: three points up.
  public init(
    color: Color = .black, opacity: Scalar = 1, offset: Size = Size(width: 0, height: -3), radius: Scalar = 3, path: Path? = nil
  ) {
    (self.color, self.opacity, self.offset, self.radius, self.path) = (color, opacity, offset, radius, path)
  }
}
